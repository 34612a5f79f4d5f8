// /api/guests: the people who stay.

import { toE164 } from '../../model/phone.ts';
import { countGuestProfiles, type GuestFilter, listGuests } from '../../pms/guests/list.ts';
import { GUEST } from '../changed-records.ts';
import { changeGuestRecord, GUEST_CHANGE } from '../guest-change.ts';
import { guestSchema } from '../guest-records.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentGuest } from '../present-guest.ts';
import { id, object, optional, telephone, text } from '../schema.ts';

const path = '/guests';
const tag = 'Guests';

export const listGuestsOperation = listOperation({
  name: 'listGuests',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['contacts'],
  tag,
  summary: 'List guests',
  description:
    'The people who stay, newest first, each with a summary of its stays. Every booking makes a profile unless it names one, because an equal name, e-mail or telephone number does not prove that two people are the same: people merge profiles. Profiles that were merged into others are left out, and erased ones unless `guest_id` names them.\n\nIf `guest_id` is that of a merged profile, the answer is the profile that replaced it; it has its `ETag`: send it as `If-Match` when you change the guest.',
  problems: [],
  query: object({
    guest_id: optional(id('only this guest', 1)),
    search: optional(
      text({
        description:
          'words of the name or the e-mail address, each from its beginning, whatever capitals and accents; or a telephone number, with or without its country code, or how it ends',
        minLength: 1,
        maxLength: 200,
        example: 'lovelace',
      }),
    ),
    email: optional(
      text({ description: 'the whole e-mail address', maxLength: 254, example: 'ada@example.com' }),
    ),
    phone: optional(
      telephone(
        text({
          description: 'the whole telephone number with its country code',
          maxLength: 50,
          example: '+351 910 000 000',
        }),
      ),
    ),
    tag: optional(text({ description: 'only guests with this tag', maxLength: 50, example: 'regular' })),
  }),
  item: guestSchema,
  caching: 'log-and-date',
  cursor: ['id'],
  filter: ({ guest_id: guestId, search, email, phone, tag }): GuestFilter => ({
    guestId,
    search,
    email,
    // A number that cannot be read is nobody's: it is compared as it is, and found nowhere.
    phone: phone === undefined ? undefined : (toE164(phone, null) ?? phone),
    tag,
  }),
  page: ({ db, property: { hotelId }, today }, filter, page) =>
    listGuests(db, { hotelId, today }, filter, page),
  count: ({ db, property }, filter) => countGuestProfiles(db, property.hotelId, filter),
  key: (guest) => [guest.guestId],
  present: presentGuest,
  selectsOneRecord: (query) => query.guest_id !== undefined,
});

export const changeGuestOperation = writeOperation({
  ...GUEST_CHANGE,
  name: 'changeGuest',
  audience: ['public'],
  method: 'PATCH',
  path,
  scopes: ['contacts', 'bookings:write'],
  tag,
  query: object({ guest_id: id('guest', 1) }),
  changes: { record: GUEST, id: ({ query }) => query.guest_id },
  run: (tx, call, { query, body }) => changeGuestRecord(tx, call, query.guest_id, body),
});
