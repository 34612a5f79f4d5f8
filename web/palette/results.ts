// What the search finds in the copy of the property: stays and rooms. Pure.
import type { DeskBooking, DeskUnit, ReplicaState } from '../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../replica/stays.ts';
import { phoneForms, scoreOf, searchText, type Term } from './match.ts';

export type Scored<T> = { record: T; score: number };

/** Texts of bookings in which terms are looked for, kept as long as the booking is. */
const texts = new WeakMap<DeskBooking, string>();

function textOf(booking: DeskBooking): string {
  let text = texts.get(booking);
  if (text === undefined) {
    const { name, email, phone, referral_order_id: reference, order_id: id } = booking;
    const companions = (booking.companions ?? []).map((one) => one.name);
    text = searchText([name, ...companions, reference ?? '', String(id), email ?? ''].join(' '));
    text += ` ${phoneForms(phone ?? '').join(' ')}`;
    texts.set(booking, text);
  }
  return text;
}

/** Returns the stays that match search terms, the best first; of equal ones those near today. `older`: stays that the copy lacks. */
export function findStays(
  state: ReplicaState,
  older: readonly DeskBooking[],
  terms: readonly Term[],
  most: number,
): Scored<DeskBooking>[] {
  const found: (Scored<DeskBooking> & { far: number })[] = [];
  const more = older.filter((booking) => !state.bookings.has(booking.order_id));
  for (const record of [...state.bookings.values(), ...more]) {
    const score = scoreOf(terms, textOf(record));
    if (score > 0) found.push({ record, score, far: farFromToday(record, state) });
  }
  return found.toSorted((a, b) => b.score - a.score || a.far - b.far).slice(0, most);
}

/** Returns the companion by whom a stay was found: who has a word of the search that the guest's name has not; undefined = nobody. */
export function companionFound(
  { name: guest, companions }: Pick<DeskBooking, 'name' | 'companions'>,
  terms: readonly Term[],
): string | undefined {
  const others = terms.filter((term) => scoreOf([term], searchText(guest)) === 0);
  return companions?.find(({ name }) => others.some((term) => scoreOf([term], searchText(name)) > 0))?.name;
}

/** Returns in which order equal stays are listed: who is here, then by days from today, cancelled ones last. */
function farFromToday(booking: DeskBooking, state: ReplicaState): number {
  if (booking.status === 'checked_in') return -1;
  const { from } = daysOfStay(booking, state);
  const isOver = booking.status === 'cancelled' || booking.status === 'no_show';
  return Math.abs(from - state.today) + (isOver ? 10_000 : 0);
}

/** Returns the units that match: by their own name, or by that of their room. */
export function findUnits(state: ReplicaState, terms: readonly Term[], most: number): Scored<DeskUnit>[] {
  const found: Scored<DeskUnit>[] = [];
  for (const record of state.units.values()) {
    const room = state.rooms.get(record.room_id)?.name ?? '';
    const score = scoreOf(terms, searchText(`${record.name} ${room}`));
    if (score > 0) found.push({ record, score });
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, most);
}

/** Returns who is in a unit now; undefined = nobody. */
export function guestOf(unit: DeskUnit, state: ReplicaState): DeskBooking | undefined {
  return state.bookings
    .values()
    .find((booking) => booking.status === 'checked_in' && presentUnitOf(booking, state) === unit.unit_id);
}
