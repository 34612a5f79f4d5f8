// Rows of units.
import type { RoomUnit, UnitCondition } from '../../model/unit.ts';

export type UnitRow = {
  hotel_id: number;
  unit_id: number;
  room_id: number;
  name: string;
  floor: string | null;
  position: number;
  condition: UnitCondition;
  condition_at: Temporal.Instant;
  archived_at: Temporal.Instant | null;
};

export function toUnit(row: UnitRow): RoomUnit {
  return {
    hotelId: row.hotel_id,
    unitId: row.unit_id,
    roomId: row.room_id,
    name: row.name,
    floor: row.floor,
    position: row.position,
    condition: row.condition,
    conditionAt: row.condition_at,
    archived: row.archived_at !== null,
  };
}
