// innwire and the OTAs in one process: the server, the channels' engine, and the simulator, on a clock that runs faster.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Hotel, RoomInput } from '../../simulator/hotel.ts';
import type { Credentials, Ota } from '../../simulator/ota.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import type { Queryable } from '../../src/db/database.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { dateIn } from '../../src/model/night.ts';
import { type Api, type PropertyOptions, type TestProperty, useApi } from './api.ts';
import { calendarDifferences } from './channel-calendars.ts';
import { type Channel, type Connected, connectChannel, otaOf } from './channel-connections.ts';
import { type ChannelWorker, startChannelWorker } from './channel-worker.ts';

export { CHANNELS, type Channel, type Connected, otaOf } from './channel-connections.ts';

export type ChannelEnvironment = {
  api: Api;
  readonly simulator: Simulator;
  readonly warnings: string[];
  now(): Temporal.Instant;
  /** so many minutes are over at once, for everybody */
  skip(minutes: number): void;
  /** the date at the property when the test began, plus days: the same all through a test, though its clock pass midnight */
  day(plus: number): string;
  connect(
    property: TestProperty,
    channels?: readonly Channel[],
    options?: { rooms?: readonly RoomInput[]; account?: string; settings?: object },
  ): Promise<Connected[]>;
  /** a hotel that has been at the channel for some time */
  connectHotel(
    property: TestProperty,
    channel: Channel,
    existing: { hotel: Hotel; credentials: Credentials },
  ): Promise<Connected>;
  /** a property of one room, whose connection to the channel ends with the test: the next one does not wait for it */
  oneRoom(channel: Channel, options: OneRoom): Promise<TestProperty>;
  /** the same, connected and settled */
  connectOneRoom(
    channel: Channel,
    options: OneRoom & { there?: RoomInput; ownAccount?: boolean; settings?: object },
  ): Promise<{ property: TestProperty; there: Connected }>;
  /** a hotel that is at the channel before it is connected, with as many rooms as the property and a log-in of its own */
  listHotel(property: TestProperty, channel: Channel): { ota: Ota; hotel: Hotel; credentials: Credentials };
  bookings(property: Pick<TestProperty, 'token'>): Promise<any[]>;
  /** the connection as the operator sees it */
  connection(property: Pick<TestProperty, 'hotelId'>, channel: Channel): Promise<any>;
  /** sets values of a night of the property's first room */
  setNight(property: TestProperty, day: number, values: object): Promise<void>;
  /** ends the engine; `hard` as kill -9 would: nothing is given back */
  stop(how?: 'hard'): Promise<void>;
  start(): Promise<void>;
  /** resolves when every channel was told everything and has heard that everything arrived */
  settled(connected: readonly Connected[], timeoutMs?: number): Promise<void>;
  /** what each channel believes against what we say: empty when they agree */
  differences(
    property: Pick<TestProperty, 'token'>,
    connected: readonly Connected[],
    days: number,
  ): Promise<string[]>;
};

type OneRoom = {
  /** how far the calendar reaches */
  days: number;
  /** one place for 120 a night without it */
  room?: NonNullable<PropertyOptions['rooms']>[number];
};

type Options = {
  seed?: number;
  /** seconds of the world in one of the test, so that polls and pauses need no patience */
  speed?: number;
  /** the engine is started by the test itself */
  asleep?: boolean;
  /** for alerts by e-mail; asked when the engine starts */
  mail?: () => Pick<JobContext, 'mailer' | 'alertEmail'>;
};

/** In these protocols people who push the call are those who wait, and an order that was stored is an order that was answered. */
const ANSWERED: readonly string[] = ['open_channel', 'airbnb', 'vrbo'] satisfies Channel[];

/** Call at the top of a test file. */
export function useChannelEnvironment({
  seed = 1,
  speed = 60,
  asleep = false,
  mail,
}: Options = {}): ChannelEnvironment {
  const begun = performance.now();
  const origin = Temporal.Now.instant()
    .toZonedDateTimeISO('UTC')
    .startOfDay()
    .add({ hours: 9 }).epochMilliseconds;
  let skippedMs = 0;
  const nowMs = () => Math.floor(origin + skippedMs + (performance.now() - begun) * speed);
  const now = () => Temporal.Instant.fromEpochMilliseconds(nowMs());
  let today = dateIn('UTC', now());
  const api = useApi({ now, poolSize: 8 });
  const warnings: string[] = [];
  const log = {
    info() {},
    warn: (details: object, message: string) => void warnings.push(`${message} ${inspect(details)}`),
  };
  let simulator: Simulator;
  let worker: ChannelWorker | null = null;
  let line: { close(): Promise<void> } | null = null;

  const start = async () => {
    worker = await startChannelWorker({ db: api.db, now, log, mail: mail?.() });
  };
  const stop = async (how?: 'hard') => {
    const ending = worker;
    worker = null;
    await (how === 'hard' ? ending?.kill() : ending?.stop());
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed, now: nowMs, openChannel: { dated: true } });
    line = await api.db.notifications.connect(api.db.url);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    api.baseUrl = `http://127.0.0.1:${(api.app.server.address() as { port: number }).port}`;
    if (!asleep) await start();
  });
  beforeEach(() => {
    today = dateIn('UTC', now());
  });
  afterAll(async () => {
    await stop();
    await line?.close();
    await simulator.close();
  });

  const connect: ChannelEnvironment['connect'] = async (
    property,
    channels = FIRST_FOUR,
    { rooms = property.rooms.map(() => ({})), account, settings } = {},
  ) => {
    const connected = [];
    for (const channel of channels)
      connected.push(await connectChannel(api, simulator, { property, channel, rooms, account, settings }));
    return connected;
  };
  const untilSettled = (connected: readonly Connected[], timeoutMs = 20_000) =>
    settled({ api, simulator, connected, warnings }, performance.now() + timeoutMs);
  const day = (plus: number) => today.add({ days: plus }).toString();
  const oneRoom: ChannelEnvironment['oneRoom'] = async (
    channel,
    { days, room = { price: 120, units: 1 } },
  ) => {
    const property = await api.property({ settings: { horizon_days: days }, rooms: [room] });
    onTestFinished(async () => {
      otaOf(simulator, channel).faults.clear();
      await api.operator('DELETE', connectionPath(property, channel));
    });
    return property;
  };

  return {
    api,
    get simulator() {
      return simulator;
    },
    warnings,
    now,
    skip: (minutes) => {
      skippedMs += minutes * 60_000;
    },
    day,
    stop,
    start,
    connect,
    oneRoom,
    async connectOneRoom(channel, { there: room = {}, ownAccount = false, settings, ...options }) {
      const property = await oneRoom(channel, options);
      const [there] = await connect(property, [channel], {
        rooms: [room],
        ...(ownAccount && { account: `of property ${property.hotelId}` }),
        ...(settings && { settings }),
      });
      await untilSettled([there!]);
      return { property, there: there! };
    },
    listHotel(property, channel) {
      const ota = otaOf(simulator, channel);
      const account = `of property ${property.hotelId}`;
      const credentials = ota.addAccount(account);
      return {
        ota,
        credentials,
        hotel: ota.hotel({ rooms: property.rooms.map(() => ({})), currency: 'EUR', account }),
      };
    },
    bookings: async ({ token }) => (await api.get(`/api/bookings/${token}`)).body,
    connection: async (property, channel) =>
      (await api.operator('GET', connectionPath(property, channel))).body,
    async setNight({ token, room }, plus, values) {
      const answer = await api.post(`/api/availability/${token}`, {
        room_id: room,
        date: day(plus),
        ...values,
      });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    connectHotel: (property, channel, existing) =>
      connectChannel(api, simulator, { property, channel, rooms: [], existing }),
    settled: untilSettled,
    differences: (property, connected, days) => calendarDifferences(api, { property, connected, days }),
  };
}

/** Where the operator's API has a connection. */
export function connectionPath({ hotelId }: Pick<TestProperty, 'hotelId'>, channel: string): string {
  return `/properties/${hotelId}/channels/${channel}`;
}

/** What a test gets that says nothing: those that sell and are told. */
const FIRST_FOUR: readonly Channel[] = ['booking_com', 'expedia', 'channex', 'open_channel'];

function inspect(details: object): string {
  const error = (details as { err?: Error }).err;
  return error ? String(error.stack ?? error) : JSON.stringify(details);
}

type Watched = {
  api: { db: Queryable };
  simulator: Simulator;
  connected: readonly Connected[];
  warnings: readonly string[];
};

/** Resolves when every channel was told everything and has heard that everything arrived; throws when it is too late. */
export async function settled(run: Watched, giveUpMs: number): Promise<void> {
  const begun = performance.now();
  const seen: string[] = [];
  for (let quiet = 0; quiet < 2; ) {
    const unsettled = (await whatWaits(run)).join('; ');
    quiet = unsettled === '' ? quiet + 1 : 0;
    const line = unsettled || 'nothing waits';
    if (!seen.at(-1)?.endsWith(` ms: ${line}`))
      seen.push(`after ${Math.round(performance.now() - begun)} ms: ${line}`);
    if (quiet === 0 && performance.now() > giveUpMs) throw new Error(await notSettled(run, seen));
    await sleep(20);
  }
}

async function notSettled({ api, warnings }: Watched, seen: readonly string[]): Promise<string> {
  const pushed = await api.db.query<object>(
    `select activity.created_at, channel, summary, error from activity
     join properties as property using (hotel_id)
     where kind = 'sync' and property.sandbox_at is null order by entry_id desc limit 20`,
  );
  return [
    'not settled:',
    ...seen.slice(-10),
    'the last rounds:',
    ...pushed.map((one) => JSON.stringify(one)),
    'the last warnings:',
    ...warnings.slice(-10),
  ].join('\n');
}

async function whatWaits({ api, simulator, connected }: Watched): Promise<string[]> {
  const behind = await api.db.query<{ channel: string; state: string; last_error: string | null }>(
    `select channel, state, last_error from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     join properties as property on property.hotel_id = connection.hotel_id and property.sandbox_at is null
     where cursor_seq < last_seq or full_push or state <> 'connected'`,
  );
  const unacknowledged = await api.db.query<{ channel: string; reference: string }>(
    `select channel, reference from channel_inbox where kind = 'reservation' and acknowledged_at is null
       and channel <> all($1::text[])`,
    [ANSWERED],
  );
  const found = [
    ...behind.map((one) => `${one.channel} is ${one.state}, behind, ${one.last_error}`),
    ...unacknowledged.map((one) => `${one.channel}: ${one.reference} is not acknowledged`),
    ...connected
      .filter(({ ota, hotel }) => ota.outstanding(hotel.id) > 0)
      .map(({ channel }) => `${channel} waits for an acknowledgement`),
  ];
  for (const { channel, hotel } of found.length > 0 ? [] : connected) {
    // It comes by to look, in its own time.
    if (channel !== 'vrbo') continue;
    const [read, asked] = [await simulator.vrbo.pull(hotel.id), await simulator.vrbo.poll(hotel.id)];
    if (!read || !asked) found.push(`vrbo could not read everything: ${problems(simulator)}`);
  }
  return found;
}

function problems({ vrbo }: Simulator): string {
  return JSON.stringify(vrbo.problems().slice(-3));
}
