// /operator/properties/{hotel_id}/guests/{guest_id}: one guest, read and changed.

import { getGuestWithStays } from '../../pms/guests/list.ts';
import { GUEST } from '../changed-records.ts';
import { changeGuestRecord, GUEST_CHANGE } from '../guest-change.ts';
import { guestSchema } from '../guest-records.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentGuest } from '../present-guest.ts';
import { id, object } from '../schema.ts';

const path = '/guests/{guest_id}';
const tag = 'Guests';
const params = object({ guest_id: id('guest', 1) });

export const getGuestOperation = readOperation({
  name: 'getGuest',
  audience: ['operator'],
  scopes: ['contacts'],
  method: 'GET',
  path,
  tag,
  summary: 'Read a guest',
  description:
    'The profile of one person with a summary of its stays. The id of a merged profile is answered with the one that replaced it.',
  problems: ['unknown_guest'],
  params,
  caching: 'record',
  answer: guestSchema,
  run: async ({ db, property: { hotelId }, today }, { guest_id: guestId }) =>
    presentGuest(await getGuestWithStays(db, { hotelId, today }, guestId)),
});

export const changeGuestOperation = writeOperation({
  ...GUEST_CHANGE,
  name: 'changeGuest',
  audience: ['operator'],
  scopes: ['contacts', 'bookings:write'],
  method: 'PATCH',
  path,
  tag,
  params,
  changes: { record: GUEST, id: ({ params }) => params.guest_id },
  run: (tx, call, { params, body }) => changeGuestRecord(tx, call, params.guest_id, body),
});
