// What the practice channel offers for a stay, by its own nights: the fewest left, the price, and why it does not sell. Pure.
import { countNights, type NightRange } from '../model/night.ts';
import { Problem } from '../problems.ts';
import type { PracticeNight } from './nights.ts';

/** `refusal`: why the practice channel does not sell the stay; null = it does. */
type PracticeOffer = {
  roomId: number;
  available: number;
  nights: readonly { date: string; priceMinor: number }[];
  refusal: Problem | null;
};

/** Returns the offers of the rooms that have nights; `nights`: by room and date, with that of the departure. */
export function practiceOffers(nights: readonly PracticeNight[], stay: NightRange): PracticeOffer[] {
  const rooms = Map.groupBy(nights, ({ roomId }) => roomId);
  return [...rooms].map(([roomId, known]) => offerOf(roomId, known, stay));
}

function offerOf(roomId: number, known: readonly PracticeNight[], stay: NightRange): PracticeOffer {
  const last = stay.until.toString();
  const sold = known.filter(({ date }) => date < last);
  const whole = sold.length === countNights(stay.from, stay.until);
  return {
    roomId,
    available: whole ? Math.max(0, Math.min(...sold.map(({ available }) => available))) : 0,
    nights: sold.map(({ date, priceMinor }) => ({ date, priceMinor: priceMinor ?? 0 })),
    refusal: refusalOf(
      sold,
      known.find(({ date }) => date === last),
      stay,
    ),
  };
}

function refusalOf(
  sold: readonly PracticeNight[],
  departure: PracticeNight | undefined,
  { from, until }: NightRange,
): Problem | null {
  const stayNights = countNights(from, until);
  const closed = sold.filter(({ available, priceMinor }) => available < 1 || priceMinor === null);
  const [arrival] = sold;
  if (!arrival || sold.length < stayNights)
    return new Problem('room_unavailable', { nights: [from.toString()] });
  if (closed.length > 0) return new Problem('room_unavailable', { nights: closed.map(({ date }) => date) });
  const { date, minStay, maxStay } = arrival;
  if (arrival.closedToArrival) return new Problem('closed_to_arrival', { date });
  if (departure?.closedToDeparture) return new Problem('closed_to_departure', { date: departure.date });
  if (stayNights < minStay) return new Problem('min_stay_not_met', { date, minStay, stayNights });
  if (maxStay !== null && stayNights > maxStay)
    return new Problem('max_stay_exceeded', { date, maxStay, stayNights });
  return null;
}
