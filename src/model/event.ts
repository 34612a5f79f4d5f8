// Entries of the property's event log. Webhooks, event streams and channel pushes read this log with a
// cursor.
import type { NamedActor } from './actor.ts';

export const EVENT_KINDS = [
  'booking.created',
  'booking.modified',
  'booking.cancelled',
  'booking.checked_in',
  'booking.checked_out',
  'booking.conflict',
  'booking.held',
  'booking.hold_expired',
  'booking.hold_cancelled',
  'availability.changed',
  'message.received',
  'message.queued',
  'message.sent',
  'message.failed',
  'message.changed',
  'inquiry.received',
  'inquiry.queued',
  'inquiry.sent',
  'inquiry.failed',
  'inquiry.changed',
  'inquiry.booked',
  'guest_request.received',
  'guest_request.answered',
  'guest_request.changed',
  'task.created',
  'task.changed',
  'accounting.posted',
  'guest_review.received',
  'guest_review.written',
  'guest_review.changed',
  'review.received',
  'review.replied',
  'review.changed',
  'channel.changed',
  'guest.changed',
  'guest.merged',
  'guest.erased',
  'property.changed',
  'room.changed',
  'unit.changed',
  'template.changed',
  'closure.created',
  'closure.changed',
  'closure.ended',
  'proposal.created',
  'proposal.decided',
  'proposal.reopened',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a list of kinds may name beside kinds: `booking.*` stands for all kinds that begin so. */
const KIND_PATTERNS = [
  ...new Set(EVENT_KINDS.map((kind) => `${kind.slice(0, kind.indexOf('.'))}.*` as const)),
];
export const KIND_FILTERS = [...EVENT_KINDS, ...KIND_PATTERNS] as const;

/** Returns the kinds that an entry of such a list stands for; none if it is neither a kind nor a pattern. */
export function kindsOfFilter(filter: string): EventKind[] {
  return EVENT_KINDS.filter((kind) => filter === kind || filter === `${kind.slice(0, kind.indexOf('.'))}.*`);
}

/** An entry of the log. `seq` counts 1, 2, 3, … within a property, without gaps, in commit order. */
export type Event = {
  hotelId: number;
  seq: number;
  kind: EventKind;
  /** what changed, e.g. `booking/1042` */
  subject: string;
  at: Temporal.Instant;
  /** the subject after the change as stored (see `pms/log`), and for modifications what changed */
  data: Record<string, unknown>;
  /** who made the change; null = it was recorded before that was kept */
  actor: NamedActor | null;
};

/** The members that a modification changed, and their values before. */
export type Changes<Noun> = { changed: (keyof Noun)[]; before: Partial<Noun> };

/** Compares an object before and after a modification, ignoring `updatedAt` and `lastSeq`. */
export function changesOf<Noun extends object>(before: Noun, after: Noun): Changes<Noun> {
  const members = Object.keys(after) as (keyof Noun)[];
  const changed = members.filter(
    (member) =>
      !UNREPORTED.has(member as string) && JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  );
  const pairs = changed.map((member) => [member, before[member] ?? null]);
  return { changed, before: Object.fromEntries(pairs) };
}

/** Members that differ after every change and so say nothing about it, and those that change with another or
 * have events of their own. */
const UNREPORTED = new Set(['updatedAt', 'lastSeq', 'conflictKind', 'totalMinor', 'paidMinor']);
