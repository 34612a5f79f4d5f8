// Recurring bills of the sample property, and the city tax that it passes on.

import { type KnownBookings, PAST_DAYS } from './bookings.ts';
import { type Day, dayOf, type Moment } from './dates.ts';
import { partyOf } from './guests.ts';
import { cityTaxOf } from './payments.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';
import { leftEarly } from './reservations.ts';

/** A bill; `index` distinguishes those of one day. */
export type Bill = { day: Day; index: number; at: Moment; amountMinor: number; description: string };

/** Returns the bills of the last PAST_DAYS days; amounts are negative. */
export function recurringBills(card: RateCard, known: KnownBookings, today: Day): Bill[] {
  const bills: Bill[] = [];
  const add = (day: Day, index: number, { costs, what }: { costs: number; what: string }) => {
    const at = card.dates.at(day, 9 * 60 + randomFor('bill', day, index).between(10, 80));
    bills.push({ day, index, at, amountMinor: -costs, description: what });
  };
  for (let day = today - PAST_DAYS; day <= today; day += 1) {
    const date = card.dates.date(day);
    const random = randomFor('amount', day);
    if (date.dayOfWeek === 1) add(day, 1, { costs: random.between(52_00, 118_00), what: 'Laundry' });
    for (const [i, monthly] of MONTHLY.entries()) {
      if (monthly.day !== date.day) continue;
      add(day, 2 + i, { costs: random.between(monthly.from, monthly.to), what: monthly.description });
    }
    if (date.day === CITY_TAX_DAY) {
      const month = date.toPlainYearMonth().subtract({ months: 1 });
      const what = `City tax of ${month}, Câmara Municipal de Lisboa`;
      add(day, 0, { costs: collectedTax(known, month), what });
    }
  }
  return bills;
}

/** Monthly bills with their day of the month, amounts in cents. */
const MONTHLY: readonly { day: number; description: string; from: number; to: number }[] = [
  { day: 1, description: 'Bookkeeping', from: 120_00, to: 120_00 },
  { day: 3, description: 'Internet and television', from: 54_90, to: 54_90 },
  { day: 5, description: 'Electricity', from: 138_00, to: 246_00 },
  { day: 8, description: 'Water', from: 61_00, to: 97_00 },
  { day: 12, description: 'Cleaning supplies and coffee', from: 38_00, to: 84_00 },
  { day: 18, description: 'Maintenance, materials', from: 22_00, to: 115_00 },
];
/** Day on which the city tax of the month before is due. */
const CITY_TAX_DAY = 15;

function collectedTax(known: KnownBookings, month: Temporal.PlainYearMonth): number {
  const from = dayOf(month.toPlainDate({ day: 1 }));
  const until = from + month.daysInMonth;
  return known.orders
    .filter((order) => order.checkin >= from && order.checkin < until && order.channel !== 'airbnb')
    .filter((order) => order.end.kind === 'stays' || leftEarly(order))
    .reduce((total, order) => total + cityTaxOf({ ...order, ...partyOf(order) }), 0);
}
