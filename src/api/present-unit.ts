// Converts units to their public records.
import type { Static } from 'typebox';
import type { UnitClosure } from '../model/closure.ts';
import type { RoomUnit, UnitState } from '../model/unit.ts';
import { presentMoment } from './present.ts';
import type { closureSchema, unitSchema } from './unit-records.ts';

export function presentUnit(from: UnitState): Static<typeof unitSchema> {
  return {
    ...presentUnitItself(from),
    occupancy: from.occupancy,
    order_id: from.occupiedBy,
    next_arrival: from.nextArrival?.date.toString() ?? null,
    next_order_id: from.nextArrival?.reservationId ?? null,
    closure: from.closure && {
      closure_id: from.closure.closureId,
      kind: from.closure.kind,
      todate: from.closure.lastNight.toString(),
    },
  };
}

/** Returns the members of a unit's record that say nothing about its guests and closures, as events have them. */
export function presentUnitItself(from: RoomUnit) {
  return {
    unit_id: from.unitId,
    hotel_id: from.hotelId,
    room_id: from.roomId,
    name: from.name,
    floor: from.floor,
    position: from.position,
    condition: from.condition,
    condition_at: presentMoment(from.conditionAt),
  };
}

export function presentClosure(from: UnitClosure): Static<typeof closureSchema> {
  return {
    closure_id: from.closureId,
    hotel_id: from.hotelId,
    unit_id: from.unitId,
    unit: from.unitName,
    room_id: from.roomId,
    kind: from.kind,
    fromdate: from.firstNight.toString(),
    todate: from.lastNight.toString(),
    reason: from.reason,
    responsible: from.responsible,
    created_at: presentMoment(from.createdAt),
    updated_at: presentMoment(from.updatedAt),
    ended_at: from.endedAt && presentMoment(from.endedAt),
  };
}
