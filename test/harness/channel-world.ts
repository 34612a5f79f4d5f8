// innwire and the OTAs in one process: the server, the channels' engine, and the simulator, on a clock that runs faster.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Hotel, RoomWish } from '../../simulator/hotel.ts';
import type { Ota } from '../../simulator/ota.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { type Engine, startEngine } from '../../src/jobs/channels/engine.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { type Outgoing, openOutgoing } from '../../src/outgoing/http.ts';
import { type Api, CALENDAR_DOMAIN, type TestProperty, useApi } from './api.ts';

/** A second of the test is a minute of the world, so that polls and pauses need no patience. */
const SPEED = 60;

export type Channel = 'booking_com' | 'expedia' | 'channex' | 'open_channel';
export const CHANNELS: readonly Channel[] = ['booking_com', 'expedia', 'channex', 'open_channel'];

export type Connected = { channel: Channel; ota: Ota; hotel: Hotel; rooms: Map<number, string> };

export type ChannelWorld = {
  api: Api;
  readonly simulator: Simulator;
  readonly warnings: string[];
  now(): Temporal.Instant;
  /** the date of the world's today at the property, plus days */
  day(plus: number): string;
  connect(
    property: TestProperty,
    channels?: readonly Channel[],
    rooms?: readonly RoomWish[],
  ): Promise<Connected[]>;
  /** ends the engine; `hard` as kill -9 would: nothing is given back */
  stop(how?: 'hard'): Promise<void>;
  start(): Promise<void>;
  /** resolves when every channel was told everything and has heard that everything arrived */
  settled(connected: readonly Connected[], timeoutMs?: number): Promise<void>;
  /** what each channel believes against what we say: empty when they agree */
  differences(property: TestProperty, connected: readonly Connected[], days: number): Promise<string[]>;
};

/** Call at the top of a test file. */
export function useChannelWorld(options: { seed?: number } = {}): ChannelWorld {
  const api = useApi();
  const begun = Date.now();
  // From the morning on, so that no midnight comes in between.
  const origin = Temporal.Now.instant()
    .toZonedDateTimeISO('UTC')
    .startOfDay()
    .add({ hours: 9 }).epochMilliseconds;
  const nowMs = () => origin + (Date.now() - begun) * SPEED;
  const now = () => Temporal.Instant.fromEpochMilliseconds(nowMs());
  const warnings: string[] = [];
  let simulator: Simulator;
  let outgoing: Outgoing;
  let engine: Engine | null = null;
  let processId = '';

  const start = async () => {
    processId = randomUUID();
    await api.db.query(`insert into worker_processes (process_id, worker_ids) values ($1, '{}')`, [
      processId,
    ]);
    const context: JobContext = {
      db: api.db,
      outgoing,
      mailer: null,
      icalPollSeconds: 600,
      calendarDomain: CALENDAR_DOMAIN,
      now,
      log: { info() {}, warn: (details, message) => void warnings.push(`${message} ${inspect(details)}`) },
    };
    engine = await startEngine(context, processId);
  };
  const stop = async () => {
    await engine?.stop();
    engine = null;
    await api.db.query(`delete from worker_processes where process_id = $1`, [processId]);
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: options.seed ?? 1, now: nowMs });
    outgoing = openOutgoing({ version: 'test', allowPrivateNetwork: true });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    api.baseUrl = `http://127.0.0.1:${(api.app.server.address() as { port: number }).port}`;
    await start();
  });
  afterAll(async () => {
    await stop();
    await outgoing.close();
    await simulator.close();
  });

  return {
    api,
    get simulator() {
      return simulator;
    },
    warnings,
    now,
    day: (plus) => now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: plus }).toString(),
    stop,
    start,
    async connect(property, channels = CHANNELS, rooms = property.rooms.map(() => ({}))) {
      const connected = [];
      for (const channel of channels)
        connected.push(await connect(api, simulator, { property, channel, rooms }));
      return connected;
    },
    settled: (connected, timeoutMs = 20_000) => settled(api, connected, { timeoutMs, warnings }),
    differences: (property, connected, days) => differences(api, { property, connected, days }),
  };
}

function inspect(details: object): string {
  const error = (details as { err?: Error }).err;
  return error ? String(error.stack ?? error) : JSON.stringify(details);
}

async function connect(
  api: Api,
  simulator: Simulator,
  { property, channel, rooms }: { property: TestProperty; channel: Channel; rooms: readonly RoomWish[] },
): Promise<Connected> {
  const ota = otaOf(simulator, channel);
  const hotel = ota.hotel({ rooms, currency: 'EUR' });
  const answer = await api.operator('PUT', `/properties/${property.hotelId}/channels/${channel}`, {
    protocol: channel,
    url: ota.url,
    settings: settingsOf(channel, hotel),
    credentials: credentialsOf(channel, ota),
    rooms: property.rooms.map((room_id, i) => ({
      room_id,
      external_room: hotel.rooms[i]!.id,
      external_rate: hotel.rooms[i]!.rates[0]!.id,
    })),
  });
  if (answer.status !== 200) throw new Error(`${channel} ${property.hotelId} ${answer.text}`);
  if (channel === 'open_channel') {
    simulator.openChannel.connect(hotel.id, { url: answer.body.inbound_url, credentials: ota.credentials });
  }
  return {
    channel,
    ota,
    hotel,
    rooms: new Map(property.rooms.map((room, i) => [room, hotel.rooms[i]!.id])),
  };
}

export function otaOf(simulator: Simulator, channel: Channel): Ota {
  return simulator.otas.find((ota) => ota.name === channel)!;
}

function settingsOf(channel: Channel, hotel: Hotel): object {
  if (channel === 'channex') return { property_id: hotel.id };
  if (channel === 'open_channel') return { hotel_code: hotel.id };
  return { hotel_id: hotel.id };
}

function credentialsOf(channel: Channel, { credentials }: Ota): object {
  const { client_id, client_secret, username, password, api_key } = credentials;
  if (channel === 'booking_com') return { client_id, client_secret };
  if (channel === 'expedia') return { username, password };
  return { api_key };
}

async function settled(
  api: Api,
  connected: readonly Connected[],
  { timeoutMs, warnings }: { timeoutMs: number; warnings: string[] },
): Promise<void> {
  const give = Date.now() + timeoutMs;
  for (let quiet = 0; quiet < 2; ) {
    const unsettled = await whatWaits(api, connected);
    quiet = unsettled.length === 0 ? quiet + 1 : 0;
    if (Date.now() > give) {
      const told = await api.db.query(
        `select channel, summary, error from activity where kind = 'sync' order by entry_id desc limit 20`,
      );
      throw new Error(
        `not settled: ${unsettled.join('; ')}\n${JSON.stringify(told, null, 1)}\n${warnings.slice(-10).join('\n')}`,
      );
    }
    await sleep(quiet === 1 ? 50 : 100);
  }
}

async function whatWaits(api: Api, connected: readonly Connected[]): Promise<string[]> {
  const behind = await api.db.query<{ channel: string; state: string; last_error: string | null }>(
    `select channel, state, last_error from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     where cursor_seq < last_seq or full_push or state <> 'connected'`,
  );
  const unacknowledged = await api.db.query<{ channel: string; reference: string }>(
    `select channel, reference from channel_inbox where kind = 'reservation' and acknowledged_at is null
       and channel <> 'open_channel'`,
  );
  return [
    ...behind.map((one) => `${one.channel} is ${one.state}, behind, ${one.last_error}`),
    ...unacknowledged.map((one) => `${one.channel}: ${one.reference} is not acknowledged`),
    ...connected
      .filter(({ ota, hotel }) => ota.outstanding(hotel.id) > 0)
      .map(({ channel }) => `${channel} waits for an acknowledgement`),
  ];
}

async function differences(
  api: Api,
  { property, connected, days }: { property: TestProperty; connected: readonly Connected[]; days: number },
): Promise<string[]> {
  const { body: nights } = await api.get(`/api/availability/${property.token}`);
  const found: string[] = [];
  for (const { channel, ota, hotel, rooms } of connected) {
    const believed = new Map<string, Record<string, unknown>>();
    for (const night of ota.calendar(hotel.id)) {
      const key = `${night.room}/${night.date}`;
      believed.set(key, { ...believed.get(key), ...night });
    }
    for (const night of nights) {
      const date = night.date.slice(0, 10);
      if (days < daysFrom(nights[0].date, date)) continue;
      const there = believed.get(`${rooms.get(night.room_id)}/${date}`) ?? {};
      const ours = night.stop_sell ? 0 : Math.max(0, night.available);
      if (there['stopSell'] !== true && !night.stop_sell && there['available'] !== ours) {
        found.push(`${channel} room ${night.room_id} ${date}: available ${there['available']}, ours ${ours}`);
      }
      const price = there['price'] ?? Object.values((there['prices'] ?? {}) as object)[0];
      if (price !== undefined && price !== night.price) {
        found.push(`${channel} room ${night.room_id} ${date}: price ${price}, ours ${night.price}`);
      }
    }
  }
  return found;
}

function daysFrom(first: string, date: string): number {
  return Temporal.PlainDate.from(first.slice(0, 10)).until(date, { largestUnit: 'day' }).days;
}
