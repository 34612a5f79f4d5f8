// Rules of a sale at an OTA: counts, closures, prices and length-of-stay rules of its own calendar.
import type { Random } from '../sample-people/random.ts';
import type { Stay } from './book.ts';
import type { OtaCalendar } from './calendar.ts';
import { nightsOf } from './dates.ts';
import type { OrderDetails } from './order-details.ts';

export type SaleRules = {
  /** whether a sale or a cancellation changes the OTA's own count */
  counts: boolean;
  /** false: a sale lowers the count, but a change or a cancellation does not alter it */
  countsChanges?: boolean;
  minStay: 'arrival' | 'through';
  rates: boolean;
  /** an order of several rooms becomes several reservations */
  oneRoomEach?: boolean;
  reference(random: Random): string;
  /**
   * who takes the price of an order with this reference; `wanted` is what the sale says. Default: as wanted, else the
   * property
   */
  collects?(order: string, wanted?: OrderDetails['collect']): OrderDetails['collect'];
};

/** Returns the reason why a stay cannot be sold; undefined when it can. */
export function saleError(
  { calendar, rules, now }: { calendar: OtaCalendar; rules: SaleRules; now(): number },
  stay: Pick<Stay, 'room' | 'rate' | 'arrival' | 'departure'>,
): string | undefined {
  const nights = nightsOf(stay.arrival, stay.departure);
  if (stay.arrival < new Date(now() - 86_400_000).toISOString().slice(0, 10))
    return `${stay.arrival} is over`;
  for (const date of nights) {
    const room = calendar.room(stay.room, date);
    if ((room.available ?? 0) < 1) return `no unit is free on ${date}`;
    const rate = calendar.rate(stay.room, stay.rate, date);
    if (room.stopSell || rate.stopSell) return `${date} is closed`;
    if (rate.price === undefined) return `${date} has no price`;
  }
  const first = calendar.rate(stay.room, stay.rate, stay.arrival);
  const own = nights.map((date) => calendar.rate(stay.room, stay.rate, date));
  const ruling = rules.minStay === 'through' ? own : [first];
  const least = Math.max(
    1,
    ...ruling.map(({ minStay = 1 }) => minStay),
    ...own.map((night) => night.minStayThrough ?? 1),
  );
  if (nights.length < least) return `at least ${least} nights`;
  if (first.maxStay && nights.length > first.maxStay) return `at most ${first.maxStay} nights`;
  if (first.closedToArrival) return `no arrival on ${stay.arrival}`;
  if (calendar.rate(stay.room, stay.rate, stay.departure).closedToDeparture)
    return `no departure on ${stay.departure}`;
  return undefined;
}
