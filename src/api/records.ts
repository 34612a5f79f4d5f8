// The public records: field names, types, order. Filled by present.ts.

import Type, { type Static } from 'typebox';
import { ACTOR_KINDS } from '../model/actor.ts';
import { CONNECTION_STATES } from '../model/channel.ts';
import { NAMES_OF_BOTH } from '../model/channel-difference.ts';
import { EVENT_KINDS } from '../model/event.ts';
import { PAYMENT_METHODS, VAT_CATEGORIES } from '../model/ledger.ts';
import { REPLY_DELIVERIES } from '../model/message.ts';
import { SUBSCRIPTION_STATUSES } from '../model/property.ts';
import { RESERVATION_STATUSES } from '../model/reservation.ts';
import { CHARGE_KINDS, COLLECTORS, MEALS } from '../model/stay-details.ts';
import { TASK_STATUSES } from '../model/task.ts';
import { causeSchema } from './cause-record.ts';
import { channelDetails } from './channel-details.ts';
import {
  amount,
  array,
  boolean,
  date,
  id,
  integer,
  moment,
  nullable,
  number,
  object,
  oneOf,
  optional,
  personal,
  text,
} from './schema.ts';

export const hotelId = id('property', 1001);
export const roomId = id('room', 101);
const currency = text({ description: 'ISO 4217', example: 'EUR' });
const channel = text({ description: '`direct`, or the channel that sold it', example: 'booking_com' });

const collectedBy = nullable(
  oneOf(COLLECTORS, {
    description: 'who takes the money from the guest: the property, or the channel; null = not known',
    example: 'property',
  }),
);

export const virtualCardSchema = object({
  active_from: nullable(date('first date on which the card can be charged; null = not reported')),
  active_until: nullable(date('last date on which it can be charged; null = not reported', '2027-06-01')),
  amount: nullable(amount('how much is on it; null = not reported', 360.5)),
});

export const chargeSchema = object({
  kind: oneOf(CHARGE_KINDS, { example: 'tax' }),
  description: text({ description: 'as the channel names it', example: 'City tax' }),
  amount: amount('for all nights and guests', 12),
  quantity: nullable(number({ description: 'how many were ordered; null = not reported', example: 1 })),
  included: boolean({
    description: 'part of `price`; otherwise the guest pays it in addition',
    example: false,
  }),
  collected_by: collectedBy,
});

export const unitNightsSchema = object({
  unit_id: id('unit', 7),
  unit: text({ description: 'its name', example: '204' }),
  fromdate: date('the first night in it'),
  todate: date('the last night in it', '2026-12-02'),
});

export const earlierRoomSchema = object({
  room_id: id('room', 1002),
  fromdate: date('the first night in it'),
  todate: date('the last night in it', '2026-12-02'),
});

const companionSchema = object({
  name: text({ example: 'Charles Babbage' }),
  age: nullable(integer({ description: 'on the day of arrival; null = not known', example: 6 })),
});

type DifferentValue = string | number | (number | null)[] | Static<typeof companionSchema>[] | null;

export const differenceSchema = object(
  {
    member: oneOf(Object.values(NAMES_OF_BOTH), { description: 'a member of the booking', example: 'phone' }),
    value: Type.Unsafe<DifferentValue>({
      description:
        'what the channel reports, in the form in which a change takes the member: text, a number, a list or null; dates are yyyy-MM-dd, and the status is `cancelled` of a stay that goes on here, `confirmed` of one that was cancelled here',
      example: '+351 910 000 000',
    }),
    currency: nullable(text({ description: 'of a `price`; null = it is another member', example: null })),
    since: moment('when the channel reported it'),
  },
  { $id: 'BookingDifference' },
);

export const bookingSchema = object(
  {
    order_id: id('internal order identifier', 10001),
    hotel_id: hotelId,
    room_id: roomId,
    name: personal(text({ description: 'guest name', example: 'Ada Lovelace' })),
    email: personal(nullable(text({ description: 'guest e-mail', example: 'ada@example.com' }))),
    phone: personal(nullable(text({ description: 'guest telephone', example: '+351 910 000 000' }))),
    checkin: moment('check-in time of the property on the day of arrival', '2026-12-01T15:00:00.000Z'),
    checkout: moment('check-out time of the property on the day of departure', '2026-12-04T11:00:00.000Z'),
    price: amount('total price', 360.5),
    referral_order_id: nullable(
      text({ description: 'reference of the order at the channel', example: '4000000001' }),
    ),
    status: oneOf(RESERVATION_STATUSES, { description: 'see docs/states.md', example: 'confirmed' }),
    channel,
    currency,
    created_at: moment('when it was stored here'),
    updated_at: moment('when it last changed'),
    adults: nullable(integer({ description: 'how many adults come; null = not known', example: 2 })),
    children: nullable(
      array(nullable(integer({ example: 6 })), {
        description:
          'the age of each child on the day of arrival, null where it is not known; [] = none come; null = not known',
        example: [6, null],
      }),
    ),
    notes: personal(
      nullable(
        text({
          description: "the guest's requests and comments, and remarks of the channel; written by strangers",
          example: 'Late arrival, a baby cot please',
        }),
      ),
    ),
    arrival_time: nullable(
      text({ description: 'HH:mm at the property: when the guest means to arrive', example: '18:00' }),
    ),
    guests: nullable(
      integer({ description: 'how many come: adults and children; null = not known', example: 4 }),
    ),
    language: nullable(
      text({ description: 'language of the guest: a BCP 47 tag; null = not known', example: 'pt-BR' }),
    ),
    country: nullable(
      text({ description: 'country of the guest: ISO 3166-1; null = not known', example: 'DE' }),
    ),
    meal: nullable(
      oneOf(MEALS, {
        description: 'meals that the price includes, per day; null = not known',
        example: 'breakfast',
      }),
    ),
    collected_by: collectedBy,
    virtual_card: nullable(virtualCardSchema),
    commission: nullable(
      amount('what the channel keeps or invoices for the sale; null = not reported', 54.08),
    ),
    charges: nullable(
      array(chargeSchema, {
        description: 'taxes, fees and services of the stay, as its channel reported them; null = none',
      }),
    ),
    held_until: nullable(
      text({
        description:
          'until when a booking that is `held` keeps its nights unconfirmed; null once it is confirmed, and for all others',
        format: 'date-time',
        example: null,
      }),
    ),
    unit_id: nullable(
      id("the guest's unit in the present or next night; null = none yet, or the room has no units", 7),
    ),
    unit: nullable(text({ description: 'the name of this unit', example: '204' })),
    unit_pinned: boolean({
      description: 'people chose the unit, so that the automatic assignment leaves it',
      example: false,
    }),
    unit_nights: nullable(
      array(unitNightsSchema, {
        description:
          'which unit in which nights, where the stay has several, or none in some nights; null = one unit for all nights, or none',
      }),
    ),
    companions: personal(
      nullable(
        array(companionSchema, {
          description: 'guests who come along with the one of the booking, by name; null = none are known',
        }),
      ),
    ),
    total: amount('what it charges: the price, and taxes, fees and services beside it', 372.5),
    paid: amount(
      'payments less refunds; what the channel collects from the guest counts as paid, its payouts do not',
      100,
    ),
    balance: amount('what the guest still owes the property: `total` less `paid`', 272.5),
    guest_id: nullable(
      id('the person who stays; null = stored by an earlier release and not assigned yet', 1),
    ),
    group_id: nullable({
      ...id('the group of bookings that were made together; null = made alone', 1),
      example: null,
    }),
    earlier_rooms: nullable(
      array(earlierRoomSchema, {
        description: 'rooms in which the guest slept before moving to `room_id`; null = always in `room_id`',
      }),
    ),
    connection: nullable(
      text({
        description:
          'the connection through which the channel reports it, a key of `channels` in the status; differs from `channel` behind a channel manager; null = sold directly, or entered or imported here',
        example: 'booking_com',
      }),
    ),
    differences: personal(
      nullable(
        array(differenceSchema, {
          description:
            'members that both the channel and people here have changed: the booking has what people set. Sending the member in a change decides, with either value; null = nothing to decide',
        }),
      ),
    ),
    channel_checkin: nullable(
      date(
        'the first night that the channel knows; those before it are the house’s own. null = it knows none: it did not sell the stay, or has cancelled it and people here keep it',
      ),
    ),
    channel_checkout: nullable(
      date(
        'the day of departure that the channel knows; nights from it on are the house’s own. null as `channel_checkin`',
        '2026-12-04',
      ),
    ),
  },
  { $id: 'Booking', description: 'A reservation of any channel. Two OTA orders that overlap are both kept.' },
);

export const roomSchema = object(
  {
    room_id: roomId,
    hotel_id: hotelId,
    name: text({ example: 'Garden Suite' }),
    capacity: integer({ description: 'guests, without those who sleep in `cots`', example: 3 }),
    price: amount('base nightly rate', 120),
    units: nullable(
      integer({ description: 'how many there are of it; null = not said, counted as one', example: 1 }),
    ),
    cots: integer({
      description:
        'how many cots a unit takes beside its `capacity`, for children younger than `infants_under_age` of the property',
      example: 1,
    }),
  },
  { $id: 'Room', description: 'A rental unit, or a type with several units.' },
);

export const needsReply = boolean({
  description:
    'the guest waits for a reply to this text: it has none, the house has not replied to a later text of the conversation, and nobody said that it needs none',
});

export const attachments = personal(
  array(
    object({
      id: id('attachment, within the message', 1),
      name: nullable(
        text({
          description: 'name of the file; null = the channel does not say it',
          example: 'passport.jpg',
        }),
      ),
      type: nullable(
        text({
          description: 'media type; null = the channel does not say it before the file is opened',
          example: 'image/jpeg',
        }),
      ),
    }),
    {
      description:
        'files that the guest attached; each is opened at `/api/messages/attachments/{api_token}?message_id=…&attachment_id=…`, also those of inquiries',
      example: [],
    },
  ),
);

export const delivery = nullable(
  oneOf(REPLY_DELIVERIES, { description: "state of the reply's delivery", example: 'sent' }),
);

export const deliveryError = personal(
  nullable(
    text({
      description: 'why the reply failed, or what it waits for',
      example: 'The conversation is closed.',
    }),
  ),
);

/** It may quote a mail server, which repeats the guest's address. */
export const deliveryErrorCause = personal(causeSchema);

export const messageSchema = object(
  {
    id: id('exchange', 1),
    hotel_id: hotelId,
    rid: id("the reservation's order_id", 10001),
    message: personal(nullable(text({ description: 'guest text', example: 'Can we arrive at eight?' }))),
    reply: personal(
      nullable(text({ description: 'reply text', example: 'Of course, the code opens the door any time.' })),
    ),
    created_at: moment('when the exchange began'),
    channel,
    replied_at: nullable(moment('when the reply was written')),
    delivery,
    delivery_error: deliveryError,
    needs_reply: needsReply,
    attachments,
    delivery_error_cause: deliveryErrorCause,
  },
  { $id: 'Message', description: 'One exchange: a guest text and, once there is one, the reply to it.' },
);

export const taskSchema = object(
  {
    task_id: id('task', 1),
    hotel_id: hotelId,
    room_id: roomId,
    task_name: text({ example: 'Turnover cleaning' }),
    assignee: nullable(text({ description: 'staff member', example: 'Marta' })),
    status: oneOf(TASK_STATUSES, { example: 'pending' }),
    updated: moment('when it last changed'),
    date: date('date on which it is due'),
    order_id: nullable(id('the stay it belongs to', 10001)),
    unit_id: nullable(id('the unit; null = no certain one of the room', 7)),
    unit: nullable(text({ description: 'the name of the unit', example: '204' })),
    photos: array(object({ photo_id: id('photo', 1), added_at: moment('when it was added') }), {
      description:
        'its photos in the order in which they were added; each is read at `/operator/properties/{hotel_id}/tasks/{task_id}/photos/{photo_id}`',
    }),
  },
  { $id: 'Task', description: 'A housekeeping task. Every stay makes one for its check-out date.' },
);

export const actorSchema = object(
  {
    kind: oneOf(ACTOR_KINDS, {
      description:
        '`person`: somebody who is signed in; `token`: a program; `agent`: an agent over MCP; `channel`; `operator`: whoever has the operator key; `innwire`: what is due at some time',
      example: 'person',
    }),
    name: nullable(
      text({
        description: 'the present name of the person, the label of the token, or the channel',
        example: 'Joana',
      }),
    ),
    user_id: optional(id('the person', 3)),
    token_id: optional(id('the token, also that of an agent', 7)),
    agent: optional(
      nullable(text({ description: 'the name that the program of an agent gives itself', example: null })),
    ),
    approved_by: optional(
      object(
        { user_id: id('the person', 3), name: nullable(text({ example: 'Joana' })) },
        { description: 'the person who approved what the agent had proposed' },
      ),
    ),
  },
  { description: 'who made the change or posted the entry; null = recorded before it was kept' },
);

export const accountingEntrySchema = object(
  {
    id: id('entry', 1),
    hotel_id: hotelId,
    amount: amount('positive = in, negative = out', 360.5),
    type: text({
      description:
        '`income`, `reversal`, `adjustment` by bookings; `payment`, `refund`, `charge`, `expense` and `note` by people; entries of earlier releases may have others, which are in no sum',
      example: 'income',
    }),
    description: text({ example: 'Booking 10001, 2026-12-01 to 2026-12-04' }),
    currency,
    room_id: nullable(roomId),
    order_id: nullable(id('the booking it belongs to', 10001)),
    date: date('booking date'),
    created_at: moment('when it was posted'),
    code: text({
      description:
        '`accommodation`, `tax`, `fee` or `service` of bookings; `payment`, `refund`, `expense`, `other`, or a code of your own',
      example: 'accommodation',
    }),
    quantity: nullable(
      number({ description: 'nights of accommodation, or how many; null = not said', example: 3 }),
    ),
    service_from: nullable(date('first day of what is charged; null = not said')),
    service_until: nullable(date('the day after the last one; null = not said', '2026-12-04')),
    vat_category: nullable(
      oneOf(VAT_CATEGORIES, { description: 'VAT category of EN 16931; null = not said', example: 'S' }),
    ),
    vat_rate: nullable(
      number({ description: 'VAT that the amount includes, in percent; null = not said', example: 6 }),
    ),
    collected_by: collectedBy,
    method: nullable(
      oneOf(PAYMENT_METHODS, {
        description: 'how a payment or refund was made; null = not said',
        example: 'card_terminal',
      }),
    ),
    reference: nullable(
      text({
        description: 'the number that the bank, terminal or channel gave a payment',
        example: 'T-20261201-17',
      }),
    ),
    reverses_id: nullable(id('the entry that this one cancels out', 1)),
    day_amounts: nullable(
      array(number({ example: 120 }), {
        description:
          'the part of each day from `service_from` on, which add up to `amount`: of accommodation, the price of each night; null = not said',
        example: [120, 120, 120.5],
      }),
    ),
    posted_by: nullable(actorSchema),
  },
  {
    $id: 'AccountingEntry',
    description: 'A ledger entry. Entries are never edited; a correction is a further entry.',
  },
);

export const icalLinkSchema = object(
  {
    id: id('link', 1),
    hotel_id: hotelId,
    room_id: roomId,
    url: text({
      description: 'address of an .ics export',
      example: 'https://pms.example.com/ical/3kTMd…b9.ics',
    }),
    channel_name: text({ description: 'the channel this link is made for', example: 'airbnb' }),
    warning: optional(
      text({
        description: 'why no channel can fetch the address, where that is known; else absent',
        example: '127.0.0.1 cannot be reached from the Internet: set BASE_URL to a public address.',
      }),
    ),
    unit_id: nullable(id('unit whose nights it shows; null = the room as a whole', 5001)),
  },
  {
    $id: 'IcalLink',
    description: "A calendar of a room or a unit, to paste into that channel's calendar import.",
  },
);

export const subscriptionSchema = object({
  plan: text({ example: 'self_hosted' }),
  status: oneOf(SUBSCRIPTION_STATUSES, { example: 'active' }),
  renews_at: nullable(moment('date of the next renewal')),
});

export const pausedSchema = object(
  {
    since: moment('when it was paused'),
    reason: text({ example: 'this database was restored from a backup' }),
  },
  {
    description:
      'Nothing is exchanged with channels, and no webhook, e-mail or calendar goes out, until the operator resumes it.',
  },
);

export const statusSchema = object(
  {
    hotel_id: hotelId,
    status: oneOf(['active', 'degraded', 'inactive', 'suspended'], { example: 'active' }),
    channels: Type.Unsafe<Record<string, (typeof CONNECTION_STATES)[number]>>({
      type: 'object',
      additionalProperties: { type: 'string', enum: [...CONNECTION_STATES] },
      description: 'connection state by channel',
      example: { airbnb: 'connected', booking_com: 'connected' },
    }),
    last_sync: nullable(moment('last synchronisation with any channel')),
    subscription: subscriptionSchema,
    channel_details: channelDetails,
    conflicts: integer({
      description:
        'bookings under way or to come that people must look at: overlaps that OTAs made, rooms that are not mapped. The operator lists them with GET /operator/properties/{hotel_id}/conflicts',
      example: 0,
    }),
    paused: nullable(pausedSchema),
    queued_replies: object({
      count: integer({ description: 'replies to guests that wait to be sent', example: 0 }),
      oldest_seconds: nullable(integer({ description: 'how long the oldest waits', example: 40 })),
      reason: nullable(text({ description: 'what it waits for', example: 'Waits for SMTP_URL to be set.' })),
      reason_cause: causeSchema,
    }),
  },
  { $id: 'Status', description: 'Integration health of the connected channels, and the subscription.' },
);

export const settingsSchema = object({
  checkin_time: text({ description: 'HH:mm', example: '15:00' }),
  checkout_time: text({ description: 'HH:mm', example: '11:00' }),
  language: text({ description: 'BCP 47', example: 'pt' }),
  email: nullable(text({ example: 'hello@quintadomar.example' })),
  phone: nullable(text({ example: '+351 210 000 000' })),
  website: nullable(text({ example: 'https://quintadomar.example' })),
  horizon_days: integer({ description: 'how many nights ahead the calendar is shown', example: 500 }),
  inspects_units: boolean({
    description: 'a cleaned unit is ready for a guest only once it has been inspected',
    example: false,
  }),
  books_closed_until: nullable(
    date(
      'no entry of the ledger may be dated on or before this day; null = entries of this and the last calendar year are taken',
    ),
  ),
  infants_under_age: integer({
    description:
      'children younger than this, in years, do not count against the capacity of a room that has a cot for them',
    example: 2,
  }),
});

export const propertySchema = object(
  {
    hotel_id: hotelId,
    name: text({ example: 'Quinta do Mar' }),
    currency,
    address: text({ example: 'Rua do Mar 1, 1100-000 Lisboa, Portugal' }),
    timezone: text({ description: 'IANA', example: 'Europe/Lisbon' }),
    settings: settingsSchema,
    archived_at: nullable(
      moment('since when it is archived: it is read, and nothing in it changes; null = it is in use'),
    ),
  },
  { $id: 'Property', description: 'The property profile.' },
);

export const reviewSchema = object(
  {
    id: id('review', 1),
    hotel_id: hotelId,
    room_id: nullable(roomId),
    order_id: nullable(id('the stay', 10001)),
    channel,
    guest_name: personal(text({ example: 'Ada' })),
    score: number({ description: '0–10, one decimal', example: 9.2 }),
    scores: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'category → 0–10',
      example: { clean: 10, location: 9 },
    }),
    title: personal(nullable(text({ example: 'Like home' }))),
    positive: personal(nullable(text({ example: 'Quiet, bright, spotless.' }))),
    negative: personal(nullable(text({ example: 'The stairs are steep.' }))),
    language: text({ description: 'BCP 47', example: 'en' }),
    reply: personal(nullable(text({ example: 'Thank you, Ada!' }))),
    created_at: moment('when it was written'),
    delivery,
    delivery_error: deliveryError,
    delivery_error_cause: deliveryErrorCause,
  },
  { $id: 'Review', description: 'What a guest wrote about a stay.' },
);

export const eventSchema = object(
  {
    seq: integer({ description: '1, 2, 3, … within the property, without a gap', example: 4711 }),
    kind: oneOf(EVENT_KINDS, { description: 'what happened', example: 'booking.created' }),
    at: moment('when it happened'),
    hotel_id: hotelId,
    subject: text({ description: 'the record that changed', example: 'booking/10001' }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'the record after the change, as the API shows it; modifications name what `changed`, and the values `before`',
      example: { order_id: 10001, room_id: 101, status: 'confirmed' },
    }),
    by: nullable(actorSchema),
  },
  { $id: 'Event', description: 'A change of the property, as its log has it.' },
);

export const logEntrySchema = object(
  {
    id: id('entry', 1),
    hotel_id: hotelId,
    kind: oneOf(['api', 'sync'], { example: 'api' }),
    created_at: moment('when it happened'),
    summary: text({ description: 'one line', example: 'POST bookings 200' }),
    method: optional(text({ description: 'api only', example: 'POST' })),
    path: optional(
      text({ description: 'api only; the token is never in it', example: '/api/bookings/{api_token}' }),
    ),
    status: optional(integer({ description: 'api only', example: 200 })),
    request_id: optional(text({ description: 'api only', example: '01JD3Q0M3C' })),
    token_label: optional(text({ description: 'api only: which token', example: 'smart locks' })),
    channel: optional(text({ description: 'sync only', example: 'airbnb' })),
    direction: optional(oneOf(['push', 'pull'], { description: 'sync only', example: 'pull' })),
    operation: optional(text({ description: 'sync only', example: 'calendar' })),
    outcome: optional(oneOf(['ok', 'partial', 'failed'], { description: 'sync only', example: 'ok' })),
    items: optional(integer({ description: 'sync only', example: 3 })),
    error: optional(nullable(text({ description: 'sync only', example: null }))),
    duration_ms: number({ example: 4.2 }),
  },
  { $id: 'LogEntry', description: 'A call of the API, or an exchange with a channel.' },
);
