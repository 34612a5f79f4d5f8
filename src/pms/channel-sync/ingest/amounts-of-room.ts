// What one room of an order has of the order's amounts: commission, virtual card, charges. Amounts of the whole
// order are split over its rooms in proportion to their prices, as services in the order's total are; the parts
// add up to the order's amount (docs/decisions/0030).
import type { ChannelCharge, ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { roundToMinor, splitByWeight } from '../../../model/money.ts';
import { MAX_LISTED, type ReportedCharge, type StayDetails } from '../../../model/stay-details.ts';
import { reportedPrice } from './reported-values.ts';

/** A version of an order, one of its rooms, and the currency in which the stay is stored. */
export type ReportedRoom = { order: ChannelReservation; room: ChannelRoomStay; currency: string };

type Amounts = Partial<Pick<StayDetails, 'commissionMinor' | 'virtualCard' | 'charges'>>;

/** Returns the amounts that this version reports for the room, in minor units; the others are absent. */
export function amountsOfRoom({ order, room, currency }: ReportedRoom): Amounts {
  const place = order.rooms.indexOf(room);
  const prices = order.rooms.map((one) => reportedPrice(one, currency) ?? 0);
  const commission = commissions({ order, prices, currency })[place] ?? null;
  return {
    ...(commission !== null && { commissionMinor: commission }),
    ...(order.virtualCard !== undefined && {
      virtualCard: cardOfRoom({ order, prices, currency }, place),
    }),
    ...((order.charges ?? room.charges) && {
      charges: chargesOfRoom({ order, prices, currency }, place),
    }),
  };
}

/** An order, and the prices of its rooms in minor units of the currency. */
type Priced = { order: ChannelReservation; prices: readonly number[]; currency: string };

/**
 * Returns the commission of each room: its own; else its part of what the order's commission is above those of
 * other rooms. Null = not reported.
 */
function commissions({ order, prices, currency }: Priced): (number | null)[] {
  const own = order.rooms.map(({ commission }) => minorOf(commission, currency));
  const total = minorOf(order.commission, currency);
  if (total === null) return own;
  const known = own.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const others = prices.flatMap((price, i) => (own[i] === null ? [price] : []));
  const parts = others.length === 0 ? [] : splitByWeight(Math.max(0, total - known), others);
  return own.map((amount) => amount ?? parts.shift() ?? null);
}

function cardOfRoom({ order, prices, currency }: Priced, place: number): StayDetails['virtualCard'] {
  const card = order.virtualCard ?? null;
  if (card === null) return null;
  const { activeFrom, activeUntil } = card;
  const amount = minorOf(card.amount, currency);
  const amountMinor = amount === null ? null : splitByWeight(amount, prices)[place]!;
  return { activeFrom, activeUntil, amountMinor };
}

/** Returns the charges of a room, and its part of those of the order; null if there are none. */
function chargesOfRoom({ order, prices, currency }: Priced, place: number): ReportedCharge[] | null {
  const toStored = (charge: ChannelCharge) =>
    charge.ofCancellation ? [] : toCharge(charge, order, currency);
  const own = (order.rooms[place]!.charges ?? []).flatMap(toStored);
  const ofOrder = (order.charges ?? []).flatMap(toStored);
  const parts =
    order.rooms.length === 1
      ? ofOrder
      : ofOrder.flatMap((charge) => {
          const amountMinor = splitByWeight(charge.amountMinor, prices)[place]!;
          // How many were ordered is known of the whole order only.
          return amountMinor > 0 || charge.amountMinor === 0
            ? [{ ...charge, amountMinor, quantity: null }]
            : [];
        });
  const charges = [...own, ...parts].slice(0, MAX_LISTED);
  return charges.length > 0 ? charges : null;
}

/** Returns what a cancelled order says that its cancellation costs; an empty list where it has another currency than the stay. */
export function feesOfCancellation(order: ChannelReservation, currency: string): ReportedCharge[] {
  if (order.currency !== null && order.currency !== currency) return [];
  return [...(order.charges ?? []), ...order.rooms.flatMap(({ charges }) => charges ?? [])]
    .filter(({ ofCancellation }) => ofCancellation)
    .flatMap((charge) => toCharge(charge, order, currency))
    .slice(0, MAX_LISTED);
}

/** Converts a charge; an empty list if its amount cannot be stored. Who takes the price takes what it includes, and the fee of a cancellation. */
function toCharge(charge: ChannelCharge, order: ChannelReservation, currency: string): ReportedCharge[] {
  const amountMinor = minorOf(charge.amount, currency);
  if (amountMinor === null) return [];
  const { kind, quantity, included, ofCancellation } = charge;
  const description = charge.description.trim().slice(0, MAX_DESCRIPTION).toWellFormed();
  const isAsPrice = included || ofCancellation;
  const collectedBy = charge.collectedBy ?? (isAsPrice ? (order.collectedBy ?? null) : null);
  return [
    {
      kind,
      description,
      amountMinor,
      quantity,
      included,
      collectedBy,
      ...(ofCancellation && { ofCancellation }),
    },
  ];
}

const MAX_DESCRIPTION = 200;

/** Returns the amount in minor units; null for none, for a negative one, and for one that cannot be stored. */
function minorOf(amount: string | null | undefined, currency: string): number | null {
  return amount === null || amount === undefined || amount.startsWith('-')
    ? null
    : roundToMinor(amount, currency);
}
