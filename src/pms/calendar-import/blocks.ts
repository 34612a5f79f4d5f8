// Imports the nights that an OTA's calendar shows as closed without a stay: each
// takes one unit of the room, that of the calendar if it is a unit's, until the calendar opens it.
import { type Absence, decideAbsences } from '../../model/ical/absence.ts';
import { isBefore, latest, type NightRange, nightsBetween, type PlainDate } from '../../model/night.ts';
import { todayAt } from '../../model/property.ts';
import { nightsSeenByChannel } from '../calendar-feeds.ts';
import { blockNights, unblockNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { updateConflicts } from '../reservations/conflicts.ts';
import { freeNightsOf, holdForCalendar, releaseForCalendar } from '../units/calendar-nights.ts';
import { type CalendarImport, isPartial, keyOf, OF_CALENDAR, toAbsence } from './source.ts';

/** How many nights the import closed here, and how many it opened again. */
export type ImportedBlocks = { closed: number; opened: number };

/** A night that this calendar showed as closed. `takesUnit`: it took a unit here (a full night does not). */
type Block = { from: PlainDate; takesUnit: boolean; absence: Absence | null };

/** A block that the calendar shows now. `steady`: the previous fetch showed it as well. */
type TrackedBlock = Block & { steady: boolean };

/**
 * Removes the blocks of nights on which the calendar now shows a stay, so that a night is not counted twice
 * while the absence of the closure waits to be confirmed. Runs before the stays are imported.
 */
export async function releaseBlocksForStays(tx: PropertyTransaction, source: CalendarImport): Promise<void> {
  if (!source.calendar) return;
  const stayed = nightsOfStays(source.calendar.stays);
  const known = await readBlocks(tx, source, todayAt(source.property, tx.now));
  await openNights(
    tx,
    source,
    known.filter((block) => stayed.has(block.from.toString())),
  );
}

/**
 * Applies the closed nights of a calendar. Closures are compared night by night, without the identity of
 * their events, because channels renumber, join and split those every day. `suspended` are nights of stays
 * that cannot take them yet; they count as closed.
 */
export async function importBlocks(
  tx: PropertyTransaction,
  source: CalendarImport,
  suspended: readonly PlainDate[],
): Promise<ImportedBlocks> {
  const today = todayAt(source.property, tx.now);
  const known = await readBlocks(tx, source, today);
  const shown = source.calendar
    ? new Set(source.calendar.blockedNights.map(String))
        .difference(nightsOfStays(source.calendar.stays))
        .union(new Set(suspended.map(String)))
    : new Set(known.filter((block) => block.absence === null).map((block) => block.from.toString()));
  if (isPartial(source)) return closeBlockedNights(tx, source, shown, known);

  const checked = decideAbsences(
    known.map((block) => ({ ...block, present: shown.has(block.from.toString()) })),
    { kind: 'nights', today, now: tx.now, confirmAfterMs: source.confirmAfterMs },
  );
  const opened = checked.filter(({ remove }) => remove).map(({ item }) => item);
  await openNights(tx, source, opened);

  const kept = checked
    .filter(({ remove }) => !remove)
    .map(({ item, absence }) => ({ ...item, absence, steady: item.absence === null }));
  const tracked = [...kept, ...unknownNights(shown, known)];
  const closed = await closeNights(tx, source, tracked);
  await storeBlocks(tx, source, tracked);
  return { closed, opened: opened.filter((block) => block.takesUnit).length };
}

/**
 * Import of a calendar with unreadable events: closes the nights that are shown. Nights that are not shown
 * may be in an unreadable event, so they are neither opened nor counted as missing.
 */
async function closeBlockedNights(
  tx: PropertyTransaction,
  source: CalendarImport,
  shown: ReadonlySet<string>,
  known: readonly Block[],
): Promise<ImportedBlocks> {
  const again = known
    .filter((block) => shown.has(block.from.toString()))
    .map((block) => ({ ...block, absence: null, steady: block.absence === null }));
  const tracked = [...again, ...unknownNights(shown, known)];
  const closed = await closeNights(tx, source, tracked);
  await storeBlocks(tx, source, tracked);
  return { closed, opened: 0 };
}

/**
 * Returns the nights of the stays as ISO dates. Overlapping stays are joined first:
 * thousands of them may cover the same year.
 */
function nightsOfStays(stays: readonly NightRange[]): Set<string> {
  const nights = new Set<string>();
  let coveredUntil: PlainDate | null = null;
  for (const { from, until } of stays.toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from))) {
    const first: PlainDate = coveredUntil ? latest(coveredUntil, from) : from;
    for (const night of nightsBetween(first, until)) nights.add(night.toString());
    coveredUntil = coveredUntil ? latest(coveredUntil, until) : until;
  }
  return nights;
}

function unknownNights(shown: ReadonlySet<string>, known: readonly Block[]): TrackedBlock[] {
  const before = new Set(known.map((block) => block.from.toString()));
  return [...shown]
    .filter((night) => !before.has(night))
    .map((night) => ({
      from: Temporal.PlainDate.from(night),
      takesUnit: false,
      absence: null,
      steady: false,
    }));
}

/**
 * Takes a unit of every shown night that has one left and sets `takesUnit`; returns how many.
 *
 * A night that our feed showed the channel as taken is our own closure coming back (channels export what they
 * import). It is tracked but takes no unit, otherwise two calendars would keep each other closed for ever.
 * Once the channel has fetched that the night is free, only a closure that the previous fetch showed as well
 * (`steady`) can still be ours; a new one is the channel's own.
 */
async function closeNights(
  tx: PropertyTransaction,
  source: CalendarImport,
  tracked: TrackedBlock[],
): Promise<number> {
  const candidates = tracked.filter((block) => !block.takesUnit && block.absence === null);
  if (candidates.length === 0) return 0;
  const { channel, roomId, unitId = null } = source;
  const where = { hotelId: tx.hotelId, channel, roomId, unitId, now: tx.now };
  const knownByChannel = await nightsSeenByChannel(
    tx,
    where,
    candidates.map((block) => block.from),
  );
  const isEcho = ({ from, steady }: TrackedBlock) => {
    const knowledge = knownByChannel.get(from.toString());
    return knowledge === 'now' || (knowledge === 'lately' && steady);
  };
  const wanted = candidates.filter((block) => !isEcho(block)).map((block) => block.from);
  const unit = unitId === null ? null : { roomId, unitId, channel };
  const taken = await blockNights(tx, roomId, unit ? await freeNightsOf(tx, unit, wanted) : wanted);
  if (unit) await holdForCalendar(tx, unit, taken);
  const closed = new Set(taken.map(String));
  for (const block of tracked) block.takesUnit ||= closed.has(block.from.toString());
  return closed.size;
}

async function openNights(
  tx: PropertyTransaction,
  source: CalendarImport,
  blocks: readonly Block[],
): Promise<void> {
  const nights = blocks.filter((block) => block.takesUnit).map((block) => block.from);
  await unblockNights(tx, source.roomId, nights);
  if (source.unitId) await releaseForCalendar(tx, { unitId: source.unitId, channel: source.channel }, nights);
  await updateConflicts(tx, source.roomId, nights);
  await deleteBlocks(tx, source, blocks);
}

async function storeBlocks(
  tx: PropertyTransaction,
  source: CalendarImport,
  blocks: readonly Block[],
): Promise<void> {
  if (blocks.length === 0) return;
  await tx.query(
    `insert into calendar_blocks as known (hotel_id, channel, room_id, unit_id, date, takes_unit, missing_fetches, missing_since)
     select $1, $2, $3, $4, block.* from unnest($5::date[], $6::boolean[], $7::int[], $8::timestamptz[]) as block
     on conflict (hotel_id, channel, room_id, unit_id, date) do update set
       takes_unit = excluded.takes_unit, missing_fetches = excluded.missing_fetches, missing_since = excluded.missing_since
     where (known.takes_unit, known.missing_fetches, known.missing_since)
       is distinct from (excluded.takes_unit, excluded.missing_fetches, excluded.missing_since)`,
    [
      ...keyOf(tx, source),
      blocks.map((block) => block.from),
      blocks.map((block) => block.takesUnit),
      blocks.map((block) => block.absence?.missingFetches ?? 0),
      blocks.map((block) => block.absence?.missingSince ?? null),
    ],
  );
}

async function deleteBlocks(
  tx: PropertyTransaction,
  source: CalendarImport,
  blocks: readonly Block[],
): Promise<void> {
  if (blocks.length === 0) return;
  await tx.query(`delete from calendar_blocks where ${OF_CALENDAR} and date = any($5::date[])`, [
    ...keyOf(tx, source),
    blocks.map((block) => block.from),
  ]);
}

type BlockRow = {
  date: string;
  takes_unit: boolean;
  missing_fetches: number;
  missing_since: Temporal.Instant | null;
};

/** Returns the blocks from today on and deletes those in the past, which need no unit any more. */
async function readBlocks(
  tx: PropertyTransaction,
  source: CalendarImport,
  today: PlainDate,
): Promise<Block[]> {
  const rows = await tx.query<BlockRow>(
    `select * from calendar_blocks where ${OF_CALENDAR} order by date`,
    keyOf(tx, source),
  );
  const blocks = rows.map((row) => ({
    from: Temporal.PlainDate.from(row.date),
    takesUnit: row.takes_unit,
    absence: toAbsence(row),
  }));
  await deleteBlocks(
    tx,
    source,
    blocks.filter((block) => isBefore(block.from, today)),
  );
  return blocks.filter((block) => !isBefore(block.from, today));
}
