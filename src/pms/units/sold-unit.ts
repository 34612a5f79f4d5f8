// Stays that a channel sold in a certain unit, because its listing or calendar is that of the unit: they get it in the nights in
// which it is free, and are flagged in the others. A sale of a channel is never refused.
import { changesOf } from '../../model/event.ts';
import { dayNumber, nightsBetween, type PlainDate } from '../../model/night.ts';
import { type Conflict, firstNightInRoom, NO_CONFLICT, type Reservation } from '../../model/reservation.ts';
import { joinUnitNights, NO_UNIT, type UnitNights, type UnitsOfStay, unitOfNight } from '../../model/unit.ts';
import { unitNightsOf } from '../../model/unit-plan.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { updateReservation } from '../reservations/rows.ts';
import { moveTurnover } from '../tasks.ts';
import { lockUnits, readUnitCalendars } from './unit-calendars.ts';
import { replaceUnitNights } from './unit-nights.ts';

type SoldStay = Pick<Reservation, 'roomId' | 'checkin' | 'checkout'> &
  Partial<Pick<Reservation, 'reservationId' | 'earlierRooms'>>;

/**
 * Returns the unit that a new stay was sold in, which `replaceUnitNights` then takes, for the nights in which it is free, and the
 * conflict of the others.
 */
export async function unitsOfSale(
  tx: PropertyTransaction,
  stay: SoldStay,
  unitId: number,
  today: PlainDate,
): Promise<UnitsOfStay & Conflict> {
  const nights = await addFreeNights(tx, { stay, unitId, today }, []);
  return {
    unitNights: nights.length > 0 ? nights : null,
    unitPinned: nights.length > 0,
    ...conflictWithoutUnit(stay, nights),
  };
}

/**
 * Gives a stay the unit that it was sold in, in its nights without a unit in which that one is free now, and updates its conflict.
 * Changes nothing for a stay that has another unit, that has begun, or that has ended.
 */
export async function claimSoldUnit(
  tx: PropertyTransaction,
  before: Reservation,
  unitId: number,
  today: PlainDate,
): Promise<Reservation> {
  const kept = before.unitNights ?? [];
  if (kept.some((one) => one.unitId !== unitId)) return before;
  return giveSoldUnit(tx, before, { unitId, kept, today });
}

/**
 * Gives a stay that its channel moved to another listing the unit of that one in the nights in which it is free, instead of the
 * unit that it had. Changes nothing for a stay that has begun, or that has ended.
 */
export async function moveToSoldUnit(
  tx: PropertyTransaction,
  before: Reservation,
  unitId: number,
  today: PlainDate,
): Promise<Reservation> {
  const kept = (before.unitNights ?? []).filter((one) => one.unitId === unitId);
  return giveSoldUnit(tx, before, { unitId, kept, today });
}

async function giveSoldUnit(
  tx: PropertyTransaction,
  before: Reservation,
  { unitId, kept, today }: { unitId: number; kept: readonly UnitNights[]; today: PlainDate },
): Promise<Reservation> {
  if (before.status !== 'confirmed' || missingNights(before, kept).length === 0) return before;
  const unitNights = await addFreeNights(tx, { stay: before, unitId, today }, kept);
  await replaceUnitNights(tx, before.reservationId, before.unitNights ?? [], unitNights);
  const flagged = before.conflict === null || before.conflictKind === 'without_unit';
  const wanted = {
    ...before,
    ...(unitNights.length > 0 ? { unitNights, unitPinned: true } : NO_UNIT),
    ...(flagged && conflictWithoutUnit(before, unitNights)),
  };
  const changes = changesOf(before, wanted);
  if (changes.changed.length === 0) return before;
  const after = await updateReservation(tx, wanted);
  tx.record('booking.modified', `booking/${after.reservationId}`, { ...after, ...changes });
  if (after.conflict && after.conflict !== before.conflict)
    tx.record('booking.conflict', `booking/${after.reservationId}`, after);
  await moveTurnover(tx, after);
  return after;
}

/** Returns the nights that the stay has in units, and those in which the unit is free besides. */
async function addFreeNights(
  tx: PropertyTransaction,
  { stay, unitId, today }: { stay: SoldStay; unitId: number; today: PlainDate },
  held: readonly UnitNights[],
): Promise<UnitNights[]> {
  const { roomId, checkin, checkout, reservationId } = stay;
  await lockUnits(tx, roomId);
  const units = await readUnitCalendars(tx, {
    roomId,
    from: checkin,
    until: checkout,
    today,
    ...(reservationId !== undefined && { without: reservationId }),
  });
  const unit = units.find((one) => one.unitId === unitId);
  if (!unit) return [...held];
  const free = missingNights(stay, held).filter((night) => !unit.taken.has(dayNumber(night)));
  const added = free.map((night) => {
    const day = dayNumber(night);
    return unitNightsOf(unit, { from: day, until: day + 1 });
  });
  return joinUnitNights(held, added);
}

/** Returns the nights of a stay in its present room in which it has no unit: those before in another room need none of this one. */
export function missingNights(stay: SoldStay, held: readonly UnitNights[]): PlainDate[] {
  return nightsBetween(firstNightInRoom(stay), stay.checkout).filter((night) => !unitOfNight(held, night));
}

/** Returns the conflict of a stay that lacks a unit in some of its nights; that of none if it has one in all. */
export function conflictWithoutUnit(stay: SoldStay, held: readonly UnitNights[]): Conflict {
  const without = missingNights(stay, held);
  if (without.length === 0) return NO_CONFLICT;
  return {
    conflict: `without a unit on ${without.join(', ')}, because its unit is taken`,
    conflictKind: 'without_unit',
  };
}
