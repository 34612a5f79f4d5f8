// Recurring bills of the sample property, and the city tax that it passes on.

import { dayNumber } from '../model/night.ts';
import { type Action, billIdOf } from './actions.ts';
import { FIRST_DAY, type KnownBookings, PAST_DAYS } from './bookings.ts';
import type { Day } from './dates.ts';
import { FACTS, SELLERS } from './house.ts';
import { arrives } from './orders.ts';
import { randomFor } from './random.ts';
import { type RateCard, sum } from './rates.ts';

/** Returns the bills of the last PAST_DAYS days. */
export function billActions({ dates }: RateCard, known: KnownBookings, today: Day): Action[] {
  const actions: Action[] = [];
  const add = (day: Day, index: number, cost: number, description: string) => {
    if (cost === 0) return;
    const at = dates.at(day, 9 * 60 + randomFor('bill', day, index).between(10, 80));
    const entryId = billIdOf(day - FIRST_DAY, index);
    const of = { entryId, roomId: null, reservationId: null };
    actions.push({ at, kind: 'post', entry: { ...of, type: 'expense', amountMinor: -cost, description } });
  };
  for (let day = today - PAST_DAYS; day <= today; day += 1) {
    const date = dates.date(day);
    const random = randomFor('amount', day);
    if (date.dayOfWeek === 1) add(day, 1, random.between(52_00, 118_00), 'Laundry');
    for (const [i, bill] of FACTS.monthlyBills.entries())
      if (bill.day === date.day) add(day, 2 + i, random.between(bill.from, bill.to), bill.description);
    const month = date.toPlainYearMonth().subtract({ months: 1 });
    const from = dayNumber(month.toPlainDate({ day: 1 }));
    // All bookings of the month are known.
    if (date.day === CITY_TAX_DAY && from >= today - PAST_DAYS)
      add(
        day,
        0,
        collectedTax(known, from, from + month.daysInMonth),
        `City tax of ${month}, Câmara Municipal de Lisboa`,
      );
  }
  return actions;
}

/** Day of the month on which the city tax of the month before is due. */
const CITY_TAX_DAY = 15;

function collectedTax({ bookings }: KnownBookings, from: Day, until: Day): number {
  const taxed = bookings.filter(
    ({ checkin, channel, unit }) =>
      // The bookings of the guesthouse disappear sooner than its bills: it pays on its own.
      !unit.hotel && checkin >= from && checkin < until && SELLERS[channel].collects !== 'price and tax',
  );
  return sum(taxed.filter(arrives).map(({ cityTax }) => cityTax.amountMinor));
}
