// What a Channex revision says beyond its stays: the guest, who pays how, taxes, and remarks for the notes.
//
// Source: docs.channex.io, "Bookings Collection" (read 2026-11-22). `meta` is free-form; the members read here are
// those that responses in public code have.
import type { ChannelRoomStay } from '../../model/channel-records.ts';
import { roundToMinor } from '../../model/money.ts';
import { depositLines } from '../customer.ts';
import { linesOf, mealNote } from '../guest-details.ts';
import { amountOf, type Fields, fieldsOf, lineOf, listOf, textOf } from '../json.ts';
import { type OrderTotal, unexplainedRest } from '../order-total.ts';
import { servicesNote } from '../services.ts';
import { dayOf, foreignBalance } from '../virtual-card.ts';

/** Reads the taxes and fees of a room. `is_inclusive`: the room's amount includes it. */
export function readTaxes(taxes: unknown): NonNullable<ChannelRoomStay['charges']> {
  return listOf(taxes)
    .map(fieldsOf)
    .flatMap((tax) => {
      const amount = amountOf(tax['total_price']);
      if (amount === null) return [];
      const kind = tax['type'] === 'fee' ? ('fee' as const) : ('tax' as const);
      const description = lineOf(tax['name']) ?? (kind === 'fee' ? 'Fee' : 'Tax');
      const included = tax['is_inclusive'] === true;
      return [{ kind, description, amount, quantity: null, included, collectedBy: null }];
    });
}

/**
 * Marks taxes that are not in the rooms' amounts, but in the order's total, as included: that part of the total is
 * added to the rooms' prices.
 */
export function withTaxesOfTotal(rooms: readonly ChannelRoomStay[], order: OrderTotal): ChannelRoomStay[] {
  const { currency } = order;
  const rest = unexplainedRest(rooms, order);
  if (currency === null || rest === null) return [...rooms];
  const isExtra = (charge: NonNullable<ChannelRoomStay['charges']>[number]) =>
    !charge.included && charge.kind !== 'service' && charge.collectedBy === null;
  const extras = rooms
    .flatMap((room) => room.charges ?? [])
    .filter(isExtra)
    .reduce((sum, { amount }) => sum + (roundToMinor(amount, currency) ?? 0), 0);
  if (extras === 0 || rest < extras) return [...rooms];
  return rooms.map(({ charges = [], ...room }) => ({
    ...room,
    charges: charges.map((charge) => (isExtra(charge) ? { ...charge, included: true } : charge)),
  }));
}

/** Returns the guest's notes, the order's services, and what else people should know of the order. */
export function orderNotes(revision: Fields): string | null {
  return linesOf(
    lineOf(revision['notes']),
    servicesNote(revision['services'], revision['currency']),
    revision['payment_type'] === 'bank_transfer' ? 'Payment: bank transfer of the channel' : null,
    foreignBalance(revision),
    fieldsOf(revision['meta'])['is_genius'] === true ? 'Genius' : null,
    lineOf(revision['agent']) && `Agent: ${lineOf(revision['agent'])}`,
    ...depositLines(revision['deposits']),
  );
}

/** Returns the services of the room, the taxes that its OTA has collected, its promotions, preferences, remarks and cancellation fees. */
export function roomNotes(room: Fields, currency: unknown): string | null {
  const meta = fieldsOf(room['meta']);
  const promotions = listOf(meta['days_breakdown']).map((day) =>
    lineOf(fieldsOf(fieldsOf(day)['promotion'])['title']),
  );
  const smoking = lineOf(meta['smoking_preferences']);
  return linesOf(
    servicesNote(room['services'], currency),
    ...listOf(room['collected_taxes']).map((tax) => collectedLine(tax, currency)),
    mealNote(lineOf(meta['meal_plan'])),
    smoking && `Smoking: ${smoking}`,
    ...[...new Set(promotions)].map((title) => title && `Promotion: ${title}`),
    ...[...listOf(meta['additional_details']), ...listOf(meta['room_remarks'])].map(lineOf),
    ...listOf(meta['cancel_penalties']).map(cancellationLine),
  );
}

/** A tax that the OTA has taken from the guest and pays itself: the house neither gets nor owes it, so it is no charge. */
function collectedLine(tax: unknown, currency: unknown): string | null {
  const { name, total_price: total } = fieldsOf(tax);
  const text = amountOf(total);
  if (text === null) return null;
  return `Collected by the channel: ${lineOf(name) ?? 'tax'}: ${text} ${textOf(currency) ?? ''}`.trim();
}

function cancellationLine(penalty: unknown): string | null {
  const { amount, currency, from } = fieldsOf(penalty);
  const text = amountOf(amount);
  const day = dayOf(from);
  return text === null || day === null
    ? null
    : `Cancellation from ${day}: ${text} ${textOf(currency) ?? ''}`.trim();
}
