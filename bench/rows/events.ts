// External readers of events: latency of streams and webhooks, and the server's memory with many idle readers
// and during a replay.
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../src/db/database.ts';
import { type BenchProperty, dateAt, makeProperties } from '../properties.ts';
import { type Figure, quantile, type Row } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const SECONDS = 10;
const CLIENTS = 200;
const STREAM_EVENTS_A_SECOND = 10;
const WEBHOOK_EVENTS_A_SECOND = 50;
const IDLE_READERS = 1_000;
const REPLAYED = 100_000;
const REPLAY_LIMIT_MB = 100;
const SETTLE_MS = 5_000;

export const eventRows: readonly Row[] = [
  row(
    `event → ${CLIENTS} streams received`,
    'p50 ≤ 20 ms, p99 ≤ 200 ms after the commit was answered',
    async (server, property) => {
      const received = new Map<number, number[]>();
      const streams = await Promise.all(
        Array.from({ length: CLIENTS }, () =>
          openStream(server, property, (seq) => received.get(seq)?.push(performance.now())),
        ),
      );
      await sleep(500);
      const written = await write(server, property, STREAM_EVENTS_A_SECOND, (seq) => received.set(seq, []));
      await sleep(1_000);
      for (const stream of streams) stream.destroy();
      return latencyFigures(written, received, { each: CLIENTS, p50: 20, p99: 200 });
    },
  ),
  row(
    `event → webhook, ${WEBHOOK_EVENTS_A_SECOND} events/s`,
    'first attempt p50 ≤ 100 ms after the commit was answered',
    async (server, property) => {
      const received = new Map<number, number[]>();
      const receiver = await receive((seq) => received.get(seq)?.push(performance.now()));
      await server.operator('POST', `/properties/${property.hotelId}/webhooks`, { url: receiver.url });
      await sleep(3_000); // until the endpoint is known
      const written = await write(server, property, WEBHOOK_EVENTS_A_SECOND, (seq) => received.set(seq, []));
      await sleep(2_000);
      receiver.close();
      return latencyFigures(written, received, { each: 1, p50: 100, p99: Number.POSITIVE_INFINITY });
    },
  ),
  row(`memory of ${IDLE_READERS} idle streams`, '≤ 100 MB', async (server, property) => {
    await sleep(SETTLE_MS);
    const before = await server.memoryMb();
    const streams: net.Socket[] = [];
    for (let i = 0; i < IDLE_READERS / 50; i += 1) {
      streams.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => openStream(server, property, () => {})))),
      );
    }
    await sleep(SETTLE_MS);
    const growth = (await server.memoryMb()) - before;
    for (const stream of streams) stream.destroy();
    const each = ((growth * 1_024) / IDLE_READERS).toFixed(0);
    return [
      {
        measured: `+${growth.toFixed(0)} MB, ${each} KB each`,
        limit: `${before.toFixed(0)} MB`,
        met: growth <= 100,
      },
    ];
  }),
  row(
    `replay of ${REPLAYED.toLocaleString('en')} events`,
    `< ${REPLAY_LIMIT_MB} MB more, as a list and as a stream`,
    async (server, property) => {
      await fill(server, property);
      await replay(server, property, 'application/json'); // the first one allocates memory that is not the log's
      return [
        await replay(server, property, 'application/json'),
        await replay(server, property, 'text/event-stream'),
      ];
    },
  ),
];

function row(
  name: string,
  target: string,
  measure: (server: BenchServer, property: BenchProperty) => Promise<Figure[]>,
): Row {
  return {
    name,
    target,
    run: async () => {
      const server = await startServer(undefined, { ALLOW_PRIVATE_NETWORK: 'on' });
      try {
        const [property] = await makeProperties(server, 1, 1);
        return await measure(server, property!);
      } finally {
        await server.stop();
      }
    },
  };
}

type Written = { seq: number; sentAt: number; answeredAt: number };

/**
 * Writes `perSecond` events a second, each a price of one night. Calls `announce` with the expected sequence
 * number before each write.
 */
async function write(
  server: BenchServer,
  property: BenchProperty,
  perSecond: number,
  announce: (seq: number) => void,
): Promise<Written[]> {
  const last = JSON.parse(await server.send('GET', `/api/events/${property.token}?last=1`)) as {
    seq: number;
  }[];
  let seq = last[0]!.seq;
  const written: Promise<Written>[] = [];
  const begun = performance.now();
  for (let i = 0; i < perSecond * SECONDS; i += 1) {
    await sleep(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()));
    seq += 1;
    announce(seq);
    const entry = { seq, sentAt: performance.now() };
    const body = { room_id: property.rooms[0], date: dateAt(i), price: 100 + (i % 50) + 1 };
    const answer = server.send('POST', `/api/availability/${property.token}`, body);
    written.push(answer.then(() => ({ ...entry, answeredAt: performance.now() })));
  }
  return Promise.all(written);
}

/**
 * Returns the figure of the latencies. Concurrent writes may be numbered in another order than they were
 * sent: sequence numbers are matched to writes in the order of the responses.
 */
function latencyFigures(
  written: readonly Written[],
  received: ReadonlyMap<number, readonly number[]>,
  wanted: { each: number; p50: number; p99: number },
): Figure[] {
  const inOrder = written.toSorted((a, b) => a.answeredAt - b.answeredAt);
  const seqs = [...received.keys()].toSorted((a, b) => a - b);
  const after: number[] = [];
  let missing = 0;
  for (const [i, seq] of seqs.entries()) {
    const times = received.get(seq)!;
    missing += wanted.each - times.length;
    for (const time of times) after.push(Math.max(0, time - inOrder[i]!.answeredAt));
  }
  const [p50, p99] = [quantile(after, 0.5), quantile(after, 0.99)];
  const writes = quantile(
    written.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
    0.5,
  );
  return [
    {
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${missing ? `, ${missing} missing` : ''}`,
      limit: `the write itself p50 ${writes.toFixed(1)} ms`,
      met: missing === 0 && p50 <= wanted.p50 && p99 <= wanted.p99,
    },
  ];
}

/** Opens a stream with a plain socket, which costs little, and reports its sequence numbers. */
function openStream(
  server: BenchServer,
  property: BenchProperty,
  onEvent: (seq: number) => void,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    socket.on('error', reject);
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop()!;
      for (const [i, line] of lines.entries()) {
        if (line.startsWith('data: ')) onEvent(Number(/"seq":(\d+)/.exec(line)?.[1]));
        else if (i === 0 && line.startsWith('HTTP/') && !line.includes(' 200 ')) reject(new Error(line));
      }
      resolve(socket);
    });
    socket.write(
      `GET /api/events/${property.token}?last=0 HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`,
    );
  });
}

async function receive(onEvent: (seq: number) => void): Promise<{ url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      onEvent(JSON.parse(text).seq);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Inserts hundreds of thousands of events directly into the table: only reading them is measured. */
async function fill(server: BenchServer, property: BenchProperty): Promise<void> {
  const db = connectDatabase(await server.databaseUrl(), { poolSize: 1 });
  await db.query(
    `with head as (update log_heads set last_seq = last_seq + $2 where hotel_id = $1 returning last_seq - $2 as before)
     insert into events (hotel_id, seq, kind, subject, at, data)
     select $1, head.before + n, first.kind, first.subject, now(), first.data
     from head, generate_series(1, $2::int) as n, events as first
     where first.hotel_id = $1 and first.seq = 1`,
    [property.hotelId, REPLAYED],
  );
  await db.query('analyze events');
  await db.close();
}

async function replay(server: BenchServer, property: BenchProperty, accept: string): Promise<Figure> {
  const before = await server.memoryMb();
  let peakMb = before;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await server.memoryMb());
  }, 50);
  const begun = performance.now();
  let events = 0;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .get(
        { port: server.port, path: `/api/events/${property.token}`, headers: { accept }, agent: false },
        resolve,
      )
      .on('error', reject);
  });
  let tail = '';
  for await (const chunk of answer) {
    // A `"seq":` that spans two chunks is counted once, with the second one.
    const text = tail + chunk.toString('latin1');
    events += text.split('"seq":').length - 1;
    tail = text.slice(-5);
    if (accept === 'text/event-stream' && events > REPLAYED) break;
  }
  clearInterval(watch);
  const seconds = (performance.now() - begun) / 1_000;
  const growth = peakMb - before;
  return {
    measured: `${events.toLocaleString('en')} as ${accept} in ${seconds.toFixed(1)} s, +${growth.toFixed(0)} MB`,
    met: events > REPLAYED && growth < REPLAY_LIMIT_MB,
  };
}
