// The sample house at an hour: everything that has happened there by then. Pure: the same hour gives the same life.
import type { Event } from '../../../model/event.ts';
import type { Message } from '../../../model/message.ts';
import type { Reservation } from '../../../model/reservation.ts';
import type { Task } from '../../../model/task.ts';
import type { Activity } from '../../activity.ts';
import type { LedgerEntry } from '../../ledger.ts';
import type { Review } from '../../reviews.ts';
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
  /** writes the world's days as dates */
  date(day: Day): Temporal.PlainDate;
};

/**
 * The world behind it is laid out for all time: which guest books which room when, who cancels, who writes what. An hour
 * only says how much of it can be seen, so as hours pass bookings keep their numbers, move through their states, and new
 * ones come.
 */
export function snapshotAt(hour: Temporal.Instant): SampleSnapshot {
  const moment = hour.epochMilliseconds;
  const dates = createSampleDates(SAMPLE_PROPERTY.timezone);
  const card = createRateCard(dates);
  const books = bookingsAt(card, moment);
  const reservations = books.bookings.map((booking) => reservationHistory(card, booking));
  const entries = ledgerHistories(card, books, dates.day(moment));
  const tasks = taskHistories(dates, books, moment);
  const messages = books.bookings.flatMap((booking) => messageHistories(card, booking));
  const reviews = books.bookings.map((booking) => reviewHistory(card, booking));
  const held = books.bookings.flatMap((booking) => heldNights(card.dates, booking, moment));
  const told = [
    ...toRecords(reservations, (one) => `booking/${one.reservationId}`),
    ...toRecords(entries, (one) => `accounting/${one.entryId}`),
    ...toRecords(tasks, (one) => `task/${one.taskId}`),
    ...toRecords(messages, (one) => `message/${one.messageId}`),
    ...toRecords(reviews, (one) => `review/${one.reviewId}`),
  ];
  const events = logAt(dates, moment, { told, bookings: reservations, closures: books.closures });
  const madeAt = new Map(tasks.map(([made]) => [made!.value.taskId, instant(made!.at)]));
  const replies = reviews.flatMap((history) =>
    history.filter(({ kind, at }) => kind === 'review.replied' && at <= moment),
  );
  const repliedAt = new Map(replies.map(({ value, at }) => [value.reviewId, instant(at)]));
  return {
    reservations: presentOf(reservations, moment),
    held,
    nights: nightsAt(card, books, held, moment),
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
