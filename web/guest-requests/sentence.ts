// What a guest asks, in one sentence, and until when.
import type { GuestRequestRecord } from '../../src/api/guest-request-records.ts';
import { dayOfDate } from '../days.ts';
import { formatAge, formatDays, formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { ReplicaState } from '../replica/state.ts';
import { daysOfStay, stayIn } from '../replica/stays.ts';

/** A request that ends within so many milliseconds is urgent. */
const URGENT_MS = 4 * 60 * 60 * 1_000;

/** Returns the name of who asks. */
export function guestOf({ guest_name: name }: GuestRequestRecord): string {
  return name ?? messages().inbox.somebody;
}

/** `Ada asks to book Garden room, 1 – 4 Dec` */
export function sentenceOf(request: GuestRequestRecord, state: ReplicaState | null): string {
  const { sentences, unmapped } = messages().guestRequests;
  const { kind, room_id: roomId, checkin, checkout } = request;
  const room = roomId === null ? unmapped : (state?.rooms.get(roomId)?.name ?? String(roomId));
  return sentences[kind](guestOf(request), room, formatDays(dayOfDate(checkin), dayOfDate(checkout)));
}

/** Returns how many come and what the channel expects the stay to bring, as far as it is known. */
export function factsOf({ adults, children, price, currency }: GuestRequestRecord): string[] {
  const { inbox, guestRequests } = messages();
  const guests = adults === null ? null : inbox.guests(adults + (children?.length ?? 0));
  const payout =
    price === null || currency === null ? null : guestRequests.payout(formatMoney(price, currency));
  return [guests, payout].filter((fact) => fact !== null);
}

/** Returns the time that is left for the answer; null = the channel does not say. */
export function timeLeft(
  { answer_by: by }: GuestRequestRecord,
  now: number,
): { text: string; isUrgent: boolean } | null {
  if (by === null) return null;
  const left = Math.max(0, Date.parse(by) - now);
  return { text: messages().guestRequests.within(formatAge(left)), isUrgent: left < URGENT_MS };
}

/** Returns which nights of a request are not free here: days; null = the copy does not show all of them. Nights of the booking itself count as free. */
export function fullNights(request: GuestRequestRecord, state: ReplicaState): number[] | null {
  const { room_id: roomId, order_id: orderId } = request;
  const [from, until] = [dayOfDate(request.checkin), dayOfDate(request.checkout)];
  const nights = roomId === null ? undefined : state.nights.get(roomId);
  if (!nights || from < state.from || until > state.until) return null;
  const booking = orderId === null ? undefined : stayIn(state, orderId);
  const own = booking?.room_id === roomId ? daysOfStay(booking, state) : null;
  const isOwn = (night: number) => own !== null && own.from <= night && night < own.until;
  const days = Array.from({ length: until - from }, (_, index) => from + index);
  return days.filter((night) => !isOwn(night) && (nights.available[night - state.from] ?? 0) < 1);
}
