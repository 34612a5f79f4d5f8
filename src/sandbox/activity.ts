// The activity log of the sample property: API calls and channel synchronisations of the last two days.
import type { Event } from '../model/event.ts';
import type { Message } from '../model/message.ts';
import { SANDBOX_ID } from '../model/property.ts';
import type { Activity, NewActivity } from '../pms/activity.ts';
import { FIRST_DAY } from './bookings.ts';
import { DAY, HOUR, MINUTE, type Moment, SECOND } from './dates.ts';
import { instant } from './history.ts';
import { CHANNELS, ROOMS, type SampleOta, sellsOn } from './property-definition.ts';
import { randomFor, randomText } from './random.ts';

/**
 * Returns the activity entries up to an hour, oldest first. Events of the log appear as API calls and pushes.
 */
export function activityAt(hour: Moment, log: readonly Event[]): Activity[] {
  const from = hour - SHOWN;
  const recent = log
    .map((event) => ({ event, at: event.at.epochMilliseconds }))
    .filter(({ at }) => at >= from - HOUR);
  const entries = recent.flatMap(({ event, at }) => [...pushes(event, at), ...replies(event, at)]);
  for (let each = from; each <= hour; each += HOUR) {
    entries.push(...apiCalls(each), ...pulls(each, recent), ...failures(each));
  }
  const ranks = new Map<number, number>();
  return entries
    .filter((entry) => entry.at >= from && entry.at <= hour)
    .toSorted((a, b) => a.at - b.at || (a.summary < b.summary ? -1 : 1))
    .map(({ at, ...entry }) => {
      const hourNumber = Math.floor(at / HOUR);
      const rank = ranks.get(hourNumber) ?? 0;
      ranks.set(hourNumber, rank + 1);
      const entryId = (hourNumber - FIRST_DAY * 24) * ENTRIES_AN_HOUR + rank;
      return { ...entry, hotelId: SANDBOX_ID, createdAt: instant(at), entryId } as Activity;
    });
}

const SHOWN = 2 * DAY;
/**
 * Entry ids rise with time, because the list is ordered by them: each hour has more ids than it ever needs.
 */
const ENTRIES_AN_HOUR = 64;

/** An entry of either kind, without the members that all entries share. */
type EntryAt = { at: Moment } & (NewActivity extends infer Entry
  ? Entry extends NewActivity
    ? Omit<Entry, 'hotelId' | 'createdAt'>
    : never
  : never);

function apiCalls(hour: Moment): EntryAt[] {
  const calls = [
    call(hour + 6 * MINUTE, 'smart locks', 'GET', 'bookings'),
    call(hour + 36 * MINUTE, 'smart locks', 'GET', 'bookings'),
    call(hour + 20 * MINUTE, 'message relay', 'GET', 'messages'),
  ];
  if ((hour / HOUR) % PRICING_HOURS === 1) {
    calls.push(
      call(hour + 12 * MINUTE, 'pricing engine', 'GET', 'rentals'),
      call(hour + 12 * MINUTE + 2 * SECOND, 'pricing engine', 'GET', 'availability'),
      call(hour + 12 * MINUTE + 9 * SECOND, 'pricing engine', 'POST', 'availability'),
    );
  }
  return calls;
}

/** The pricing engine runs four times a day. */
const PRICING_HOURS = 6;

const USUAL_MS: Record<string, number> = { bookings: 9, messages: 6, rentals: 3, availability: 38 };

function call(about: Moment, tokenLabel: string, method: string, resource: string): EntryAt {
  const random = randomFor(`call ${method} ${resource}`, about / SECOND);
  return {
    at: about + random.between(0, 900),
    kind: 'api',
    summary: `${method} ${resource} 200`,
    method,
    path: `/api/${resource}/{api_token}`,
    status: 200,
    durationMs: Math.round((USUAL_MS[resource] ?? 8) * (0.7 + random.unit()) * 10) / 10,
    requestId: randomText('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26, random).replace(/^./, '0'),
    tokenLabel,
  };
}

/** Pulls of an hour: each channel is asked once, and returns the bookings made there since. */
function pulls(hour: Moment, recent: readonly { event: Event; at: Moment }[]): EntryAt[] {
  return CHANNELS.map((channel, i) => {
    const random = randomFor(`pull ${channel}`, hour / HOUR);
    const at = hour + (11 + i * 12) * MINUTE + random.between(0, 4_000);
    const items = recent
      .filter((one) => one.at <= at && one.at > at - HOUR && PULLED.has(one.event.kind))
      .filter(({ event }) => event.data['channel'] === channel).length;
    return sync(at, {
      channel,
      direction: 'pull',
      operation: 'reservations',
      items,
      durationMs: random.between(180, 620),
    });
  });
}

const PULLED: ReadonlySet<string> = new Set(['booking.created', 'booking.cancelled']);

/** Pushes of a change: one to each channel that sells the room. */
function pushes(event: Event, at: Moment): EntryAt[] {
  if (event.kind !== 'availability.changed') return [];
  const { roomId, from, until } = event.data as {
    roomId: number;
    from: Temporal.PlainDate;
    until: Temporal.PlainDate;
  };
  const items = from.until(until, { largestUnit: 'day' }).days;
  return CHANNELS.filter((channel) => sellsOn(channel, roomId)).map((channel) => {
    const random = randomFor(`push ${channel}`, at / SECOND);
    const durationMs = random.between(160, 780);
    return sync(at + 400 + durationMs, {
      channel,
      direction: 'push',
      operation: 'availability',
      items,
      durationMs,
    });
  });
}

function replies(event: Event, at: Moment): EntryAt[] {
  const message = event.data as Message;
  if (event.kind !== 'message.sent') return [];
  const sent = call(at, 'message relay', 'POST', 'messages');
  const channel = CHANNELS.find((one) => one === message.channel);
  if (!channel) return [sent];
  const durationMs = randomFor('reply', at / SECOND).between(210, 700);
  return [
    sent,
    sync(at + 1_100 + durationMs, { channel, direction: 'push', operation: 'message', items: 1, durationMs }),
  ];
}

/** Failures of an hour: one push per day fails at first, so that there always is an example. */
function failures(hour: Moment): EntryAt[] {
  const random = randomFor('mishap', Math.floor(hour / DAY));
  const at = hour + random.between(2, 57) * MINUTE;
  const failsAt = random.between(0, 23);
  const partlyAt = (failsAt + random.between(7, 16)) % 24;
  const hourOfDay = Math.floor(hour / HOUR) % 24;
  const channel: SampleOta = random.pick(['expedia', 'vrbo']);
  const nights = random.between(5, 28);
  if (hourOfDay === failsAt) {
    const push = { channel, direction: 'push' as const, operation: 'rates' };
    const error = `${NAMES[channel]} answered 503 Service Unavailable; tried again after 60 seconds`;
    return [
      sync(at, { ...push, items: 0, durationMs: 10_004, outcome: 'failed', error }),
      sync(at + MINUTE + 10_300, { ...push, items: nights, durationMs: random.between(300, 900) }),
    ];
  }
  if (hourOfDay !== partlyAt || !random.chance(0.7)) return [];
  const room = random.pick(ROOMS);
  const error = `1 of ${nights} nights rejected for room ${room.roomId}: the rate plan is not open that far ahead`;
  return [
    sync(at, {
      channel: 'booking_com',
      direction: 'push',
      operation: 'rates',
      items: nights - 1,
      durationMs: 640,
      outcome: 'partial',
      error,
    }),
  ];
}

const NAMES: Record<SampleOta, string> = {
  booking_com: 'Booking.com',
  airbnb: 'Airbnb',
  expedia: 'Expedia',
  vrbo: 'Vrbo',
};

type SyncInput = {
  channel: SampleOta;
  direction: 'push' | 'pull';
  operation: string;
  items: number;
  durationMs: number;
  outcome?: 'partial' | 'failed';
  error?: string;
};

function sync(at: Moment, { outcome, error, ...input }: SyncInput): EntryAt {
  const { operation, channel, direction, items } = input;
  const way = direction === 'push' ? 'to' : 'from';
  return {
    at,
    kind: 'sync',
    summary: `${operation} ${way} ${channel}: ${outcome === 'failed' ? 'not sent' : `${items} ${items === 1 ? 'item' : 'items'}`}`,
    ...input,
    outcome: outcome ?? 'ok',
    error: error ?? null,
  };
}
