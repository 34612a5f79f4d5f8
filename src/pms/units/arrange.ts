// The units of a stay that is booked, changed or checked in: those that people chose, the best free one, or those that it had.
import {
  dateOfDay,
  dayNumber,
  isBefore,
  latest,
  nightsBetween,
  type PlainDate,
  toPlainDate,
} from '../../model/night.ts';
import {
  type Conflict,
  hasOtherNights,
  NO_CONFLICT,
  nextNight,
  type Reservation,
  roomOfNight,
} from '../../model/reservation.ts';
import {
  clipUnitNights,
  coversStay,
  joinUnitNights,
  type UnitNights,
  type UnitsOfStay,
  unitOfNight,
  unitOn,
} from '../../model/unit.ts';
import { bestUnit, type Days, isFree, type UnitCalendar, unitNightsOf } from '../../model/unit-plan.ts';
import { Problem } from '../../problems.ts';
import type { TakeOptions } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelCleaning } from '../tasks.ts';
import { unitNotReady } from './conditions.ts';
import { takeFormerUnits } from './former-units.ts';
import { leaveToBeCleaned } from './leave-unit.ts';
import { noUnitWithoutMoving } from './no-unit.ts';
import { conflictWithoutUnit } from './sold-unit.ts';
import { lockUnits, readUnitCalendars, requireUnitFree, requireUnitOf } from './unit-calendars.ts';
import { replaceUnitNights } from './unit-nights.ts';

/** The unit that a caller chose: one, the best free one, or none; `from` = the first night in it, absent = the next one. */
export type UnitChoice = { unitId: number | 'auto' | null; from?: PlainDate };

type Arrangement = {
  today: PlainDate;
  taking: TakeOptions;
  choice?: UnitChoice | undefined;
  /** a guest may move into a unit that is not ready */
  unready?: boolean | undefined;
  /** the units that the stay had before it ended, which it takes again if they are free */
  former?: { unitNights: readonly UnitNights[]; unitPinned: boolean } | undefined;
};

/** What the functions below know of a stay and of the units of its room. */
type Context = Arrangement & {
  before: Reservation;
  wanted: Reservation;
  current: readonly UnitNights[];
  units: readonly UnitCalendar[];
};

type Plan = {
  nights: UnitNights[];
  pinned: boolean;
  /** the channel moved the stay to nights in which its unit is taken */
  lost?: boolean;
};

/**
 * Gives a changed stay its units and returns the members of the reservation that follow from them. Without a choice the stay keeps
 * its unit in all nights if it is free. Otherwise another one is chosen, or none; but if people chose the unit, or the guest is in
 * it, the change is refused with `unit_taken`, and an OTA's change is applied and flagged. A guest who moves in gets a unit if the
 * room has any. Nights before today keep their units. A stay that had ended takes its `former` units again, or another one if they are taken.
 * @throws Problem unit_taken, unknown_unit, unit_of_other_room, no_unit_without_moving, unit_occupied, unit_not_ready
 */
export async function arrangeUnits(
  tx: PropertyTransaction,
  before: Reservation,
  wanted: Reservation,
  how: Arrangement,
): Promise<Partial<UnitsOfStay & Conflict>> {
  const current = before.unitNights ?? [];
  const moved = hasOtherNights(before, wanted);
  const checksIn = how.taking === 'sale' && wanted.status === 'checked_in' && before.status !== 'checked_in';
  const movesIn = moved && wanted.status === 'checked_in' && wanted.roomId !== before.roomId;
  const follows = (moved && current.length > 0) || how.former !== undefined;
  if (!how.choice && !checksIn && !movesIn && !follows) return {};
  const { reservationId, roomId, checkin, checkout } = wanted;
  await lockUnits(tx, roomId);
  const query = { roomId, from: checkin, until: checkout, today: how.today, without: reservationId };
  const context = { ...how, before, wanted, current, units: await readUnitCalendars(tx, query) };
  const plan = await planOf(tx, context, moved);
  const nights = wanted.status === 'checked_in' ? await moveIn(tx, context, plan, checksIn) : plan.nights;
  await replaceUnitNights(tx, reservationId, current, nights);
  await leaveUnit(tx, context, nights);
  return { ...toMembers(nights, plan.pinned), ...conflictOf(context, { ...plan, nights }) };
}

function planOf(tx: PropertyTransaction, context: Context, moved: boolean): Promise<Plan> {
  const { choice, former } = context;
  if (choice) return applyChoice(tx, context, choice);
  if (former) return takeFormerUnits(tx, { ...context, former, kept: keptNights(context) });
  return followStay(tx, context, moved);
}

/**
 * Returns the units of a new stay, which `replaceUnitNights` then takes. Throws as `arrangeUnits`.
 */
export async function chooseUnits(
  tx: PropertyTransaction,
  wanted: Pick<Reservation, 'roomId' | 'checkin' | 'checkout'>,
  unitId: number | 'auto',
  today: PlainDate,
): Promise<UnitsOfStay> {
  const { roomId, checkin, checkout } = wanted;
  await lockUnits(tx, roomId);
  const units = await readUnitCalendars(tx, { roomId, from: checkin, until: checkout, today });
  const nights = await chosenNights(tx, { wanted, units, today }, { unitId, from: checkin });
  return toMembers(nights, unitId !== 'auto');
}

function toMembers(nights: UnitNights[], pinned: boolean): UnitsOfStay {
  return { unitNights: nights.length > 0 ? nights : null, unitPinned: pinned && nights.length > 0 };
}

async function applyChoice(
  tx: PropertyTransaction,
  context: Context,
  { unitId, from: wantedFrom }: UnitChoice,
): Promise<Plan> {
  const { wanted, today } = context;
  const next = nextNight(wanted, today);
  const from = wantedFrom && isBefore(next, wantedFrom) ? wantedFrom : next;
  const kept = clipUnitNights(keptNights(context), null, from);
  if (unitId === null) return { nights: kept, pinned: false };
  const chosen = await chosenNights(tx, context, { unitId, from });
  return { nights: joinUnitNights(kept, chosen), pinned: unitId !== 'auto' };
}

/** Returns the nights of the stay from `from` on in the chosen unit, or in the best free one. */
async function chosenNights(
  tx: PropertyTransaction,
  {
    wanted,
    units,
    today,
  }: { wanted: Pick<Reservation, 'roomId' | 'checkout'> & Partial<Reservation> } & Pick<
    Context,
    'units' | 'today'
  >,
  { unitId, from }: { unitId: number | 'auto'; from: PlainDate },
): Promise<UnitNights[]> {
  const { roomId, checkout, reservationId = 0 } = wanted;
  const days = { from: dayNumber(from), until: dayNumber(checkout) };
  if (unitId === 'auto') {
    const arrivesNow = !isBefore(today, from);
    const best = bestUnit(units, { ...days, arrivesNow });
    if (!best) throw await noUnitWithoutMoving(tx, { roomId, reservationId, ...days }, today);
    return [unitNightsOf(best, days)];
  }
  const unit = await requireUnitOf(tx, { unitId, roomId });
  const calendar = units.find((one) => one.unitId === unitId);
  if (!calendar || !isFree(calendar, days))
    await requireUnitFree(tx, unit, { from, until: checkout, without: { reservationId } });
  return [unitNightsOf(unit, days)];
}

/** Returns the nights in units that the stay still has after its change: those that are in the room in which they were. */
function keptNights({ before, wanted, current }: Context): UnitNights[] {
  const isKept = (night: PlainDate) => roomOfNight(before, night) === roomOfNight(wanted, night);
  const nights = clipUnitNights(current, wanted.checkin, wanted.checkout).flatMap(
    ({ from, until, ...unit }) =>
      nightsBetween(toPlainDate(from), toPlainDate(until))
        .filter(isKept)
        .map((night) => ({ ...unit, from: night.toString(), until: night.add({ days: 1 }).toString() })),
  );
  return joinUnitNights(nights, []);
}

/** Returns the units of a stay whose dates or room have changed without a choice of units. */
async function followStay(tx: PropertyTransaction, context: Context, moved: boolean): Promise<Plan> {
  const { before, wanted, current, units, today, taking } = context;
  const [kept, pinned] = [keptNights(context), before.unitPinned];
  if (!moved || current.length === 0) return { nights: [...current], pinned };
  if (before.roomId !== wanted.roomId) return { nights: kept, pinned: false };
  if (!coversRest(current, before, today))
    return { nights: kept, pinned, lost: before.conflictKind === 'without_unit' };
  const added = addedNights(context, kept);
  const free = await freeOf(tx, context, added);
  const nights = joinUnitNights(
    kept,
    free.map(({ days, ...unit }) => unitNightsOf(unit, days)),
  );
  if (free.length === added.length) return { nights, pinned };
  if (!pinned && before.status !== 'checked_in') {
    const days = { from: dayNumber(nextNight(wanted, today)), until: dayNumber(wanted.checkout) };
    const best = bestUnit(units, { ...days, arrivesNow: false });
    const slept = clipUnitNights(kept, null, dateOfDay(days.from));
    return { nights: best ? joinUnitNights(slept, [unitNightsOf(best, days)]) : slept, pinned };
  }
  if (taking === 'sale') {
    for (const { unitId, name, days } of added) {
      const range = { from: dateOfDay(days.from), until: dateOfDay(days.until) };
      await requireUnitFree(
        tx,
        { unitId, name },
        { ...range, without: { reservationId: wanted.reservationId } },
      );
    }
  }
  return { nights, pinned, lost: true };
}

/** Whether a stay has a unit in each night that is not over: a guest who came without one may have slept in any. */
function coversRest(
  nights: readonly UnitNights[],
  { checkin, checkout }: Pick<Reservation, 'checkin' | 'checkout'>,
  today: PlainDate,
): boolean {
  return coversStay(nights, { checkin: nextNight({ checkin, checkout }, today), checkout });
}

/** Nights of a stay in a unit of the room in which it spends them. */
type AddedNights = { unitId: number; name: string; roomId: number; days: Days };

/**
 * Returns the nights that the change adds before and after those kept, each in the unit next to it, as far as they are spent in the room of that
 * unit: a guest who was elsewhere before has none for nights of the former room. A night that the stay had without a unit is not added.
 */
function addedNights({ before, wanted, current }: Context, kept: readonly UnitNights[]): AddedNights[] {
  const [first, last] = [kept[0] ?? current.at(-1)!, kept.at(-1)];
  const stay = { from: dayNumber(wanted.checkin), until: dayNumber(wanted.checkout) };
  const start = kept[0]
    ? Math.min(dayNumber(toPlainDate(kept[0].from)), dayNumber(before.checkin))
    : stay.until;
  const end = last ? dayNumber(toPlainDate(last.until)) : stay.until;
  return [
    inRoomOfUnit(wanted, kept[0] ? roomOfNight(wanted, toPlainDate(first.from)) : wanted.roomId, first, {
      from: stay.from,
      until: start,
    }),
    ...(last ? [inRoomOfUnit(wanted, wanted.roomId, last, { from: end, until: stay.until })] : []),
  ].flat();
}

/** Returns those of the days that a stay spends in the room of a unit, as ranges. */
function inRoomOfUnit(
  wanted: Reservation,
  roomId: number,
  { unitId, name }: UnitNights,
  { from, until }: Days,
): AddedNights[] {
  const ranges: AddedNights[] = [];
  for (let day = from; day < until; day += 1) {
    if (roomOfNight(wanted, dateOfDay(day)) !== roomId) continue;
    const last = ranges.at(-1);
    if (last?.days.until === day) last.days.until = day + 1;
    else ranges.push({ unitId, name, roomId, days: { from: day, until: day + 1 } });
  }
  return ranges;
}

/** Returns those of the added nights in which their unit is free, also a unit of a room that the guest has left. */
async function freeOf(
  tx: PropertyTransaction,
  { units, wanted, today }: Context,
  added: readonly AddedNights[],
): Promise<AddedNights[]> {
  const { checkin: from, checkout: until, reservationId: without } = wanted;
  const calendars = [...units];
  for (const roomId of new Set(added.map((one) => one.roomId))) {
    if (roomId === wanted.roomId) continue;
    await lockUnits(tx, roomId);
    calendars.push(...(await readUnitCalendars(tx, { roomId, from, until, today, without })));
  }
  return added.filter(({ unitId, days }) =>
    calendars.some((unit) => unit.unitId === unitId && isFree(unit, days)),
  );
}

/**
 * Checks the unit into which the guest moves today, and chooses one if the stay has none. A guest who stays in the same unit, or
 * who is in a room without units, is not checked.
 */
async function moveIn(
  tx: PropertyTransaction,
  context: Context,
  { nights }: Plan,
  checksIn: boolean,
): Promise<UnitNights[]> {
  const { wanted, units, current, today, unready } = context;
  if (units.length === 0 || context.taking === 'fact') return nights;
  const { roomId, reservationId } = wanted;
  const night = nightOfGuest(wanted, today);
  const days = { from: dayNumber(night), until: dayNumber(wanted.checkout) };
  let tonight = unitOfNight(nights, night);
  let arranged = nights;
  // A guest who comes back from another room finds the own unit as it was left.
  const own = unitOfNight(nights, night.subtract({ days: 1 }));
  if (!tonight) {
    const vacant = units.filter(({ occupiedBy }) => occupiedBy === null);
    const former = vacant.find((unit) => unit.unitId === own?.unitId && isFree(unit, days));
    const best = former ?? bestUnit(vacant, { ...days, arrivesNow: true });
    if (!best) throw await noUnitWithoutMoving(tx, { roomId, reservationId, ...days }, today);
    tonight = unitNightsOf(best, days);
    arranged = joinUnitNights(clipUnitNights(nights, null, night), [tonight]);
  }
  if (!checksIn && unitOfNight(current, night)?.unitId === tonight.unitId) return arranged;
  const unit = units.find(({ unitId }) => unitId === tonight.unitId);
  if (!unit) return arranged;
  const { unitId, name } = unit;
  if (unit.occupiedBy !== null)
    throw new Problem('unit_occupied', { unitId, name, reservationId: unit.occupiedBy });
  if (!unit.ready && !unready && unitId !== own?.unitId) throw await unitNotReady(tx, unit);
  return arranged;
}

/** Returns the night of a guest in the house: that of today, or the nearest one of the stay. */
function nightOfGuest(
  { checkin, checkout }: Pick<Reservation, 'checkin' | 'checkout'>,
  today: PlainDate,
): PlainDate {
  return isBefore(today, checkout) ? latest(checkin, today) : checkout.subtract({ days: 1 });
}

/** The unit that a guest in the house leaves for another one is to be cleaned. */
async function leaveUnit(
  tx: PropertyTransaction,
  { before, wanted, today }: Context,
  nights: readonly UnitNights[],
): Promise<void> {
  if (before.status !== 'checked_in') return;
  const [left, taken] = [unitOn(before, today), unitOfNight(nights, nightOfGuest(wanted, today))];
  if (left?.unitId === taken?.unitId) return;
  if (taken) await cancelCleaning(tx, taken.unitId);
  if (left) await leaveToBeCleaned(tx, left, { reservationId: before.reservationId, today });
}

/** Returns the conflict of a stay that has no unit in some of its nights, unless it has another conflict. */
function conflictOf({ wanted, today }: Context, { nights, lost }: Plan): Partial<Conflict> {
  if (wanted.conflict !== null && wanted.conflictKind !== 'without_unit') return {};
  if (coversRest(nights, wanted, today)) return wanted.conflict === null ? {} : NO_CONFLICT;
  return lost ? conflictWithoutUnit(wanted, nights) : {};
}
