// Whether a slow response to a read delays the push of a sale: properties with and without slow reads, at the
// same time.
import { setTimeout as sleep } from 'node:timers/promises';
import type {} from '../../simulator/ota.ts';
import type { OtaName } from '../../simulator/otas.ts';
import {
  type BenchEnvironment,
  CHANNELS,
  type ChannelProperty,
  dateIn,
  listenForFullNights,
} from '../channel-environment.ts';
import { type Figure, median, quantile } from '../row.ts';

/**
 * Number of properties of each kind: more connections than innwire opens to one host, each with a read that
 * hangs.
 */
const PROPERTIES = 18;
const BOOKINGS_PER_PROPERTY = 3;
const BOOKINGS_PER_SECOND = 4;
const SETTLE_MS = 60_000;
/** A response so slow that innwire's timeout ends it. */
const SLOW = { kind: 'slow_read', pieces: 1_000, delayMs: 1_000 } as const;
const READS = ['reservations', 'messages', 'reviews', 'graphql', 'read_back'];
/**
 * Maximum delay where Expedia refuses a push during a read: later pushes wait for the read, which ends after
 * 20 s, and 5 s more when Expedia has not noticed its end.
 */
const LONGEST_WAIT_MS = 25_000;

type Delays = Map<OtaName, number[]>;

export async function pushBesideSlowReads(environment: BenchEnvironment): Promise<Figure[]> {
  environment.simulator.expedia.setOptions({ oneRequestPer: 'api' });
  const measured = await measure(environment);
  return CHANNELS.map((channel) => figureOf(channel, measured));
}

/** Measures pushes while Expedia refuses a push during a read with error 3210. */
export async function pushRefusedBesideReads(environment: BenchEnvironment): Promise<Figure[]> {
  environment.simulator.expedia.setOptions({ oneRequestPer: 'hotel' });
  const note = ', refusing pushes beside reads,';
  return [figureOf('expedia', await measure(environment), { longestMs: LONGEST_WAIT_MS, note })];
}

type Measured = { reads: Map<string, number>; delays: { plain: Delays; beside: Delays } };

async function measure(environment: BenchEnvironment): Promise<Measured> {
  const properties = await environment.add(2 * PROPERTIES, { rooms: 1, nights: 30 });
  await environment.settled(SETTLE_MS);
  const slow = properties.filter((_, i) => i % 2 === 0);
  for (const { connected } of slow) {
    for (const { ota, hotel } of connected) ota.faults.add({ ...SLOW, on: READS, containing: hotel.id });
  }
  const reads = await readsUnderWay(environment);
  const delays = await book(environment, properties, new Set(slow));
  for (const { faults } of environment.simulator.otas) faults.clear();
  return { reads, delays };
}

function figureOf(
  channel: OtaName,
  { reads, delays }: Measured,
  { longestMs = 0, note = '' }: { longestMs?: number; note?: string } = {},
): Figure {
  const [plain, beside] = [delays.plain.get(channel)!, delays.beside.get(channel)!];
  const ratio = quantile(beside, 0.99) / quantile(plain, 0.99);
  const read = longestMs > 0 ? `; a push waits for a read ${longestMs / 1_000} s at most` : '';
  return {
    measured: `  ${channel}${note} ${formatDelays(beside)}, ${reads.get(channel)} slow reads at its beginning`,
    limit: `at the same time without: ${formatDelays(plain)}${read}`,
    ratio,
    met: longestMs > 0 ? quantile(beside, 0.99) <= longestMs + quantile(plain, 0.99) : ratio <= 2,
  };
}

/**
 * Books a night of each property in turn. Returns the milliseconds until each channel has it as full, by kind
 * of property.
 */
async function book(
  { server, simulator }: BenchEnvironment,
  properties: readonly ChannelProperty[],
  slow: ReadonlySet<ChannelProperty>,
): Promise<{ plain: Delays; beside: Delays }> {
  const listener = listenForFullNights(simulator);
  const noDelays = (): Delays => new Map(CHANNELS.map((channel) => [channel, []]));
  const delays = { plain: noDelays(), beside: noDelays() };
  const pending: Promise<unknown>[] = [];
  for (let i = 0; i < BOOKINGS_PER_PROPERTY * properties.length; i += 1) {
    const property = properties[i % properties.length]!;
    const { token, rooms, connected } = property;
    const own = delays[slow.has(property) ? 'beside' : 'plain'];
    const day = 1 + 2 * Math.floor(i / properties.length);
    const sent = performance.now();
    for (const { channel, rooms: theirs } of connected) {
      const received = listener.expect(channel, theirs.get(rooms[0]!)!, dateIn(day));
      pending.push(received.then((at) => own.get(channel)!.push(at - sent)));
    }
    const stay = { room_id: rooms[0], checkin: dateIn(day), checkout: dateIn(day + 1) };
    await server.send('POST', `/api/bookings/${token}`, { ...stay, name: 'Ada Lovelace', price: 100 });
    await sleep(Math.max(0, sent + 1_000 / BOOKINGS_PER_SECOND - performance.now()));
  }
  await Promise.race([Promise.all(pending), sleep(SETTLE_MS, undefined, { ref: false })]);
  listener.stop();
  const missing = listener.missing();
  if (missing > 0) throw new Error(`${missing} nights were not pushed within ${SETTLE_MS / 1_000} s`);
  return delays;
}

/** Waits until every channel has slow responses; returns the number of reads in progress at each. */
async function readsUnderWay({ simulator }: BenchEnvironment): Promise<Map<string, number>> {
  const otas = simulator.otas.filter(({ name }) => CHANNELS.some((channel) => channel === name));
  const count = () =>
    new Map(
      otas.map((ota) => [
        ota.name,
        ota.requests().filter(({ fault, tookMs }) => fault === SLOW.kind && tookMs === 0).length,
      ]),
    );
  const deadline = performance.now() + 2 * SETTLE_MS;
  while ([...count().values()].some((reads) => reads === 0)) {
    if (performance.now() > deadline) throw new Error('not every channel was read in time');
    await sleep(200);
  }
  return count();
}

function formatDelays(samples: readonly number[]): string {
  return `p50 ${median(samples).toFixed(0)} ms, p99 ${quantile(samples, 0.99).toFixed(0)} ms`;
}
