// Recurring bills of the sample property, and the city tax that it passes on.
import { type Action, billIdOf } from './actions.ts';
import { adultsOf, FIRST_DAY, type KnownBookings, PAST_DAYS } from './bookings.ts';
import { cityTaxOf } from './city-tax.ts';
import { type Day, dayOf } from './dates.ts';
import { monthlyBills } from './house.ts';
import { leftEarly } from './orders.ts';
import { randomFor } from './random.ts';
import { type RateCard, sum } from './rates.ts';

/** Returns the bills of the last PAST_DAYS days. */
export function billActions({ dates }: RateCard, known: KnownBookings, today: Day): Action[] {
  const actions: Action[] = [];
  const add = (day: Day, index: number, [cost, description]: [number, string]) => {
    if (cost === 0) return;
    const at = dates.at(day, 9 * 60 + randomFor('bill', day, index).between(10, 80));
    const entryId = billIdOf(day - FIRST_DAY, index);
    const entry = { entryId, type: 'expense', amountMinor: -cost, description };
    actions.push({ at, kind: 'post', ...entry, roomId: null, reservationId: null });
  };
  for (let day = today - PAST_DAYS; day <= today; day += 1) {
    const date = dates.date(day);
    const random = randomFor('amount', day);
    if (date.dayOfWeek === 1) add(day, 1, [random.between(52_00, 118_00), 'Laundry']);
    for (const [i, bill] of monthlyBills.entries()) {
      if (bill.day === date.day) add(day, 2 + i, [random.between(bill.from, bill.to), bill.description]);
    }
    if (date.day !== CITY_TAX_DAY) continue;
    const month = date.toPlainYearMonth().subtract({ months: 1 });
    add(day, 0, [collectedTax(known, month), `City tax of ${month}, Câmara Municipal de Lisboa`]);
  }
  return actions;
}

/** Day of the month on which the city tax of the month before is due. */
const CITY_TAX_DAY = 15;

function collectedTax({ orders }: KnownBookings, month: Temporal.PlainYearMonth): number {
  const from = dayOf(month.toPlainDate({ day: 1 }));
  const taxed = orders.filter(
    ({ checkin, channel }) => checkin >= from && checkin < from + month.daysInMonth && channel !== 'airbnb',
  );
  const stayed = taxed.filter((order) => order.end.kind === 'stays' || leftEarly(order));
  return sum(stayed.map((order) => cityTaxOf(order, adultsOf(order))));
}
