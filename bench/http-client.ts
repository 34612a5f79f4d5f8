// Light HTTP client for load tests: one kept-alive connection, one request at a time, written and read as
// bytes. A usual client needs as much processor time per request as the server, and on the same cores that
// would be measured too.
import { once } from 'node:events';
import { connect } from 'node:net';

export type LoadClient = {
  /** Sends a request made by `requestOf` and returns the response's body. Throws for any status but 200. */
  ask(request: Buffer): Promise<string>;
  close(): void;
};

/** Connects to a server on 127.0.0.1. */
export async function connectClient(port: number): Promise<LoadClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<string> | null = null;
  let received: Buffer = Buffer.alloc(0);
  let closed: Error | null = null;
  const fail = (error: Error) => {
    closed = error;
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (!answer || !waiting) return;
    const { resolve, reject } = waiting;
    waiting = null;
    received = Buffer.alloc(0);
    if (answer.status === 200) resolve(answer.body);
    else reject(new Error(`${answer.status} ${answer.body.slice(0, 300)}`));
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    async ask(request) {
      if (closed) throw closed;
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

export function requestOf(method: string, path: string, body?: unknown): Buffer {
  const data = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (data) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(data)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${data}`);
}

/**
 * Parses a response; returns null until it is complete. Throws without `content-length`, which only long
 * lists lack.
 */
function readAnswer(received: Buffer): { status: number; body: string } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${head}`);
  const bodyEnd = headEnd + 4 + Number(length);
  if (received.length < bodyEnd) return null;
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', headEnd + 4, bodyEnd) };
}
