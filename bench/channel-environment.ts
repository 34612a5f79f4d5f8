// innwire and the simulated OTAs for load tests: properties connected to four channels, and times of pushes.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectChannel, type DemoConnection } from '../demo/connections.ts';
import type { OtaEvent } from '../simulator/ota.ts';
import { OTA_NAMES, type OtaName, otaEntry } from '../simulator/otas.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { connectDatabase, type Database } from '../src/db/database.ts';
import { type BenchServer, startServer } from './server.ts';

/**
 * Channels that innwire pushes to by request, at their own rate limits. innwire sends Channex five changes a
 * minute per property (Channex allows ten): enough for the rows, in which each property sells now and then.
 */
export const CHANNELS: readonly OtaName[] = OTA_NAMES.filter((name) => otaEntry(name).hasRates);

export type BenchConnection = DemoConnection & { hotelId: number };
export type ChannelProperty = {
  hotelId: number;
  token: string;
  rooms: number[];
  connected: BenchConnection[];
};

export type BenchEnvironment = {
  server: BenchServer;
  simulator: Simulator;
  db: Database;
  add(count: number, house: { rooms: number; nights: number }): Promise<ChannelProperty[]>;
  /** resolves when every connection has pushed all changes; rejects after `withinMs` */
  settled(withinMs: number): Promise<void>;
  close(): Promise<void>;
};

/** Number of concurrent callers that create properties. */
const CONCURRENCY = 8;

/** Returns the date in so many days: the properties' time zone is UTC. */
export function dateIn(days: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days }).toString();
}

/** Starts innwire and the simulator. */
export async function startChannelEnvironment(): Promise<BenchEnvironment> {
  const server = await startServer();
  const simulator = await startSimulator({ seed: 11 });
  const db = connectDatabase(await server.databaseUrl(), { poolSize: 2 });
  return {
    server,
    simulator,
    db,
    async add(count, house) {
      const made: ChannelProperty[] = [];
      let left = count;
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          while (left > 0) {
            left -= 1;
            made.push(await addProperty({ server, simulator }, house));
          }
        }),
      );
      return made;
    },
    settled: (withinMs) => settled(db, withinMs),
    async close() {
      await db.close();
      await simulator.close();
      await server.stop();
    },
  };
}

async function addProperty(
  { server, simulator }: { server: BenchServer; simulator: Simulator },
  { rooms, nights }: { rooms: number; nights: number },
): Promise<ChannelProperty> {
  const { hotel_id: hotelId, api_token: token } = await server.operator<{
    hotel_id: number;
    api_token: string;
  }>('POST', '/properties', {
    name: 'Bench',
    currency: 'EUR',
    timezone: 'UTC',
    settings: { horizon_days: nights },
  });
  const own: { id: number; name: string; capacity: number }[] = [];
  for (let i = 0; i < rooms; i += 1) {
    const room = { name: `Room ${i}`, capacity: 2, price: 100, units: 1 };
    const { room_id: id } = await server.operator<{ room_id: number }>(
      'POST',
      `/properties/${hotelId}/rooms`,
      room,
    );
    own.push({ id, ...room });
  }
  const connected: BenchConnection[] = [];
  for (const channel of CHANNELS) {
    const place = { simulator, operator: server.operator };
    connected.push({ hotelId, ...(await connectChannel(place, { hotelId, rooms: own, channel })) });
  }
  return { hotelId, token, rooms: own.map(({ id }) => id), connected };
}

async function settled(db: Database, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const behind = await db.query<{ channel: string; state: string; last_error: string | null }>(
      `select connection.channel, connection.state, connection.last_error from connections as connection
       join log_heads as head on head.hotel_id = connection.hotel_id
       join properties as property on property.hotel_id = connection.hotel_id and property.sandbox_at is null
       where cursor_seq < last_seq or full_push or state <> 'connected'`,
    );
    if (behind.length === 0) return;
    if (Date.now() > deadline) {
      const first = behind[0]!;
      throw new Error(
        `${behind.length} connections are behind: ${first.channel} ${first.state} ${first.last_error}`,
      );
    }
    await sleep(100);
  }
}

/**
 * Watches pushes to the OTAs. `expect` resolves with the time at which an OTA receives a count of zero for a
 * room's night.
 */
export function listenForFullNights(simulator: Simulator) {
  const waiting = new Map<string, (at: number) => void>();
  const onEvent = ({ kind, ota, room, dates, values }: OtaEvent) => {
    if (kind !== 'pushed' || values === undefined || !('available' in values) || values.available !== 0)
      return;
    const at = performance.now();
    for (const date of dates ?? []) {
      const key = `${ota}/${room}/${date}`;
      waiting.get(key)?.(at);
      waiting.delete(key);
    }
  };
  const stops = simulator.otas.map((ota) => ota.watch(onEvent));
  return {
    expect: (ota: OtaName, room: string, date: string) =>
      new Promise<number>((resolve) => waiting.set(`${ota}/${room}/${date}`, resolve)),
    missing: () => waiting.size,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

export type Usage = { nodeMb: number; nodeCpuMs: number; postgresCpuMs: number };

/** Returns the memory and the processor time so far of the server and its database. */
export async function usageOf(server: BenchServer): Promise<Usage> {
  const parents = new Map<number, number>();
  const spent = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // pid (command) state parent …; the command may contain any character, brackets included
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(name), Number(fields[1]));
    // user and system time, of the process and of its ended children
    spent.set(Number(name), [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i] ?? 0), 0) * TICK_MS);
  }
  const below = (pid: number): boolean => pid === server.pid || (pid > 1 && below(parents.get(pid) ?? 0));
  const children = [...spent.keys()].filter((pid) => pid !== server.pid && below(pid));
  return {
    nodeMb: await server.memoryMb(),
    nodeCpuMs: spent.get(server.pid) ?? 0,
    postgresCpuMs: children.reduce((sum, pid) => sum + spent.get(pid)!, 0),
  };
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
