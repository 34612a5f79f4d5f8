// HTTP server in the place of innwire for OTAs that call it: records the calls and responds as a test sets.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type ReceivedCall = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string };
export type Reply = { status?: number; body: string | object; type?: string };

export async function receiver(
  reply: (received: ReceivedCall, count: number) => Reply | Promise<Reply>,
): Promise<{ url: string; received: ReceivedCall[] }> {
  const received: ReceivedCall[] = [];
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    received.push(one);
    const { status = 200, body, type = 'application/json' } = await reply(one, received.length);
    response.writeHead(status, { 'content-type': typeof body === 'string' ? type : 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
