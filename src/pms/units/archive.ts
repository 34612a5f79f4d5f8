// Units that are no longer in use: archived by themselves, or with their room.
import type { PlainDate } from '../../model/night.ts';
import type { RoomUnit } from '../../model/unit.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { applyUnitCount, lockRoom } from '../rooms.ts';
import { endClosure } from './closures.ts';
import { recordUnitChange } from './conditions.ts';
import { endInspections } from './inspections.ts';
import { toUnit, type UnitRow } from './rows.ts';
import { readOccupants, requireUnitFree } from './unit-calendars.ts';
import { findUnit } from './units.ts';

/**
 * Archives a unit: past stays keep it, and it is given to nobody any more. A room without further units is sold by its number again,
 * which is 1. Throws `unknown_unit`, `unit_occupied`, `unit_taken` with who has it from today on, and `exceeds_units`.
 */
export async function archiveUnit(
  tx: PropertyTransaction,
  unitId: number,
  today: PlainDate,
): Promise<RoomUnit> {
  const { roomId, name } = await findUnit(tx, unitId);
  await lockConnectionsOf(tx, unitId);
  const room = await lockRoom(tx, roomId);
  const before = await findUnit(tx, unitId, 'for no key update');
  await requireUnitFree(tx, before, { from: today, until: null });
  const occupant = (await readOccupants(tx, today, { roomId })).get(unitId);
  if (occupant) throw new Problem('unit_occupied', { unitId, name, reservationId: occupant.reservationId });
  const unit = await archive(tx, before, today);
  await endMappingsOfUnit(tx, before);
  await applyUnitCount(tx, room, today);
  return unit;
}

/** Archives all units of a room, which the caller has locked and retires. */
export async function archiveUnitsOf(
  tx: PropertyTransaction,
  roomId: number,
  today: PlainDate,
): Promise<void> {
  const rows = await tx.query<UnitRow>(
    `select * from units where hotel_id = $1 and room_id = $2 and archived_at is null order by unit_id for no key update`,
    [tx.hotelId, roomId],
  );
  for (const row of rows) await archive(tx, toUnit(row), today);
}

/** Archives a unit that the caller has locked, and ends its closures and its open inspection. */
async function archive(tx: PropertyTransaction, before: RoomUnit, today: PlainDate): Promise<RoomUnit> {
  const { unitId } = before;
  const closures = await tx.query<{ closure_id: number }>(
    `select closure_id from closures where hotel_id = $1 and unit_id = $2 and last_night >= $3 order by closure_id`,
    [tx.hotelId, unitId, today],
  );
  for (const { closure_id: closureId } of closures) await endClosure(tx, closureId, { date: today, today });
  const [row] = await tx.query<UnitRow>(
    `update units set archived_at = $3 where hotel_id = $1 and unit_id = $2 returning *`,
    [tx.hotelId, unitId, tx.now],
  );
  await endInspections(tx, 'cancelled', unitId);
  const unit = toUnit(row!);
  recordUnitChange(tx, before, unit);
  return unit;
}

/** Locks the connections that sell the unit, which sales of channels lock before the room. */
async function lockConnectionsOf(tx: PropertyTransaction, unitId: number): Promise<void> {
  await tx.query(
    `select 1 from connections
     where hotel_id = $1 and channel in (select channel from connection_rooms where hotel_id = $1 and unit_id = $2)
     order by channel for update`,
    [tx.hotelId, unitId],
  );
}

/** Ends the mappings of an archived unit: its calendars are no longer fetched, and its listings are closed at the channels first. */
async function endMappingsOfUnit(
  tx: PropertyTransaction,
  { roomId, unitId }: Pick<RoomUnit, 'roomId' | 'unitId'>,
): Promise<void> {
  const unit = [tx.hotelId, roomId, unitId];
  await tx.query(
    `delete from connection_rooms where hotel_id = $1 and room_id = $2 and unit_id = $3
       and (ical_url is not null or external_room is null)`,
    unit,
  );
  await tx.query(
    `with closing as (
       update connection_rooms set closing_since = coalesce(closing_since, $4)
       where hotel_id = $1 and room_id = $2 and unit_id = $3
       returning channel
     )
     update connections set full_push = true, revision = revision + 1, updated_at = $4
     where hotel_id = $1 and channel in (select channel from closing)`,
    [...unit, tx.now],
  );
}
