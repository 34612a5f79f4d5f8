// Which guests of the sample wait long for an answer: until the next one asks, so that at nearly each hour a guest of Booking.com and one of another
// OTA wait. They come in two days.
import { type Day, HOUR, type Moment, type SampleDates } from './dates.ts';
import type { SampleOrder } from './orders.ts';
import { randomFor } from './random.ts';

/** When a guest asks, and is answered. */
export type LateAnswer = { at: Moment; repliedAt: Moment };

/** Returns the orders whose guests wait long, of all that were made: which ones are shown changes nothing. */
export function lateAnswers(
  dates: SampleDates,
  orders: readonly SampleOrder[],
): Map<SampleOrder, LateAnswer> {
  const asking = orders.filter(
    ({ channel, end, unit, situation, bookedAt, checkin }) =>
      channel !== 'direct' &&
      end.kind === 'stays' &&
      !unit.monthly &&
      !situation &&
      // Those known by then are always the same, whatever is booked later.
      bookedAt < dates.at(checkin - 3, 0),
  );
  const groups = Map.groupBy(asking, ({ channel }) => channel === 'booking_com');
  return new Map([...groups.values()].flatMap((group) => answersTo(dates, group)));
}

function answersTo(dates: SampleDates, orders: readonly SampleOrder[]): [SampleOrder, LateAnswer][] {
  const days = [...Map.groupBy(orders, ({ checkin }) => checkin)].toSorted(([one], [other]) => one - other);
  const askedAt = (checkin: Day) =>
    dates.at(checkin - 2, 18 * 60 + randomFor('asks late', checkin).between(0, 50));
  return days.map(([checkin, guests], i) => {
    const next = days[i + 1];
    // Answered before the guest comes, also if no other one asks before.
    const repliedAt = Math.min(next ? askedAt(next[0]) + HOUR : Infinity, dates.at(checkin, 12 * 60));
    const order = randomFor('late answer', checkin).pick(guests);
    return [order, { at: askedAt(checkin), repliedAt }];
  });
}
