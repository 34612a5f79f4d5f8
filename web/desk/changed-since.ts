// Whether a record is still as a change made it, as far as the way back would overwrite it. Pure.
import { dateOfDayNumber, dayOfMoment } from '../days.ts';
import type { ReplicaState } from '../replica/state.ts';
import { stayIn } from '../replica/stays.ts';
import type { ChangeRequest } from './server.ts';

type Members = Readonly<Record<string, unknown>>;

/** A change that was made. `answer`: the record after it, as the server answered; empty = not known yet. */
type MadeChange = { request: ChangeRequest; answer: unknown };

/** Members of which one that changed says that a record is not what was created: taking it back would undo more than the creation. */
const CREATED_MEMBERS = {
  bookings: ['status', 'checkin', 'checkout', 'room_id', 'name', 'price'],
  closures: ['unit_id', 'kind', 'fromdate', 'todate', 'reason', 'responsible'],
} as const;

/** How the path of a record names its id. */
const IDS: Readonly<Record<string, string>> = {
  bookings: 'order_id',
  units: 'unit_id',
  closures: 'closure_id',
};

/**
 * Returns whether somebody changed since what `back` would overwrite: a value that is neither what the change made it nor what it is to become.
 * Whatever else happened to the record, as a payment for a stay, does not matter. False for what the copy does not have.
 */
export function isChangedSince(made: MadeChange, back: ChangeRequest, state: ReplicaState): boolean {
  const moves = movesOf(back);
  if (moves)
    return moves.some(({ order_id: id, unit_id: unitId }) => {
      const present = state.bookings.get(id);
      const unitMade = movesOf(made.request)?.find((one) => one.order_id === id)?.unit_id;
      return present !== undefined && ![unitMade, unitId].includes(present.unit_id ?? undefined);
    });
  if (back.method === 'DELETE') return createdBy(made).some((record) => isOther(record, back, state));
  if (back.method !== 'PATCH') return false;
  const present = recordAt(back.path, state);
  const wanted = (back.body ?? {}) as Members;
  const moved = movesOf(made.request)?.find(
    (one) => recordAt(back.path, state) === state.bookings.get(one.order_id),
  );
  const answer = {
    ...(moved ?? (made.request.body as Members | undefined)),
    ...(made.answer as Members | null),
  };
  return present !== undefined && isOverwritten({ present, answer, wanted }, state);
}

type Compared = { present: Members; answer: Members; wanted: Members };

function isOverwritten({ present, answer, wanted }: Compared, state: ReplicaState): boolean {
  return Object.keys(wanted).some((name) => {
    if (!(name in present) || !(name in answer)) return false;
    const values = { present: present[name], answer: answer[name], wanted: wanted[name] };
    // Settings of a property: a request names some of them.
    if (Object.values(values).every(isRecord)) return isOverwritten(values as Compared, state);
    const now = comparable(present, name, state);
    return now !== comparable(answer, name, state) && now !== comparable(wanted, name, state);
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the copy has the record that a path names. */
export function isInCopy({ path }: ChangeRequest, state: ReplicaState): boolean {
  return recordAt(path, state) !== undefined;
}

function recordAt(path: string, state: ReplicaState): Members | undefined {
  const { pathname, searchParams } = new URL(path, 'http://desk');
  const [, api, noun = '', , nested, id] = pathname.split('/');
  if (api === 'operator') {
    if (nested === 'tasks') return state.tasks.get(Number(id));
    if (nested === 'rooms') return state.rooms.get(Number(id));
    return noun === 'properties' && nested === undefined ? state.property : undefined;
  }
  const given = Number(searchParams.get(IDS[noun] ?? ''));
  if (noun === 'bookings') return stayIn(state, given);
  if (noun === 'units') return state.units.get(given);
  return noun === 'closures' ? state.closures.get(given) : undefined;
}

type Move = { order_id: number; unit_id: number };

/** Returns the moves of a request that moves several stays; null = it does something else. */
function movesOf({ path, body }: ChangeRequest): readonly Move[] | null {
  if (!new URL(path, 'http://desk').pathname.startsWith('/api/assignments/')) return null;
  return (body as { moves?: readonly Move[] }).moves ?? null;
}

/** Returns the records that a change created: one, or the bookings of a group. */
function createdBy({ answer }: MadeChange): readonly Members[] {
  const { bookings } = (answer ?? {}) as { bookings?: readonly Members[] };
  return bookings ?? [(answer ?? {}) as Members];
}

/** Whether a record of the copy is not as it was created, or changed, by the request before. */
function isOther(made: Members, { path }: ChangeRequest, state: ReplicaState): boolean {
  const part = new URL(path, 'http://desk').pathname.startsWith('/api/closures/') ? 'closures' : 'bookings';
  const present: Members | undefined =
    part === 'closures'
      ? state.closures.get(made['closure_id'] as number)
      : stayIn(state, made['order_id'] as number);
  if (!present) return false;
  return CREATED_MEMBERS[part].some(
    (name) => name in made && comparable(present, name, state) !== comparable(made, name, state),
  );
}

/** Returns a value as it can be compared: of a moment of a stay the date at the property, which requests have. */
function comparable(record: Members, name: string, { property }: ReplicaState): string {
  const value = record[name] ?? null;
  const isDay = (name === 'checkin' || name === 'checkout') && typeof value === 'string';
  if (isDay && value.includes('T'))
    return JSON.stringify(dateOfDayNumber(dayOfMoment(value, property.timezone)));
  return JSON.stringify(value);
}
