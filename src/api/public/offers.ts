// /api/offers: the price of a stay in each room, and whether it can be booked.
import {
  type GuestCounts,
  MAX_CHILD_AGE,
  MAX_GUESTS,
  UNKNOWN_GUEST_COUNTS,
} from '../../model/guest-counts.ts';
import { listOffers } from '../../pms/offers.ts';
import { invalidParameter } from '../../problems.ts';
import { offerSchema } from '../calendar-records.ts';
import { requireStay, toDate } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentOffer } from '../present-calendar.ts';
import { date, integer, object, optional, text } from '../schema.ts';

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
        description: 'number of guests, children included; absent = not checked',
        minimum: 1,
        maximum: MAX_GUESTS,
        example: 2,
      }),
    ),
    children: optional(
      text({
        description:
          'ages of children among the guests, separated by commas: those younger than `infants_under_age` of the property sleep in the cots of a room. Those that are not named count as guests',
        pattern: '^[0-9]{1,2}(,[0-9]{1,2})*$',
        maxLength: 300,
        example: '1,6',
      }),
    ),
  }),
  item: offerSchema,
  caching: 'log-and-date',
  cursor: ['id'],
  filter: (query, call) => {
    const [checkin, checkout] = [toDate(query.checkin), toDate(query.checkout)];
    requireStay(checkin, checkout, call.today, invalidParameter);
    return { checkin, checkout, party: toParty(query) };
  },
  page: ({ db, property }, stay, page) => listOffers(db, property, stay, page),
  key: (offer) => [offer.room.roomId],
  present: (offer, call) => presentOffer(offer, call.property),
});

/** Returns who comes. Throws for ages without `guests`, of more children than guests, and of adults. */
function toParty({ guests, children }: { guests?: number; children?: string }): GuestCounts {
  if (guests === undefined) {
    if (children !== undefined)
      throw invalidParameter({ field: 'children', rule: 'only_with', member: 'guests' });
    return UNKNOWN_GUEST_COUNTS;
  }
  const ages = children?.split(',').map(Number) ?? [];
  if (ages.some((age) => age > MAX_CHILD_AGE))
    throw invalidParameter({ field: 'children', rule: 'above_maximum', limit: MAX_CHILD_AGE });
  if (ages.length > guests)
    throw invalidParameter({ field: 'guests', rule: 'below_minimum', limit: ages.length });
  return { adults: guests - ages.length, children: ages };
}
