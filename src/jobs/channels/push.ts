// Pushes changed nights to a channel with their current values: decides which of them may be sent now.
import type { Adapter, AriPush, StaleNight } from '../../channels/channel.ts';
import type { Failure } from '../../model/cause.ts';
import { hasUnits, nightKey, placeOf } from '../../model/channel.ts';
import { isClosingField } from '../../model/night-values.ts';
import { todayAt } from '../../model/property.ts';
import { resetInFlight } from '../../pms/channel-sync/in-flight.ts';
import { type PushedUpTo, recordPushed } from '../../pms/channel-sync/record-pushed.ts';
import {
  dropRefusedClosings,
  listDueClosings,
  listRefusedNights,
  type MappedNight,
} from '../../pms/channel-sync/refused-closings.ts';
import { windowOf } from '../../pms/channel-sync/stale-nights.ts';
import type { StaleRange } from '../../pms/channel-sync/stale-ranges.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { keyOf } from './cells.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';
import { type NightsToPush, type NightToPush, readNightsToPush } from './nights-to-push.ts';
import { sendNights } from './send-nights.ts';
import { mappingFault } from './test-connection.ts';

/**
 * Pushes the nights that differ from what the channel confirmed. Their values are read just before they are
 * sent, so that a retry never sends an old count. Nights that were confirmed stay so when the push breaks
 * off; the cursor moves only when all nights have been pushed.
 */
export async function pushNights(cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const { adapter, context, lease, memory } = cycle;
  if (work.hasUnknownOutcome) await resetInFlight(context.db, lease);
  const now = context.now();
  const today = todayAt(cycle.property, now);
  // Once a day all nights are compared, because the horizon has moved on by a night.
  const daily = !work.comparedOn?.equals(today);
  const whole = work.fullPush || work.stale === null || daily;
  const pushedUpTo: PushedUpTo = { headSeq: work.headSeq, comparedOn: whole ? today : null };
  const isDue = work.retryAt !== null && Temporal.Instant.compare(work.retryAt, now) <= 0;
  const areValuesDue = memory.refusedValues.take(now.epochMilliseconds, mayOpenNights(adapter, work));
  if (!adapter.ari || (!whole && !isDue && !areValuesDue && work.stale?.length === 0)) {
    if (work.headSeq > work.cursorSeq || work.fullPush)
      await recordPushed(context.db, lease, { pushedUpTo }, now);
    return DONE;
  }
  const fault = await mappingFault(cycle, { whole, fullPush: work.fullPush });
  // Refused values are sent again some time later and once a day, not in each cycle, or each refusal would cause another.
  const all = areValuesDue || (daily && !memory.refusedPushedOn?.equals(today));
  memory.refusedPushedOn = today;
  const nights = await readDue(cycle, adapter.ari, { work, whole, now, isDue, areValuesDue, all });
  const opens = fault === null && mayOpenNights(adapter, work);
  const stale: StaleNight[] =
    fault === null
      ? nights.stale.filter((night) => opens || mayPushBeforeOrders(night, cycle, work))
      : nights.stale.flatMap(closingOf);
  if (!opens && stale.length === 0) return afterPush(DONE, fault);
  cycle.refusedRooms.retainOnly(new Set(stale.map(({ room }) => placeOf(room))));
  const pushable = stale.filter(({ room }) => !cycle.refusedRooms.isWaiting(placeOf(room)));
  const isWhole = opens && pushable.length === stale.length;
  const result = await sendNights(cycle, adapter.ari, {
    closed: nights.closed,
    stale: pushable,
    pushedUpTo: isWhole ? pushedUpTo : undefined,
    isRetry: all,
  });
  return afterPush(result, fault);
}

/** While the channel refuses the mapping, what has closed meanwhile is pushed so often. */
const CLOSINGS_EVERY_SECONDS = 15;

function afterPush(result: CycleResult, fault: Failure | null): CycleResult {
  if (fault === null || result.kind !== 'done') return result;
  return { kind: 'later', ...fault, afterSeconds: CLOSINGS_EVERY_SECONDS };
}

/**
 * Whether nights may be put on sale: only once the channel's reservations have been read since the connection
 * was created or changed, and after each gap in reading them, or nights that the channel has sold would be opened there.
 */
export function mayOpenNights({ reservations }: Adapter, { recoveredAt, gapSince }: PendingSync): boolean {
  return reservations === undefined || (recoveredAt !== null && gapSince === null);
}

/**
 * Whether a night does not wait for the channel's orders: it is closed; or after a gap, what has changed is no count; or
 * there are fewer units, and the channel refuses to show its orders, which people have to mend.
 */
function mayPushBeforeOrders(night: StaleNight, { memory }: Cycle, { recoveredAt }: PendingSync): boolean {
  if (isClosed(night)) return true;
  if (recoveredAt === null) return false;
  return !night.changed.some(isClosingField) || (night.closing && memory.ordersRefused);
}

/**
 * Of a night whose mapping the channel refuses, only what makes it less available is pushed: its price may be another one there.
 * A count that the channel may have changed is pushed too, because it may be above ours.
 */
function closingOf(night: NightToPush): StaleNight[] {
  const closes = night.closing || isClosed(night);
  const changed = night.changed.filter((field) =>
    closes ? isClosingField(field) : field === 'available' && night.countIsUnknown,
  );
  return changed.length > 0 ? [{ ...night, changed }] : [];
}

function isClosed({ values }: Pick<StaleNight, 'values'>): boolean {
  return values.available === 0 || values.stopSell;
}

type DueNights = {
  work: PendingSync;
  now: Temporal.Instant;
  /** compare all nights */
  whole: boolean;
  /** refused closings are to be tried again */
  isDue: boolean;
  /** so are other refused values, which are looked up; `all`: they are sent again as far as they are compared */
  areValuesDue: boolean;
  all: boolean;
};

/** Reads the nights that differ: changed ones or all, and those of which something refused is to be sent again. */
async function readDue(
  cycle: Cycle,
  ari: AriPush,
  { work, whole, now, isDue, areValuesDue, all }: DueNights,
): Promise<NightsToPush> {
  const { context, lease, property, view } = cycle;
  const due = isDue ? await listDueClosings(context.db, lease, now) : [];
  const refused = areValuesDue && !whole ? await listRefusedNights(context.db, lease) : [];
  const nights = await readNightsToPush(cycle, ari, {
    stale: whole ? null : [...work.stale!, ...[...due, ...refused].map(rangeOf)],
    window: windowOf(property, ari, { today: todayAt(property, now), limits: view.salesLimits }),
    capabilities: ari,
    sellsUnits: hasUnits(view.rooms),
    retry: { dueBy: now, all },
  });
  const differing = new Set(nights.stale.map(keyOf));
  const settled = due.filter((night) => !differing.has(nightKey(night, night.date)));
  await dropRefusedClosings(context.db, lease, settled);
  return nights;
}

function rangeOf({ roomId, date }: MappedNight): StaleRange {
  return { roomId, from: date, until: date.add({ days: 1 }) };
}
