// What a new stay is made of, and the requests that book it.
import type { Static } from 'typebox';
import type { offerSchema } from '../../../src/api/calendar-records.ts';
import type { groupSchema } from '../../../src/api/group-records.ts';
import type { bookingSchema } from '../../../src/api/records.ts';
import { dateOfDayNumber } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { api, currency } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { parseAmount } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import { checkIn } from '../../stay/changes.ts';
import { bookedNow } from './booked-now.ts';

export type RoomOffer = Static<typeof offerSchema>;

/** Dates are yyyy-MM-dd. */
export type StayDraft = {
  checkin: string;
  checkout: string;
  adults: number;
  children: number;
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
};

/** Returns the room of a stay in one room: the chosen one, else the first that can be booked. */
export function roomOf({ roomId }: StayDraft, offers: readonly RoomOffer[]): RoomOffer | undefined {
  return offers.find((offer) => offer.room_id === roomId) ?? offers.find(({ bookable }) => bookable);
}

/** Returns how many rooms a draft has. */
export function countRooms({ rooms }: StayDraft): number {
  return rooms.size === 0 ? 1 : [...rooms.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the price of all rooms of a draft; null = not known. */
export function sumOf(draft: StayDraft, offers: readonly RoomOffer[]): number | null {
  if (draft.price !== null) return parseAmount(draft.price, currency.value);
  if (draft.rooms.size === 0) return roomOf(draft, offers)?.price ?? null;
  return offers.reduce((sum, { room_id: id, price }) => sum + price * (draft.rooms.get(id) ?? 0), 0);
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
  const rooms = [...draft.rooms].flatMap(([id, count]) =>
    Array.from({ length: count }, () => ({
      room_id: id,
      price: offers.find((offer) => offer.room_id === id)?.price ?? 0,
      unit_id: 'auto',
    })),
  );
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

function cancellationOf(noun: string, parameters: Record<string, number>, { today }: ReplicaState) {
  return { method: 'DELETE', path: api(noun, { ...parameters, date: dateOfDayNumber(today) }) } as const;
}

function bodyOf(draft: StayDraft, offers: readonly RoomOffer[]) {
  const { email, phone, notes, guestId, unitId, holdMinutes } = draft;
  return {
    room_id: roomOf(draft, offers)?.room_id ?? draft.roomId,
    name: draft.name.trim(),
    checkin: draft.checkin,
    checkout: draft.checkout,
    price: sumOf(draft, offers),
    adults: draft.adults,
    children: Array.from({ length: draft.children }, () => null),
    ...(unitId !== null && { unit_id: unitId }),
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    ...(notes.trim() && { notes: notes.trim() }),
    ...(guestId !== null && { guest_id: guestId }),
    ...(holdMinutes > 0 && { hold_minutes: holdMinutes }),
  };
}
