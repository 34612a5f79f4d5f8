// The sample property at an hour: everything that has happened until then.
// Pure: the same hour gives the same data.

import { setImmediate } from 'node:timers/promises';
import { dayNumber } from '../model/night.ts';
import type { Action } from './actions.ts';
import { activityAt } from './activity.ts';
import { billActions } from './bills.ts';
import { bookingsAt, firstShown, type KnownBookings } from './bookings.ts';
import { conversationActions, lateAnswerActions } from './conversations.ts';
import { createSampleDates, type Day, type Moment, type SampleDates } from './dates.ts';
import { ROOMS, SAMPLE_PROPERTY, type SampleUnit, UNITS } from './house.ts';
import { housekeepingActions } from './housekeeping.ts';
import { proposalActions } from './proposals.ts';
import { createRateCard, type RateCard } from './rates.ts';
import { type HeldNight, SampleRecords } from './records.ts';
import { reviewActions } from './reviews.ts';
import { groupActions, stayActions } from './stays.ts';
import { segmentStart } from './timeline.ts';

export type SampleSnapshot = ReturnType<typeof snapshotAt>;

/** Actions that are applied between two pauses: some tens of milliseconds. */
const ACTIONS_AT_ONCE = 1_000;

/**
 * Returns the sample property's data at an hour. The whole course of actions is fixed for all time (which
 * guest books which room when, who cancels, who writes what); the hour only decides how much of it has
 * happened. So as time passes bookings keep their ids, change their status, and new ones appear.
 *
 * @param bookable the units in which something happens; the others stay free
 */
export function snapshotAt(hour: Temporal.Instant, bookable: readonly SampleUnit[] = UNITS) {
  const steps = stepsOf(hour, bookable);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Returns the same as `snapshotAt`, and lets other work of the process run in between. Throws when the signal is aborted. */
export async function snapshotWithPauses(
  hour: Temporal.Instant,
  signal?: AbortSignal,
): Promise<SampleSnapshot> {
  const steps = stepsOf(hour, UNITS);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate(undefined, signal && { signal });
  }
}

/** Generates the data; each `yield` is a place for a pause. */
function* stepsOf(hour: Temporal.Instant, bookable: readonly SampleUnit[]) {
  const moment = hour.epochMilliseconds;
  const dates = createSampleDates(SAMPLE_PROPERTY.timezone);
  const card = createRateCard(dates);
  const known = bookingsAt(card, moment, bookable);
  yield;
  const actions = actionsUntil(card, known, { moment, bookable });
  yield;
  const records = new SampleRecords(dates, logBegins(dates, moment));
  for (const [i, action] of actions.entries()) {
    records.apply(action);
    if (i % ACTIONS_AT_ONCE === 0) yield;
  }
  const { entries, events } = records;
  const held = [...records.held.values()].flat();
  return {
    units: [...records.units.values()],
    closures: records.closures,
    guests: records.guests,
    groups: records.groups,
    reservations: [...records.reservations.values()],
    held,
    nights: nightsAt(card, known, { held, today: dates.day(moment) }),
    entries,
    tasks: [...records.tasks.values()],
    messages: [...records.messages.values()].flat(),
    reviews: [...records.reviews.values()],
    proposals: records.proposals,
    events,
    activity: activityAt(moment, events),
    /** everything that has happened, in order of time */
    actions,
    date: dates.date,
  };
}

function actionsUntil(
  card: RateCard,
  known: KnownBookings,
  { moment, bookable }: { moment: Moment; bookable: readonly SampleUnit[] },
): Action[] {
  const { dates } = card;
  const today = dates.day(moment);
  // Actions of one moment stay in this order: later ones may be about what earlier ones create.
  const actions: Action[] = [
    ...known.closures.map((closure): Action => ({ at: closure.decidedAt, kind: 'close', closure })),
    ...groupActions(known),
    ...known.bookings.flatMap((booking) => stayActions(card, booking)),
    ...proposalActions(card, known, { from: logBegins(dates, moment), hour: moment }),
    ...billActions(card, known, today),
    ...housekeepingActions(dates, known, { today, units: bookable }),
    ...known.bookings.flatMap((booking) => conversationActions(card, booking)),
    ...known.bookings.flatMap(lateAnswerActions),
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
    const first = Math.min(
      ...units.map((unit) => segmentStart(unit, firstShown({ ...room, ...unit }, today))),
    );
    return Array.from({ length: until - first }, (_, i) => {
      const night = first + i;
      const sold = sales.get(key(roomId, night))?.length ?? 0;
      const blocked = closed.filter((closure) => night >= closure.from && night < closure.until).length;
      const values = { priceMinor: card.price(room, night), minStay: card.minStay(room, night) };
      const available = units.length - sold - blocked;
      return { roomId, night, available, overbooked: Math.max(0, -available), sold, blocked, ...values };
    });
  });
}

/** So that a request around midnight for the whole horizon does not reach beyond the stored nights. */
const SPARE_DAYS = 2;
