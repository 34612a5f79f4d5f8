// The sample property at an hour: everything that has happened until then.
// Pure: the same hour gives the same data.

import { dayNumber } from '../model/night.ts';
import type { Action } from './actions.ts';
import { activityAt } from './activity.ts';
import { billActions } from './bills.ts';
import { bookingsAt, firstShown, type KnownBookings } from './bookings.ts';
import { conversationActions } from './conversations.ts';
import { createSampleDates, type Day, type Moment, type SampleDates } from './dates.ts';
import { ROOMS, SAMPLE_PROPERTY } from './house.ts';
import { housekeepingActions } from './housekeeping.ts';
import { createRateCard, type RateCard } from './rates.ts';
import { type HeldNight, SampleRecords } from './records.ts';
import { reviewActions } from './reviews.ts';
import { stayActions } from './stays.ts';
import { segmentStart } from './timeline.ts';

export type SampleSnapshot = ReturnType<typeof snapshotAt>;

/**
 * Returns the sample property's data at an hour. The whole course of actions is fixed for all time (which
 * guest books which room when, who cancels, who writes what); the hour only decides how much of it has
 * happened. So as time passes bookings keep their ids, change their status, and new ones appear.
 */
export function snapshotAt(hour: Temporal.Instant) {
  const moment = hour.epochMilliseconds;
  const dates = createSampleDates(SAMPLE_PROPERTY.timezone);
  const card = createRateCard(dates);
  const known = bookingsAt(card, moment);
  const actions = actionsUntil(card, known, moment);
  const records = new SampleRecords(dates, logBegins(dates, moment));
  for (const action of actions) records.apply(action);
  const { entries, events } = records;
  const held = [...records.held.values()].flat();
  return {
    units: [...records.units.values()],
    closures: records.closures,
    guests: records.guests,
    reservations: [...records.reservations.values()],
    held,
    nights: nightsAt(card, known, { held, today: dates.day(moment) }),
    entries,
    tasks: [...records.tasks.values()],
    messages: [...records.messages.values()].flat(),
    reviews: [...records.reviews.values()],
    events,
    activity: activityAt(moment, events),
    /** everything that has happened, in order of time */
    actions,
    date: dates.date,
  };
}

function actionsUntil(card: RateCard, known: KnownBookings, moment: Moment): Action[] {
  const { dates } = card;
  const today = dates.day(moment);
  // Actions of one moment stay in this order: later ones may be about what earlier ones create.
  const actions: Action[] = [
    ...known.closures.map((closure): Action => ({ at: closure.decidedAt, kind: 'close', closure })),
    ...known.bookings.flatMap((booking) => stayActions(card, booking)),
    ...billActions(card, known, today),
    ...housekeepingActions(dates, known, today),
    ...known.bookings.flatMap((booking) => conversationActions(card, booking)),
    ...known.bookings.flatMap((booking) => reviewActions(dates, booking)),
  ];
  return actions.filter(({ at }) => at <= moment).sort((a, b) => a.at - b.at);
}

/**
 * Returns the beginning of the log: the first day of last month. Within a month it only grows, so a reader
 * that comes back finds its position again. (A window that moved every hour would renumber all events.)
 */
export function logBegins(dates: SampleDates, moment: Moment): Moment {
  const today = dates.date(dates.day(moment));
  return dates.at(dayNumber(today.subtract({ months: 1 }).with({ day: 1 })), 0);
}

/** Returns every night from the first one shown to the last one on sale, by room and date; `blocked` counts units that are closed. */
function nightsAt(
  card: RateCard,
  { closures }: KnownBookings,
  { held, today }: { held: readonly HeldNight[]; today: Day },
) {
  const key = (roomId: number, night: Day) => night * 1_000 + roomId;
  const sales = Map.groupBy(
    held.filter(({ releasedAt }) => releasedAt === null),
    ({ roomId, night }) => key(roomId, night),
  );
  const until = today + SAMPLE_PROPERTY.horizonDays + SPARE_DAYS;
  return ROOMS.flatMap((room) => {
    const { roomId, units } = room;
    const closed = closures.filter(({ unit }) => unit.roomId === roomId);
    const first = Math.min(...units.map((unit) => segmentStart(unit, firstShown(unit, today))));
    return Array.from({ length: until - first }, (_, i) => {
      const night = first + i;
      const sold = sales.get(key(roomId, night))?.length ?? 0;
      const blocked = closed.filter((closure) => night >= closure.from && night < closure.until).length;
      const values = { priceMinor: card.price(room, night), minStay: card.minStay(room, night) };
      return { roomId, night, available: units.length - sold - blocked, sold, blocked, ...values };
    });
  });
}

/** So that a request around midnight for the whole horizon does not reach beyond the stored nights. */
const SPARE_DAYS = 2;
