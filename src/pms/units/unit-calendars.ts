// Who has the units of a room on which nights, read for choosing one; and the lock under which units are given to stays.
import { dayNumber, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { EarlierRoom } from '../../model/reservation.ts';
import { isReady, type UnitCondition, type UnitNights, unitOn } from '../../model/unit.ts';
import { COMPARED_DAYS, type UnitCalendar, type UnitHolder } from '../../model/unit-plan.ts';
import { Problem, type UnitHolding } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { isInHouse } from '../reservations/presence.ts';

/** First key of these advisory locks of PostgreSQL ("unit" in ASCII); the second is made from the room id. */
const UNIT_LOCK = 0x756e6974;

/**
 * Takes the lock under which the units of a room are given to stays, until the transaction ends: of two transactions that exchange
 * units one waits here instead of deadlocking on the nights of units. It is taken after the inventory lock, the reservation and the
 * nights; whoever only releases nights of units does not need it.
 */
export async function lockUnits(tx: PropertyTransaction, roomId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)`, [
    UNIT_LOCK,
    roomId,
  ]);
}

/** Nights to read, and what the caller knows. */
type CalendarQuery = {
  roomId: number;
  from: PlainDate;
  /** the day after the last night; null = all that are taken */
  until: PlainDate | null;
  today: PlainDate;
  /** this stay counts as if it had no unit */
  without?: number;
};

/** Returns the units in use of a room, with who has them from a month before the nights until a month after them. */
export async function readUnitCalendars(
  tx: PropertyTransaction,
  { roomId, from, until, today, without = 0 }: CalendarQuery,
): Promise<UnitCalendar[]> {
  const first = from.subtract({ days: COMPARED_DAYS });
  const end = until?.add({ days: COMPARED_DAYS }) ?? null;
  const [units, nights, closures, occupants] = await Promise.all([
    tx.query<UnitRow>(
      `select unit.unit_id, unit.name, unit.position, unit.condition, property.inspects_units
       from units as unit
       join properties as property on property.hotel_id = unit.hotel_id
       where unit.hotel_id = $1 and unit.room_id = $2 and unit.archived_at is null
       order by unit.position, unit.unit_id`,
      [tx.hotelId, roomId],
    ),
    tx.query<NightRow>(
      `select night.unit_id, night.date, night.reservation_id, night.closure_id
       from units as unit
       join unit_nights as night on night.hotel_id = unit.hotel_id and night.unit_id = unit.unit_id
       where unit.hotel_id = $1 and unit.room_id = $2 and unit.archived_at is null
         and night.date >= $3 and night.date < coalesce($4::date, 'infinity') and night.reservation_id is distinct from $5`,
      [tx.hotelId, roomId, first, end, without],
    ),
    tx.query<ClosureRow>(
      `select closure.unit_id, closure.first_night, closure.last_night
       from units as unit
       join closures as closure on closure.hotel_id = unit.hotel_id and closure.unit_id = unit.unit_id
       where unit.hotel_id = $1 and unit.room_id = $2 and closure.kind = 'out_of_service'
         and closure.last_night >= $3 and closure.first_night < coalesce($4::date, 'infinity')`,
      [tx.hotelId, roomId, from, until],
    ),
    readOccupants(tx, today, { roomId, without }),
  ]);
  const nightsOf = Map.groupBy(nights, (night) => night.unit_id);
  const closuresOf = Map.groupBy(closures, (closure) => closure.unit_id);
  return units.map((unit) => ({
    unitId: unit.unit_id,
    name: unit.name,
    position: unit.position,
    ready: isReady(unit.condition, unit.inspects_units),
    occupiedBy: occupants.get(unit.unit_id)?.reservationId ?? null,
    taken: new Map(
      (nightsOf.get(unit.unit_id) ?? []).map((night) => [
        dayNumber(toPlainDate(night.date)),
        toHolder(night),
      ]),
    ),
    outOfService: daysOf(closuresOf.get(unit.unit_id) ?? []),
  }));
}

/** Returns the guests who are in the house, by the unit in which they are now. */
export async function readOccupants(
  tx: Pick<PropertyTransaction, 'query' | 'hotelId'>,
  today: PlainDate,
  of: { roomId?: number; without?: number } = {},
): Promise<Map<number, UnitNights & { reservationId: number }>> {
  const rows = await tx.query<OccupantRow>(
    `select reservation_id, unit_nights, earlier_rooms from reservations
     where hotel_id = $1 and unit_nights is not null and room_id = coalesce($2, room_id)
       and reservation_id is distinct from $3 and ${isInHouse('$4::date')}`,
    [tx.hotelId, of.roomId ?? null, of.without ?? 0, today],
  );
  return new Map(
    rows.flatMap((row) => {
      const unit = unitOn({ unitNights: row.unit_nights, earlierRooms: row.earlier_rooms }, today);
      return unit ? [[unit.unitId, { ...unit, reservationId: row.reservation_id }]] : [];
    }),
  );
}

type OccupantRow = { reservation_id: number; unit_nights: UnitNights[]; earlier_rooms: EarlierRoom[] | null };

type UnitRow = {
  unit_id: number;
  name: string;
  position: number;
  condition: UnitCondition;
  inspects_units: boolean;
};
type NightRow = { unit_id: number; date: string; reservation_id: number | null; closure_id: number | null };
type ClosureRow = { unit_id: number; first_night: string; last_night: string };

function toHolder(row: NightRow): UnitHolder {
  return { reservationId: row.reservation_id, closureId: row.closure_id };
}

function daysOf(closures: readonly ClosureRow[]): Set<number> {
  const days = new Set<number>();
  for (const { first_night: first, last_night: last } of closures)
    for (let day = dayNumber(toPlainDate(first)); day <= dayNumber(toPlainDate(last)); day += 1)
      days.add(day);
  return days;
}

/**
 * Returns a unit in use of a room. Throws `unknown_unit`, and `unit_of_other_room` for one of another room.
 */
export async function requireUnitOf(
  tx: Pick<PropertyTransaction, 'query' | 'hotelId'>,
  { unitId, roomId }: { unitId: number; roomId: number },
): Promise<{ unitId: number; name: string }> {
  const [unit] = await tx.query<{ room_id: number; name: string }>(
    `select room_id, name from units where hotel_id = $1 and unit_id = $2 and archived_at is null`,
    [tx.hotelId, unitId],
  );
  if (!unit) throw new Problem('unknown_unit', { unitId });
  const { name, room_id: unitRoomId } = unit;
  if (unitRoomId !== roomId) throw new Problem('unit_of_other_room', { unitId, name, unitRoomId, roomId });
  return { unitId, name };
}

/** Like `requireUnitOf`; the unit is not archived until the transaction ends. */
export async function lockUnitOf(
  tx: PropertyTransaction,
  unit: { unitId: number; roomId: number },
): Promise<void> {
  await tx.query(`select 1 from units where hotel_id = $1 and unit_id = $2 for share`, [
    tx.hotelId,
    unit.unitId,
  ]);
  await requireUnitOf(tx, unit);
}

/** Nights of a unit; `until` null = all from `from` on; `without`: what this stay or closure has does not count. */
type UnitRange = {
  from: PlainDate;
  until: PlainDate | null;
  without?: { reservationId?: number; closureId?: number };
};

/** Who has a unit in some nights; nothing when it is free. */
async function readHoldings(
  tx: Pick<PropertyTransaction, 'query' | 'hotelId'>,
  unitId: number,
  { from, until, without = {} }: UnitRange,
): Promise<UnitHolding[]> {
  const rows = await tx.query<Omit<NightRow, 'unit_id'> & { channel: string | null }>(
    `select date, reservation_id, closure_id, channel from unit_nights
     where hotel_id = $1 and unit_id = $2 and date >= $3 and date < coalesce($4::date, 'infinity')
       and reservation_id is distinct from $5 and closure_id is distinct from $6
     order by date`,
    [tx.hotelId, unitId, from, until, without.reservationId ?? 0, without.closureId ?? 0],
  );
  const holdings: UnitHolding[] = [];
  for (const { date, reservation_id: reservationId, closure_id: closureId, channel } of rows) {
    const last = holdings.at(-1);
    const continues =
      last &&
      last.reservationId === reservationId &&
      last.closureId === closureId &&
      last.channel === channel;
    if (continues) last.todate = date;
    else holdings.push({ fromdate: date, todate: date, reservationId, closureId, channel });
  }
  return holdings;
}

/** Throws `unit_taken` if somebody else has the unit in one of the nights. */
export async function requireUnitFree(
  tx: Pick<PropertyTransaction, 'query' | 'hotelId'>,
  unit: { unitId: number; name: string },
  nights: UnitRange,
): Promise<void> {
  const holdings = await readHoldings(tx, unit.unitId, nights);
  if (holdings.length === 0) return;
  throw new Problem('unit_taken', { unitId: unit.unitId, name: unit.name, holdings });
}
