// The copy of a property that the desk shows: records by id, as of one event of the log. It is never changed in place: parts that
// an event does not concern stay the same objects, and so do records.
import type { Desk } from '../../src/api/desk-records.ts';
import { dayOfDate } from '../days.ts';

export type DeskProperty = Desk['property'];
export type DeskRoom = NonNullable<Desk['rooms']>[number];
export type DeskUnit = NonNullable<Desk['units']>[number];
export type DeskBooking = NonNullable<Desk['bookings']>[number];
type DeskNights = NonNullable<Desk['nights']>[number];
export type DeskClosure = NonNullable<Desk['closures']>[number];
export type DeskTask = NonNullable<Desk['tasks']>[number];

export type ReplicaPart = 'rooms' | 'units' | 'bookings' | 'nights' | 'closures' | 'tasks';

export type ReplicaState = {
  /** number of the last event that it contains */
  seq: number;
  /** today at the property, as a day number */
  today: number;
  /** the nights [from, until) that it shows, as day numbers */
  from: number;
  until: number;
  property: DeskProperty;
  rooms: ReadonlyMap<number, DeskRoom>;
  units: ReadonlyMap<number, DeskUnit>;
  bookings: ReadonlyMap<number, DeskBooking>;
  /** stays beside `bookings` about which people must decide: outside the days that are shown, or cancelled */
  undecided: ReadonlyMap<number, DeskBooking>;
  /** by room; the first entry of each list is of the night `from` */
  nights: ReadonlyMap<number, DeskNights>;
  closures: ReadonlyMap<number, DeskClosure>;
  tasks: ReadonlyMap<number, DeskTask>;
  /** parts that the caller may see */
  parts: ReadonlySet<ReplicaPart>;
  /** for bookings that were read again, the event that they contain: earlier ones say less than is known */
  readAt: ReadonlyMap<number, number>;
};

const PARTS: readonly ReplicaPart[] = ['rooms', 'units', 'bookings', 'nights', 'closures', 'tasks'];

/** Returns the copy that a whole snapshot is. */
export function stateOf(desk: Desk): ReplicaState {
  const byId = <T>(records: readonly T[] | undefined, id: (record: T) => number) =>
    new Map((records ?? []).map((record) => [id(record), record]));
  return {
    seq: desk.seq,
    today: dayOfDate(desk.today),
    from: dayOfDate(desk.fromdate),
    until: dayOfDate(desk.todate) + 1,
    property: desk.property,
    rooms: byId(desk.rooms, (room) => room.room_id),
    units: byId(desk.units, (unit) => unit.unit_id),
    bookings: byId(desk.bookings, (booking) => booking.order_id),
    undecided: byId(desk.undecided, (booking) => booking.order_id),
    nights: byId(desk.nights, (nights) => nights.room_id),
    closures: byId(desk.closures, (closure) => closure.closure_id),
    tasks: byId(desk.tasks, (task) => task.task_id),
    parts: new Set(PARTS.filter((part) => desk[part] !== undefined)),
    readAt: new Map(),
  };
}
