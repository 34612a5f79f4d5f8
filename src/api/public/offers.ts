// /api/offers: the price of a stay in each room, and whether it can be booked.
import { MAX_GUESTS } from '../../model/guest-counts.ts';
import { listOffers } from '../../pms/offers.ts';
import { invalidParameter } from '../../problems.ts';
import { offerSchema } from '../calendar-records.ts';
import { requireStay, toDate } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentOffer } from '../present-calendar.ts';
import { date, integer, object, optional } from '../schema.ts';

export const listOffersOperation = listOperation({
  name: 'listOffers',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/offers',
  scopes: ['availability:read'],
  tag: 'Offers',
  summary: 'List rooms for a stay',
  description:
    'Every room with its price for the stay. If `bookable` is true, POST bookings with that `price` succeeds unless something changes in the meantime; otherwise `reasons` lists why the room cannot be booked.',
  problems: [],
  query: object({
    checkin: date('first night', '2026-12-01'),
    checkout: date('day of departure', '2026-12-04'),
    guests: optional(
      integer({
        description: 'number of guests; absent = not checked',
        minimum: 1,
        maximum: MAX_GUESTS,
        example: 2,
      }),
    ),
  }),
  item: offerSchema,
  caching: 'log-and-date',
  cursor: ['id'],
  filter: (query, call) => {
    const [checkin, checkout] = [toDate(query.checkin), toDate(query.checkout)];
    requireStay(checkin, checkout, call.today, invalidParameter);
    return { checkin, checkout, guests: query.guests ?? null };
  },
  page: ({ db, property }, stay, page) => listOffers(db, property, stay, page),
  key: (offer) => [offer.room.roomId],
  present: (offer, call) => presentOffer(offer, call.property),
});
