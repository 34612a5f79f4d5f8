// What events, and records that are read again, make of the copy. Pure: the network is in server.ts and store.ts.
import type { Desk, DeskEvent } from '../../src/api/desk-records.ts';
import { isPostedByBooking } from '../../src/model/ledger.ts';
import { isOpenTask } from '../../src/model/task.ts';
import { UNDECIDED_DAYS } from '../../src/model/undecided-stays.ts';
import { dayOfDate, dayOfMoment } from '../days.ts';
import {
  type DeskBooking,
  type DeskClosure,
  type DeskProperty,
  type DeskRoom,
  type DeskTask,
  type DeskUnit,
  type ReplicaState,
  stateOf,
} from './state.ts';
import { isUndecided } from './stays.ts';

/** What events say is out of date without saying what it now is. */
export type Stale = {
  /** the whole snapshot must be read again */
  everything: boolean;
  /** bookings to read again, with the number of the event that says so */
  bookings: ReadonlyMap<number, number>;
  /** rooms whose nights are to be read again, likewise */
  rooms: ReadonlyMap<number, number>;
};

export const NOTHING_STALE: Stale = { everything: false, bookings: new Map(), rooms: new Map() };

export function isStale({ everything, bookings, rooms }: Stale): boolean {
  return everything || bookings.size > 0 || rooms.size > 0;
}

/**
 * Returns the copy after these events, which follow each other in the log, and what is to be read again. Events that it contains
 * already change nothing.
 */
export function applyEvents(
  state: ReplicaState,
  stale: Stale,
  events: readonly DeskEvent[],
): { state: ReplicaState; stale: Stale } {
  const draft = new Draft(state, stale);
  for (const event of events) if (event.seq > draft.state.seq) draft.apply(event);
  return { state: draft.state, stale: draft.stale };
}

/** Returns the copy up to a number of the log, after which the caller got no event that it may see. */
export function advance(state: ReplicaState, seq: number): ReplicaState {
  return seq > state.seq ? { ...state, seq } : state;
}

/** A read and what happened while it was under way. */
type Read = {
  answer: Desk;
  /** the events that were applied since the request was sent: the answer may be older than they are */
  since: readonly DeskEvent[];
};

type Asked = { bookings: readonly number[]; rooms: readonly number[] };

/** Returns the copy that a whole snapshot is, with the events that came while it was read. */
export function applySnapshot({ answer, since }: Read): { state: ReplicaState; stale: Stale } {
  return applyEvents(stateOf(answer), NOTHING_STALE, since);
}

/**
 * Returns the copy with records that were read again, and what is still stale: what a later event than the answer's says. A booking that
 * was asked for and is not in the answer no longer belongs to the window, and nobody has to decide about it.
 */
export function applyRead(
  state: ReplicaState,
  stale: Stale,
  { asked, answer, since }: Read & { asked: Asked },
): { state: ReplicaState; stale: Stale } {
  const bookings = new Map(state.bookings);
  const undecided = new Map(state.undecided);
  const readAt = new Map([...state.readAt].filter(([, seq]) => seq > state.seq));
  for (const id of asked.bookings) {
    bookings.delete(id);
    undecided.delete(id);
    readAt.set(id, answer.seq);
  }
  for (const booking of answer.bookings ?? []) bookings.set(booking.order_id, booking);
  for (const booking of answer.undecided ?? []) undecided.set(booking.order_id, booking);
  const nights = new Map(state.nights);
  for (const one of answer.nights ?? []) if (state.rooms.has(one.room_id)) nights.set(one.room_id, one);
  const later = (known: ReadonlyMap<number, number>, ids: readonly number[]) =>
    new Map([...known].filter(([id, seq]) => seq > answer.seq || !ids.includes(id)));
  const read = {
    ...state,
    ...(asked.bookings.length > 0 && { bookings, undecided, readAt }),
    ...(asked.rooms.length > 0 && { nights }),
    // Records of the answer may be older than the copy: the events after it are applied to them, and once more to the others.
    seq: Math.min(state.seq, answer.seq),
  };
  const left = {
    everything: stale.everything,
    bookings: later(stale.bookings, asked.bookings),
    rooms: later(stale.rooms, asked.rooms),
  };
  const applied = applyEvents(read, left, since);
  return { ...applied, state: advance(applied.state, state.seq) };
}

type Copied = 'rooms' | 'units' | 'bookings' | 'undecided' | 'nights' | 'closures' | 'tasks';
type Records<Part extends Copied> = ReplicaState[Part] extends ReadonlyMap<number, infer T> ? T : never;

/** A copy in the making: a part is copied when its first record changes. */
class Draft {
  state: ReplicaState;
  stale: Stale;
  private readonly copied = new Map<Copied, Map<number, unknown>>();
  private readonly staleBookings: Map<number, number>;
  private readonly staleRooms: Map<number, number>;

  constructor(state: ReplicaState, stale: Stale) {
    this.state = state;
    this.staleBookings = new Map(stale.bookings);
    this.staleRooms = new Map(stale.rooms);
    this.stale = { ...stale, bookings: this.staleBookings, rooms: this.staleRooms };
  }

  apply({ seq, kind, data }: DeskEvent): void {
    this.state = { ...this.state, seq };
    const noun = kind.slice(0, kind.indexOf('.'));
    if (noun === 'booking') this.putBooking(bookingOf(data));
    else if (noun === 'task') this.putTask(recordOf<DeskTask>(data));
    else if (noun === 'closure') this.putClosure(recordOf<DeskClosure>(data));
    else if (kind === 'unit.changed') this.putUnit(recordOf<DeskUnit & Archivable>(data));
    else if (kind === 'room.changed') this.putRoom(recordOf<DeskRoom & Archivable>(data));
    else if (kind === 'availability.changed') this.markNights(data as NightsChanged);
    else if (kind === 'accounting.posted') this.markSums(data as Posting);
    else if (kind === 'property.changed' || kind === 'guest.erased') this.markEverything(kind, data);
  }

  private set<Part extends Copied>(part: Part, id: number, record: Records<Part> | null): void {
    const isSeen = this.state.parts.has(part === 'undecided' ? 'bookings' : part);
    if (!isSeen || (record === null && !this.state[part].has(id))) return;
    let copy = this.copied.get(part);
    if (!copy) {
      copy = new Map<number, unknown>(this.state[part]);
      this.copied.set(part, copy);
      this.state = { ...this.state, [part]: copy };
    }
    if (record === null) copy.delete(id);
    else copy.set(id, record);
  }

  private putBooking(booking: DeskBooking): void {
    const { order_id: id } = booking;
    const { seq, readAt } = this.state;
    if (seq <= (readAt.get(id) ?? 0)) return;
    if (this.mayHaveNoNights(booking)) this.staleBookings.set(id, seq);
    const isShown = this.isShown(booking);
    this.set('bookings', id, isShown ? booking : null);
    this.set('undecided', id, !isShown && this.awaitsDecision(booking) ? booking : null);
  }

  /**
   * Whether the record does not say if it holds nights: an early departure is cancelled and keeps those before it, and of a guest who did
   * not come the nights that are over stay sold.
   */
  private mayHaveNoNights({ status, held_until: heldUntil, ...stay }: DeskBooking): boolean {
    if (status === 'cancelled') return heldUntil === null;
    const { first, until } = this.daysOf(stay);
    return status === 'no_show' || first >= until;
  }

  /**
   * Whether a booking has a night in the window, leaves on its first day, or has its guest in the house. A cancelled one is shown, until
   * it is read again, only if it was in the house: other cancellations seldom keep nights.
   */
  private isShown(booking: DeskBooking): boolean {
    const { status, order_id: id } = booking;
    if (status === 'cancelled') return this.state.bookings.get(id)?.status === 'checked_in';
    const { first, until } = this.daysOf(booking);
    return status === 'checked_in' || (first < this.state.until && until >= this.state.from);
  }

  private awaitsDecision(booking: DeskBooking): boolean {
    return isUndecided(booking) && this.daysOf(booking).until >= this.state.today - UNDECIDED_DAYS;
  }

  private daysOf({ checkin, checkout }: Pick<DeskBooking, 'checkin' | 'checkout'>) {
    const { timezone } = this.state.property;
    return { first: dayOfMoment(checkin, timezone), until: dayOfMoment(checkout, timezone) };
  }

  private putTask(task: DeskTask): void {
    const due = dayOfDate(task.date);
    const isDue = due >= this.state.from && due < this.state.until;
    this.set('tasks', task.task_id, isOpenTask(task.status) || isDue ? task : null);
  }

  private putClosure(closure: DeskClosure): void {
    const [first, last] = [dayOfDate(closure.fromdate), dayOfDate(closure.todate)];
    const isShown = first <= last && first < this.state.until && last >= this.state.from;
    this.set('closures', closure.closure_id, isShown ? closure : null);
  }

  private putUnit({ archived, ...unit }: DeskUnit & Archivable): void {
    this.set('units', unit.unit_id, archived ? null : unit);
    for (const closure of this.state.closures.values())
      if (closure.unit_id === unit.unit_id && closure.unit !== unit.name)
        this.set('closures', closure.closure_id, { ...closure, unit: unit.name });
  }

  private putRoom({ archived, ...room }: DeskRoom & Archivable): void {
    this.set('rooms', room.room_id, archived ? null : room);
    if (archived) {
      this.set('nights', room.room_id, null);
      this.staleRooms.delete(room.room_id);
    } else if (this.state.parts.has('nights')) this.staleRooms.set(room.room_id, this.state.seq);
  }

  private markNights({ room_id: id, from, until }: NightsChanged): void {
    const isShown = dayOfDate(from) < this.state.until && dayOfDate(until) > this.state.from;
    if (isShown && this.state.rooms.has(id)) this.staleRooms.set(id, this.state.seq);
  }

  /** Payments and charges that people post change the sums of a booking. Those that follow from it are in its own event already. */
  private markSums({ order_id: id, type }: Posting): void {
    const { seq, readAt, bookings, undecided } = this.state;
    if (id === null || isPostedByBooking(type)) return;
    if (!(bookings.has(id) || undecided.has(id)) || seq <= (readAt.get(id) ?? 0)) return;
    this.staleBookings.set(id, seq);
  }

  private markEverything(kind: string, data: DeskEvent['data']): void {
    this.stale = { ...this.stale, everything: true };
    if (kind === 'property.changed') this.state = { ...this.state, property: recordOf<DeskProperty>(data) };
  }
}

type Posting = { order_id: number | null; type: string };
type Archivable = { archived?: boolean };
type NightsChanged = { room_id: number; from: string; until: string };

/** Returns the record in the data of an event, without what the event says about the change. */
function recordOf<T>(data: object): T {
  const { changed: _, before: __, ...record } = data as { changed?: unknown; before?: unknown };
  return record as T;
}

/** Returns the booking in the data of an event, which names a conflict only where there is or was one. */
function bookingOf(data: object): DeskBooking {
  const booking = recordOf<DeskBooking>(data);
  return { ...booking, conflict: booking.conflict ?? null };
}
