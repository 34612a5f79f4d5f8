// Environment of the demo: innwire with its own database in a temporary directory, six OTAs, and a property
// that is connected to all of them.
import { openControl } from '../simulator/control.ts';
import { OTA_NAMES } from '../simulator/otas.ts';
import { startSimulator } from '../simulator/simulator.ts';
import type { Database } from '../src/db/database.ts';
import { type Ask, connectChannel, type DemoConnection, type OwnRoom } from './connections.ts';
import { requestJson, startTemporaryInnwire } from './temporary-innwire.ts';

export type DemoRoom = OwnRoom & { units: number };

export type DemoEnvironment = {
  url: string;
  simulatorUrl: string;
  dataDir: string;
  db: Database;
  property: { hotelId: number; token: string; rooms: readonly DemoRoom[] };
  connected: readonly DemoConnection[];
  /** sequence number of the property's last event when all channels were connected */
  lastSeq: number;
  /** calls the property's public API: `/bookings`, `/messages` … with its token */
  api(method: string, resource: string, options?: { path?: string; body?: unknown }): Promise<DemoResponse>;
  operator: Ask;
  /** the property's present date plus `plus` days */
  day(plus: number): string;
  stop(): Promise<void>;
};

export type DemoResponse = { status: number; body: unknown };

export type DemoOptions = {
  seed: number;
  /** speed of the clock as a multiple of real time: OTAs that are polled are polled sooner */
  clock: number;
  signal: AbortSignal;
};

const ROOMS = [
  { name: 'Double', capacity: 2, price: 120, units: 3 },
  { name: 'Studio', capacity: 2, price: 90, units: 1 },
  { name: 'Suite', capacity: 4, price: 210, units: 2 },
];
/** Number of nights for sale; few, so that rooms fill up and bookings conflict. */
export const HORIZON_DAYS = 60;
/** Interval at which Vrbo pulls the feeds; the real one pulls them several times a day. */
const VRBO_FETCHES_EVERY_MS = 2_000;

/** Starts the environment. Stops and removes everything when it fails. */
export async function startEnvironment({ seed, clock, signal }: DemoOptions): Promise<DemoEnvironment> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one().catch((error) => console.error(error));
  };
  try {
    const begun = Date.now();
    const now = () => Math.round(begun + (Date.now() - begun) * clock);
    const innwire = await startTemporaryInnwire({
      name: 'demo',
      env: { ALLOW_PRIVATE_NETWORK: 'on' },
      now: () => Temporal.Instant.fromEpochMilliseconds(now()),
      signal,
    });
    stops.push(() => innwire.stop());
    const { url, operatorKey, dataDir, db } = innwire;
    const simulator = await startSimulator({ seed, now, vrbo: { everyMs: VRBO_FETCHES_EVERY_MS } });
    stops.push(() => simulator.close());
    const control = await openControl(simulator, { port: 0, seed });
    stops.push(() => control.close());
    const operator: Ask = async (method, where, body) => {
      const answer = await requestJson(method, `${url}/operator${where}`, { body, key: operatorKey });
      if (answer.status !== 200)
        throw new Error(`${method} ${where}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as never;
    };
    const property = await makeProperty(operator);
    const connected: DemoConnection[] = [];
    for (const channel of OTA_NAMES) {
      const input = { ...property, channel };
      connected.push(await connectChannel({ simulator, operator }, input));
    }
    await requestJson('POST', `${control.url}/control/innwire`, {
      body: {
        url,
        token: property.token,
        rooms: Object.fromEntries(
          connected.flatMap(({ rooms }) => [...rooms].map(([ours, id]) => [id, ours])),
        ),
      },
    });
    const [head] = await db.query<{ last_seq: number }>(
      'select last_seq from log_heads where hotel_id = $1',
      [property.hotelId],
    );
    return {
      url,
      simulatorUrl: control.url,
      dataDir,
      db,
      property,
      connected,
      lastSeq: head!.last_seq,
      operator,
      api: (method, resource, { path: more = '', body } = {}) =>
        requestJson(method, `${url}/api/${resource}/${property.token}${more}`, { body }),
      day: (plus) =>
        Temporal.Instant.fromEpochMilliseconds(now())
          .toZonedDateTimeISO(TIME_ZONE)
          .toPlainDate()
          .add({ days: plus })
          .toString(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const TIME_ZONE = 'UTC';

async function makeProperty(operator: Ask): Promise<DemoEnvironment['property']> {
  const made = await operator<{ hotel_id: number; api_token: string }>('POST', '/properties', {
    name: 'Casa Demo',
    currency: 'EUR',
    timezone: TIME_ZONE,
    settings: { horizon_days: HORIZON_DAYS },
  });
  const rooms: DemoRoom[] = [];
  for (const room of ROOMS) {
    const { room_id: id } = await operator<{ room_id: number }>(
      'POST',
      `/properties/${made.hotel_id}/rooms`,
      room,
    );
    rooms.push({ id, ...room });
  }
  return { hotelId: made.hotel_id, token: made.api_token, rooms };
}
