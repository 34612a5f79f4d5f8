// Which changes can wait for the network, and what they make of the copy until their event arrives. Pure.
//
// What can wait is what happens in the house whatever the network does: a guest moves in, a room is clean. What sells nights, takes money
// or writes to a guest needs an answer first.

import { isOpenTask, TURNOVER } from '../../src/model/task.ts';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import type { ChangeRequest, DeskProblem } from '../desk/server.ts';
import type { DeskBooking, DeskClosure, DeskTask, DeskUnit, ReplicaState } from '../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../replica/stays.ts';

/** A change that the server has not answered, as it is kept on the device. */
export type WaitingChange = {
  /** its place in the order; a record that it creates has this id, below zero, until the server gave it one */
  id: number;
  userId: number;
  hotelId: number;
  /** the same for each attempt */
  key: string;
  /** what was done, in the person's language */
  text: string;
  request: ChangeRequest;
  /** when it was made, in milliseconds since 1970 */
  madeAt: number;
  /** when it was first sent, with an outcome that is not known yet; null = never */
  attemptedAt: number | null;
  /** how often the server failed at it */
  failures: number;
  /** whether it counts as unsent: its answer did not come at once */
  isShown: boolean;
  /** why it was refused: it waits for a decision; null = it waits for the network */
  problem: DeskProblem | null;
  /** id of the photo that it has added, once it is sent; absent = it adds none, or is not sent */
  photoId?: number;
  /** the highest id of the copy in the part in which it creates a record: what is above, and equal, is this record */
  lastKnownId: number;
};

type Part = 'units' | 'bookings' | 'tasks' | 'closures';
type Body = Readonly<Record<string, unknown>>;

/** What a request changes: a record, or a new one (`id`: null). `adds`: a photo to a task, and nothing else of it. */
type Target = { part: Part; id: number | null; ends: boolean; body: Body; adds?: 'photo' };

const BOOKING_MEMBERS = new Set(['status', 'early', 'unready', 'unit_id', 'notes', 'arrival_time']);
const TASK_MEMBERS = new Set(['status', 'assignee']);
const IDS = { units: 'unit_id', bookings: 'order_id', closures: 'closure_id' } as const;

/** Statuses between which a stay may change without the network: all hold its nights. */
const BEFORE: Record<string, readonly string[]> = {
  checked_in: ['confirmed', 'checked_in', 'checked_out'],
  checked_out: ['checked_in', 'checked_out'],
  confirmed: ['checked_in', 'confirmed'],
};

/** Returns what a request changes if it is of a kind that can wait; else null. */
export function targetOf({ method, path, body = {} }: ChangeRequest): Target | null {
  const { pathname, searchParams } = new URL(path, 'http://desk');
  const [, api, noun, , tasks, task, photos, photo] = pathname.split('/');
  const given = body as Body;
  const has = (members: ReadonlySet<string>) => Object.keys(given).every((name) => members.has(name));
  if (api === 'operator') {
    if (tasks !== 'tasks') return null;
    if (method === 'POST' && task === undefined && typeof given['unit_id'] === 'number')
      return { part: 'tasks', id: null, ends: false, body: given };
    if (method === 'POST' && photos === 'photos' && photo === undefined)
      return { part: 'tasks', id: Number(task), ends: false, body: given, adds: 'photo' };
    if (method !== 'PATCH' || !has(TASK_MEMBERS)) return null;
    return { part: 'tasks', id: Number(task), ends: false, body: given };
  }
  if (noun !== 'units' && noun !== 'bookings' && noun !== 'closures') return null;
  const id = searchParams.has(IDS[noun]) ? Number(searchParams.get(IDS[noun])) : null;
  const target: Target = { part: noun, id, ends: method === 'DELETE', body: given };
  if (noun === 'closures') {
    if (method === 'POST') return target;
    return method === 'DELETE' && id !== null ? target : null;
  }
  if (method !== 'PATCH' || id === null) return null;
  return has(noun === 'units' ? new Set(['condition']) : BOOKING_MEMBERS) ? target : null;
}

/** Whether a request can wait for the network, as far as the copy knows. */
export function canWait(request: ChangeRequest, state: ReplicaState): boolean {
  const target = targetOf(request);
  if (target === null || !state.parts.has(target.part)) return false;
  const { part, id, body, adds } = target;
  // The event of a task that was just made may not be in the copy yet when its photos follow.
  if (adds) return true;
  if (part !== 'bookings') return id === null || state[part].has(id);
  const booking = state.bookings.get(id!);
  if (!booking) return false;
  // The server chooses the unit, or knows which stays to move: nobody else can say which one it is.
  if (body['unit_id'] === 'auto') return false;
  const status = body['status'];
  return status === undefined || BEFORE[String(status)]?.includes(booking.status) === true;
}

/** Returns the highest id of the part in which a request creates a record; 0 = it creates none. */
export function lastIdBefore(request: ChangeRequest, state: ReplicaState): number {
  const target = targetOf(request);
  return target?.id === null ? Math.max(0, ...state[target.part].keys()) : 0;
}

/** Returns the copy as it will be after these changes of its property, in their order. */
export function applyChanges(state: ReplicaState, changes: readonly WaitingChange[]): ReplicaState {
  return changes.reduce((known, change) => {
    const target = targetOf(change.request);
    return target && known.parts.has(target.part) ? applyOne(known, change, target) : known;
  }, state);
}

function applyOne(state: ReplicaState, change: WaitingChange, target: Target): ReplicaState {
  const at = new Date(change.madeAt).toISOString();
  const { part, id, body } = target;
  if (part === 'units') {
    return applyToUnit(state, { id: id!, body, at });
  }
  if (part === 'bookings') return applyToStay(state, { id: id!, body, at });
  if (target.adds) return applyPhoto(state, change, { id: id!, at });
  if (part === 'tasks') return applyToTask(state, change, { id, body, at });
  return applyToClosure(state, change, { target, at });
}

function withRecord<Name extends Part>(
  state: ReplicaState,
  part: Name,
  id: number,
  record: ReplicaState[Name] extends ReadonlyMap<number, infer T> ? T | null : never,
): ReplicaState {
  const records = new Map<number, unknown>(state[part]);
  if (record === null) records.delete(id);
  else records.set(id, record);
  return { ...state, [part]: records };
}

type Given = { id: number; body: Body; at: string };

/** A unit that is set to clean or inspected ends its cleanings that are due, as on the server. */
function applyToUnit(state: ReplicaState, { id, body, at }: Given): ReplicaState {
  const unit = state.units.get(id);
  if (!unit) return state;
  const changed = { ...unit, ...(body as Partial<DeskUnit>), condition_at: at };
  const after = withRecord(state, 'units', id, changed);
  if (changed.condition === 'dirty') return after;
  const isDue = ({ unit_id: unitId, status, task_name: name, date }: DeskTask) =>
    unitId === id && isOpenTask(status) && name === TURNOVER && dayOfDate(date) <= state.today;
  return [...state.tasks.values()]
    .filter(isDue)
    .reduce(
      (known, task) => withRecord(known, 'tasks', task.task_id, { ...task, status: 'done', updated: at }),
      after,
    );
}

function applyToStay(state: ReplicaState, { id, body, at }: Given): ReplicaState {
  const booking = state.bookings.get(id);
  const status = body['status'] as DeskBooking['status'] | undefined;
  // Something else happened to the stay meanwhile: the server will say so.
  if (!booking || (status && !BEFORE[status]!.includes(booking.status))) return state;
  const { early: _, unready: __, unit_id: unitId, ...members } = body;
  const unit = unitId === undefined ? {} : unitMembers(booking, state, unitId as number | null);
  const changed = { ...booking, ...(members as Partial<DeskBooking>), ...unit, updated_at: at };
  const after = withRecord(state, 'bookings', id, changed);
  const left = status === 'checked_out' && booking.status === 'checked_in';
  const used = left ? state.units.get(presentUnitOf(booking, state) ?? 0) : undefined;
  if (!used) return after;
  return withRecord(after, 'units', used.unit_id, { ...used, condition: 'dirty', condition_at: at });
}

/** Returns the members of a stay that gets another unit: a guest in the house from tonight on, others for all nights. */
function unitMembers(booking: DeskBooking, state: ReplicaState, unitId: number | null): Partial<DeskBooking> {
  const name = state.units.get(unitId ?? 0)?.name ?? null;
  const before = state.units.get(presentUnitOf(booking, state) ?? 0);
  const { from, until } = daysOfStay(booking, state);
  const moves = booking.status === 'checked_in' && before && before.unit_id !== unitId && from < state.today;
  const nights = (unit: { unit_id: number; name: string }, first: number, end: number) => ({
    unit_id: unit.unit_id,
    unit: unit.name,
    fromdate: dateOfDayNumber(first),
    todate: dateOfDayNumber(end - 1),
  });
  return {
    unit_id: unitId,
    unit: name,
    unit_pinned: unitId !== null,
    unit_nights:
      moves && unitId !== null && until > state.today
        ? [
            nights(before, from, state.today),
            nights({ unit_id: unitId, name: name ?? '' }, state.today, until),
          ]
        : null,
  };
}

function applyToTask(
  state: ReplicaState,
  { id: changeId, lastKnownId }: WaitingChange,
  { id, body, at }: Omit<Given, 'id'> & { id: number | null },
): ReplicaState {
  if (id !== null) {
    const task = state.tasks.get(id);
    return task
      ? withRecord(state, 'tasks', id, { ...task, ...(body as Partial<DeskTask>), updated: at })
      : state;
  }
  const given = body as Pick<DeskTask, 'task_name' | 'date'> & { unit_id: number; assignee?: string | null };
  const unit = state.units.get(given.unit_id);
  const isHere = [...state.tasks.values()].some(
    (one) => one.task_id > lastKnownId && one.unit_id === given.unit_id && one.task_name === given.task_name,
  );
  if (!unit || isHere) return state;
  return withRecord(state, 'tasks', -changeId, {
    task_id: -changeId,
    hotel_id: unit.hotel_id,
    room_id: unit.room_id,
    assignee: null,
    ...given,
    status: 'pending',
    updated: at,
    order_id: null,
    unit: unit.name,
    photos: [],
  });
}

/** Adds a photo with an id below zero: `imageOf` has it. Once it is sent, that of the server takes its place. */
function applyPhoto(
  state: ReplicaState,
  { id: changeId, photoId }: WaitingChange,
  { id, at }: Omit<Given, 'body'>,
): ReplicaState {
  const task = state.tasks.get(id);
  if (!task || task.photos.some(({ photo_id: known }) => known === photoId)) return state;
  const photos = [...task.photos, { photo_id: -changeId, added_at: at }];
  return withRecord(state, 'tasks', id, { ...task, photos, updated: at });
}

/** Returns the picture in base64 that a change adds; null = it adds none. */
export function imageOf({ request }: WaitingChange): string | null {
  const target = targetOf(request);
  return target?.adds ? String(target.body['image']) : null;
}

/** Returns the id of the photo that a change has added, by the answer. */
export function photoIdOfAnswer(request: ChangeRequest, answer: unknown): number | null {
  const { photos = [] } = (answer ?? {}) as Partial<Pick<DeskTask, 'photos'>>;
  return targetOf(request)?.adds ? (photos.at(-1)?.photo_id ?? null) : null;
}

function applyToClosure(
  state: ReplicaState,
  { id: changeId, lastKnownId }: WaitingChange,
  { target: { id, ends, body }, at }: { target: Target; at: string },
): ReplicaState {
  if (ends) {
    const closure = state.closures.get(id!);
    if (!closure) return state;
    // Nights that are over stay closed.
    const isBegun = dayOfDate(closure.fromdate) < state.today;
    const todate = dateOfDayNumber(Math.min(dayOfDate(closure.todate), state.today - 1));
    return withRecord(
      state,
      'closures',
      id!,
      isBegun ? { ...closure, todate, ended_at: at, updated_at: at } : null,
    );
  }
  const given = body as Pick<DeskClosure, 'unit_id' | 'kind' | 'fromdate' | 'todate'>;
  const unit = state.units.get(given.unit_id);
  const isHere = [...state.closures.values()].some(
    (one) => one.closure_id > lastKnownId && one.unit_id === given.unit_id && one.todate === given.todate,
  );
  if (!unit || isHere) return state;
  return withRecord(state, 'closures', -changeId, {
    closure_id: -changeId,
    hotel_id: unit.hotel_id,
    unit: unit.name,
    room_id: unit.room_id,
    reason: null,
    responsible: null,
    ...given,
    created_at: at,
    updated_at: at,
    ended_at: null,
  });
}

/** Returns the id below zero of the record that a request changes, if that record was made by a change that is not sent; else null. */
export function waitsForRecord(request: ChangeRequest): number | null {
  const id = targetOf(request)?.id ?? 0;
  return id < 0 ? id : null;
}

/** Returns the request with the id that the server gave to a record. */
export function withRealId(request: ChangeRequest, made: number, real: number): ChangeRequest {
  if (waitsForRecord(request) !== made) return request;
  return { ...request, path: request.path.replace(/(tasks\/|closure_id=)-\d+/, `$1${real}`) };
}

/** Returns the id of the record in an answer. */
export function idOfAnswer(request: ChangeRequest, answer: unknown): number | null {
  const { task_id: task, closure_id: closure } = (answer ?? {}) as { task_id?: number; closure_id?: number };
  return targetOf(request)?.id === null ? (task ?? closure ?? null) : null;
}

/** Returns the request as it is to be sent on a day: nights that are over cannot be closed any more. */
export function asOfDay(request: ChangeRequest, today: number): ChangeRequest {
  const target = targetOf(request);
  if (target?.part !== 'closures' || target.id !== null) return request;
  const { fromdate, todate } = target.body as Pick<DeskClosure, 'fromdate' | 'todate'>;
  if (dayOfDate(fromdate) >= today || dayOfDate(todate) < today) return request;
  return { ...request, body: { ...target.body, fromdate: dateOfDayNumber(today) } };
}

/** Whether an event is about the record that a change concerns. */
export function isAbout(
  { request, photoId }: WaitingChange,
  kind: string,
  data: Readonly<Record<string, unknown>>,
): boolean {
  const target = targetOf(request);
  if (target === null) return false;
  const noun = { units: 'unit', bookings: 'booking', tasks: 'task', closures: 'closure' }[target.part];
  const name = target.part === 'tasks' ? 'task_id' : IDS[target.part];
  // Each photo of a task has an event of its own.
  if (
    target.adds &&
    !(data['photos'] as DeskTask['photos'] | undefined)?.some((one) => one.photo_id === photoId)
  )
    return false;
  return kind.startsWith(`${noun}.`) && (target.id === null || data[name] === target.id);
}
