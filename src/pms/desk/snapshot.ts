// The records of a property that a front desk shows, as of one moment of its log.
import type { Database, Transaction } from '../../db/database.ts';
import { hasNights, type UnitClosure } from '../../model/closure.ts';
import type { NightRange, PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Task } from '../../model/task.ts';
import { UNDECIDED_DAYS } from '../../model/undecided-stays.ts';
import type { RoomUnit } from '../../model/unit.ts';
import type { Page } from '../page.ts';
import { getProperty } from '../properties.ts';
import { isInHouse } from '../reservations/presence.ts';
import { ledgerSums, type ReservationRow, toReservation } from '../reservations/rows.ts';
import { listRooms, type Room } from '../rooms.ts';
import { type TaskRow, toTask } from '../task-rows.ts';
import { listClosures } from '../units/closures.ts';
import { toUnit, type UnitRow } from '../units/rows.ts';
import { type NightsOfRoom, readNightsByRoom } from './nights-by-room.ts';

/** The parts that a snapshot can have, besides the property and its place in the log. */
export const DESK_PARTS = ['rooms', 'units', 'bookings', 'nights', 'closures', 'tasks'] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

export type DeskQuery = {
  hotelId: number;
  /** today at the property: says who is in the house */
  today: PlainDate;
  /** the nights of the window */
  window: NightRange;
  parts: ReadonlySet<DeskPart>;
  /** only these bookings; absent = all that belong to the window */
  reservationIds?: readonly number[] | undefined;
  /** only the nights of these rooms; absent = all rooms */
  roomIds?: readonly number[] | undefined;
};

/** A query of the desk as it was at a moment of the past. `today` is the day at the property then. */
export type PastDeskQuery = DeskQuery & { asOf: Temporal.Instant };

export type DeskSnapshot = {
  /** its `lastSeq` is the entry of the log after which the records were read */
  property: Property;
  rooms: Room[];
  units: RoomUnit[];
  bookings: Reservation<string>[];
  /** stays beside `bookings` about which people must decide */
  undecided: Reservation<string>[];
  nights: NightsOfRoom[];
  closures: UnitClosure[];
  tasks: Task[];
};

/** Larger than any property: the parts are bounded by the window and the size of the house. */
const ALL: Page = { size: 100_000, after: null };

/**
 * Reads the parts, all of them from one snapshot of the database, so that they are what the events up to `property.lastSeq`
 * made of them; parts that are not asked for are empty. Throws `unknown_property`.
 */
export function readDesk(db: Database, query: DeskQuery): Promise<DeskSnapshot> {
  const { hotelId, window, parts } = query;
  return inOneSnapshot(db, hotelId, async (tx) => {
    const of = <T>(part: DeskPart, read: () => Promise<T[]>) => (parts.has(part) ? read() : []);
    const needsRooms = parts.has('rooms') || parts.has('nights');
    const [property, rooms, units, bookings, undecided, closures, tasks] = await Promise.all([
      getProperty(tx, hotelId),
      needsRooms ? listRooms(tx, hotelId, {}, ALL) : [],
      of('units', () => readUnits(tx, hotelId)),
      of('bookings', () => readBookings(tx, query)),
      of('bookings', () => readUndecided(tx, query)),
      of('closures', () => readClosures(tx, query)),
      of('tasks', () => readTasks(tx, query)),
    ]);
    const shown = new Set(bookings.map(({ reservationId }) => reservationId));
    const nights = await of('nights', () => readNightsByRoom(tx, hotelId, window, among(rooms, query)));
    return {
      property,
      rooms: parts.has('rooms') ? rooms : [],
      units,
      bookings,
      undecided: undecided.filter(({ reservationId }) => !shown.has(reservationId)),
      nights,
      closures,
      tasks,
    };
  });
}

/** Runs statements that only read, so that all of them see the property as it is at one moment. */
export function inOneSnapshot<T>(
  db: Database,
  hotelId: number,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(
    async (tx) => {
      // Sent with the first statement, whose snapshot all others then use.
      const isolated = tx.query('set transaction isolation level repeatable read, read only');
      const [value] = await Promise.all([read(tx), isolated]);
      return { value };
    },
    { hotelId },
  );
}

function among(rooms: readonly Room[], { roomIds }: DeskQuery): readonly Room[] {
  return roomIds === undefined ? rooms : rooms.filter(({ roomId }) => roomIds.includes(roomId));
}

async function readUnits(tx: Transaction, hotelId: number): Promise<RoomUnit[]> {
  const rows = await tx.query<UnitRow>(
    `select * from units where hotel_id = $1 and archived_at is null order by room_id, position, unit_id`,
    [hotelId],
  );
  return rows.map(toUnit);
}

/**
 * Returns bookings by check-in: those that hold a night of the window, or the night before it (they leave on its first day), and those whose
 * guests are in the house. They are found by their nights, which cancelled bookings have none of, unless they are early departures.
 */
function readBookings(tx: Transaction, query: DeskQuery): Promise<Reservation<string>[]> {
  const { today, window } = query;
  return readStays(tx, query, [window.from, window.until, today], (wanted) => [
    `reservation_nights as stay
     where stay.hotel_id = $1 and stay.date >= $2::date - 1 and stay.date < $3 and stay.released_at is null ${wanted}`,
    `reservations as stay where stay.hotel_id = $1 and stay.status = 'checked_in' ${wanted}`,
    `reservations as stay
     where stay.hotel_id = $1 and stay.status = 'cancelled' and stay.checkout > $4::date
       and ${isInHouse('$4::date', 'stay')} ${wanted}`,
  ]);
}

/**
 * Returns stays about which people must decide, by check-in, wherever they are: those in conflict, and those of which the channel reports
 * otherwise than people here have set it. Of a cancelled one only whether it takes place is to be decided.
 */
function readUndecided(tx: Transaction, query: DeskQuery): Promise<Reservation<string>[]> {
  const isRecent = 'stay.checkout >= $2::date - $3::int';
  return readStays(tx, query, [query.today, UNDECIDED_DAYS], (wanted) => [
    `reservations as stay where stay.hotel_id = $1 and stay.conflict is not null and ${isRecent} ${wanted}`,
    `reservations as stay
     where stay.hotel_id = $1 and stay.differences is not null and ${isRecent}
       and (stay.status <> 'cancelled' or stay.differences @> '[{"member": "status"}]') ${wanted}`,
  ]);
}

/**
 * Returns stays by check-in: those of the query that one of the `sources` has (SQL: a table as `stay` with its condition). `values`: of their parameters from
 * `$2` on; `wanted`: the condition of which stays are asked for, which each source has so that a read of a few finds them by their ids.
 */
async function readStays(
  tx: Transaction,
  { hotelId, reservationIds }: DeskQuery,
  values: readonly unknown[],
  sources: (wanted: string) => readonly string[],
): Promise<Reservation<string>[]> {
  const given = [hotelId, ...values];
  const wanted =
    reservationIds === undefined
      ? ''
      : `and stay.reservation_id = any($${given.push(reservationIds)}::bigint[])`;
  const ids = sources(wanted).map((source) => `select stay.reservation_id from ${source}`);
  const rows = await tx.query<ReservationRow<string>>(
    `select *, ${ledgerSums()} from reservations
     where hotel_id = $1 and reservation_id = any(array(${ids.join(' union ')}))
     order by checkin, reservation_id`,
    given,
    'moments as text',
  );
  return rows.map(toReservation);
}

/** Returns closures with a night in the window: not those that ended before their first night. */
async function readClosures(tx: Transaction, { hotelId, window }: DeskQuery): Promise<UnitClosure[]> {
  const days = { from: window.from, to: window.until.subtract({ days: 1 }) };
  const closures = await listClosures(tx, hotelId, days, ALL);
  return closures.filter(hasNights);
}

/** Returns tasks by due date: those that are open, and those that are due on a day of the window. */
async function readTasks(tx: Transaction, { hotelId, window }: DeskQuery): Promise<Task[]> {
  const rows = await tx.query<TaskRow>(
    `select * from tasks
     where hotel_id = $1 and (status in ('pending', 'in_progress') or (due >= $2 and due < $3))
     order by due, task_id`,
    [hotelId, window.from, window.until],
  );
  return rows.map(toTask);
}
