// The activity log of the sample property: API calls and channel synchronisations of the last two days.
import type { Event } from '../model/event.ts';
import { countNights, type NightRange } from '../model/night.ts';
import { SANDBOX_ID } from '../model/property.ts';
import type { Activity, ApiCall, SyncActivity } from '../pms/activity.ts';
import { FIRST_DAY } from './bookings.ts';
import { DAY, HOUR, instant, MINUTE, type Moment, SECOND } from './dates.ts';
import { CHANNELS, FACTS, ROOMS, type SampleOta, SELLERS } from './house.ts';
import { randomFor } from './random.ts';

/** Returns the activity entries up to an hour, oldest first. Events of the log appear as API calls and pushes. */
export function activityAt(hour: Moment, log: readonly Event[]): Activity[] {
  const from = hour - SHOWN;
  const recent = log.filter(({ at }) => at.epochMilliseconds >= from - HOUR);
  const entries = recent.flatMap(pushes);
  for (let each = from; each <= hour; each += HOUR) {
    entries.push(...apiCalls(each), ...pulls(each, recent), ...failures(each));
  }
  const shown = entries
    .filter(({ at }) => at >= from && at <= hour)
    .toSorted((a, b) => a.at - b.at || (a.entry.summary < b.entry.summary ? -1 : 1));
  return [...Map.groupBy(shown, ({ at }) => Math.floor(at / HOUR))].flatMap(([hourNumber, within]) =>
    within.map(({ at, entry }, rank) => {
      const entryId = (hourNumber - FIRST_DAY * 24) * ENTRIES_AN_HOUR + rank;
      return { ...entry, hotelId: SANDBOX_ID, createdAt: instant(at), entryId };
    }),
  );
}

const SHOWN = 2 * DAY;
/** Entry ids rise with time, because the list is ordered by them: each hour has more ids than it ever needs. */
const ENTRIES_AN_HOUR = 256;

type Shared = 'hotelId' | 'createdAt';
type EntryAt = { at: Moment; entry: Omit<ApiCall, Shared> | Omit<SyncActivity, Shared> };

function apiCalls(hour: Moment): EntryAt[] {
  return FACTS.apiClients
    .filter(({ everyHours }) => (hour / HOUR) % everyHours === everyHours - 1)
    .map(({ second, label, request, usualMs }) => call(hour + second * SECOND, label, request, usualMs));
}

function call(about: Moment, tokenLabel: string, request: string, usualMs: number): EntryAt {
  const random = randomFor(`call ${request}`, about / SECOND);
  const [method, resource] = request.split(' ') as [string, string];
  const asked = { summary: `${request} 200`, method, path: `/api/${resource}/{api_token}`, status: 200 };
  const durationMs = Math.round(usualMs * (0.7 + random.next()) * 10) / 10;
  const requestId = `0${random.text(25, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`;
  const at = about + random.between(0, 900);
  return { at, entry: { kind: 'api', ...asked, durationMs, requestId, tokenLabel } };
}

/** Pulls of an hour: each channel is asked once, and returns the bookings made there since. */
function pulls(hour: Moment, recent: readonly Event[]): EntryAt[] {
  return CHANNELS.map((channel, i) => {
    const random = randomFor(`pull ${channel}`, hour / HOUR);
    const at = hour + (11 + i * 12) * MINUTE + random.between(0, 4_000);
    const items = recent.filter(({ kind, data, at: { epochMilliseconds: moment } }) => {
      const pulled = kind === 'booking.created' || kind === 'booking.cancelled';
      return pulled && data['channel'] === channel && moment <= at && moment > at - HOUR;
    }).length;
    return sync(at, channel, { operation: 'reservations', items, durationMs: random.between(180, 620) });
  });
}

/** Pushes of a change, one to each channel that sells the room; or a reply, which a client sent. */
function pushes({ kind, data, at: { epochMilliseconds: at } }: Event): EntryAt[] {
  const push = (channel: SampleOta, operation: string, items: number) => {
    const durationMs = randomFor(`push ${channel}`, at / SECOND).between(160, 780);
    return sync(at + 400 + durationMs, channel, { operation, items, durationMs });
  };
  if (kind === 'message.sent') {
    const channels = CHANNELS.filter((channel) => channel === data['channel']);
    const sent = call(at, 'message relay', 'POST messages', 6);
    return [sent, ...channels.map((channel) => push(channel, 'message', 1))];
  }
  if (kind !== 'availability.changed') return [];
  const { roomId, from, until } = data as NightRange & { roomId: number };
  const { sellers } = ROOMS.find((room) => room.roomId === roomId)!;
  const channels = CHANNELS.filter((channel) => channel in sellers);
  return channels.map((channel) => push(channel, 'availability', countNights(from, until)));
}

/** One push per day fails at first, so that there always is an example. */
function failures(hour: Moment): EntryAt[] {
  const random = randomFor('mishap', Math.floor(hour / DAY));
  if (Math.floor(hour / HOUR) % 24 !== random.between(0, 23)) return [];
  const at = hour + random.between(2, 57) * MINUTE;
  const channel = random.pick<SampleOta>(['expedia', 'vrbo']);
  const error = `${SELLERS[channel].name} answered 503 Service Unavailable; tried again after 60 seconds`;
  const again = { items: random.between(5, 28), durationMs: random.between(300, 900) };
  return [
    sync(at, channel, { operation: 'rates', items: 0, durationMs: 10_004 }, error),
    sync(at + MINUTE + 10_300, channel, { operation: 'rates', ...again }),
  ];
}

/** Reservations are pulled, everything else is pushed. */
function sync(
  at: Moment,
  channel: SampleOta,
  input: Pick<SyncActivity, 'operation' | 'items' | 'durationMs'>,
  error: string | null = null,
): EntryAt {
  const direction = input.operation === 'reservations' ? 'pull' : 'push';
  const items = `${input.items} ${input.items === 1 ? 'item' : 'items'}`;
  const way = direction === 'push' ? 'to' : 'from';
  const summary = `${input.operation} ${way} ${channel}: ${error ? 'not sent' : items}`;
  const outcome = error ? 'failed' : 'ok';
  return { at, entry: { kind: 'sync', summary, channel, direction, ...input, outcome, error } };
}
