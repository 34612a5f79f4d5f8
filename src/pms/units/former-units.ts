// The units of a stay that had ended and goes on: those that it had before.
import { dayNumber, isBefore, nightsBetween, type PlainDate, toPlainDate } from '../../model/night.ts';
import { nextNight, type Reservation } from '../../model/reservation.ts';
import { clipUnitNights, joinUnitNights, type UnitNights, unitOfNight } from '../../model/unit.ts';
import { bestUnit, isFree, type UnitCalendar, unitNightsOf } from '../../model/unit-plan.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

type FormerUnits = {
  /** the units that it had, in all of its nights, and whether people chose them */
  former: { unitNights: readonly UnitNights[]; unitPinned: boolean };
  /** the nights in units that it still has */
  kept: readonly UnitNights[];
  wanted: Reservation;
  /** of its room */
  units: readonly UnitCalendar[];
  today: PlainDate;
};

/**
 * Returns the nights in units of a stay that goes on. Nights that are over are again in the units in which the guest slept, also of another
 * room and of units that are no longer used. The nights to come are in the former units if these are free in all of them; if not, in the best
 * one that is, for all of them or from the first night without a unit on, or in none.
 */
export async function takeFormerUnits(
  tx: PropertyTransaction,
  { former, kept, wanted, units, today }: FormerUnits,
): Promise<{ nights: UnitNights[]; pinned: boolean }> {
  const missing = clipUnitNights(former.unitNights, wanted.checkin, wanted.checkout)
    .flatMap(toNights)
    .filter((one) => unitOfNight(kept, toPlainDate(one.from)) === undefined);
  const next = nextNight(wanted, today);
  const isSlept = ({ from }: UnitNights) => isBefore(toPlainDate(from), next);
  const slept = await readFree(tx, missing.filter(isSlept), wanted.reservationId);
  const before = joinUnitNights(kept, slept);
  const coming = joinUnitNights(
    missing.filter((one) => !isSlept(one)),
    [],
  );
  const again = coming.flatMap((span) => {
    const unit = units.find(({ unitId }) => unitId === span.unitId);
    return unit && isFree(unit, daysOf(span)) ? [{ ...span, name: unit.name }] : [];
  });
  if (again.length === coming.length)
    return { nights: joinUnitNights(before, again), pinned: former.unitPinned };
  // Best in one unit for all of the nights to come; else from the first one without a unit on.
  const without = toPlainDate(coming[0]!.from);
  const rest = inBestUnit(units, next, wanted.checkout) ?? inBestUnit(units, without, wanted.checkout);
  return {
    nights: joinUnitNights(clipUnitNights(before, null, rest?.from ?? without), rest?.nights ?? []),
    pinned: false,
  };
}

function inBestUnit(units: readonly UnitCalendar[], from: PlainDate, until: PlainDate) {
  const days = { from: dayNumber(from), until: dayNumber(until) };
  const best = bestUnit(units, { ...days, arrivesNow: false });
  return best && { from, nights: [unitNightsOf(best, days)] };
}

function toNights({ from, until, ...unit }: UnitNights): UnitNights[] {
  return nightsBetween(toPlainDate(from), toPlainDate(until)).map((night) => ({
    ...unit,
    from: night.toString(),
    until: night.add({ days: 1 }).toString(),
  }));
}

function daysOf({ from, until }: UnitNights) {
  return { from: dayNumber(toPlainDate(from)), until: dayNumber(toPlainDate(until)) };
}

/** Returns those of the nights in units that nobody else has, with the present names of the units. */
async function readFree(
  tx: PropertyTransaction,
  nights: readonly UnitNights[],
  reservationId: number,
): Promise<UnitNights[]> {
  if (nights.length === 0) return [];
  const rows = await tx.query<{ unit_id: number; name: string; date: string }>(
    `select wanted.unit_id, unit.name, wanted.date from unnest($2::bigint[], $3::date[]) as wanted(unit_id, date)
     join units as unit on unit.hotel_id = $1 and unit.unit_id = wanted.unit_id
     where not exists (select 1 from unit_nights as taken where taken.hotel_id = $1 and taken.unit_id = wanted.unit_id
       and taken.date = wanted.date and taken.reservation_id is distinct from $4)`,
    [tx.hotelId, nights.map(({ unitId }) => unitId), nights.map(({ from }) => from), reservationId],
  );
  const names = new Map(rows.map((row) => [`${row.unit_id} ${row.date}`, row.name]));
  return nights.flatMap((night) => {
    const name = names.get(`${night.unitId} ${night.from}`);
    return name === undefined ? [] : [{ ...night, name }];
  });
}
