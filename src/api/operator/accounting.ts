// /operator/properties/{hotel_id}/accounting: posting ledger entries that do not come from a booking.
import { postEntry } from '../../pms/ledger.ts';
import { requireReservation } from '../../pms/reservations/find.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { toAmount, toDate, toName } from '../input.ts';
import { writeOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { accountingEntrySchema } from '../records.ts';
import { amount, date, id, nullable, object, optional, text } from '../schema.ts';

export const postEntryOperation = writeOperation({
  name: 'postEntry',
  audience: ['operator'],
  method: 'POST',
  path: '/accounting',
  tag: 'Accounting',
  summary: 'Post a ledger entry',
  description:
    'Posts a payment, an expense, a refund or another entry. Entries are never edited: to correct one, post another of opposite sign.',
  problems: ['unknown_room', 'unknown_booking'],
  body: object({
    amount: amount('positive = in, negative = out', -35),
    type: text({ description: 'kind of entry', minLength: 1, maxLength: 50, example: 'expense' }),
    description: text({ description: 'what for', maxLength: 500, example: 'Light bulbs' }),
    room_id: optional(nullable(id('room', 101))),
    order_id: optional(nullable(id('booking', 10001))),
    date: optional(date('booking date; absent = today')),
  }),
  answer: accountingEntrySchema,
  run: async (tx, call, { body }) => {
    const { room_id: roomId = null, order_id: reservationId = null } = body;
    if (roomId !== null) await requireRoom(tx, tx.hotelId, roomId);
    if (reservationId !== null) await requireReservation(tx, tx.hotelId, reservationId);
    const entry = await postEntry(tx, {
      amountMinor: toAmount(body.amount, call.property.currency),
      currency: call.property.currency,
      type: toName(body.type, 'type'),
      description: body.description,
      roomId,
      reservationId,
      date: body.date === undefined ? call.today : toDate(body.date),
    });
    return presentAccountingEntry(entry);
  },
});
