// What a booking charges, line by line, and the differences between two states of it.
import { ownNightTest } from './channel-dates.ts';
import { addEntry, type EntryDetails, type LedgerSums } from './ledger.ts';
import { countNights, isBefore, nightsBetween, type PlainDate, toPlainDate } from './night.ts';
import { DIRECT, type Reservation } from './reservation.ts';

/** One thing that a booking charges. */
export type ChargeLine = Pick<
  EntryDetails,
  'code' | 'quantity' | 'vatCategory' | 'vatRateBp' | 'collectedBy'
> & {
  /** what is charged, as its channel names it; empty = the accommodation itself */
  description: string;
  /** the room that earns it */
  roomId: number;
  serviceFrom: PlainDate;
  /** the day after the last one */
  serviceUntil: PlainDate;
  amountMinor: number;
  /** the part of each day of the service; they add up to the amount */
  dayAmountsMinor: readonly number[];
  currency: string;
};

/** A night of a stay, held or released, with its part of the stay's price. */
export type StayNight = { date: PlainDate; roomId: number; priceMinor: number; released: boolean };

/**
 * Returns what a booking charges in its present state: the accommodation of each room, night by night, and the
 * charges that its channel reported beside the price, divided equally among the days of the stay. Charges that the
 * price includes are no lines. The property collects what the house's own nights cost, whoever collects the others. `nights` are all of the stay: a cancelled booking charges those that it still holds,
 * any other one also those that were released when it ended, because its price stays. A no-show charges nothing
 * beside the price; a hold, nothing. A fee of its cancellation is charged by a cancelled booking alone.
 */
export function chargesOf(reservation: Reservation, nights: readonly StayNight[]): ChargeLine[] {
  const { status, collectedBy, channel, currency } = reservation;
  if (status === 'held') return [];
  const charged = status === 'cancelled' ? nights.filter(({ released }) => !released) : nights;
  const collector = collectedBy ?? (channel === DIRECT ? 'property' : null);
  const isOwn = ownNightTest(reservation);
  const collectorOf = (night: PlainDate) =>
    collector === 'channel' && isOwn(night) ? 'property' : collector;
  const accommodation = [
    ...Map.groupBy(charged, ({ roomId, date }) => `${roomId} ${collectorOf(date)}`).values(),
  ].map((ofRoom) => accommodationOf(ofRoom, { currency, collectedBy: collectorOf(ofRoom[0]!.date) }));
  const comes = status !== 'no_show' && charged.length > 0;
  const beside = (reservation.charges ?? []).filter(
    ({ included, ofCancellation }) => !included && (ofCancellation ? status === 'cancelled' : comes),
  );
  const { serviceFrom, serviceUntil } = periodOf(nights.map(({ date }) => date)) ?? {
    serviceFrom: reservation.checkin,
    serviceUntil: reservation.checkout,
  };
  const days = countNights(serviceFrom, serviceUntil);
  return [
    ...accommodation,
    ...beside.map(({ kind, description, quantity, amountMinor, collectedBy: by }) => ({
      roomId: reservation.roomId,
      currency,
      serviceFrom,
      serviceUntil,
      vatCategory: null,
      vatRateBp: null,
      code: kind,
      description,
      quantity,
      amountMinor,
      collectedBy: by,
      dayAmountsMinor: splitEqually(amountMinor, days),
    })),
  ];
}

function accommodationOf(
  nights: readonly StayNight[],
  shared: Pick<ChargeLine, 'currency' | 'collectedBy'>,
): ChargeLine {
  const period = periodOf(nights.map(({ date }) => date))!;
  const prices = new Map(nights.map(({ date, priceMinor }) => [date.toString(), priceMinor]));
  const dayAmountsMinor = nightsBetween(period.serviceFrom, period.serviceUntil).map(
    (date) => prices.get(date.toString()) ?? 0,
  );
  return {
    ...shared,
    ...period,
    roomId: nights[0]!.roomId,
    vatCategory: null,
    vatRateBp: null,
    code: 'accommodation',
    description: '',
    quantity: nights.length,
    amountMinor: sumOf(dayAmountsMinor),
    dayAmountsMinor,
  };
}

function periodOf(days: readonly PlainDate[]): Pick<ChargeLine, 'serviceFrom' | 'serviceUntil'> | null {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { serviceFrom: first, serviceUntil: last.add({ days: 1 }) } : null;
}

/** Splits an amount, which may be negative, into parts that differ by at most one minor unit and add up to it. */
function splitEqually(amountMinor: number, days: number): number[] {
  const until = (day: number) => Math.round((amountMinor * day) / days);
  return Array.from({ length: days }, (_, day) => until(day + 1) - until(day));
}

/** What must be posted to get from one state of a line to another; null = the line does not exist there. */
export type ChargeDifference = { before: ChargeLine | null; after: ChargeLine | null; entry: ChargeLine };

/**
 * Returns the differences between two states of a booking's lines, none of them zero. Lines are the same if they
 * charge the same thing in the same room, currency and VAT, collected by the same party: so a changed price is
 * one difference, and a move to another room or to other days takes the whole line from there to here.
 */
export function chargeDifferences(
  before: readonly ChargeLine[],
  after: readonly ChargeLine[],
): ChargeDifference[] {
  const [left, taken] = [addedUp(before), addedUp(after)];
  const keys = new Set([...left.keys(), ...taken.keys()]);
  return [...keys]
    .flatMap((key) => differencesOf(left.get(key) ?? null, taken.get(key) ?? null))
    .filter(({ entry }) => entry.amountMinor !== 0);
}

/** Returns the sums of a booking's entries after what it charges has changed. */
export function sumsAfter(
  { totalMinor, paidMinor, currency }: LedgerSums & Pick<Reservation, 'currency'>,
  before: readonly ChargeLine[],
  after: readonly ChargeLine[],
): LedgerSums {
  return chargeDifferences(before, after)
    .filter(({ entry }) => entry.currency === currency)
    .reduce<LedgerSums>((sums, { entry }) => addEntry(sums, { ...entry, type: 'income' }), {
      totalMinor,
      paidMinor,
    });
}

/** Whether two lines charge the same thing, whichever room, currency or collector they have. */
export function isSameCharge(one: ChargeLine, other: ChargeLine): boolean {
  return one.code === other.code && one.description === other.description;
}

function addedUp(lines: readonly ChargeLine[]): Map<string, ChargeLine> {
  const sums = new Map<string, ChargeLine>();
  for (const line of lines) {
    const { code, description, roomId, currency, collectedBy, vatCategory, vatRateBp } = line;
    const key = JSON.stringify([code, description, roomId, currency, collectedBy, vatCategory, vatRateBp]);
    const known = sums.get(key);
    sums.set(key, known ? { ...known, ...bothOf(known, line) } : line);
  }
  return sums;
}

/** Returns what two lines of the same days charge together. */
function bothOf(
  one: ChargeLine,
  other: ChargeLine,
): Pick<ChargeLine, 'amountMinor' | 'quantity' | 'dayAmountsMinor'> {
  const quantity = one.quantity === null || other.quantity === null ? null : one.quantity + other.quantity;
  const dayAmountsMinor = one.dayAmountsMinor.map((amount, day) => amount + other.dayAmountsMinor[day]!);
  return { amountMinor: one.amountMinor + other.amountMinor, quantity, dayAmountsMinor };
}

/**
 * Returns one difference if both lines have days in common, with the part of each day that differs. A line that has
 * only other days, or the same amount on other days, is reversed and charged anew.
 */
function differencesOf(before: ChargeLine | null, after: ChargeLine | null): ChargeDifference[] {
  if (!before || !after) return [{ before, after, entry: after ?? opposite(before!) }];
  const entry = adjustmentOf(before, after);
  if (entry.amountMinor === 0 && entry.dayAmountsMinor.every((amount) => amount === 0)) return [];
  if (entry.amountMinor !== 0 && overlap(before, after)) return [{ before, after, entry }];
  return [
    { before, after: null, entry: opposite(before) },
    { before: null, after, entry: after },
  ];
}

/** Returns the differences by day, from the first to the last day that differs; all days of a stay that keeps its days. */
function adjustmentOf(before: ChargeLine, after: ChargeLine): ChargeLine {
  const amountMinor = after.amountMinor - before.amountMinor;
  const isKnown = before.quantity !== null && after.quantity !== null;
  const quantity = isKnown ? after.quantity! - before.quantity! || null : null;
  const isSamePeriod =
    before.serviceFrom.equals(after.serviceFrom) && before.serviceUntil.equals(after.serviceUntil);
  if (!isSamePeriod) return { ...after, amountMinor, quantity, ...differingDays(before, after) };
  const dayAmountsMinor = after.dayAmountsMinor.map(
    (amount, place) => amount - before.dayAmountsMinor[place]!,
  );
  return { ...after, amountMinor, quantity, dayAmountsMinor };
}

function differingDays(before: ChargeLine, after: ChargeLine) {
  const [old, current] = [amountsByDay(before), amountsByDay(after)];
  const days = [...new Set([...old.keys(), ...current.keys()])].toSorted();
  const differing = days.filter((day) => (old.get(day) ?? 0) !== (current.get(day) ?? 0));
  const { serviceFrom, serviceUntil } = periodOf(differing.map((day) => toPlainDate(day))) ?? after;
  const dayAmountsMinor = nightsBetween(serviceFrom, serviceUntil).map(
    (day) => (current.get(day.toString()) ?? 0) - (old.get(day.toString()) ?? 0),
  );
  return { serviceFrom, serviceUntil, dayAmountsMinor };
}

function amountsByDay({ serviceFrom, serviceUntil, dayAmountsMinor }: ChargeLine): Map<string, number> {
  return new Map(
    nightsBetween(serviceFrom, serviceUntil).map((day, place) => [day.toString(), dayAmountsMinor[place]!]),
  );
}

function overlap(one: ChargeLine, other: ChargeLine): boolean {
  return isBefore(one.serviceFrom, other.serviceUntil) && isBefore(other.serviceFrom, one.serviceUntil);
}

function opposite(line: ChargeLine): ChargeLine {
  return {
    ...line,
    amountMinor: negative(line.amountMinor),
    quantity: line.quantity === null ? null : negative(line.quantity),
    dayAmountsMinor: line.dayAmountsMinor.map(negative),
  };
}

/** Of 0 not -0, which is another value in comparisons. */
function negative(amount: number): number {
  return amount === 0 ? 0 : -amount;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
