// The public records of guests: field names, types, order. Filled by present-guest.ts.
import Type from 'typebox';
import { guestReviewSchema } from './guest-review-records.ts';
import {
  accountingEntrySchema,
  bookingSchema,
  hotelId,
  messageSchema,
  reviewSchema,
  taskSchema,
} from './records.ts';
import {
  amount,
  array,
  boolean,
  date,
  id,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  personal,
  text,
} from './schema.ts';

export const consentSchema = object({
  given_on: date('when the guest agreed', '2026-05-01'),
  source: text({
    description: 'where the guest agreed',
    minLength: 1,
    maxLength: 200,
    example: 'booking page',
  }),
});

export const guestSchema = object(
  {
    guest_id: id('guest', 1),
    hotel_id: hotelId,
    name: personal(text({ description: 'whole name', example: 'Ada Lovelace' })),
    given_name: personal(
      nullable(text({ description: 'null = not known apart from `name`', example: 'Ada' })),
    ),
    family_name: personal(
      nullable(text({ description: 'null = not known apart from `name`', example: 'Lovelace' })),
    ),
    email: personal(nullable(text({ example: 'ada@example.com' }))),
    email_is_alias: boolean({
      description: 'an OTA made the address for a booking: it identifies nobody',
      example: false,
    }),
    phone: personal(nullable(text({ description: 'as it was given', example: '+351 910 000 000' }))),
    phone_e164: personal(
      nullable(
        text({ description: 'in international form; null = it could not be read', example: '+351910000000' }),
      ),
    ),
    language: nullable(text({ description: 'BCP 47', example: 'pt-BR' })),
    country: nullable(text({ description: 'ISO 3166-1', example: 'PT' })),
    company: personal(nullable(text({ example: 'Analytical Engines Ltd' }))),
    vat_id: personal(nullable(text({ description: "the company's VAT number", example: 'PT123456789' }))),
    address: personal(nullable(text({ example: 'Rua do Mar 1, 1100-000 Lisboa' }))),
    notes: personal(nullable(text({ description: 'notes of the staff', example: 'Prefers a quiet room' }))),
    tags: personal(array(text({ example: 'regular' }))),
    marketing_consent: nullable(consentSchema),
    erased_at: nullable(moment('when the personal data were removed; null = they are stored')),
    created_at: moment('when it was stored here'),
    updated_at: moment('when it last changed'),
    bookings: integer({ description: 'bookings of any status', example: 3 }),
    stays: integer({
      description:
        'stays that have begun, early departures among them; without other cancellations and no-shows',
      example: 2,
    }),
    nights: integer({ description: 'nights of these stays', example: 7 }),
    last_stay: nullable(date('arrival of the latest of them; null = none', '2026-08-14')),
    next_stay: nullable(date('arrival of the next confirmed booking; null = none', '2026-12-01')),
  },
  { $id: 'Guest', description: 'A person, with what is known beyond single bookings.' },
);

export const guestSuggestionSchema = object(
  {
    guest_id: id('the newer profile', 2),
    name: personal(text({ example: 'A. Lovelace' })),
    into: id('the older profile', 1),
    into_name: personal(text({ example: 'Ada Lovelace' })),
    reasons: array(oneOf(['email', 'phone'], { example: 'phone' }), { description: 'what is equal' }),
  },
  {
    $id: 'GuestSuggestion',
    description: 'Two profiles that may be of one person. POST guests/merge takes them.',
  },
);

const count = { minimum: 0, example: 1 };

export const erasureSchema = object(
  {
    guest_id: id('guest', 1),
    dry_run: boolean({ description: 'nothing was changed', example: true }),
    erased: array(object({ table: text({ example: 'messages' }), rows: integer(count) }), {
      description: 'how many rows of each table were, or would be, changed',
    }),
    kept: array(
      object({ table: text({ example: 'ledger_entries' }), rows: integer(count), reason: text() }),
      {
        description: 'what stays without the person',
      },
    ),
    guest_ids: array(id('profile', 1), {
      description:
        'the profiles that were, or would be, erased: also those merged, and those of the same name in the same groups and orders',
    }),
    others: array(
      object({
        guest_id: id('profile', 2),
        name: personal(text({ example: 'A. Lovelace' })),
        reasons: array(oneOf(['email', 'phone', 'name'], { example: 'email' }), {
          description: 'what is equal',
        }),
      }),
      {
        description:
          'the newest 20 profiles that may be of the same person and stay as they are; `guest_ids` erases them too',
      },
    ),
    balances: array(
      object({
        order_id: id('order', 10_001),
        balance: amount('what the guest still owes; negative = what the guest gets back', 120),
        currency: text({ example: 'EUR' }),
      }),
      {
        description:
          'bookings of the person that are not settled. Settle them first: the person is not known any more afterwards. Data that a claim needs may be kept',
      },
    ),
  },
  { $id: 'Erasure', description: 'What an erasure changed, and what stays.' },
);

/** Records that no list of the API has, in a document for the person. */
const storedRecords = (description: string) =>
  array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
    description,
    example: [],
  });

export const guestExportSchema = object(
  {
    guest: object(guestSchema.properties),
    merged_guest_ids: array(id('profile', 2), {
      description: 'profiles that were merged into it',
      example: [],
    }),
    bookings: array(object(bookingSchema.properties)),
    messages: array(object(messageSchema.properties), { description: 'messages and replies', example: [] }),
    inquiries: storedRecords('questions that became bookings'),
    reviews: array(object(reviewSchema.properties), { description: 'reviews', example: [] }),
    guest_reviews: array(object(guestReviewSchema.properties), {
      description: 'what the house wrote about the person at channels',
      example: [],
    }),
    entries: array(object(accountingEntrySchema.properties), { description: 'ledger entries', example: [] }),
    tasks: array(object(taskSchema.properties), {
      description: 'housekeeping tasks of the stays',
      example: [],
    }),
    channel_records: storedRecords('what channels sent: versions of orders, messages, reviews'),
  },
  { $id: 'GuestExport', description: 'What is stored about a person.' },
);
