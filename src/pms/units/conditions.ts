// The condition of units: set by people, by check-outs and by cleaning.
import { changesOf } from '../../model/event.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { type RoomUnit, type UnitCondition, unitOn } from '../../model/unit.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { followCondition } from './inspections.ts';
import { toUnit, type UnitRow } from './rows.ts';

/** Sets the condition of a unit, unless it has it, or only if it has the condition `when`. */
export async function setCondition(
  tx: PropertyTransaction,
  unitId: number,
  condition: UnitCondition,
  when?: UnitCondition,
): Promise<void> {
  const rows = await tx.query<UnitRow & { condition_before: UnitCondition }>(
    `update units as unit set condition = $3, condition_at = $4
     from units as old
     where unit.hotel_id = $1 and unit.unit_id = $2 and unit.condition <> $3 and unit.condition = coalesce($5, unit.condition)
       and old.hotel_id = $1 and old.unit_id = unit.unit_id
     returning unit.*, old.condition as condition_before`,
    [tx.hotelId, unitId, condition, tx.now, when ?? null],
  );
  for (const row of rows) {
    recordUnitChange(tx, toUnit({ ...row, condition: row.condition_before }), toUnit(row));
    await followCondition(tx, toUnit(row));
  }
}

/** Sets the unit in which a guest was until now to dirty. */
export async function leavePresentUnit(
  tx: PropertyTransaction,
  stay: Pick<Reservation, 'unitNights' | 'earlierRooms'>,
  today: PlainDate,
): Promise<void> {
  const unit = unitOn(stay, today);
  if (unit) await setCondition(tx, unit.unitId, 'dirty');
}

/** Returns the problem `unit_not_ready` of a unit, with what has to be done first. */
export async function unitNotReady(
  tx: PropertyTransaction,
  { unitId, name }: Pick<RoomUnit, 'unitId' | 'name'>,
): Promise<Problem> {
  const [row] = await tx.query<{ condition: UnitCondition; inspects_units: boolean }>(
    `select unit.condition, property.inspects_units from units as unit
     join properties as property on property.hotel_id = unit.hotel_id
     where unit.hotel_id = $1 and unit.unit_id = $2`,
    [tx.hotelId, unitId],
  );
  const { condition, inspects_units: inspects } = row!;
  return new Problem('unit_not_ready', { unitId, name, condition, inspects });
}

/** Records the change of a unit in the log; `before` is null for a new one. */
export function recordUnitChange(tx: PropertyTransaction, before: RoomUnit | null, after: RoomUnit): void {
  tx.record('unit.changed', `unit/${after.unitId}`, { ...after, ...(before && changesOf(before, after)) });
}
