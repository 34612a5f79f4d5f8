// Connects the property, and compares Channex's values with innwire's.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Push } from '../innwire.ts';
import { type CaseFindings, passedWithout } from '../report.ts';
import { type CaseRow, expectedNights, FULL_SYNC_DAYS, type NightSettings } from './cases.ts';
import type { ChannexNight } from './client.ts';
import { type CertificationEnvironment, MAPPED_PLANS } from './environment.ts';
import type { RoomKey } from './property.ts';
import { countRequests, tasksOf } from './pushes.ts';

/** Maximum wait for Channex to process the tasks that it has accepted. */
const SETTLES_WITHIN_MS = 90_000;
const POLL_INTERVAL_MS = 3_000;

/** Case 1: connects the property, which starts the full push, and compares all nights. */
export async function connectAndCompare(
  environment: CertificationEnvironment,
): Promise<{ result: CaseFindings; pushes: Push[] }> {
  const { innwire, property, url, apiKey, roomIds, today } = environment;
  await innwire.operator('PUT', `/properties/${innwire.hotelId}/channels/channex`, {
    protocol: 'channex',
    url,
    settings: { property_id: property.id, conversations: false },
    credentials: { api_key: apiKey },
    rooms: property.rooms.flatMap((room) =>
      MAPPED_PLANS.map((plan) => ({
        room_id: roomIds[room.key],
        external_room: room.id,
        external_rate: room.plans[plan],
      })),
    ),
  });
  const last = today.add({ days: FULL_SYNC_DAYS - 1 });
  await innwire.waitUntilPushed('channex', { from: today.toString(), to: last.toString() });
  const pushes = await innwire.pushesAfter(0);
  const sent = countRequests(pushes);
  const ours = await readOurs(environment, today.toString(), last.toString());
  const differences = await compareAtChannex(environment, ours);
  const remarks = [
    ...(sent.availability === 1 && sent.restrictions === 1
      ? []
      : [
          `${sent.availability} requests of availability and ${sent.restrictions} of restrictions instead of one each`,
        ]),
    ...(await compareSettings(environment)),
    ...differences.slice(0, 5),
  ];
  const done = [
    'the settings of the property were read, and none changes what is sold',
    `${FULL_SYNC_DAYS} nights of ${property.rooms.length} room types with ${MAPPED_PLANS.length} rate plan${MAPPED_PLANS.length > 1 ? 's' : ''} each, by connecting`,
  ];
  return { result: passedWithout(remarks, { done, tasks: tasksOf(pushes) }), pushes };
}

/** Describes what innwire read otherwise of the property's settings, and those by which Channex changes what is pushed. */
async function compareSettings({ innwire, client, property }: CertificationEnvironment): Promise<string[]> {
  const settings = await client.getSettings(property.id);
  const { sales_limits: limits } = await innwire.operator<{
    sales_limits: { days_ahead: number | null; messages: string[] } | null;
  }>('GET', `/properties/${innwire.hotelId}/channels/channex`);
  if (limits === null) return ['the settings of the property were not read'];
  const { state_length: kept } = settings;
  return [
    ...(kept === limits.days_ahead
      ? []
      : [`state_length is ${String(kept)} at Channex, innwire read ${limits.days_ahead}`]),
    ...limits.messages,
  ];
}

/** A night of innwire's API. `date` is midnight UTC; restrictions that are not set are absent. */
type OurNight = NightSettings & {
  room_id: number;
  date: string;
  price: number;
  available: number;
  min_stay: number;
};

/** Returns innwire's own calendar as rows that each set all values. */
async function readOurs(
  { innwire, roomIds }: CertificationEnvironment,
  from: string,
  to: string,
): Promise<CaseRow[]> {
  const nights = await innwire.api<OurNight[]>('GET', 'availability', {
    query: `?fromdate=${from}&todate=${to}`,
  });
  const keys = new Map(Object.entries(roomIds).map(([key, id]) => [id, key as RoomKey]));
  return nights.map(({ room_id: id, date: moment, max_stay: longest, ...night }) => ({
    room: keys.get(id)!,
    plan: null,
    from: moment.slice(0, 10),
    to: moment.slice(0, 10),
    set: {
      price: night.price,
      available: night.available,
      min_stay: night.min_stay,
      max_stay: longest ?? 0,
      closed_to_arrival: night.closed_to_arrival ?? false,
      closed_to_departure: night.closed_to_departure ?? false,
      stop_sell: night.stop_sell ?? false,
    },
  }));
}

/**
 * Compares Channex's values with these rows and describes the differences. Waits up to 90 s for tasks that
 * Channex has not processed yet.
 */
export async function compareAtChannex(
  environment: CertificationEnvironment,
  rows: readonly CaseRow[],
): Promise<string[]> {
  const end = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const differences = await compareOnce(environment, rows);
    if (differences.length === 0 || performance.now() > end) return differences;
    await sleep(POLL_INTERVAL_MS, undefined, { signal: environment.innwire.signal });
  }
}

async function compareOnce(
  { client, property }: CertificationEnvironment,
  rows: readonly CaseRow[],
): Promise<string[]> {
  const { from, to } = windowOf(rows);
  const [counts, rates] = await Promise.all([
    client.readAvailability(property.id, from, to),
    client.readRestrictions(property.id, from, to),
  ]);
  const differences: string[] = [];
  for (const { row, date, values } of expectedNights(rows).values()) {
    const room = property.rooms.find(({ key }) => key === row.room)!;
    const addDifference = (name: string, want: unknown, have: unknown) =>
      differences.push(`${room.title}, ${date}: ${name} is ${have} at Channex, ${want} here`);
    const count = counts[room.id]?.[date];
    // Channex may have a count of 0 while stop sell is set.
    const counted = values.available !== undefined && !(values.stop_sell && count === 0);
    if (counted && count !== values.available) addDifference('availability', values.available, count);
    for (const plan of MAPPED_PLANS) {
      const night = rates[room.plans[plan]]?.[date] ?? {};
      for (const [name, want] of Object.entries(restrictionsOf(values))) {
        const have = name === 'rate' ? Number(night.rate) : night[name as keyof ChannexNight];
        if (have !== want) addDifference(`${name} of ${plan}`, want, have);
      }
    }
  }
  return differences;
}

/** Returns the first and the last night of these rows. */
export function windowOf(rows: readonly CaseRow[]): { from: string; to: string } {
  const dates = rows.flatMap(({ from, to }) => [from, to]).sort();
  return { from: dates[0]!, to: dates.at(-1)! };
}

/** Returns innwire's values with Channex's names. */
function restrictionsOf(values: NightSettings): Record<string, number | boolean> {
  const { price, available: _, min_stay: shortest, ...same } = values;
  return {
    ...(price !== undefined && { rate: price }),
    ...(shortest !== undefined && { min_stay_arrival: shortest }),
    ...same,
  };
}
