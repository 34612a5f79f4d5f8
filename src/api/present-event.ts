// Converts entries of the log to the public records of events.
import type { Static } from 'typebox';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import { NO_DETAILS } from '../model/stay-details.ts';
import {
  presentAccountingEntry,
  presentBooking,
  presentMessage,
  presentMoment,
  presentProperty,
  presentReview,
  presentRoom,
  presentTask,
} from './present.ts';
import { presentInquiryEvent } from './present-inquiry.ts';
import type { eventSchema } from './records.ts';

/** Returns the record of an event, as the event list, the stream and webhooks send it. */
export function presentEvent(from: Event, property: Property): Static<typeof eventSchema> {
  return {
    seq: from.seq,
    kind: from.kind,
    at: presentMoment(from.at),
    hotel_id: from.hotelId,
    subject: from.subject,
    data: dataOf(from, property),
  };
}

type Data = Record<string, unknown>;

/**
 * Returns the public data of an entry, presented by the first part of its kind (`booking.changed`: booking).
 * Kinds without a presenter have no data: the log may contain more than is public.
 */
function dataOf({ kind, data }: Event, property: Property): Data {
  const shown =
    EVENT_PRESENTERS[kind.slice(0, kind.indexOf('.')) as Noun]?.(parseStored(data) as never, property) ?? {};
  const { changed, before } = data as { changed?: string[]; before?: Data };
  if (!changed) return shown;
  return {
    ...shown,
    changed: changed.map((member) => wireName(member, kind)),
    ...(before && { before: beforeOf(shown, { kind, data, before, property }) }),
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

/** Takes the stored data, with dates and moments parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a noun as JSON keeps it; each teller knows its own
type EventPresenter = (stored: any, property: Property) => Data;

const EVENT_PRESENTERS: Record<Noun, EventPresenter> = {
  booking: (stored, property) => ({
    // Data recorded before these members existed does not have them.
    ...presentBooking({ ...NO_DETAILS, ...stored }, property),
    ...((stored.conflict || stored.changed?.includes('conflict')) && { conflict: stored.conflict }),
  }),
  availability: ({ roomId, from, until, what }, property) => ({
    hotel_id: property.hotelId,
    room_id: roomId,
    from: String(from),
    until: String(until),
    what,
  }),
  message: (stored) => presentMessage(stored),
  inquiry: (stored, property) => presentInquiryEvent(stored, property.hotelId),
  task: (stored) => presentTask(stored),
  accounting: (stored) => presentAccountingEntry(stored),
  review: (stored) => presentReview(stored),
  channel: ({ channel, protocol, state, lastError, lastSyncAt }, property) => ({
    hotel_id: property.hotelId,
    channel,
    protocol,
    state,
    last_error: lastError,
    last_sync: lastSyncAt && presentMoment(lastSyncAt),
  }),
  property: (stored) => presentProperty(stored),
  room: (stored, property) => ({
    ...presentRoom(stored, property),
    ...(stored.archived && { archived: true }),
  }),
};

/** Returns the earlier values in the form of the record, made by presenting the record's earlier state. */
function beforeOf(
  shown: Data,
  { kind, data, before, property }: { kind: Event['kind']; data: Data; before: Data; property: Property },
): Data {
  const { changed: _, before: __, ...noun } = data;
  const earlier = dataOf({ kind, data: { ...noun, ...before } } as unknown as Event, property);
  const names = Object.keys(before).map((member) => wireName(member, kind));
  return Object.fromEntries(
    names.filter((name) => name in shown).map((name) => [name, earlier[name] ?? null]),
  );
}

/** Names of members in the records, where they are more than the stored name in snake_case. */
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

function parseStored(data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (DATES.has(name)) return [name, Temporal.PlainDate.from(value)];
      return [name, MOMENTS.has(name) ? Temporal.Instant.from(value) : value];
    }),
  );
}
