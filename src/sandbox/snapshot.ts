// The sample property at an hour: everything that has happened until then.
// Pure: the same hour gives the same data.
import type { Event } from '../model/event.ts';
import type { Message } from '../model/message.ts';
import type { Reservation } from '../model/reservation.ts';
import type { Task } from '../model/task.ts';
import type { Activity } from '../pms/activity.ts';
import type { LedgerEntry } from '../pms/ledger.ts';
import type { Review } from '../pms/reviews.ts';
import { activityAt } from './activity.ts';
import { bookingsAt } from './bookings.ts';
import { messageHistories } from './conversations.ts';
import { createSampleDates, type Day } from './dates.ts';
import { type LogPosition, logAt } from './events.ts';
import { type History, instant, presentOf } from './history.ts';
import { taskHistories } from './housekeeping.ts';
import { ledgerHistories } from './ledger.ts';
import { nightsAt, type SampleNight } from './nights.ts';
import { SAMPLE_PROPERTY } from './property-definition.ts';
import { createRateCard } from './rates.ts';
import { type HeldNight, heldNights, reservationHistory } from './reservations.ts';
import { reviewHistory } from './reviews.ts';

export type SampleSnapshot = {
  reservations: Reservation[];
  held: HeldNight[];
  nights: SampleNight[];
  entries: LedgerEntry[];
  tasks: (Task & { createdAt: Temporal.Instant })[];
  messages: Message[];
  reviews: (Review & { repliedAt: Temporal.Instant | null })[];
  events: Event[];
  activity: Activity[];
  /** converts days of the sample to dates */
  date(day: Day): Temporal.PlainDate;
};

/**
 * Returns the sample property's data at an hour. The whole course of events is fixed for all time (which
 * guest known which room when, who cancels, who writes what); the hour only decides how much of it is
 * visible. So as time passes bookings keep their ids, change their status, and new ones appear.
 */
export function snapshotAt(hour: Temporal.Instant): SampleSnapshot {
  const moment = hour.epochMilliseconds;
  const dates = createSampleDates(SAMPLE_PROPERTY.timezone);
  const card = createRateCard(dates);
  const known = bookingsAt(card, moment);
  const reservations = known.bookings.map((booking) => reservationHistory(card, booking));
  const entries = ledgerHistories(card, known, dates.day(moment));
  const tasks = taskHistories(dates, known, moment);
  const messages = known.bookings.flatMap((booking) => messageHistories(card, booking));
  const reviews = known.bookings.map((booking) => reviewHistory(card, booking));
  const held = known.bookings.flatMap((booking) => heldNights(card.dates, booking, moment));
  const histories = [
    ...toRecords(reservations, (one) => `booking/${one.reservationId}`),
    ...toRecords(entries, (one) => `accounting/${one.entryId}`),
    ...toRecords(tasks, (one) => `task/${one.taskId}`),
    ...toRecords(messages, (one) => `message/${one.messageId}`),
    ...toRecords(reviews, (one) => `review/${one.reviewId}`),
  ];
  const events = logAt(dates, moment, { histories, bookings: reservations, closures: known.closures });
  const madeAt = new Map(tasks.map(([made]) => [made!.value.taskId, instant(made!.at)]));
  const replies = reviews.flatMap((history) =>
    history.filter(({ kind, at }) => kind === 'review.replied' && at <= moment),
  );
  const repliedAt = new Map(replies.map(({ value, at }) => [value.reviewId, instant(at)]));
  return {
    reservations: presentOf(reservations, moment),
    held,
    nights: nightsAt(card, known, held, moment),
    entries: presentOf(entries, moment),
    tasks: presentOf(tasks, moment).map((task) => ({ ...task, createdAt: madeAt.get(task.taskId)! })),
    messages: presentOf(messages, moment),
    reviews: presentOf(reviews, moment).map((review) => ({
      ...review,
      repliedAt: repliedAt.get(review.reviewId) ?? null,
    })),
    events,
    activity: activityAt(moment, events),
    date: dates.date,
  };
}

function toRecords<T extends object>(
  histories: readonly History<T>[],
  subject: (value: T) => string,
): LogPosition[] {
  return histories.flatMap((history) =>
    history.slice(0, 1).map(({ value }) => ({ history, subject: subject(value) })),
  );
}
