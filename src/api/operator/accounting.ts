// POST /api/accounting: posting ledger entries that do not come from a booking.
import type { Static } from 'typebox';
import {
  CHARGE_TYPES,
  defaultCode,
  isPostedByBooking,
  kindOfEntry,
  type LedgerEntry,
  NO_ENTRY_DETAILS,
  PAYMENT_METHODS,
  PAYMENT_TYPES,
  POSTED_TYPE_NAMES,
  POSTED_TYPES,
  type PostedType,
  VAT_CATEGORIES,
  VAT_RATES,
} from '../../model/ledger.ts';
import { isCurrency, toMinor } from '../../model/money.ts';
import { isBefore } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { COLLECTORS } from '../../model/stay-details.ts';
import { postEntry, reverseEntry } from '../../pms/ledger.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { lockReservation } from '../../pms/reservations/find.ts';
import { payBooking } from '../../pms/reservations/pay-booking.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { invalidData } from '../../problems.ts';
import { toAmount, toDate, toName, toOpenDay } from '../input.ts';
import { type Call, writeOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { accountingEntrySchema } from '../records.ts';
import { amount, boolean, date, id, nullable, number, object, oneOf, optional, text } from '../schema.ts';

const bodySchema = object({
  amount: optional(amount('positive = in, negative = out; required, except with `reverses_id`', -35)),
  type: optional(
    oneOf(POSTED_TYPE_NAMES, {
      description:
        'kind of entry: `payment` (positive) or `refund` (negative) of a guest or channel, `charge` = what a guest owes beside the price of the booking (negative = a discount), `expense` (negative), `note` = anything else, in no sum; `income` (positive), `adjustment` and `reversal` (negative) only without `order_id`: bookings post them; required, except with `reverses_id`',
      example: 'expense',
    }),
  ),
  description: optional(
    text({
      description: 'what for; required, except with `reverses_id`',
      maxLength: 500,
      example: 'Light bulbs',
    }),
  ),
  room_id: optional(nullable(id('room', 101))),
  order_id: optional(nullable(id('booking', 10001))),
  date: optional(
    date(
      'booking date; absent = today, or the day of an entry to reverse that is dated ahead. After `books_closed_until` of the property (where that is not set, from the first day of the last calendar year on), and at most a year ahead',
      '2026-06-10',
    ),
  ),
  currency: optional(
    text({
      description:
        'ISO 4217; absent = that of the property. Charges and payments of a booking are in its currency',
      example: 'EUR',
    }),
  ),
  code: optional(
    text({
      description:
        'what it is for, for reports: `accommodation`, `tax`, `fee`, `service`, or a code of your own; absent = as the type says',
      pattern: '^[a-z][a-z0-9_]{0,49}$',
      example: 'minibar',
    }),
  ),
  quantity: optional(nullable(number({ description: 'how many', example: 2 }))),
  service_from: optional(date('first day of what is charged')),
  service_until: optional(
    date('the day after the last one; absent = the day after `service_from`', '2026-12-02'),
  ),
  vat_category: optional(
    oneOf(VAT_CATEGORIES, {
      description:
        'VAT category of EN 16931: S standard or reduced rate, Z zero rate, E exempt, AE reverse charge, O not subject to VAT …',
      example: 'S',
    }),
  ),
  vat_rate: optional(
    number({
      description:
        'VAT that the amount includes, in percent: required with category S; 0 or absent with Z, E, AE, K and G; absent with O',
      minimum: 0,
      maximum: 100,
      example: 6,
    }),
  ),
  collected_by: optional(
    oneOf(COLLECTORS, {
      description:
        'who takes it from the guest. Absent = the property; for a payment by `channel` or `virtual_card`, whoever collects the price of the booking',
      example: 'property',
    }),
  ),
  method: optional(
    oneOf(PAYMENT_METHODS, {
      description: 'how a payment or refund was made; absent = `other`',
      example: 'card_terminal',
    }),
  ),
  reference: optional(
    text({
      description: 'the number that the bank, terminal or channel gave a payment or refund',
      minLength: 1,
      maxLength: 200,
      example: 'T-20261201-17',
    }),
  ),
  confirm: optional(
    boolean({
      description:
        'true = it is meant: a payment or refund that repeats an earlier one, or gives back more than was paid, is posted',
      example: true,
    }),
  ),
  keep_hold: optional(
    boolean({
      description: 'true = a hold that is paid for stays one; absent = the payment confirms it',
      example: false,
    }),
  ),
  reverses_id: optional(
    id(
      'the entry to cancel out: its opposite is posted for the same booking and room, once only. `description` and `date` may be given with it, nothing else',
      1,
    ),
  ),
});

type Body = Static<typeof bodySchema>;

export const postEntryOperation = writeOperation({
  name: 'postEntry',
  audience: ['public', 'operator'],
  scopes: ['ledger:write'],
  method: 'POST',
  path: '/accounting',
  tag: 'Accounting',
  summary: 'Post a ledger entry',
  description:
    'Posts a payment, a refund, a charge of a booking, an expense or another entry. A payment for a hold confirms it. What looks like a mistake (a payment that is posted already, a refund of more than was paid) is refused until `confirm` says that it is meant. Entries are never edited: to correct one, reverse it with `reverses_id` and post the right one.',
  problems: [
    'unknown_room',
    'unknown_booking',
    'unknown_entry',
    'not_reversible',
    'repeated_payment',
    'refund_exceeds_paid',
  ],
  body: bodySchema,
  answer: accountingEntrySchema,
  run: async (tx, call, { body }) =>
    presentAccountingEntry(
      body.reverses_id === undefined
        ? await postGiven(tx, call, body)
        : await reverseGiven(tx, call, body, body.reverses_id),
    ),
});

function reverseGiven(
  tx: PropertyTransaction,
  call: Call,
  { description, ...body }: Body,
  entryId: number,
): Promise<LedgerEntry> {
  const { date: dated, reverses_id: _, ...others } = body;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalidData({ field: other, rule: 'not_together', member: 'reverses_id' });
  return reverseEntry(tx, entryId, {
    date: dated === undefined ? null : toOpenDay(call, dated),
    today: call.today,
    description: description ?? null,
  });
}

async function postGiven(tx: PropertyTransaction, call: Call, body: Body): Promise<LedgerEntry> {
  const { room_id: roomId = null, order_id: orderId = null } = body;
  for (const field of ['amount', 'type', 'description'] as const)
    if (body[field] === undefined) throw invalidData({ field, rule: 'required' });
  const type = body.type!;
  const currency = toCurrency(body.currency ?? call.property.currency);
  const amountMinor = toAmount(body.amount!, currency);
  requireFitting(body, type);
  if (roomId !== null) await requireRoom(tx, tx.hotelId, roomId);
  const booking = orderId === null ? null : await lockReservation(tx, orderId);
  if (booking) requireCurrencyOf(booking, type, currency);
  const entry = {
    ...NO_ENTRY_DETAILS,
    ...detailsOf(body, type),
    type,
    amountMinor,
    currency,
    code: body.code ?? defaultCode(type),
    description: body.description!,
    roomId: roomId ?? (type === 'charge' ? (booking?.roomId ?? null) : null),
    reservationId: orderId,
    date: toOpenDay(call, body.date),
    collectedBy: body.collected_by ?? (booking && defaultCollector(booking, type, body)),
  };
  const { confirm = false, keep_hold: keepHold = false } = body;
  return booking && PAYMENT_TYPES.includes(type)
    ? payBooking(tx, { booking, entry, confirm, keepHold, today: call.today })
    : postEntry(tx, entry);
}

function toCurrency(currency: string): string {
  if (!isCurrency(currency)) throw invalidData({ field: 'currency', rule: 'no_currency' });
  return currency;
}

/** Throws for members that do not belong to an entry of this type, and for an amount with the sign of another one. */
function requireFitting(body: Body, type: PostedType): void {
  if (body.order_id != null && isPostedByBooking(type))
    throw invalidData({ field: 'type', rule: 'type_of_bookings', type });
  const isPayment = PAYMENT_TYPES.includes(type);
  for (const field of ['method', 'reference'] as const)
    if (!isPayment && body[field] !== undefined)
      throw invalidData({ field, rule: 'only_with_type', types: PAYMENT_TYPES });
  if (type !== 'payment' && body.keep_hold !== undefined)
    throw invalidData({ field: 'keep_hold', rule: 'only_with_type', types: ['payment'] });
  const { sign } = POSTED_TYPES[type];
  if (sign !== 'any' && Math.sign(body.amount!) === (sign === 'positive' ? -1 : 1))
    throw invalidData({ field: 'amount', rule: 'sign_of_type', type, sign });
}

function requireCurrencyOf({ reservationId, currency }: Reservation, type: string, given: string): void {
  const kind = kindOfEntry(type);
  if ((kind === 'charge' || kind === 'payment') && given !== currency)
    throw invalidData({ field: 'currency', rule: 'not_of_booking', reservationId, currency });
}

/** Who takes a charge or payment of a booking, if its poster does not say. */
function defaultCollector({ collectedBy }: Reservation, type: string, { method }: Body) {
  if (![...CHARGE_TYPES, ...PAYMENT_TYPES].includes(type)) return null;
  return (method === 'channel' || method === 'virtual_card') && collectedBy === 'channel'
    ? 'channel'
    : 'property';
}

/** Converts the details of a body. Throws for a period or a VAT rate that is none. */
function detailsOf(body: Body, type: PostedType): Partial<LedgerEntry> {
  const { quantity = null, reference, vat_category: vatCategory = null } = body;
  return {
    quantity,
    method: PAYMENT_TYPES.includes(type) ? (body.method ?? 'other') : null,
    reference: reference === undefined ? null : toName(reference, 'reference'),
    vatCategory,
    vatRateBp: toVatRate(body),
    ...toServicePeriod(body),
  };
}

/** Returns the rate in hundredths of a percent; 0 for a category that has no other. Throws for one that the category does not have. */
function toVatRate({ vat_rate: rate, vat_category: category }: Body): number | null {
  if (category === undefined) {
    if (rate === undefined) return null;
    throw invalidData({ field: 'vat_category', rule: 'required' });
  }
  const rates = VAT_RATES[category];
  if (rate === undefined && rates !== 'positive') return rates === 'zero' ? 0 : null;
  // Percent with two decimals: as exact as an amount in euros.
  const basisPoints = rate === undefined ? 0 : toMinor(rate, 'EUR');
  if (basisPoints === null) throw invalidData({ field: 'vat_rate', rule: 'no_percentage' });
  if (rates === 'none' || (rates !== 'any' && (rates === 'zero') !== (basisPoints === 0)))
    throw invalidData({ field: 'vat_rate', rule: 'rate_of_category', category, rates });
  return basisPoints;
}

function toServicePeriod({ service_from: from, service_until: until }: Body) {
  if (from === undefined) {
    if (until !== undefined) throw invalidData({ field: 'service_from', rule: 'required' });
    return {};
  }
  const serviceFrom = toDate(from);
  const serviceUntil = until === undefined ? serviceFrom.add({ days: 1 }) : toDate(until);
  if (!isBefore(serviceFrom, serviceUntil))
    throw invalidData({ field: 'service_until', rule: 'not_after', member: 'service_from' });
  return { serviceFrom, serviceUntil };
}
