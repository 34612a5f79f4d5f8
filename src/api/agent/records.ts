// Records for agents: made from the records of REST, without empty members, times with the property's UTC
// offset.
import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { REPLY_DELIVERIES } from '../../model/message.ts';
import { countNights, dateIn } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import { RESERVATION_STATUSES } from '../../model/reservation.ts';
import { COLLECTORS } from '../../model/stay-details.ts';
import type { inquirySchema } from '../inquiry-records.ts';
import {
  accountingEntrySchema,
  type bookingSchema,
  type messageSchema,
  type reviewSchema,
  type statusSchema,
  taskSchema,
} from '../records.ts';
import {
  array,
  boolean,
  date,
  integer,
  needs,
  nullable,
  number,
  object,
  oneOf,
  optional,
  personal,
  text,
} from '../schema.ts';

/** Maximum length of a guest's text in an answer, in characters; longer texts are cut. */
const MAX_GUEST_TEXT = 8_000;

const at = text({ description: 'with the offset of the property' });

export const agentBookingSchema = object({
  order_id: integer(),
  status: oneOf(RESERVATION_STATUSES),
  name: personal(text()),
  room_id: integer(),
  unit_id: optional(integer()),
  unit: optional(text({ description: 'room number' })),
  checkin: date('arrival', ''),
  checkout: date('departure', ''),
  nights: integer(),
  price: number(),
  currency: text(),
  channel: text(),
  referral_order_id: optional(text()),
  email: optional(personal(text())),
  phone: optional(personal(text())),
  guests: optional(text()),
  arrival_time: optional(text()),
  guest_notes: optional(personal(text())),
  held_until: optional(at),
  group_id: optional(integer()),
  companions: optional(personal(array(text()))),
  language: optional(text()),
  country: optional(text()),
  meal: optional(text()),
  collected_by: optional(oneOf(COLLECTORS)),
  charges_not_included: optional(array(text())),
  total: optional(number()),
  paid: optional(number()),
  balance: optional(number()),
  guest_id: optional(integer()),
  earlier_rooms: optional(array(text())),
  created_at: optional(at),
  updated_at: optional(at),
});

type Detail = 'concise' | 'detailed';

/**
 * Shortens the API's record of a booking for agents. `concise` leaves out what is paid, contact, guests, arrival time,
 * notes and timestamps.
 */
export function presentAgentBooking(
  rest: Static<typeof bookingSchema>,
  property: Property,
  detail: Detail = 'detailed',
): Static<typeof agentBookingSchema> {
  const [checkin, checkout] = [dateAt(rest.checkin, property), dateAt(rest.checkout, property)];
  return {
    order_id: rest.order_id,
    status: rest.status,
    name: rest.name,
    room_id: rest.room_id,
    ...(rest.unit_id !== null && rest.unit !== null && { unit_id: rest.unit_id, unit: rest.unit }),
    checkin: checkin.toString(),
    checkout: checkout.toString(),
    nights: countNights(checkin, checkout),
    price: rest.price,
    currency: rest.currency,
    channel: rest.channel,
    ...(rest.referral_order_id !== null && { referral_order_id: rest.referral_order_id }),
    ...(rest.group_id !== null && { group_id: rest.group_id }),
    ...(rest.held_until !== null && { held_until: clockAt(rest.held_until, property) }),
    ...(detail === 'detailed' && {
      total: rest.total,
      paid: rest.paid,
      balance: rest.balance,
      ...(rest.email !== null && { email: rest.email }),
      ...(rest.phone !== null && { phone: rest.phone }),
      ...(rest.adults !== null && { guests: guestsOf(rest.adults, rest.children) }),
      ...(rest.arrival_time !== null && { arrival_time: rest.arrival_time }),
      ...(rest.notes !== null && { guest_notes: cutAt(rest.notes, MAX_GUEST_TEXT) }),
      ...stayDetailsOf(rest),
      ...(rest.guest_id !== null && { guest_id: rest.guest_id }),
      ...(rest.earlier_rooms !== null && {
        earlier_rooms: rest.earlier_rooms.map(
          ({ room_id, fromdate, todate }) => `room_id ${room_id}, nights ${fromdate} to ${todate}`,
        ),
      }),
      created_at: clockAt(rest.created_at, property),
      updated_at: clockAt(rest.updated_at, property),
    }),
  };
}

function stayDetailsOf(rest: Static<typeof bookingSchema>): Partial<Static<typeof agentBookingSchema>> {
  const charges = rest.charges?.filter(({ included }) => !included) ?? [];
  return {
    ...(rest.companions !== null && {
      companions: rest.companions.map(({ name, age }) => (age === null ? name : `${name}, ${age}`)),
    }),
    ...(rest.language !== null && { language: rest.language }),
    ...(rest.country !== null && { country: rest.country }),
    ...(rest.meal !== null && { meal: rest.meal }),
    ...(rest.collected_by !== null && { collected_by: rest.collected_by }),
    ...(charges.length > 0 && {
      charges_not_included: charges.map(
        ({ description, amount, collected_by: by }) =>
          `${description}: ${amount} ${rest.currency}${by === null ? '' : `, to the ${by}`}`,
      ),
    }),
  };
}

/**
 * Formats the guests: `2 adults, 2 children aged 6 and ?`. The ages of children are optional, so they follow
 * the adults.
 */
function guestsOf(adults: number, children: readonly (number | null)[] | null): string {
  const grown = `${adults} ${adults === 1 ? 'adult' : 'adults'}`;
  if (children === null || children.length === 0) return grown;
  const ages = children.some((age) => age !== null)
    ? ` aged ${children.map((age) => age ?? '?').join(' and ')}`
    : '';
  return `${grown}, ${children.length} ${children.length === 1 ? 'child' : 'children'}${ages}`;
}

export const agentMessageSchema = object({
  id: integer(),
  rid: integer(),
  channel: text(),
  guest_text: optional(personal(text())),
  cut: optional(boolean()),
  reply: optional(personal(text())),
  needs_reply: boolean(),
  created_at: at,
  replied_at: optional(at),
  delivery: optional(oneOf(REPLY_DELIVERIES)),
});

/**
 * Returns a message for agents. Texts longer than `maxText` characters are cut and marked with `cut`, for
 * answers in which messages are only a part.
 */
export function presentAgentMessage(
  rest: Static<typeof messageSchema>,
  property: Property,
  maxText = MAX_GUEST_TEXT,
): Static<typeof agentMessageSchema> {
  const { message: guestText, reply } = rest;
  const isCut = Math.max(guestText?.length ?? 0, reply?.length ?? 0) > maxText;
  return {
    id: rest.id,
    rid: rest.rid,
    channel: rest.channel,
    ...(guestText !== null && { guest_text: cutAt(guestText, maxText) }),
    ...(reply !== null && { reply: cutAt(reply, maxText) }),
    ...(isCut && { cut: true }),
    needs_reply: rest.needs_reply,
    created_at: clockAt(rest.created_at, property),
    ...(rest.replied_at !== null && { replied_at: clockAt(rest.replied_at, property) }),
    ...(rest.delivery !== null && { delivery: rest.delivery }),
  };
}

export const agentInquirySchema = object({
  inquiry_id: integer(),
  channel: text(),
  guest_name: optional(personal(text())),
  conversation: array(
    object({
      guest_text: optional(personal(text())),
      reply: optional(personal(text())),
      created_at: at,
      delivery: optional(text()),
    }),
  ),
  conversation_is_longer: optional(boolean()),
});

/**
 * Maximum characters of one conversation in an answer: a guest who keeps writing must not make the answer
 * too long to read.
 */
const MAX_CONVERSATION = 40_000;

/**
 * Returns an inquiry with the last messages of its conversation, up to MAX_CONVERSATION characters; usually
 * all of it.
 */
export function presentAgentInquiry(
  rest: Static<typeof inquirySchema>,
  property: Property,
): Static<typeof agentInquirySchema> {
  let length = 0;
  const conversation = rest.messages.map(({ message: guestText, reply, created_at, delivery }) => ({
    ...(guestText !== null && { guest_text: cutAt(guestText, MAX_GUEST_TEXT) }),
    ...(reply !== null && { reply }),
    created_at: clockAt(created_at, property),
    ...(delivery !== null && { delivery }),
  }));
  const beyond = conversation.findLastIndex((one) => {
    length += JSON.stringify(one).length;
    return length > MAX_CONVERSATION;
  });
  return {
    inquiry_id: rest.id,
    channel: rest.channel,
    ...(rest.guest_name !== null && { guest_name: rest.guest_name }),
    conversation: conversation.slice(Math.min(beyond + 1, conversation.length - 1)),
    ...(beyond >= 0 && { conversation_is_longer: true }),
  };
}

export const [agentTaskSchema, presentAgentTask] = selected(taskSchema, [
  'task_id',
  'room_id',
  'task_name',
  'status',
  'date',
  'assignee',
  'order_id',
  'updated',
]);

/** The values of these members explain themselves: listing them in each description would cost more than it says. */
const entryRecord = object({
  ...accountingEntrySchema.properties,
  vat_category: nullable(text()),
  collected_by: nullable(text()),
  method: nullable(text()),
});

export const [agentAccountingEntrySchema, presentAgentAccountingEntry] = selected(entryRecord, [
  'id',
  'date',
  'amount',
  'currency',
  'type',
  'description',
  'room_id',
  'order_id',
  'code',
  'collected_by',
  'method',
  'reference',
  'quantity',
  'service_from',
  'service_until',
  'vat_category',
  'vat_rate',
  'reverses_id',
]);

const GUEST_TEXTS = ['title', 'positive', 'negative'] as const;

export const agentReviewSchema = object({
  id: integer(),
  score: number(),
  scores: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'number' },
  }),
  channel: text(),
  guest_name: personal(text()),
  guest_text: object({
    title: optional(personal(text())),
    positive: optional(personal(text())),
    negative: optional(personal(text())),
  }),
  language: text(),
  reply: optional(personal(text())),
  room_id: optional(integer()),
  order_id: optional(integer()),
  created_at: at,
  delivery: optional(oneOf(REPLY_DELIVERIES)),
});

/** Shortens the API's record of a review for agents: empty members are left out, long texts cut. */
export function presentAgentReview(
  rest: Static<typeof reviewSchema>,
  property: Property,
): Static<typeof agentReviewSchema> {
  const written = GUEST_TEXTS.map(
    (part) => [part, rest[part] === null ? undefined : cutAt(rest[part], MAX_GUEST_TEXT)] as const,
  );
  return {
    id: rest.id,
    score: rest.score,
    scores: rest.scores,
    channel: rest.channel,
    guest_name: rest.guest_name,
    guest_text: Object.fromEntries(written.filter(([, value]) => value !== undefined)),
    language: rest.language,
    ...(rest.reply !== null && { reply: rest.reply }),
    ...(rest.room_id !== null && { room_id: rest.room_id }),
    ...(rest.order_id !== null && { order_id: rest.order_id }),
    created_at: clockAt(rest.created_at, property),
    ...(rest.delivery !== null && { delivery: rest.delivery }),
  };
}

export const agentChannelSchema = object({
  channel: text(),
  state: text(),
  pending_nights: integer(),
  oldest_pending_seconds: optional(number()),
  last_error: optional(needs('availability:read', text())),
});

export const agentStatusSchema = object({
  status: text(),
  channels: array(agentChannelSchema),
  last_sync: optional(at),
  subscription: object({ plan: text(), status: text(), renews_at: optional(at) }),
});

/** Shortens the API's status for agents, with the channels as a list. */
export function presentAgentStatus(
  rest: Static<typeof statusSchema>,
  property: Property,
): Static<typeof agentStatusSchema> {
  const { plan, status: subscribed, renews_at } = rest.subscription;
  return {
    status: rest.status,
    channels: Object.entries(rest.channels).map(([channel, state]) => {
      const { sync } = rest.channel_details[channel]!;
      return {
        channel,
        state,
        pending_nights: sync.pending_nights,
        ...(sync.oldest_pending_seconds !== null && { oldest_pending_seconds: sync.oldest_pending_seconds }),
        ...(sync.last_error !== null && { last_error: sync.last_error }),
      };
    }),
    ...(rest.last_sync !== null && { last_sync: clockAt(rest.last_sync, property) }),
    subscription: {
      plan,
      status: subscribed,
      ...(renews_at !== null && { renews_at: clockAt(renews_at, property) }),
    },
  };
}

/** Members of a record without the empty ones. */
type Selected<R, Name extends keyof R> = {
  [N in Name as null extends R[N] ? never : N]: R[N];
} & { [N in Name as null extends R[N] ? N : never]?: NonNullable<R[N]> };

type View<R, Name extends keyof R> = (record: R, property: Property) => Selected<R, Name>;

/**
 * Makes the agent's record of a record of REST: these members in this order, without those that are null,
 * moments with the property's offset. Returns its schema and the function that converts a record.
 */
export function selected<P extends TProperties, const Name extends keyof Static<TObject<P>> & string>(
  record: TObject<P>,
  names: readonly Name[],
): [TUnsafe<Selected<Static<TObject<P>>, Name>>, View<Static<TObject<P>>, Name>] {
  const members = names.map((name) => [name, record.properties[name]!] as const);
  const schema = object(Object.fromEntries(members.map(([name, member]) => [name, forAgents(member)])));
  const moments = new Set(members.filter(([, member]) => isMoment(member)).map(([name]) => name));
  const view = (rest: Record<string, unknown>, property: Property) =>
    Object.fromEntries(
      names
        .filter((name) => rest[name] !== null && rest[name] !== undefined)
        .map((name) => [name, moments.has(name) ? clockAt(String(rest[name]), property) : rest[name]]),
    );
  return [schema as never, view as never];
}

function forAgents(member: TSchema): TSchema {
  const shown = isMoment(member) ? at : member;
  return 'nullable' in member ? optional(shown) : shown;
}

function isMoment(member: TSchema): boolean {
  return (member as { format?: string }).format === 'date-time';
}

/** Cuts a text to a length, never inside a surrogate pair. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the property's local date of a moment that REST gives in UTC. */
export function dateAt(moment: string, property: Pick<Property, 'timezone'>): Temporal.PlainDate {
  return dateIn(property.timezone, Temporal.Instant.from(moment));
}

/** Formats a moment in the property's local time, with its UTC offset: 2026-12-01T15:00:00+00:00. */
export function clockAt(moment: string | Temporal.Instant, property: Pick<Property, 'timezone'>): string {
  return Temporal.Instant.from(moment).toString({
    timeZone: property.timezone,
    smallestUnit: 'second',
  });
}
