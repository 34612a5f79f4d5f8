// Server, channel scheduler and simulator in one process, with a clock that stands still while they work.
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Hotel, RoomInput } from '../../simulator/hotel.ts';
import type { Credentials, Ota } from '../../simulator/ota.ts';
import { otaEntry } from '../../simulator/otas.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import type { Queryable } from '../../src/db/database.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { dateIn } from '../../src/model/night.ts';
import { type Api, type PropertyOptions, type TestProperty, useApi } from './api.ts';
import { calendarDifferences } from './channel-calendars.ts';
import {
  CHANNELS,
  type Channel,
  type Connected,
  connectChannel,
  hasRates,
  otaOf,
} from './channel-connections.ts';
import { type ChannelWorker, countedDatabase, startChannelWorker } from './channel-worker.ts';
import { SEED } from './random.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export { CHANNELS, type Channel, type Connected, otaOf } from './channel-connections.ts';

export type ChannelEnvironment = {
  api: Api;
  readonly simulator: Simulator;
  readonly warnings: string[];
  now(): Temporal.Instant;
  clock: VirtualClock;
  /** As `expect.poll`, by this clock. */
  poll: VirtualClock['poll'];
  /** As `poll`, within so many seconds of this clock. */
  pollWithin: VirtualClock['pollWithin'];
  /** advances the clock of innwire and the simulator by `minutes` */
  skipMinutes(minutes: number): void;
  /** lets so many milliseconds pass, with all that happens in them */
  pass(ms: number): Promise<void>;
  /**
   * the property's date at the start of the test plus `plus` days; constant even when the clock passes
   * midnight
   */
  day(plus: number): string;
  connect(
    property: TestProperty,
    channels?: readonly Channel[],
    options?: { rooms?: readonly RoomInput[]; account?: string; settings?: object },
  ): Promise<Connected[]>;
  /** connects a hotel that exists at the channel already */
  connectHotel(
    property: TestProperty,
    channel: Channel,
    existing: { hotel: Hotel; credentials: Credentials },
  ): Promise<Connected>;
  /**
   * creates a property with one room; its connection is removed after the test, so that later tests do not
   * wait for it
   */
  oneRoom(channel: Channel, options: OneRoom): Promise<TestProperty>;
  /** creates such a property, connects it and waits until it is settled */
  connectOneRoom(
    channel: Channel,
    options: OneRoom & { there?: RoomInput; ownAccount?: boolean; settings?: object },
  ): Promise<{ property: TestProperty; there: Connected }>;
  /**
   * creates a hotel at the channel without connecting it, with as many rooms as the property and its own
   * account
   */
  listHotel(property: TestProperty, channel: Channel): { ota: Ota; hotel: Hotel; credentials: Credentials };
  bookings(property: Pick<TestProperty, 'token'>): Promise<any[]>;
  /** returns the connection from the operator API */
  connection(property: Pick<TestProperty, 'hotelId'>, channel: Channel): Promise<any>;
  /** sets values of a night of the property's first room */
  setNight(property: TestProperty, day: number, values: object): Promise<void>;
  /** stops the scheduler; `hard`: like kill -9, without releasing its connections */
  stop(how?: 'hard'): Promise<void>;
  start(): Promise<void>;
  /**
   * Resolves when everything is pushed to every channel and every reservation is acknowledged. Fails if that takes longer than until each channel has been
   * asked once more; after refusals, until each has been tried once more.
   */
  settled(connected: readonly Connected[], options?: { afterRefusals?: boolean }): Promise<void>;
  /**
   * Waits for the day's first drift check of all connections of a property, whose calendars can be read back: after
   * it, only the code under test corrects nights there.
   */
  calendarChecked(property: Pick<TestProperty, 'hotelId'>): Promise<void>;
  /** differences between the channels' calendars and innwire's; empty when they agree */
  differences(
    property: Pick<TestProperty, 'token'>,
    connected: readonly Connected[],
    days: number,
  ): Promise<string[]>;
};

type OneRoom = {
  /** number of days in the calendar */
  days: number;
  /** the room; default: one unit for 120 a night */
  room?: NonNullable<PropertyOptions['rooms']>[number];
};

type Options = {
  seed?: number;
  /** how long an OTA takes for an answer, milliseconds of the clock */
  latencyMs?: number;
  /** the test starts the scheduler itself */
  asleep?: boolean;
  /** mail settings for alerts; read when the scheduler starts */
  mail?: () => Pick<JobContext, 'mailer' | 'alertEmail'>;
};

/** When the clock begins: on the same day for the same seed, so that what fails can be repeated on another day. */
const BEGIN = Temporal.Instant.from('2026-11-01T09:00:00Z').add({ hours: 24 * (SEED % 365) });

/** Vrbo reads a feed again when the time of its last change is another one, in whole seconds. */
const VRBO_SECOND_MS = 1_000;

/** Channels that send reservations as requests: a stored reservation is acknowledged by its response. */
const ANSWERED: readonly string[] = CHANNELS.filter((channel) => otaEntry(channel).sends);

/** Creates the environment of a test file; call at its top. */
export function useChannelEnvironment({
  seed = 1,
  latencyMs = 0,
  asleep = false,
  mail,
}: Options = {}): ChannelEnvironment {
  const clock = createVirtualClock(BEGIN.epochMilliseconds);
  const { nowMs } = clock;
  const now = () => Temporal.Instant.fromEpochMilliseconds(nowMs());
  let today = dateIn('UTC', now());
  const api = useApi({
    now,
    poolSize: 8,
    during: clock.during,
    viewOfDatabase: (db) => countedDatabase(db, clock.newCounter()),
  });
  const warnings: string[] = [];
  const log = {
    info() {},
    warn: (details: object, message: string) => void warnings.push(`${message} ${inspect(details)}`),
  };
  let simulator: Simulator;
  let worker: ChannelWorker | null = null;

  const start = async () => {
    worker = await startChannelWorker({ db: api.db, now, clock, log, mail: mail?.() });
  };
  const stop = async (how?: 'hard') => {
    const stopped = worker;
    worker = null;
    await (how === 'hard' ? stopped?.kill() : stopped?.stop());
  };

  beforeAll(async () => {
    simulator = await startSimulator({
      seed,
      now: nowMs,
      waits: clock.waits,
      latencyMs,
      openChannel: { dated: true },
    });
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    api.baseUrl = `http://127.0.0.1:${(api.app.server.address() as { port: number }).port}`;
    if (!asleep) await start();
  });
  beforeEach(() => {
    today = dateIn('UTC', now());
    for (const { faults } of simulator.otas) faults.clear();
  });
  afterAll(async () => {
    clock.close();
    await stop();
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
  const untilSettled: ChannelEnvironment['settled'] = (connected, { afterRefusals = false } = {}) => {
    clock.skip(VRBO_SECOND_MS);
    const limitMs = (afterRefusals ? 16 : 1.2) * 60_000;
    return settled({
      api,
      simulator,
      connected,
      warnings,
      eventually: (check) => clock.eventually(check, limitMs),
    });
  };
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
    clock,
    poll: clock.poll,
    pollWithin: clock.pollWithin,
    skipMinutes: (minutes) => clock.skip(minutes * 60_000),
    pass: clock.pass,
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
    async calendarChecked({ hotelId }) {
      const unchecked = () =>
        api.db.query('select channel from connections where hotel_id = $1 and drift_checked_on is null', [
          hotelId,
        ]);
      await clock.poll(unchecked).toEqual([]);
    },
    differences: (property, connected, days) => calendarDifferences(api, { property, connected, days }),
  };
}

/** Returns the path of a connection in the operator API. */
export function connectionPath({ hotelId }: Pick<TestProperty, 'hotelId'>, channel: string): string {
  return `/properties/${hotelId}/channels/${channel}`;
}

/** Channels that are connected by default: those that take counts of any number of units. */
const FIRST_FOUR: readonly Channel[] = CHANNELS.filter(hasRates);

function inspect(details: object): string {
  const error = (details as { err?: Error }).err;
  return error ? String(error.stack ?? error) : JSON.stringify(details);
}

type Watched = {
  api: { db: Queryable };
  simulator: Simulator;
  connected: readonly Connected[];
  warnings: readonly string[];
  /** repeats a check until it no longer throws */
  eventually<T>(check: () => Promise<T>): Promise<T>;
};

/** Waits until everything is pushed and every reservation is acknowledged. Throws with what is pending, when that does not happen. */
export async function settled(run: Watched): Promise<void> {
  const seen: string[] = [];
  await run
    .eventually(async () => {
      const line = (await listPending(run)).join('; ');
      if (seen.at(-1) !== line) seen.push(line);
      if (line !== '') throw new Error(line);
    })
    .catch(async () => {
      throw new Error(await notSettled(run, seen));
    });
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
    'the last cycles:',
    ...pushed.map((one) => JSON.stringify(one)),
    'the last warnings:',
    ...warnings.slice(-10),
  ].join('\n');
}

async function listPending({ api, simulator, connected }: Watched): Promise<string[]> {
  const behind = await api.db.query<{ channel: string; state: string; last_error: string | null }>(
    `select channel, state, last_error from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     join properties as property on property.hotel_id = connection.hotel_id and property.sandbox_at is null
     where cursor_seq < last_seq or full_push or state <> 'connected'`,
  );
  const unacknowledged = await api.db.query<{ channel: string; reference: string }>(
    `select channel, reference from channel_inbox join connections using (hotel_id, channel)
     where kind = 'reservation' and acknowledged_at is null and channel <> all($1::text[])`,
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
    // Vrbo reads bookings and nights at its own interval; a cancellation that it reads opens nights there until it reads them.
    if (channel !== 'vrbo') continue;
    const [polled, pulled] = [await simulator.vrbo.poll(hotel.id), await simulator.vrbo.pull(hotel.id)];
    if (!pulled || !polled) found.push(`vrbo could not read everything: ${problems(simulator)}`);
  }
  return found;
}

function problems({ vrbo }: Simulator): string {
  return JSON.stringify(vrbo.problems().slice(-3));
}
