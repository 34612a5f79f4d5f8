// /api/guest_requests: what guests ask at a channel and wait to be answered.
import type { Static } from 'typebox';
import type { GuestRequestAnswer } from '../../model/guest-request.ts';
import {
  answerGuestRequest,
  countGuestRequests,
  type GuestRequestFilter,
  listGuestRequests,
} from '../../pms/guest-requests.ts';
import { answerKind, declineReason, guestRequestSchema } from '../guest-request-records.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentGuestRequest } from '../present-guest-request.ts';
import { boolean, id, integer, object, optional, text } from '../schema.ts';

const path = '/guest_requests';
const tag = 'Messages';

export const listGuestRequestsOperation = listOperation({
  name: 'listGuestRequests',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['messages'],
  tag,
  summary: 'List requests of guests at channels',
  description:
    'What guests ask at a channel and wait to be answered, newest first: to book, to change a booking, and questions about a stay. Today these are those of Airbnb, reached through Channex.',
  problems: [],
  query: object({
    guest_request_id: optional(id('only this request', 1)),
    waiting: optional(boolean({ description: 'true = only those that wait, or whose answer is on its way' })),
  }),
  item: guestRequestSchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: (query): GuestRequestFilter => ({
    requestId: query.guest_request_id,
    waiting: query.waiting || undefined,
  }),
  page: ({ db, property }, filter, page) => listGuestRequests(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countGuestRequests(db, property.hotelId, filter),
  key: (one) => [one.createdAt.toString(), one.requestId],
  present: presentGuestRequest,
});

const message = (description: string, example: string) =>
  optional(text({ description, example, minLength: 1, maxLength: 2_000 }));

const body = object({
  guest_request_id: id('the request', 1),
  answer: answerKind,
  reason: optional(declineReason),
  message_to_guest: message(
    'what the guest reads when it is declined',
    'We are closed for works in that week.',
  ),
  message_to_channel: message('what only the channel reads when it is declined', 'Works in the house.'),
  total: optional(
    integer({
      description:
        'of `offer`: for all nights with fees, without taxes, a whole number in the currency of the request',
      minimum: 1,
      maximum: 1_000_000_000,
      example: 350,
    }),
  ),
});

export const answerGuestRequestOperation = writeOperation({
  name: 'answerGuestRequest',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Answer a request of a guest',
  description:
    'Sends the answer to the channel. The call answers as soon as it is stored; `state` shows when the channel has it. A request to book is accepted only if its nights are free and its room takes so many guests; the booking itself then comes from the channel, as any other does.',
  problems: [
    'unknown_guest_request',
    'guest_request_over',
    'guest_request_unmapped',
    'room_unavailable',
    'capacity',
  ],
  body,
  answer: guestRequestSchema,
  run: async (tx, _call, { body: given }) =>
    presentGuestRequest(await answerGuestRequest(tx, given.guest_request_id, toAnswer(given))),
});

function toAnswer(given: Static<typeof body>): GuestRequestAnswer {
  return {
    answer: given.answer,
    reason: given.reason ?? null,
    messageToGuest: given.message_to_guest ?? null,
    messageToChannel: given.message_to_channel ?? null,
    total: given.total ?? null,
  };
}
