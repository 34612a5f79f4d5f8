// What was sent in a session, for a client that was away for a moment: the last few hundred events, in a ring.
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** Enough for a break of minutes; who is away for longer asks again. */
const KEPT_EVENTS = 500;
/** And not more than this, in characters: answers may be large. */
const KEPT_LENGTH = 400_000;

type Kept = { streamId: string; seq: number; message: JSONRPCMessage; length: number };

export type Replay = EventStore & { knows(eventId: string): boolean };

export function createReplay(): Replay {
  let kept: Kept[] = [];
  let length = 0;
  let last = 0;
  const find = (eventId: string) => kept.find((one) => idOf(one) === eventId);
  return {
    async storeEvent(streamId, message) {
      last += 1;
      const event = { streamId, seq: last, message, length: JSON.stringify(message).length };
      kept.push(event);
      length += event.length;
      while (kept.length > KEPT_EVENTS || (length > KEPT_LENGTH && kept.length > 1)) {
        length -= kept[0]!.length;
        kept = kept.slice(1);
      }
      return idOf(event);
    },
    getStreamIdForEventId: async (eventId) => find(eventId)?.streamId,
    async replayEventsAfter(lastEventId, { send }) {
      const { streamId, seq } = find(lastEventId)!;
      for (const event of kept) {
        if (event.streamId !== streamId || event.seq <= seq) continue;
        // The event that opens a stream carries no message.
        if ('jsonrpc' in event.message) await send(idOf(event), event.message);
      }
      return streamId;
    },
    knows: (eventId) => find(eventId) !== undefined,
  };
}

function idOf({ streamId, seq }: Kept): string {
  return `${streamId}::${seq}`;
}
