// The record of a group of bookings.
import type { Static } from 'typebox';
import { toMajor } from '../model/money.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { Reservation } from '../model/reservation.ts';
import type { BookedGroup } from '../pms/reservations/group-rows.ts';
import { presentBooking, presentMoment } from './present.ts';
import { accountingEntrySchema, bookingSchema, hotelId } from './records.ts';
import { amount, array, id, moment, nullable, object, personal, text } from './schema.ts';

export const groupSchema = object(
  {
    group_id: id('the group', 1),
    hotel_id: hotelId,
    name: personal(text({ description: 'the guest of its first booking', example: 'Ada Lovelace' })),
    channel: text({ description: '`direct`, or the channel that sold it', example: 'booking_com' }),
    reference: personal(
      nullable(text({ description: 'number of the order at its channel, or your own', example: 'G-17' })),
    ),
    currency: text({ description: 'ISO 4217; the sums are those of the bookings in it', example: 'EUR' }),
    price: amount('sum of the prices of its bookings, without those that are cancelled', 360.5),
    total: amount('sum of what its bookings charge', 372.5),
    paid: amount('sum of what is paid for them', 100),
    balance: amount('what is still owed to the property: `total` less `paid`', 272.5),
    created_at: moment('when it was stored here'),
    bookings: array(bookingSchema),
  },
  { $id: 'Group', description: 'Bookings that were made together, in the order in which they were made.' },
);

export const groupPaymentSchema = object(
  {
    entries: array(accountingEntrySchema, {
      description: 'the payment or refund, one entry for each booking that gets a part of it',
    }),
    group: groupSchema,
  },
  { $id: 'GroupPayment', description: 'A payment that was split over the bookings of a group.' },
);

/** Returns the record of a group with its bookings. */
export function presentGroup(
  group: BookedGroup<Temporal.Instant | string>,
  property: Property,
  today: PlainDate,
): Static<typeof groupSchema> {
  const { bookings } = group;
  const first = bookings[0];
  const currency = first?.currency ?? property.currency;
  const summed = bookings.filter((booking) => booking.currency === currency);
  const sumOf = (minorOf: (booking: Reservation<unknown>) => number) =>
    toMajor(
      summed.reduce((sum, booking) => sum + minorOf(booking), 0),
      currency,
    );
  return {
    group_id: group.groupId,
    hotel_id: group.hotelId,
    name: first?.guestName ?? '',
    channel: group.channel,
    reference: group.reference,
    currency,
    price: sumOf(({ status, priceMinor }) => (status === 'cancelled' ? 0 : priceMinor)),
    total: sumOf(({ totalMinor }) => totalMinor),
    paid: sumOf(({ paidMinor }) => paidMinor),
    balance: sumOf(({ totalMinor, paidMinor }) => totalMinor - paidMinor),
    created_at: presentMoment(group.createdAt),
    bookings: bookings.map((one) => presentBooking(one, property, today)),
  };
}
