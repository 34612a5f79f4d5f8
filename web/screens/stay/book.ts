// What a new stay is made of, and the requests that book it.
import type { Static } from 'typebox';
import type { offerSchema } from '../../../src/api/calendar-records.ts';
import type { groupSchema } from '../../../src/api/group-records.ts';
import type { bookingSchema } from '../../../src/api/records.ts';
import {
  countAgainstCapacity,
  countInfants,
  DEFAULT_INFANTS_UNDER_AGE,
} from '../../../src/model/guest-counts.ts';
import { splitByWeight, toMajor, toMinor } from '../../../src/model/money.ts';
import { dateOfDayNumber } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { api, copy, currency } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { parseAmount } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import { checkIn } from '../../stay/changes.ts';
import { bookedNow } from './booked-now.ts';

export type RoomOffer = Static<typeof offerSchema>;

/** Age of a child; null = not known. */
type Age = number | null;

type DraftParty = Pick<StayDraft, 'adults' | 'children' | 'ages'>;

/** Dates are yyyy-MM-dd. */
export type StayDraft = {
  checkin: string;
  checkout: string;
  adults: number;
  children: number;
  /** ages of the children, in their order; absent or null = not known */
  ages: readonly Age[];
  /** how many of which room, where there are several rooms; empty = one room, `roomId` */
  rooms: ReadonlyMap<number, number>;
  /** null = the first that can be booked */
  roomId: number | null;
  unitId: number | 'auto' | null;
  /** as typed; null = that of the offer */
  price: string | null;
  name: string;
  email: string;
  phone: string;
  notes: string;
  /** a guest who has stayed before; null = a new one */
  guestId: number | null;
  /** 0 = confirmed at once */
  holdMinutes: number;
  /** the guest stands at the desk */
  checksIn: boolean;
  /** the booking to whose group the stay is added; null = booked alone */
  groupWith: number | null;
};

/** Returns the room of a stay in one room: the chosen one, else the first that can be booked and takes everybody, else the largest. */
export function roomOf(
  { roomId, ...party }: DraftParty & Pick<StayDraft, 'roomId'>,
  offers: readonly RoomOffer[],
): RoomOffer | undefined {
  const bookable = offers.filter((offer) => offer.bookable);
  return (
    offers.find((offer) => offer.room_id === roomId) ??
    bookable.find((offer) => countedIn(offer, party) <= offer.capacity) ??
    bookable.toSorted((one, other) => other.capacity - one.capacity)[0]
  );
}

/** Returns how many guests of a draft count against the capacity of a room with so many cots. */
function countedIn(room: { cots: number }, { adults, ...children }: DraftParty): number {
  return countAgainstCapacity({ adults, children: agesOf(children) }, room, infantsUnderAge())!;
}

/** Returns the age of each child of a draft. */
export function agesOf({ children, ages = [] }: Pick<StayDraft, 'children' | 'ages'>): Age[] {
  return Array.from({ length: children }, (_, place) => ages[place] ?? null);
}

function infantsUnderAge(): number {
  return copy.value?.property.settings.infants_under_age ?? DEFAULT_INFANTS_UNDER_AGE;
}

/** Returns how many rooms a draft has. */
export function countRooms({ rooms }: StayDraft): number {
  return rooms.size === 0 ? 1 : [...rooms.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the price of all rooms of a draft; null = not known. */
export function sumOf(draft: StayDraft, offers: readonly RoomOffer[]): number | null {
  if (draft.price !== null) return parseAmount(draft.price, currency.value);
  if (draft.rooms.size === 0) return roomOf(draft, offers)?.price ?? null;
  const sum = roomsOf(draft, offers).reduce((total, { price }) => total + minorOf(price), 0);
  return toMajor(sum, currency.value);
}

/** Returns an amount of the server in minor units: sums of major ones differ in the last bits. */
function minorOf(price: number): number {
  return toMinor(price, currency.value)!;
}

/** Returns the rooms of a draft, one by one. */
function roomsOf(draft: StayDraft, offers: readonly RoomOffer[]): RoomOffer[] {
  if (draft.rooms.size === 0) return [roomOf(draft, offers)].filter((room) => room !== undefined);
  return offers.flatMap((offer) =>
    Array.from({ length: draft.rooms.get(offer.room_id) ?? 0 }, (): RoomOffer => offer),
  );
}

/** Returns how many guests have no place in the rooms of a draft. */
export function placesMissing(draft: StayDraft, offers: readonly RoomOffer[]): number {
  const rooms = roomsOf(draft, offers);
  if (rooms.length === 0) return 0;
  const places = rooms.reduce((sum, { capacity }) => sum + capacity, 0);
  const cots = rooms.reduce((sum, room) => sum + room.cots, 0);
  return Math.max(0, countedIn({ cots }, draft) - places);
}

/** Returns in how many rooms of a draft nobody is. */
export function countEmptyRooms(draft: StayDraft, offers: readonly RoomOffer[]): number {
  return partiesOf(roomsOf(draft, offers), draft).filter(({ adults, ages }) => adults + ages.length === 0)
    .length;
}

/**
 * Returns the price of each room, in major units: `total` in proportion to what the rooms cost, so that the parts add up to it exactly; null
 * if it is no amount of the currency.
 */
export function spreadPrice(total: number, prices: readonly number[], code: string): number[] | null {
  const minor = toMinor(total, code);
  const weights = prices.map((price) => toMinor(price, code)!);
  return minor === null ? null : splitByWeight(minor, weights).map((part) => toMajor(part, code));
}

/** Returns the price of each room of a group: as offered, or its part of what the person writes; null = that is no amount. */
export function pricesOf(draft: StayDraft, offers: readonly RoomOffer[]): readonly number[] | null {
  const offered = roomsOf(draft, offers).map(({ price }) => price);
  if (draft.price === null) return offered;
  const total = parseAmount(draft.price, currency.value);
  return total === null ? null : spreadPrice(total, offered, currency.value);
}

/** Whether a draft has a room for everybody. */
export function isBookable(draft: StayDraft, offers: readonly RoomOffer[]): boolean {
  return roomsOf(draft, offers).length > 0 && placesMissing(draft, offers) === 0;
}

/** Who is in one of the rooms: the adults, and the age of each child. */
type RoomParty = { adults: number; ages: Age[] };

/**
 * Returns who is in each room: adults one by one, so that no room has children alone, then children. Infants come last, into the cots, then where
 * a place is left.
 */
export function partiesOf(
  rooms: readonly { capacity: number; cots: number }[],
  draft: DraftParty,
): RoomParty[] {
  const parties = rooms.map((): RoomParty => ({ adults: 0, ages: [] }));
  const isInfant = (age: Age) => countInfants([age], infantsUnderAge()) > 0;
  const fits = (at: number) => {
    const { adults, ages } = parties[at]!;
    const { capacity, cots } = rooms[at]!;
    return countAgainstCapacity({ adults, children: ages }, { cots }, infantsUnderAge())! <= capacity;
  };
  // Room by room in turn; an item that fits nowhere is left out.
  const place = <Item>(items: readonly Item[], put: (party: RoomParty, item: Item) => () => void) => {
    let at = 0;
    for (const item of items)
      for (let tried = 0; tried < rooms.length; tried += 1) {
        const here = at;
        at = (at + 1) % rooms.length;
        const takeOut = put(parties[here]!, item);
        if (fits(here)) break;
        takeOut();
      }
  };
  const putChild = (party: RoomParty, age: Age) => {
    party.ages.push(age);
    return () => void party.ages.pop();
  };
  const ages = agesOf(draft);
  place(Array.from({ length: draft.adults }), (party) => {
    party.adults += 1;
    return () => {
      party.adults -= 1;
    };
  });
  place(
    ages.filter((age) => !isInfant(age)),
    putChild,
  );
  place(ages.filter(isInfant), putChild);
  return parties;
}

type Refuse = (problem: DeskProblem) => void;

/** Books the stay, or the group; then shows it, and for a guest who stands at the desk checks in and shows the payment. */
export async function bookStay(
  draft: StayDraft,
  offers: readonly RoomOffer[],
  state: ReplicaState,
  onRefused: Refuse,
): Promise<void> {
  if (countRooms(draft) > 1) return bookGroup(draft, offers, onRefused);
  const { done } = messages().stay;
  const outcome = await make<Static<typeof bookingSchema>>(
    {
      done: done.booked(draft.name),
      request: { method: 'POST', path: api('bookings'), body: bodyOf(draft, offers) },
      undo: ({ data }) => cancellationOf('bookings', { order_id: data.order_id }, state),
    },
    { onRefused },
  );
  if (!outcome.ok) return;
  const booking: DeskBooking = { ...outcome.data, conflict: null };
  if (draft.checksIn && draft.holdMinutes === 0) {
    let refused: DeskProblem | null = null;
    await checkIn(
      booking,
      {},
      {
        onRefused: (problem) => {
          refused = problem;
        },
      },
    );
    bookedNow.value = { orderId: booking.order_id, refused };
  }
  openStay(booking.order_id);
}

async function bookGroup(draft: StayDraft, offers: readonly RoomOffer[], onRefused: Refuse): Promise<void> {
  const { done } = messages().stay;
  const chosen = roomsOf(draft, offers);
  const parties = partiesOf(chosen, draft);
  const prices = pricesOf(draft, offers);
  const rooms = chosen.map(({ room_id }, place) => ({
    room_id,
    // What is typed is no amount: the server refuses it.
    price: prices?.[place] ?? null,
    unit_id: 'auto',
    ...partyIn(parties[place]!),
  }));
  const {
    room_id: _,
    price: __,
    unit_id: ___,
    adults: ____,
    children: _____,
    ...shared
  } = bodyOf(draft, offers);
  const outcome = await make<Static<typeof groupSchema>>(
    {
      done: done.bookedRooms(rooms.length, draft.name),
      request: { method: 'POST', path: api('groups'), body: { ...shared, rooms } },
      undo: ({ data }) => ({ method: 'DELETE', path: api('groups', { group_id: data.group_id }) }),
    },
    { onRefused },
  );
  const first = outcome.ok ? outcome.data.bookings[0] : undefined;
  if (first) openStay(first.order_id);
}

/** Returns the members that say who is in a room; none where nobody is. */
function partyIn({ adults, ages }: RoomParty) {
  return adults + ages.length > 0 && { adults, children: ages };
}

function cancellationOf(noun: string, parameters: Record<string, number>, { today }: ReplicaState) {
  return { method: 'DELETE', path: api(noun, { ...parameters, date: dateOfDayNumber(today) }) } as const;
}

function bodyOf(draft: StayDraft, offers: readonly RoomOffer[]) {
  const { email, phone, notes, guestId, unitId, holdMinutes, groupWith } = draft;
  return {
    room_id: roomOf(draft, offers)?.room_id ?? draft.roomId,
    name: draft.name.trim(),
    checkin: draft.checkin,
    checkout: draft.checkout,
    price: sumOf(draft, offers),
    adults: draft.adults,
    children: agesOf(draft),
    ...(unitId !== null && { unit_id: unitId }),
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    ...(notes.trim() && { notes: notes.trim() }),
    ...(guestId !== null && { guest_id: guestId }),
    ...(holdMinutes > 0 && { hold_minutes: holdMinutes }),
    ...(groupWith !== null && { group_with: groupWith }),
  };
}
