// What a stay can do for which no unit is free in all its nights: the moves of other stays that free one, or a split over several.
import { dateOfDay, dayNumber, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { UnitNights } from '../../model/unit.ts';
import {
  type Days,
  fewestMoves,
  type MovableStay,
  splitOverUnits,
  type UnitCalendar,
} from '../../model/unit-plan.ts';
import { Problem, type ProblemData } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { readUnitCalendars } from './unit-calendars.ts';

type HomelessStay = Days & { roomId: number; reservationId: number };

/** Returns the problem `no_unit_without_moving` of a stay, with the ways that solve it. */
export async function noUnitWithoutMoving(
  tx: PropertyTransaction,
  stay: HomelessStay,
  today: PlainDate,
): Promise<Problem> {
  return new Problem('no_unit_without_moving', await findWays(tx, stay, today));
}

/** Returns the ways that give a unit to a stay for which none is free in all nights. */
export async function findWays(
  tx: PropertyTransaction,
  stay: HomelessStay,
  today: PlainDate,
): Promise<ProblemData['no_unit_without_moving']> {
  const { roomId, reservationId } = stay;
  const from = dateOfDay(stay.from);
  const units = await readUnitCalendars(tx, { roomId, from, until: null, today, without: reservationId });
  const movable = await readMovableStays(tx, roomId, today);
  return waysFor(stay, units, movable);
}

/** Returns the stays of a room whose unit people did not choose and whose guests have not arrived, by their id. */
async function readMovableStays(
  tx: PropertyTransaction,
  roomId: number,
  today: PlainDate,
): Promise<Map<number, MovableStay>> {
  const rows = await tx.query<{ reservation_id: number; unit_nights: UnitNights[] }>(
    `select reservation_id, unit_nights from reservations
     where hotel_id = $1 and room_id = $2 and checkin >= $3 and status = 'confirmed' and not unit_pinned
       and jsonb_array_length(unit_nights) = 1`,
    [tx.hotelId, roomId, today],
  );
  return new Map(
    rows.map(({ reservation_id: reservationId, unit_nights: [nights] }) => {
      const days = {
        from: dayNumber(toPlainDate(nights!.from)),
        until: dayNumber(toPlainDate(nights!.until)),
      };
      return [reservationId, { reservationId, ...days }];
    }),
  );
}

/** Returns the facts about a stay that no unit takes as a whole: the fewest moves, and the split with the fewest changes. */
function waysFor(
  { roomId, reservationId, from, until }: HomelessStay,
  units: readonly UnitCalendar[],
  movable: ReadonlyMap<number, MovableStay>,
): ProblemData['no_unit_without_moving'] {
  const moves = fewestMoves(units, { reservationId, from, until }, movable) ?? [];
  const split = splitOverUnits(units, { from, until, arrivesNow: false }) ?? [];
  return {
    roomId,
    fromdate: dateOfDay(from).toString(),
    todate: dateOfDay(until - 1).toString(),
    moves: moves.map(({ reservationId: id, unit }) => ({
      // A stay that is being booked has no id yet.
      reservationId: id || null,
      unitId: unit.unitId,
      name: unit.name,
    })),
    split: split.map(({ from: first, until: end, unitId, name }) => ({
      unitId,
      name,
      fromdate: first,
      todate: toPlainDate(end).subtract({ days: 1 }).toString(),
    })),
  };
}
