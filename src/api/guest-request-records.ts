// The public record of requests that guests make at a channel: field names, types, order.
import type { Static } from 'typebox';
import {
  DECLINE_REASONS,
  GUEST_REQUEST_ANSWERS,
  GUEST_REQUEST_KINDS,
  GUEST_REQUEST_STATES,
} from '../model/guest-request.ts';
import { causeSchema } from './cause-record.ts';
import { hotelId, roomId } from './records.ts';
import {
  array,
  date,
  id,
  integer,
  moment,
  nullable,
  number,
  object,
  oneOf,
  personal,
  text,
} from './schema.ts';

export const answerKind = oneOf(GUEST_REQUEST_ANSWERS, {
  description:
    '`accept` or `decline` a request to book or to change a booking; `preapprove` a question, so that the guest can book at once, or `offer` another price',
  example: 'accept',
});

export const declineReason = oneOf(DECLINE_REASONS, {
  description: 'why it is declined; absent = as the channel takes it then',
  example: 'dates_not_available',
});

export const guestRequestSchema = object(
  {
    guest_request_id: id('request', 1),
    hotel_id: hotelId,
    channel: text({ description: 'the OTA where it was made', example: 'airbnb' }),
    kind: oneOf(GUEST_REQUEST_KINDS, {
      description:
        '`booking`: to book; `alteration`: to change a booking; `question`: about a stay, before booking it',
      example: 'booking',
    }),
    state: oneOf(GUEST_REQUEST_STATES, {
      description:
        '`open`: it waits for an answer; `answering`: the answer is on its way; `closed`: withdrawn, expired, or answered in a way that the channel does not say; otherwise as it was answered, here or at the channel',
      example: 'open',
    }),
    guest_name: personal(nullable(text({ description: 'who asks; null = not known', example: 'Ada' }))),
    inquiry_id: nullable(id('the conversation with who asks; null = it is about a booking', 1)),
    order_id: nullable(id('the booking that is to be changed', 10001)),
    room_id: nullable({ ...roomId, description: 'the room; null = that of the channel is not mapped' }),
    checkin: date('the first night that the guest wants', '2026-12-01'),
    checkout: date('the day of departure', '2026-12-04'),
    adults: nullable(integer({ description: 'how many adults would come; null = not known', example: 2 })),
    children: nullable(
      array(nullable(integer({ example: 6 })), {
        description: 'the age of each child, null where it is not known; null = not known whether any come',
        example: [],
      }),
    ),
    price: nullable(
      number({
        description: 'what the channel expects the stay to bring; null = it does not say',
        example: 360,
      }),
    ),
    currency: nullable(text({ description: 'of the price', example: 'EUR' })),
    answer_by: nullable(moment('until when the channel waits; null = it does not say')),
    answer: nullable(answerKind),
    error: nullable(
      text({
        description: 'why the channel did not take the answer, or has not got it yet',
        example: 'The guest has withdrawn it.',
      }),
    ),
    created_at: moment('when the guest asked'),
    updated_at: moment('when it last changed'),
    error_cause: causeSchema,
  },
  {
    $id: 'GuestRequest',
    description: 'What a guest asks at a channel, and waits to be answered.',
  },
);

export type GuestRequestRecord = Static<typeof guestRequestSchema>;
