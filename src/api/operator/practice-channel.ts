// /operator/properties/{hotel_id}/practice_channel: a sample OTA inside innwire, to try how a channel works.
import { toMajor } from '../../model/money.ts';
import type { NightRange } from '../../model/night.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { connectPractice, removePractice } from '../../practice/connect.ts';
import { listPracticeNights } from '../../practice/nights.ts';
import { practiceOffers } from '../../practice/offers.ts';
import { sellAtPractice } from '../../practice/sales.ts';
import { invalidParameter } from '../../problems.ts';
import { toDate } from '../input.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentConnection } from '../present.ts';
import { amount, array, boolean, date, id, integer, nullable, object, optional, text } from '../schema.ts';
import { connectionSchema } from './records.ts';

const tag = 'Channels';
const path = '/practice_channel';

export const connectPracticeOperation = writeOperation({
  name: 'connectPractice',
  audience: ['operator'],
  method: 'POST',
  path,
  tag,
  summary: 'Connect the practice channel',
  description:
    'Connects a sample OTA that innwire plays itself, as the channel `practice`: it gets the nights of all rooms like any channel, and sells two stays at once. It reaches no network and no real guest, and is refused beside real channels, because its bookings take real nights. Repeating it gives it the rooms that were created since.',
  problems: ['practice_channel'],
  answer: connectionSchema,
  run: async (tx, call) => presentConnection(await connectPractice(tx, call.db.secrets), call),
});

export const listPracticeOffersOperation = readOperation({
  name: 'listPracticeOffers',
  audience: ['operator'],
  method: 'GET',
  path: `${path}/offers`,
  tag,
  summary: 'What the practice channel offers',
  description:
    'What a guest of the practice channel is offered for a stay, by the nights that it was sent: not by our own calendar, with which it can be compared. An empty list while it is not connected or has no nights.',
  problems: [],
  query: object({ checkin: date('arrival', '2026-12-01'), checkout: date('departure', '2026-12-03') }),
  caching: 'no-store',
  answer: array(
    object({
      room_id: id('room', 101),
      available: integer({ description: 'units left in every night', example: 2 }),
      price: amount('price of the stay', 240),
      bookable: boolean({ description: 'whether the practice channel sells the stay', example: true }),
      reason: nullable(text({ description: 'why it does not', example: null })),
    }),
  ),
  run: async (call, query) => {
    const { hotelId, currency } = call.property;
    const stay = toStay(query);
    const nights = await listPracticeNights(call.db, hotelId, stay);
    return practiceOffers(nights, stay).map(({ roomId, available, nights: sold, refusal }) => ({
      room_id: roomId,
      available,
      price: toMajor(
        sold.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
        currency,
      ),
      bookable: refusal === null,
      reason: refusal?.code ?? null,
    }));
  },
});

export const bookAtPracticeOperation = writeOperation({
  name: 'bookAtPractice',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/bookings`,
  tag,
  summary: 'Book as a guest of the practice channel',
  description:
    'Sells a stay at the practice channel, by the nights that it was sent, to an invented guest. The booking arrives here as that of any channel.',
  problems: [
    'unknown_channel',
    'unknown_room',
    'room_unavailable',
    'min_stay_not_met',
    'max_stay_exceeded',
    'closed_to_arrival',
    'closed_to_departure',
  ],
  body: object({
    room_id: id('room', 101),
    checkin: date('arrival', '2026-12-01'),
    checkout: date('departure', '2026-12-03'),
    guests: optional(integer({ description: 'adults', minimum: 1, maximum: 99, example: 2 })),
  }),
  answer: object({ order_ids: array(integer({ example: 10_001 })) }),
  run: async (tx, call, { body }) => {
    await requireRoom(tx, tx.hotelId, body.room_id);
    const stay = { ...toStay(body), roomId: body.room_id, adults: body.guests ?? 1 };
    return { order_ids: await sellAtPractice(tx, call.db.secrets, stay) };
  },
});

export const removePracticeOperation = writeOperation({
  name: 'removePractice',
  audience: ['operator'],
  method: 'DELETE',
  path,
  tag,
  summary: 'Remove the practice channel',
  description:
    'Cancels the bookings of the practice channel that have not ended, which releases their nights and reverses their income, and ends its connection.',
  problems: ['unknown_channel'],
  answer: object({ cancelled: integer({ description: 'bookings that were cancelled', example: 2 }) }),
  run: async (tx, call) => ({ cancelled: await removePractice(tx, call.db.secrets) }),
});

function toStay({ checkin, checkout }: { checkin: string; checkout: string }): NightRange {
  const [from, until] = [toDate(checkin), toDate(checkout)];
  if (Temporal.PlainDate.compare(from, until) >= 0)
    throw invalidParameter({ field: 'checkin', rule: 'after', member: 'checkout' });
  return { from, until };
}
