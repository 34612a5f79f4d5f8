// /operator/properties/{hotel_id}/accounting: posting ledger entries that do not come from a booking.
import type { Static } from 'typebox';
import {
  CHARGE_TYPES,
  defaultCode,
  isPostedByBooking,
  kindOfEntry,
  type LedgerEntry,
  NO_ENTRY_DETAILS,
  nearlyKnownType,
  PAYMENT_METHODS,
  PAYMENT_TYPES,
  VAT_CATEGORIES,
  VAT_RATES,
} from '../../model/ledger.ts';
import { isCurrency, toMinor } from '../../model/money.ts';
import { isBefore } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { COLLECTORS } from '../../model/stay-details.ts';
import { postEntry, reverseEntry } from '../../pms/ledger.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { requireReservation } from '../../pms/reservations/find.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { invalidData } from '../../problems.ts';
import { toAmount, toDate, toName } from '../input.ts';
import { type Call, writeOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { accountingEntrySchema } from '../records.ts';
import { amount, date, id, nullable, number, object, oneOf, optional, text } from '../schema.ts';

const bodySchema = object({
  amount: optional(amount('positive = in, negative = out; required, except with `reverses_id`', -35)),
  type: optional(
    text({
      description:
        'kind of entry: `payment` or `refund` of a guest or channel, `charge` = what a guest owes beside the price of the booking, `expense`, or a name of your own, which is in no sum; `income`, `adjustment` and `reversal` only without `order_id`: bookings post them; required, except with `reverses_id`',
      minLength: 1,
      maxLength: 50,
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
  date: optional(date('booking date; absent = today')),
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
    oneOf(PAYMENT_METHODS, { description: 'how a payment or refund was made', example: 'card_terminal' }),
  ),
  reference: optional(
    text({
      description: 'the number that the bank, terminal or channel gave a payment or refund',
      minLength: 1,
      maxLength: 200,
      example: 'T-20261201-17',
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
  audience: ['operator'],
  scopes: ['ledger'],
  method: 'POST',
  path: '/accounting',
  tag: 'Accounting',
  summary: 'Post a ledger entry',
  description:
    'Posts a payment, a refund, a charge of a booking, an expense or another entry. Entries are never edited: to correct one, reverse it with `reverses_id` and post the right one.',
  problems: ['unknown_room', 'unknown_booking', 'unknown_entry', 'not_reversible'],
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
    date: dated === undefined ? call.today : toDate(dated),
    description: description ?? null,
  });
}

async function postGiven(tx: PropertyTransaction, call: Call, body: Body): Promise<LedgerEntry> {
  const { room_id: roomId = null, order_id: orderId = null } = body;
  for (const field of ['amount', 'type', 'description'] as const)
    if (body[field] === undefined) throw invalidData({ field, rule: 'required' });
  const type = toType(body);
  const currency = toCurrency(body.currency ?? call.property.currency);
  const amountMinor = toAmount(body.amount!, currency);
  requireFitting(body, type);
  if (roomId !== null) await requireRoom(tx, tx.hotelId, roomId);
  const booking = orderId === null ? null : await requireReservation(tx, tx.hotelId, orderId);
  if (booking) requireCurrencyOf(booking, type, currency);
  return postEntry(tx, {
    ...NO_ENTRY_DETAILS,
    ...detailsOf(body),
    type,
    amountMinor,
    currency,
    code: body.code ?? defaultCode(type),
    description: body.description!,
    roomId: roomId ?? (type === 'charge' ? (booking?.roomId ?? null) : null),
    reservationId: orderId,
    date: body.date === undefined ? call.today : toDate(body.date),
    collectedBy: body.collected_by ?? (booking && defaultCollector(booking, type, body)),
  });
}

/**
 * Throws for a type that is nearly a known one, whose entries would be in no sum, and for one that follows from the price of a
 * booking: such an entry could not be reversed.
 */
function toType({ type: given, order_id: orderId = null }: Body): string {
  const type = toName(given!, 'type');
  const known = nearlyKnownType(type);
  if (known !== null) throw invalidData({ field: 'type', rule: 'nearly_known_type', type: known });
  if (orderId !== null && isPostedByBooking(type))
    throw invalidData({ field: 'type', rule: 'type_of_bookings', type });
  return type;
}

function toCurrency(currency: string): string {
  if (!isCurrency(currency)) throw invalidData({ field: 'currency', rule: 'no_currency' });
  return currency;
}

/** Throws for members that do not belong to an entry of this type, and for a payment or refund with the sign of the other. */
function requireFitting(body: Body, type: string): void {
  const isPayment = PAYMENT_TYPES.includes(type);
  for (const field of ['method', 'reference'] as const)
    if (!isPayment && body[field] !== undefined)
      throw invalidData({ field, rule: 'only_with_type', types: PAYMENT_TYPES });
  if (type === 'refund' && body.amount! > 0) throw invalidData({ field: 'amount', rule: 'positive_refund' });
  if (type === 'payment' && body.amount! < 0)
    throw invalidData({ field: 'amount', rule: 'negative_payment' });
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
function detailsOf(body: Body): Partial<LedgerEntry> {
  const { quantity = null, method = null, reference, vat_category: vatCategory = null } = body;
  return {
    quantity,
    method,
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
