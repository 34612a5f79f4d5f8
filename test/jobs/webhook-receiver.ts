// A receiver of webhooks: an HTTP server on loopback that stores requests and answers as a test sets it.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { waitUntil } from '../harness/eventually.ts';

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: any;
  at: number;
};

export type AnswerWith = number | ((request: Received, response: http.ServerResponse) => void);

export type Receiver = {
  readonly received: Received[];
  url(path?: string): string;
  /** sets the answer from now on; 204 at first */
  answer(how: AnswerWith): void;
  /** resolves when so many requests have arrived */
  count(n: number): Promise<Received[]>;
  /** sequence numbers of the events, each once, in order of their first arrival */
  seqs(): number[];
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how: AnswerWith = 204;
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const one = {
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body),
      at: performance.now(),
    };
    received.push(one);
    if (typeof how === 'number') response.writeHead(how).end(`said ${how}`.repeat(how === 204 ? 0 : 1));
    else how(one, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return {
    received,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    answer(next) {
      how = next;
    },
    async count(n) {
      await waitUntil(() => received.length >= n);
      return received.slice(0, n);
    },
    seqs: () => [...new Set(received.map(({ event }) => event.seq))],
  };
}
