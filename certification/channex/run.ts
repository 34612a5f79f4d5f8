// Certification run at Channex: a temporary innwire, connected to its own property at Channex, performs each
// case through innwire's public API, as a hotel would, and the run compares Channex's values. The run itself
// sends no availability or prices to Channex.
import { type CertifiedInnwire, type Push, startInnwire } from '../innwire.ts';
import { type CaseFindings, type CaseResult, formatCase } from '../report.ts';
import { bookingCase } from './bookings.ts';
import {
  type CalendarCase,
  type CaseRow,
  calendarCases,
  chooseMonth,
  dayOf,
  startingCalendar,
} from './cases.ts';
import { type ChannexClient, createChannexClient } from './client.ts';
import { compareAtChannex, connectAndCompare, windowOf } from './compare.ts';
import { ANSWERS, idleCase, rateLimitCase } from './conduct.ts';
import { type CertificationEnvironment, setNights } from './environment.ts';
import { CURRENCY, ensureProperty, TIMEZONE, TITLE_PREFIX } from './property.ts';
import { countRequests, tasksOf } from './pushes.ts';

export type RunOptions = {
  url: string;
  apiKey: string;
  provider: string;
  /** the property to use; null: found by its title, or created */
  property: string | null;
  /** month used for the document's November; null: the next whole month */
  month: Temporal.PlainYearMonth | null;
  bookings: boolean;
  /** how long to wait for a person's actions at Channex */
  waitMinutes: number;
  /** how long to check that nothing is sent without a change */
  idleSeconds: number;
  /** whether to remove the property at Channex at the end */
  remove: boolean;
  signal: AbortSignal;
  /** innwire's clock */
  now(): Temporal.Instant;
  say(line: string): void;
};

/** Performs all cases and returns their results. Throws when the run is interrupted. */
export async function certifyChannex(options: RunOptions): Promise<CaseResult[]> {
  const { say } = options;
  const client = createChannexClient(options);
  const property = await ensureProperty(client, { provider: options.provider, id: options.property });
  const today = options.now().toZonedDateTimeISO(TIMEZONE).toPlainDate();
  const month = options.month ?? chooseMonth(today);
  say(
    `Property ${property.title} (${property.id}) at ${options.url}, ${property.made ? 'made now' : 'found'}.`,
  );
  say(`The document's November is ${month}, its half-year begins in ${month.add({ months: 1 })}.\n`);
  const innwire = await startInnwire({
    name: `${TITLE_PREFIX}${options.provider}`,
    currency: CURRENCY,
    timezone: TIMEZONE,
    allowPrivateNetwork: isLoopback(options.url),
    signal: options.signal,
    now: options.now,
  });
  try {
    const environment = await createEnvironment({ innwire, client, options, property, today, month });
    return await runCases(environment, options);
  } finally {
    await innwire.stop();
    if (options.remove) {
      await client.removeProperty(property.id);
      say(`\nThe property ${property.id} is removed at Channex.`);
    }
  }
}

/** Whether a URL is on this machine: the simulator, or a proxy. */
export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

type Parts = {
  innwire: CertifiedInnwire;
  client: ChannexClient;
  options: RunOptions;
  property: Awaited<ReturnType<typeof ensureProperty>>;
  today: Temporal.PlainDate;
  month: Temporal.PlainYearMonth;
};

async function createEnvironment(parts: Parts): Promise<CertificationEnvironment> {
  const { innwire, property } = parts;
  const ids: Record<string, number> = {};
  for (const room of property.rooms) {
    const made = await innwire.operator<{ room_id: number }>('POST', `/properties/${innwire.hotelId}/rooms`, {
      name: room.title,
      capacity: 2,
      price: 100,
      units: room.key === 'twin' ? 12 : 6,
    });
    ids[room.key] = made.room_id;
  }
  return {
    ...parts,
    url: parts.options.url,
    apiKey: parts.options.apiKey,
    roomIds: ids as CertificationEnvironment['roomIds'],
  };
}

async function runCases(environment: CertificationEnvironment, options: RunOptions): Promise<CaseResult[]> {
  const { month } = environment;
  const results: CaseResult[] = [];
  const keep = (result: CaseResult) => {
    if (options.signal.aborted) throw new Error('Interrupted: the cases above are all that was performed.');
    results.push(result);
    options.say(formatCase(result));
  };
  await setNights(environment, startingCalendar(environment.today, month));
  const fullSync = await attempt(1, 'Full Data Update (Full Sync)', () => connectAndCompare(environment));
  keep(fullSync.result);
  if (!fullSync.pushes) return results; // not connected: every other case would fail for the same reason
  const cases: [number: number, title: string, perform: () => Promise<Performed>][] = [
    ...calendarCases(month).map((one): (typeof cases)[number] => [
      one.number,
      one.title,
      () => performCase(environment, one),
    ]),
    [9, 'Single Date Availability Update', () => sellCase(environment)],
    [11, 'Booking receiving', () => bookingCase(environment, options)],
    [12, 'Rate Limits', () => rateLimitCase(environment)],
    [13, 'Update Logic', () => idleCase(environment, options.idleSeconds)],
  ];
  for (const [number, title, perform] of cases.toSorted(([a], [b]) => a - b))
    keep((await attempt(number, title, perform)).result);
  keep(ANSWERS);
  return results;
}

type Performed = { result: CaseFindings; pushes?: Push[] };
type Attempted = { result: CaseResult; pushes?: Push[] };

/** Performs a case. An error counts as a failure, so that the other cases are performed too. */
async function attempt(number: number, title: string, perform: () => Promise<Performed>): Promise<Attempted> {
  try {
    const { result, pushes } = await perform();
    return { result: { number, title, ...result }, ...(pushes && { pushes }) };
  } catch (error) {
    const remarks = [(error as Error).message];
    return { result: { number, title, outcome: 'failed', done: [], tasks: [], remarks } };
  }
}

async function performCase(
  environment: CertificationEnvironment,
  { rows, requests, afterwards }: CalendarCase,
) {
  const { innwire } = environment;
  const mark = await innwire.lastLogEntry();
  await setNights(environment, rows);
  const checked = await checkCase(environment, { mark, rows, requests, done: rows.map(describe) });
  if (afterwards) {
    await setNights(environment, afterwards);
    await innwire.waitUntilPushed('channex', windowOf(afterwards));
    await innwire.pushesAfter(checked.pushes.at(-1)?.id ?? mark);
  }
  return checked;
}

/** Case 9: a direct booking lowers the count. */
async function sellCase(environment: CertificationEnvironment) {
  const { innwire, month, roomIds } = environment;
  const nights = { twin: dayOf(month, 21), double: dayOf(month, 25) };
  const at = (room: 'twin' | 'double', available: number): CaseRow => ({
    room,
    plan: null,
    from: nights[room],
    to: nights[room],
    set: { available, min_stay: 1, stop_sell: false },
  });
  await setNights(environment, [at('twin', 8), at('double', 1)]);
  await innwire.waitUntilPushed('channex', { from: nights.twin, to: nights.double });
  const prepared = await innwire.pushesAfter(0);
  const mark = prepared.at(-1)?.id ?? 0;
  for (const room of ['twin', 'double'] as const) {
    const checkout = Temporal.PlainDate.from(nights[room]).add({ days: 1 }).toString();
    const body = {
      room_id: roomIds[room],
      name: 'Ada Lovelace',
      checkin: nights[room],
      checkout,
      price: 100,
    };
    await innwire.api('POST', 'bookings', { body });
  }
  const rows = [at('twin', 7), at('double', 0)].map((row) => ({
    ...row,
    set: { available: row.set.available! },
  }));
  const done = ['a booking of one night in each room, where 8 and 1 were free'];
  return checkCase(environment, { mark, rows, requests: { availability: 2, restrictions: 0 }, done });
}

type CaseCheck = Pick<CalendarCase, 'rows' | 'requests'> & { mark: number; done: string[] };

/** Waits until the values are pushed, then checks the requests and Channex's values against the case. */
async function checkCase(environment: CertificationEnvironment, { mark, rows, requests, done }: CaseCheck) {
  const { innwire } = environment;
  await innwire.waitUntilPushed('channex', windowOf(rows));
  const pushes = await innwire.pushesAfter(mark);
  const sent = countRequests(pushes);
  const remarks: string[] = [];
  for (const kind of ['availability', 'restrictions'] as const) {
    if (sent[kind] <= requests[kind]) continue;
    remarks.push(
      rows.some(({ set }) => set.stop_sell) && kind === 'availability'
        ? 'a stop of sale is also sent as availability 0, so that no other rate plan of the room goes on selling'
        : `${sent[kind]} requests of ${kind} were sent, the case allows ${requests[kind]}`,
    );
  }
  const differences = await compareAtChannex(environment, rows);
  remarks.push(...differences.slice(0, 5));
  const outcome = differences.length === 0 && sent[requestKind(requests)] > 0 && withinLimits(sent, requests);
  return {
    result: {
      outcome: outcome ? ('passed' as const) : ('failed' as const),
      done,
      tasks: tasksOf(pushes),
      remarks,
    },
    pushes,
  };
}

/** Stop sell may also be pushed as a count of 0, with one more request of the other kind. */
function withinLimits(
  sent: Record<'availability' | 'restrictions', number>,
  allowed: CalendarCase['requests'],
): boolean {
  return sent.restrictions <= allowed.restrictions && sent.availability <= Math.max(1, allowed.availability);
}

function requestKind(requests: CalendarCase['requests']): 'availability' | 'restrictions' {
  return requests.restrictions > 0 ? 'restrictions' : 'availability';
}

const PLAN_NAMES = { bar: 'Best Available Rate', breakfast: 'Bed & Breakfast' };

function describe({ room, plan, from, to, set }: CaseRow): string {
  const values = Object.entries(set).map(([name, value]) => `${name} ${value}`);
  const dates = from === to ? from : `${from} to ${to}`;
  return `${room}${plan ? `, ${PLAN_NAMES[plan]}` : ''}: ${dates}: ${values.join(', ')}`;
}
