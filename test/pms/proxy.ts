// A TCP proxy in front of PostgreSQL, with which a test can cut connections,
// refuse new ones, or switch to another server.
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { newLastingPort } from '../harness/ports.ts';

export type Proxy = {
  /** URL of the database through the proxy */
  url: string;
  /** closes all connections; new ones are refused until `open` */
  cut(): Promise<void>;
  open(): Promise<void>;
  /** drops all data in both directions without closing connections */
  freeze(): void;
  /** keeps what the server sends on each connection, from the moment in which it is ready for statements */
  hold(): Held;
  /** sends new connections to another server, and ends `freeze` */
  leadTo(url: string): void;
};

export type Held = {
  /** number of bytes that are kept */
  bytes(): number;
  /** sends them on, those of each connection in one piece */
  release(): void;
};

/** The message ReadyForQuery of the PostgreSQL protocol: type, length, idle. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** Starts a proxy, which stops at the end of the test. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let frozen = false;
  let held: Map<net.Socket, Buffer> | null = null;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data: Buffer) => {
        const before = held?.get(to);
        if (held && to === client && (before || data.includes(READY)))
          held.set(to, Buffer.concat([before ?? Buffer.alloc(0), data]));
        else if (!frozen) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!held?.has(to)) to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(port, '127.0.0.1', listening);
    });
  const port = await newLastingPort();
  await listen(port);
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
    hold: () => {
      const kept = new Map<net.Socket, Buffer>();
      held = kept;
      return {
        bytes: () => [...kept.values()].reduce((sum, { length }) => sum + length, 0),
        release: () => {
          held = null;
          for (const [to, data] of kept) to.write(data);
        },
      };
    },
    leadTo: (other) => {
      target = new URL(other);
      frozen = false;
    },
  };
}
