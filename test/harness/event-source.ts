// Client of server-sent events: parses blocks, keeps ids, and can reconnect with the last one.
import http from 'node:http';
import { onTestFinished } from 'vitest';
import { WAIT_LIMIT_MS } from './limits.ts';

export type ReceivedEvent = { id: number; data: any };

export type EventSource = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** events received so far */
  readonly received: ReceivedEvent[];
  /** the last received id, with an event or without */
  readonly lastId: string | null;
  /** the raw text received so far */
  readonly text: string;
  /** whether the server ended the stream or the connection broke */
  readonly ended: boolean;
  /** resolves when `n` events have been received */
  count(n: number): Promise<ReceivedEvent[]>;
  /** stops reading without closing the connection */
  pause(): void;
  resume(): void;
  close(): void;
};

export async function openEventSource(
  url: string,
  {
    lastEventId,
    keepText = true,
    headers = {},
  }: { lastEventId?: string | number; keepText?: boolean; headers?: Record<string, string> } = {},
): Promise<EventSource> {
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let rest = '';
  let lastId: string | null = null;
  let ended = false;
  const request = http.get(url, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      ...headers,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
  });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  const update = () => {
    for (const one of waiting) one();
  };
  const end = () => {
    ended = true;
    update();
  };
  request.on('error', end);
  answer.on('error', end).on('close', end);
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    if (keepText) text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (id !== undefined) lastId = id;
      if (data !== undefined) received.push({ id: Number(id), data: JSON.parse(data) });
    }
    update();
  });
  const close = () => void request.destroy();
  onTestFinished(close);
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    received,
    get lastId() {
      return lastId;
    },
    get text() {
      return text;
    },
    get ended() {
      return ended;
    },
    async count(n) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const late = setTimeout(
        () => reject(new Error(`received ${received.length} of ${n} events`)),
        WAIT_LIMIT_MS,
      );
      const enough = () => {
        if (received.length >= n) resolve();
        else if (ended) reject(new Error(`the stream ended after ${received.length} of ${n} events`));
      };
      waiting.add(enough);
      enough();
      try {
        await promise;
      } finally {
        clearTimeout(late);
        waiting.delete(enough);
      }
      return received.slice(0, n);
    },
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    close,
  };
}
