// The sample property's log: every change since the beginning of last month,
// numbered as if recorded when it happened.
import type { Event, EventKind } from '../model/event.ts';
import { SANDBOX_ID } from '../model/property.ts';
import type { Reservation } from '../model/reservation.ts';
import type { Closure } from './bookings.ts';
import { dayOf, type Moment, type SampleDates } from './dates.ts';
import { type History, instant, until, type Version } from './history.ts';

/** A history and its subject in the log, e.g. `booking/10001`. */
export type LogPosition = { history: History<object>; subject: string };

/**
 * Returns the log at an hour. It begins with the first day of last month. Within a month it
 * only grows, so a reader that comes back finds its position again. (A window that moved
 * every hour would renumber all events each time.)
 */
export function logAt(
  dates: SampleDates,
  hour: Moment,
  snapshot: {
    histories: readonly LogPosition[];
    bookings: readonly History<Reservation>[];
    closures: readonly Closure[];
  },
): Event[] {
  const since = logBegins(dates, hour);
  const entries: Entry[] = [
    ...snapshot.histories.flatMap(({ history, subject }) =>
      happened(history, since, hour).map(({ at, kind, value, changed }) => {
        return { at, kind, subject, data: changed ? { ...value, changed } : value };
      }),
    ),
    ...snapshot.bookings.flatMap((history) => availabilityChanges(history, since, hour)),
    ...snapshot.closures
      .filter(({ decidedAt }) => decidedAt >= since)
      .map((closure) =>
        availability(closure.decidedAt, closure.roomId, [
          dates.date(closure.from),
          dates.date(closure.until),
        ]),
      ),
  ];
  return entries
    .toSorted(
      (a, b) =>
        a.at - b.at ||
        ORDER.indexOf(prefix(a.kind)) - ORDER.indexOf(prefix(b.kind)) ||
        compare(a.subject, b.subject),
    )
    .map(({ at, kind, subject, data }, i) => ({
      hotelId: SANDBOX_ID,
      seq: i + 1,
      kind,
      subject,
      at: instant(at),
      data: data as Record<string, unknown>,
    }));
}

type Entry = { at: Moment; kind: EventKind; subject: string; data: object };

/** The order in which one transaction records its events: see pms/reservations/store.ts and cancel.ts. */
const ORDER = ['availability', 'booking', 'accounting', 'task', 'message', 'review'];

function prefix(kind: EventKind): string {
  return kind.slice(0, kind.indexOf('.'));
}

function logBegins(dates: SampleDates, hour: Moment): Moment {
  const today = dates.date(dates.day(hour));
  return dates.at(dayOf(today.subtract({ months: 1 }).with({ day: 1 })), 0);
}

function happened<T>(history: History<T>, since: Moment, hour: Moment): History<T> {
  return until(history, hour).filter((version) => version.at >= since);
}

/**
 * Returns the availability changes of a booking: it takes nights, and its cancellation releases them. Both
 * are recorded before the booking's own event.
 */
function availabilityChanges(history: History<Reservation>, since: Moment, hour: Moment): Entry[] {
  const created = history[0]!.value;
  return happened(history, since, hour).flatMap((version: Version<Reservation>) => {
    const { checkin, checkout, roomId } = version.value;
    if (version.kind === 'booking.created') return availability(version.at, roomId, [checkin, checkout]);
    if (version.kind !== 'booking.cancelled') return [];
    const from = checkout.equals(created.checkout) ? checkin : checkout;
    return availability(version.at, roomId, [from, created.checkout]);
  });
}

function availability(
  at: Moment,
  roomId: number,
  [from, to]: [Temporal.PlainDate, Temporal.PlainDate],
): Entry {
  const data = { roomId, from, until: to, what: ['available'] };
  return { at, kind: 'availability.changed', subject: `room/${roomId}`, data };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
