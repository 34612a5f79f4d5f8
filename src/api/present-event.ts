// Converts entries of the log to the public records of events.
import type { Static } from 'typebox';
import type { NamedActor } from '../model/actor.ts';
import type { Connection } from '../model/channel.ts';
import type { UnitClosure } from '../model/closure.ts';
import type { OtaProblemKind } from '../model/connected-ota.ts';
import type { Event } from '../model/event.ts';
import { defaultCode, type LedgerEntry, NO_ENTRY_DETAILS } from '../model/ledger.ts';
import type { BookingMessage, Message } from '../model/message.ts';
import type { MessageTemplate } from '../model/message-template.ts';
import type { PlainDate } from '../model/night.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { Proposal } from '../model/proposal.ts';
import type { Reservation } from '../model/reservation.ts';
import { NO_DETAILS } from '../model/stay-details.ts';
import type { Task } from '../model/task.ts';
import { NO_UNIT, type RoomUnit } from '../model/unit.ts';
import type { Review } from '../pms/reviews.ts';
import type { Room } from '../pms/rooms.ts';
import { presentCause } from './cause-record.ts';
import {
  presentAccountingEntry,
  presentActor,
  presentBooking,
  presentMessage,
  presentMoment,
  presentProperty,
  presentReview,
  presentRoom,
  presentTask,
} from './present.ts';
import { type LoggedGuestRequest, presentGuestRequestEvent } from './present-guest-request.ts';
import { type LoggedGuestReview, presentGuestReviewEvent } from './present-guest-review.ts';
import { presentInquiryEvent } from './present-inquiry.ts';
import { presentTemplate } from './present-template.ts';
import { presentClosure, presentUnitItself } from './present-unit.ts';
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
    by: from.actor && presentActor(from.actor),
  };
}

type Data = Record<string, unknown>;

/**
 * Returns the public data of an entry, presented by the first part of its kind (`booking.modified`: booking).
 * Kinds without a presenter have no data: the log may contain more than is public.
 */
function dataOf({ kind, data, actor = null }: Event, property: Property): Data {
  const shown =
    EVENT_PRESENTERS[kind.slice(0, kind.indexOf('.')) as Noun]?.(
      parseStored(data) as never,
      property,
      actor,
    ) ?? {};
  const { changed, before } = data as { changed?: string[]; before?: Data };
  if (!changed) return shown;
  return {
    ...shown,
    changed: changed.map((member) => wireName(member, kind)),
    ...(before && { before: beforeOf(shown, { kind, data, before, property }) }),
  };
}

/** The data of the log by the first part of its kind: stored as JSON, with its dates and moments parsed. */
type StoredData = {
  booking: Reservation & { changed?: string[] };
  availability: { roomId: number; from: PlainDate; until: PlainDate; what: string[] };
  message: BookingMessage;
  inquiry: Parameters<typeof presentInquiryEvent>[0];
  guest_request: LoggedGuestRequest;
  guest_review: LoggedGuestReview;
  task: Task;
  accounting: Omit<LedgerEntry, 'postedBy'>;
  review: Review;
  guest: { guestId: number; mergedInto?: number };
  channel: Pick<
    Connection,
    'channel' | 'protocol' | 'state' | 'lastError' | 'lastErrorCause' | 'lastSyncAt'
  > & {
    otaProblems?: { ota: string | null; name: string | null; kind: OtaProblemKind }[];
  };
  property: Property;
  room: Room & { archived?: boolean };
  unit: RoomUnit;
  closure: UnitClosure;
  template: MessageTemplate & { removed?: boolean };
  proposal: Pick<Proposal, 'proposalId' | 'tool' | 'state'>;
};

type Noun = keyof StoredData;

/** What an event is about: the first part of its kind. */
export type EventNoun = Noun;

const EVENT_PRESENTERS: {
  [N in Noun]: (stored: StoredData[N], property: Property, actor: NamedActor | null) => Data;
} = {
  booking: (stored, property) => ({
    // Data recorded before these members existed does not have them.
    ...presentBooking({ ...NO_DETAILS, ...NO_UNIT, ...stored }, property, dateOfChange(stored, property)),
    ...(stored.totalMinor === undefined && { total: null, paid: null, balance: null }),
    ...((stored.conflict || stored.changed?.includes('conflict')) && { conflict: stored.conflict }),
  }),
  availability: ({ roomId, from, until, what }, property) => ({
    hotel_id: property.hotelId,
    room_id: roomId,
    from: String(from),
    until: String(until),
    what,
  }),
  message: (stored) => presentMessage(withLaterMembers(stored)),
  inquiry: (stored, property) => presentInquiryEvent(withLaterMembers(stored), property.hotelId),
  guest_request: presentGuestRequestEvent,
  guest_review: presentGuestReviewEvent,
  // Tasks recorded before they could have photos do not have them.
  task: (stored) => presentTask({ ...stored, photos: stored.photos ?? [] }),
  // Entries recorded before these members existed do not have them.
  accounting: (stored, _, actor) =>
    presentAccountingEntry({
      ...NO_ENTRY_DETAILS,
      ...stored,
      code: stored.code ?? defaultCode(stored.type),
      postedBy: actor,
    }),
  review: presentReview,
  guest: ({ guestId, mergedInto }, property) => ({
    hotel_id: property.hotelId,
    guest_id: guestId,
    ...(mergedInto !== undefined && { merged_into: mergedInto }),
  }),
  // Entries recorded before the OTAs behind a channel were known do not have them.
  channel: (
    { channel, protocol, state, lastError, lastErrorCause, lastSyncAt, otaProblems = [] },
    property,
  ) => ({
    hotel_id: property.hotelId,
    channel,
    protocol,
    state,
    last_error: lastError,
    last_sync: lastSyncAt && presentMoment(lastSyncAt),
    ota_problems: otaProblems,
    last_error_cause: presentCause(lastErrorCause),
  }),
  property: presentProperty,
  room: (stored, property) => ({
    ...presentRoom(stored, property),
    ...(stored.archived && { archived: true }),
  }),
  closure: (stored) => presentClosure(stored),
  template: (stored) => ({ ...presentTemplate(stored), ...(stored.removed && { removed: true }) }),
  proposal: ({ proposalId, tool, state }, property) => ({
    hotel_id: property.hotelId,
    proposal_id: proposalId,
    tool,
    state,
  }),
  unit: (stored) => ({ ...presentUnitItself(stored), ...(stored.archived && { archived: true }) }),
};

/** Texts recorded before it was stored what needs a reply, and what is attached, do not say it. */
function withLaterMembers<Stored extends Pick<Message, 'guestText' | 'reply' | 'needsReply' | 'attachments'>>(
  stored: Stored,
): Stored {
  return {
    ...stored,
    needsReply: stored.needsReply ?? (stored.guestText !== null && stored.reply === null),
    attachments: stored.attachments ?? [],
  };
}

/** Returns the date of an event of a booking, which says in which of several units the guest was. */
function dateOfChange({ unitNights, updatedAt, checkin }: Reservation, property: Property): PlainDate {
  const isSplit = unitNights !== null && unitNights !== undefined && unitNights.length > 1;
  return isSplit ? todayAt(property, updatedAt) : checkin;
}

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
  commissionMinor: 'commission',
  totalMinor: 'total',
  paidMinor: 'paid',
  channelReference: 'referral_order_id',
  reservationId: 'order_id',
  due: 'date',
  unitNights: 'unit_id',
  unitName: 'unit',
  firstNight: 'fromdate',
  lastNight: 'todate',
};

function wireName(member: string, kind: Event['kind']): string {
  if (member === 'name' && kind.startsWith('task.')) return 'task_name';
  return WIRE_NAMES[member] ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of the members of the stored data whose values are of a type; null may stand beside it. */
type MembersOf<Value, Stored = StoredData[Noun]> = Stored extends unknown
  ? { [K in keyof Stored]-?: NonNullable<Stored[K]> extends Value ? K : never }[keyof Stored]
  : never;

const DATES: Record<MembersOf<PlainDate>, true> = {
  checkin: true,
  checkout: true,
  channelCheckin: true,
  channelCheckout: true,
  due: true,
  date: true,
  from: true,
  until: true,
  serviceFrom: true,
  serviceUntil: true,
  firstNight: true,
  lastNight: true,
};

const MOMENTS: Record<MembersOf<Temporal.Instant>, true> = {
  answerBy: true,
  writeBy: true,
  createdAt: true,
  updatedAt: true,
  repliedAt: true,
  lastSyncAt: true,
  sandboxAt: true,
  testUntil: true,
  archivedAt: true,
  heldUntil: true,
  conditionAt: true,
  endedAt: true,
};

function parseStored(data: Data): Data {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (Object.hasOwn(DATES, name)) return [name, Temporal.PlainDate.from(value)];
      return [name, Object.hasOwn(MOMENTS, name) ? Temporal.Instant.from(value) : value];
    }),
  );
}
