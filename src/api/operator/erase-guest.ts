// /operator/…/guests/{guest_id}/export and …/erase: what is stored of a person, and its removal.

import type { Static } from 'typebox';
import { wireIds } from '../../channels/registry.ts';
import { toMajor } from '../../model/money.ts';
import { eraseGuests } from '../../pms/guests/erase.ts';
import { exportGuest } from '../../pms/guests/export.ts';
import { requireGuest } from '../../pms/guests/profiles.ts';
import { answerWithoutPerson } from '../answer-without-person.ts';
import { GUEST } from '../changed-records.ts';
import { RolledBack } from '../execute.ts';
import { erasureSchema, guestExportSchema } from '../guest-records.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentGuestExport } from '../present-guest.ts';
import { array, boolean, id, object, optional } from '../schema.ts';

const tag = 'Guests';
const params = object({ guest_id: id('guest', 1) });

export const exportGuestOperation = readOperation({
  name: 'exportGuest',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'GET',
  path: '/guests/{guest_id}/export',
  tag,
  summary: 'Export what is stored about a person',
  description:
    'The profile, the bookings with their nights’ room and price, messages, inquiries, reviews, ledger entries and what channels sent about them, as one JSON document for the person.',
  problems: ['unknown_guest'],
  params,
  caching: 'no-store',
  audited: true,
  answer: guestExportSchema,
  run: async ({ db, property, today }, { guest_id: guestId }) =>
    presentGuestExport(await exportGuest(db, { hotelId: property.hotelId, today }, guestId), {
      property,
      today,
    }),
});

export const eraseGuestOperation = writeOperation({
  name: 'eraseGuest',
  audience: ['operator'],
  fullSignInOnly: true,
  // A person has the right to it for as long as anything is stored.
  archivedToo: true,
  method: 'POST',
  path: '/guests/{guest_id}/erase',
  tag,
  summary: 'Erase a person',
  description:
    'Removes what says something of the person, also of profiles merged into this one, from every table: name, contact, notes, texts of messages and reviews, copies of what channels sent, and mentions in logs, tasks and the ledger. Profiles of the same name in the same order or group are erased with it; rooms of others lose the contact that was copied from who made the group. `others` lists further profiles that may be of the person: `guest_ids` erases them together. `balances` names bookings that are not settled: look at them in a dry run first. Bookings with dates, rooms and amounts stay, ledger entries too; numbers and kinds of events stay. It cannot be undone. `dry_run` answers the same without changing anything.\n\nInquiries and reviews that their channel assigned to no booking are erased if they are named. Guests who are in the house or expected are refused. Backups hold the data until they are deleted.',
  problems: ['unknown_guest', 'guest_expected'],
  params,
  query: object({
    dry_run: optional(boolean({ description: 'only shows what would change', example: true })),
  }),
  body: object({
    inquiry_ids: optional(
      array(id('inquiry', 1), {
        description: 'inquiries of the person without a booking',
        maxItems: 100,
        example: [],
      }),
    ),
    review_ids: optional(
      array(id('review', 1), {
        description: 'reviews of the person without a booking',
        maxItems: 100,
        example: [],
      }),
    ),
    guest_ids: optional(
      array(id('guest', 2), {
        description: 'further profiles of the person, such as those in `others`',
        maxItems: 100,
        example: [],
      }),
    ),
  }),
  changes: { record: GUEST, id: ({ params }) => params.guest_id },
  answer: erasureSchema,
  run: async (tx, call, { params: { guest_id: given }, query, body }) => {
    const { guestId } = await requireGuest(tx, tx.hotelId, given);
    const dryRun = query.dry_run ?? false;
    const further = body.guest_ids ?? [];
    for (const one of further) await requireGuest(tx, tx.hotelId, one);
    const { guestIds, erased, kept, others, balances } = await eraseGuests(tx, {
      guestIds: [guestId, ...further],
      today: call.today,
      formats: { eraser: answerWithoutPerson, wireIds },
      sameInOrders: true,
      inquiryIds: body.inquiry_ids ?? [],
      reviewIds: body.review_ids ?? [],
    });
    const answer: Static<typeof erasureSchema> = {
      guest_id: guestId,
      dry_run: dryRun,
      erased,
      kept: [
        {
          table: 'reservations',
          rows: kept.bookings,
          reason: 'dates, rooms, prices and numbers of guests, without the person',
        },
        {
          table: 'ledger_entries',
          rows: kept.entries,
          reason:
            'amounts and dates, as long as tax law demands; known names and contacts are removed from their descriptions',
        },
        { table: 'events', rows: kept.events, reason: 'numbers, kinds and ids, without the person' },
      ],
      guest_ids: guestIds.toSorted((a, b) => a - b),
      others: others.map((other) => ({ guest_id: other.guestId, name: other.name, reasons: other.reasons })),
      balances: balances.map(({ reservationId, balanceMinor, currency }) => ({
        order_id: reservationId,
        balance: toMajor(balanceMinor, currency),
        currency,
      })),
    };
    if (dryRun) throw new RolledBack(answer);
    return answer;
  },
});
