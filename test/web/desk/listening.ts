// A server that answers the requests of the desk as a test says, and remembers them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = { status?: number; type?: string; body?: string; etag?: string; isReplayed?: boolean };

/** Starts a server. `reply`: what it answers to a request; null = it hangs up. */
export async function listen(reply: (method: string, path: string) => Reply | null) {
  const requests: string[] = [];
  const keys: string[] = [];
  const versions: (string | undefined)[] = [];
  const server = createServer((request, answer) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    keys.push(String(request.headers['idempotency-key']));
    versions.push(request.headers['if-match']);
    request.resume();
    const given = reply(method, url);
    if (!given) return request.socket.destroy();
    const { status = 200, type = 'application/json', body = '{}', etag, isReplayed } = given;
    answer.writeHead(status, {
      'content-type': type,
      connection: 'close',
      ...(etag && { etag }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    });
    answer.end(status === 204 ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    keys,
    versions,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
