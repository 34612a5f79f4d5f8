// A TCP proxy in front of PostgreSQL, with which a test can cut connections,
// refuse new ones, or switch to another server.
import net from 'node:net';
import { onTestFinished } from 'vitest';

export type Proxy = {
  /** URL of the database through the proxy */
  url: string;
  /** closes all connections; new ones are refused until `open` */
  cut(): Promise<void>;
  open(): Promise<void>;
  /** drops all data in both directions without closing connections */
  freeze(): void;
  /** sends new connections to another server, and ends `freeze` */
  leadTo(url: string): void;
};

/** Starts a proxy, which stops at the end of the test. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let frozen = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => {
        if (!frozen) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(port, '127.0.0.1', listening);
    });
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = async () => {
    const closed = server.listening ? new Promise((done) => server.close(done)) : null;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(cut);
  return {
    url: url.href,
    cut,
    open: () => listen(port),
    freeze: () => {
      frozen = true;
    },
    leadTo: (other) => {
      target = new URL(other);
      frozen = false;
    },
  };
}
