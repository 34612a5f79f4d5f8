// Events as clients see them: what the log stores of a noun becomes the public record, and what changed is named in its words.
import type { Static } from 'typebox';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import { NO_DETAILS } from '../model/reservation.ts';
import * as present from './present.ts';
import { inquiryEvent } from './present-inquiry.ts';
import type * as Records from './records.ts';

/** An entry of the log as the feed, the stream and webhooks tell it. */
export function event(from: Event, property: Property): Static<typeof Records.Event> {
  return {
    seq: from.seq,
    kind: from.kind,
    at: present.moment(from.at),
    hotel_id: from.hotelId,
    subject: from.subject,
    data: dataOf(from, property),
  };
}

type Data = Record<string, unknown>;

/** Each noun is told by the first word of its kind. What is not named here is not told: the log may hold more than is public. */
function dataOf({ kind, data }: Event, property: Property): Data {
  const told =
    EVENT_PRESENTERS[kind.slice(0, kind.indexOf('.')) as Noun]?.(revive(data) as never, property) ?? {};
  const { changed, before } = data as { changed?: string[]; before?: Data };
  if (!changed) return told;
  return {
    ...told,
    changed: changed.map((member) => wireName(member, kind)),
    ...(before && { before: beforeOf(told, { kind, data, before, property }) }),
  };
}

type Noun =
  | 'booking'
  | 'availability'
  | 'message'
  | 'inquiry'
  | 'task'
  | 'accounting'
  | 'review'
  | 'channel'
  | 'property'
  | 'room';

/** What was stored, its dates and moments alive again. */
// biome-ignore lint/suspicious/noExplicitAny: a noun as JSON keeps it; each teller knows its own
type EventPresenter = (stored: any, property: Property) => Data;

const EVENT_PRESENTERS: Record<Noun, EventPresenter> = {
  booking: (stored, property) => ({
    // What was recorded before these members existed does not have them.
    ...present.booking({ ...NO_DETAILS, ...stored }, property),
    ...((stored.conflict || stored.changed?.includes('conflict')) && { conflict: stored.conflict }),
  }),
  availability: ({ roomId, from, until, what }, property) => ({
    hotel_id: property.hotelId,
    room_id: roomId,
    from: String(from),
    until: String(until),
    what,
  }),
  message: (stored) => present.message(stored),
  inquiry: (stored, property) => inquiryEvent(stored, property.hotelId),
  task: (stored) => present.task(stored),
  accounting: (stored) => present.accountingEntry(stored),
  review: (stored) => present.review(stored),
  channel: ({ channel, protocol, state, lastError, lastSyncAt }, property) => ({
    hotel_id: property.hotelId,
    channel,
    protocol,
    state,
    last_error: lastError,
    last_sync: lastSyncAt && present.moment(lastSyncAt),
  }),
  property: (stored) => present.property(stored),
  room: (stored, property) => ({
    ...present.room(stored, property),
    ...(stored.archived && { archived: true }),
  }),
};

/** The earlier values, as the record showed them: made by presenting the noun as it was. */
function beforeOf(
  told: Data,
  { kind, data, before, property }: { kind: Event['kind']; data: Data; before: Data; property: Property },
): Data {
  const { changed: _, before: __, ...noun } = data;
  const earlier = dataOf({ kind, data: { ...noun, ...before } } as unknown as Event, property);
  const names = Object.keys(before).map((member) => wireName(member, kind));
  return Object.fromEntries(
    names.filter((name) => name in told).map((name) => [name, earlier[name] ?? null]),
  );
}

/** Names of members as the records write them; any other only loses its capitals. */
const WIRE_NAMES: Record<string, string> = {
  guestName: 'name',
  guestEmail: 'email',
  guestPhone: 'phone',
  priceMinor: 'price',
  channelReference: 'referral_order_id',
  reservationId: 'order_id',
  due: 'date',
};

function wireName(member: string, kind: Event['kind']): string {
  if (member === 'name' && kind.startsWith('task.')) return 'task_name';
  return WIRE_NAMES[member] ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const DATES = new Set(['checkin', 'checkout', 'due', 'date', 'from', 'until']);
const MOMENTS = new Set(['createdAt', 'updatedAt', 'repliedAt', 'lastSyncAt', 'renewsAt', 'sandboxAt']);

function revive(data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (DATES.has(name)) return [name, Temporal.PlainDate.from(value)];
      return [name, MOMENTS.has(name) ? Temporal.Instant.from(value) : value];
    }),
  );
}
