// Nights that an OTA sold although they were sold before, so that the front desk has a conflict. There always is one: the next one comes before
// the last one is over.
import { type Day, HOUR, MINUTE, type Moment } from './dates.ts';
import type { Seller } from './house.ts';
import type { SampleOrder } from './orders.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';

/**
 * Returns the orders of OTAs for nights that were sold before, made until an hour, each with the order that has these nights. One comes every
 * few days, for nights of the next days; its OTA takes it back soon after the next one came.
 *
 * @param from the first day on which one is made
 */
export function doubleSales(
  card: RateCard,
  orders: readonly SampleOrder[],
  { from, hour }: { from: Day; hour: Moment },
): { order: SampleOrder; sold: SampleOrder }[] {
  const kept = orders.filter(({ unit, end }) => unit.units.length === 1 && end.kind === 'stays');
  const arrivals = Map.groupBy(kept, ({ checkin }) => checkin);
  const found: { order: SampleOrder; sold: SampleOrder }[] = [];
  const first = Math.ceil(from / DOUBLE_SALE_DAYS) * DOUBLE_SALE_DAYS;
  for (let day = first; ; day += DOUBLE_SALE_DAYS) {
    const random = randomFor('double sale', day);
    const bookedAt = card.dates.at(day, 8 * 60) + random.between(0, 3 * HOUR);
    if (bookedAt > hour) return found;
    const candidates = daysOfDoubleSale(day)
      .flatMap((checkin) => arrivals.get(checkin) ?? [])
      .filter((order) => order.bookedAt < bookedAt - HOUR);
    const sold = candidates.find((order) => order.checkout - order.checkin >= LEAST_NIGHTS) ?? candidates[0];
    if (!sold) continue;
    const { unit, checkin } = sold;
    const sellers: Partial<Record<Seller, number>> = { ...unit.sellers, direct: 0, [sold.channel]: 0 };
    const channel = random.weighted(sellers);
    const least = Math.max(LEAST_NIGHTS, card.minStay(unit, checkin));
    const checkout = checkin + Math.min(least, sold.checkout - checkin);
    // The next one is made before: see above.
    const at = card.dates.at(day + DOUBLE_SALE_DAYS, 11 * 60) + random.between(5, 50) * MINUTE;
    const end = { kind: 'cancels' as const, at, from: checkin };
    const stay = { unit, channel, checkin, checkout, bookedAt, end, freeAfter: false };
    found.push({ order: { ...stay, variant: 3, situation: { kind: 'sold twice' } }, sold });
  }
}

/** A double sale is taken back this many days later. */
const DOUBLE_SALE_DAYS = 5;
const LEAST_NIGHTS = 2;

/** Returns the days on which the guest of a double sale comes: after it was taken back, and before the next one's do. */
function daysOfDoubleSale(day: Day): Day[] {
  return Array.from({ length: DOUBLE_SALE_DAYS }, (_, i) => day + DOUBLE_SALE_DAYS + 1 + i);
}
