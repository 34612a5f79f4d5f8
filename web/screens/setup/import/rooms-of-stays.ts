// Which rooms of the house each line of a list is for, as one stay for each room, and which stays are there already. Pure.
import { decimalsOf } from '../../../../src/model/money.ts';
import { dayOfDate } from '../../../days.ts';
import { fold, foldSpellings } from '../../../palette/match.ts';
import type { ReplicaState } from '../../../replica/state.ts';
import type { LineError, ListedStay } from './stays-of-table.ts';

/** A room, or one of its units. */
type StayPlace = { roomId: number; unitId: number | null };

/** What a stay is created with. */
type KeyedStay = Omit<ListedStay, 'line' | 'rooms' | 'status' | 'amount' | 'written' | 'asks' | 'errors'> & {
  place?: StayPlace | null;
};

/** What a name of a list means: a place; `out`: its lines are left out; `several`: the names of several rooms. */
export type RoomAnswer = StayPlace | 'out' | 'several';

/** A stay in one room. `of`: how many rooms its line has, each a stay of its own. */
export type PlacedStay = ListedStay & { place: StayPlace | null; of: number };

/** More in one line are no rooms of an order, but numbers of rooms in the wrong column. */
const MAX_ROOMS = 20;

/**
 * Returns the names of the rooms in a text: `Double, Suite`, `101 + 102`, `2 x Double`, `Double (2)`. One for each room; a text that names one
 * room has one.
 */
export function namesOfRooms(text: string): string[] {
  const parts = text
    .split(/\s*[,;/&+|\n]\s*|\s+(?:and|und|y|e)\s+/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [text] : parts.flatMap(repeated);
}

function repeated(part: string): string[] {
  const [, before, first, last, after] =
    /^(\d{1,2})(?:\s*[x×*]\s+|[x×*])(\S.*)$|^(.*\S)(?:\s+[x×*]\s*(?=\d{1,2}$)|\s*\((?=\d{1,2}\)$))(\d{1,2})\)?$/iu.exec(
      part,
    ) ?? [];
  const count = Number(before ?? after ?? 1);
  if (count < 1 || count > MAX_ROOMS) return [part];
  return Array<string>(count).fill(first ?? last ?? part);
}

/**
 * Returns the stays with what the house says of them: rooms that it does not have, and stays that it has already. A line of several rooms becomes
 * as many stays, which share its price and its guests. `answers`: what the names mean that people were asked about.
 */
export function withHouse(
  stays: readonly ListedStay[],
  answers: ReadonlyMap<string, RoomAnswer>,
  state: ReplicaState,
): PlacedStay[] {
  const known = new Set(
    [...state.bookings.values()]
      .filter(({ status }) => status !== 'cancelled')
      .flatMap(({ name, checkin }) => keysOfGuest(name, checkin)),
  );
  const placeOf = (name: string) => {
    const answer = answers.get(name);
    return typeof answer === 'object' ? answer : placeOfName(name, state);
  };
  return stays.flatMap((stay) => {
    const names = roomsOf(stay, answers, (name) => placeOf(name) !== null);
    const isHere =
      stay.checkin !== null && keysOfGuest(stay.name, stay.checkin).some((key) => known.has(key));
    const places = names.map(placeOf);
    const units = places.flatMap((place) => (place?.unitId ? [place.unitId] : []));
    const errors: LineError[] = [
      ...stay.errors,
      ...(isHere ? (['already_here'] as const) : []),
      ...(names.some((name) => answers.get(name) === 'out') ? (['room_left_out'] as const) : []),
      ...(isTooMany(stay) || new Set(units).size < units.length ? (['rooms_unclear'] as const) : []),
    ];
    if (errors.some((error) => error !== 'already_here')) return [{ ...stay, place: null, of: 1, errors }];
    // A line is taken over with all of its rooms, or not.
    const asks = places.includes(null) ? [...stay.asks, 'room' as const] : stay.asks;
    const shares = { price: pricesOf(stay, names.length, state), adults: adultsOf(stay, names.length) };
    return names.map((room, index) => ({
      ...stay,
      room,
      place: places[index] ?? null,
      of: names.length,
      price: shares.price[index] ?? null,
      adults: shares.adults[index] || null,
      notes: names.length === 1 ? stay.notes : notesOfShare(stay, index + 1, names.length),
      asks,
      errors,
    }));
  });
}

/** Returns keys of a guest's arrival, by the spellings of the name: two that may be the same have one in common. */
function keysOfGuest(name: string, checkin: string): string[] {
  return foldSpellings(name).map((spelling) => `${spelling} ${dayOfDate(checkin.slice(0, 10))}`);
}

/** Returns the place of a name: that of a unit or of a room, else of the only room of the house; null = not known. */
function placeOfName(name: string, { rooms, units }: ReplicaState): StayPlace | null {
  const wanted = fold(name);
  const unit = [...units.values()].find((one) => fold(one.name) === wanted);
  if (unit) return { roomId: unit.room_id, unitId: unit.unit_id };
  const room = [...rooms.values()].find((one) => fold(one.name) === wanted);
  if (room) return { roomId: room.room_id, unitId: null };
  const [only] = rooms.values();
  return wanted === '' && rooms.size === 1 && only ? { roomId: only.room_id, unitId: null } : null;
}

function isTooMany({ rooms }: ListedStay): boolean {
  return rooms !== null && rooms > MAX_ROOMS;
}

function roomsOf(
  stay: ListedStay,
  answers: ReadonlyMap<string, RoomAnswer>,
  isKnown: (name: string) => boolean,
): string[] {
  const { room, rooms } = stay;
  const names = namesOfRooms(room);
  const answer = answers.get(room);
  if (answer === 'several') return names;
  const asOne = Array<string>(isTooMany(stay) ? 1 : (rooms ?? 1)).fill(room);
  if (answer !== undefined || isKnown(room)) return asOne;
  if (rooms !== null && rooms > 1) return names.length === rooms ? names : asOne;
  // “Double (2)” may be a name, too.
  const isClear = !/\(\d{1,2}\)/.test(room) && (new Set(names).size === 1 || names.every(isKnown));
  const isSeveral = rooms === null && names.length > 1 && isClear;
  // “1 x Double” is Double.
  return isSeveral || (names.length === 1 && isKnown(names[0]!)) ? names : asOne;
}

/** Returns the share of each room in the price of a line, in the currency's major unit: equal but for the smallest units that remain. */
function pricesOf({ price }: ListedStay, rooms: number, { property }: ReplicaState): (number | null)[] {
  if (price === null) return Array<null>(rooms).fill(null);
  const units = 10 ** decimalsOf(property.currency);
  return sharesOf(Math.round(price * units), rooms).map((share) => share / units);
}

function adultsOf({ adults }: ListedStay, rooms: number): number[] {
  return sharesOf(adults ?? 0, rooms);
}

function sharesOf(total: number, count: number): number[] {
  const base = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => base + (index < total % count ? 1 : 0));
}

/** The line's own amount and number of guests stay readable in each of its stays. */
function notesOfShare({ notes, amount }: ListedStay, number: number, count: number): string {
  return [`${number}/${count}${amount === '' ? '' : ` (${amount})`}`, notes].filter(Boolean).join('\n');
}

/** Returns a key of each stay, made of what it says: the same list sent again creates nothing twice. Equal lines have keys of their own. */
export function keysOf(stays: readonly KeyedStay[]): string[] {
  const seen = new Map<string, number>();
  return stays.map(({ name, room, place, checkin, checkout, price, adults, phone, email, notes }) => {
    const text = JSON.stringify([name, room, place, checkin, checkout, price, adults, phone, email, notes]);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return `import-${hashOf(`${text}${times}`)}`;
  });
}

/** Returns 128 bits of a text in hexadecimal digits: FNV-1a with four seeds. Browsers hash otherwise only where the connection is encrypted. */
function hashOf(text: string): string {
  return [0, 1, 2, 3]
    .map((seed) => {
      let hash = 0x811c9dc5 ^ (seed * 0x9e3779b1);
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
