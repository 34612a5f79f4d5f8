// Reads a stream of server-sent events from the body of a response. `EventSource` would reconnect by itself, but neither says with which
// status it was refused (410: read the snapshot again) nor notices that a connection is dead.
import type { DeskEvent } from '../../src/api/desk-records.ts';

/**
 * What one read of the stream brought: its events, and the number up to which the log was read, if it says so. `isCaughtUp`: the server says
 * that everything was sent which the log contained when the stream was opened.
 */
export type StreamPart = { events: DeskEvent[]; readTo: number | null; isCaughtUp: boolean };

/**
 * Yields what arrives, until the stream ends. A part may be empty: the server says every 15 seconds that it is still there. Throws when
 * the connection breaks.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamPart> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      yield partOf(blocks);
    }
  } finally {
    // The caller may have stopped reading.
    await reader.cancel().catch(() => {});
  }
}

function partOf(blocks: readonly string[]): StreamPart {
  const part: StreamPart = { events: [], readTo: null, isCaughtUp: false };
  for (const block of blocks) {
    const lines = block.split('\n');
    const data = lines.find((line) => line.startsWith('data: '));
    const id = lines.find((line) => line.startsWith('id: '));
    // The first block of a stream says when to reconnect; later ones without an event come when nothing is left to send.
    part.isCaughtUp ||= data === undefined && !lines.some((line) => line.startsWith('retry: '));
    if (data !== undefined) part.events.push(JSON.parse(data.slice('data: '.length)) as DeskEvent);
    // With a token of several properties the property stands before the number.
    if (id !== undefined) part.readTo = Number(id.slice(id.lastIndexOf('-') + 1).replace('id: ', ''));
  }
  return part;
}
