// /guests/merge and /guest_suggestions: profiles that are, or may be, of one person.
import { getGuestWithStays } from '../../pms/guests/list.ts';
import { mergeGuests, suggestDuplicates } from '../../pms/guests/merge.ts';
import { guestSchema, guestSuggestionSchema } from '../guest-records.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentGuest } from '../present-guest.ts';
import { array, id, integer, object, optional } from '../schema.ts';

const tag = 'Guests';
const MAX_SUGGESTIONS = 200;

export const mergeGuestsOperation = writeOperation({
  name: 'mergeGuests',
  audience: ['public', 'operator'],
  method: 'POST',
  path: '/guests/merge',
  scopes: ['contacts', 'bookings:write'],
  tag,
  summary: 'Merge two profiles of one person',
  description:
    'The bookings of `guest_id` move to `into` (event `booking.modified` for each), which keeps what it says, takes over what it lacks, and gets the notes and tags of both; more than a profile has are refused with `merge_too_long`. From then on the id of the merged profile is answered with the remaining one. It is not undone by one call: `PATCH bookings` with `guest_id: null` gives a booking a profile of its own again.',
  problems: ['unknown_guest', 'guest_erased', 'same_guest', 'merge_too_long'],
  body: object({
    guest_id: id('the profile that ends', 2),
    into: id('the profile that remains', 1),
  }),
  answer: guestSchema,
  run: async (tx, call, { body }) => {
    const guest = await mergeGuests(tx, { guestId: body.guest_id, into: body.into });
    const at = { hotelId: tx.hotelId, today: call.today };
    return presentGuest(await getGuestWithStays(tx, at, guest.guestId));
  },
});

export const listGuestSuggestionsOperation = readOperation({
  name: 'listGuestSuggestions',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/guest_suggestions',
  scopes: ['contacts'],
  tag,
  summary: 'List profiles that may be of one person',
  description: `Pairs of profiles with the same e-mail address or telephone number, newest first, at most ${MAX_SUGGESTIONS}. Addresses that OTAs made are left out, and so are values that more than ten profiles share. An equal name suggests nothing. Nothing is merged by itself.`,
  problems: [],
  query: object({
    guest_id: optional(id('only pairs with this profile', 1)),
    limit: optional(
      integer({ description: 'at most so many pairs', minimum: 1, maximum: MAX_SUGGESTIONS, example: 50 }),
    ),
  }),
  caching: 'log',
  answer: array(guestSuggestionSchema),
  run: async ({ db, property }, { guest_id: guestId, limit = MAX_SUGGESTIONS }) => {
    const pairs = await suggestDuplicates(db, property.hotelId, { guestId, limit });
    return pairs.map(({ guests: [older, newer], reasons }) => ({
      guest_id: newer.guestId,
      name: newer.name,
      into: older.guestId,
      into_name: older.name,
      reasons,
    }));
  },
});
