// The rules of a request to book, the same for a question whether a stay
// is available and for the sale itself.
import type {
  BookingRequest,
  RefusalReason,
  RequestedDates,
  RequestRefusal,
} from '../../model/booking-request.ts';
import { REFUSAL_REASONS } from '../../model/booking-request.ts';
import { roundToMinor, toMajor } from '../../model/money.ts';
import { countNights, isBefore, type PlainDate } from '../../model/night.ts';
import { PLAIN_READER } from '../../problems/reader.ts';
import { describeProblem } from '../../problems/sentences.ts';
import { Problem } from '../../problems.ts';
import { capacityProblem } from '../capacity.ts';
import { brokenRestrictions, type RestrictedNight } from '../inventory/restrictions.ts';

/** A request with the values that it is checked against. */
export type RequestWithContext = BookingRequest &
  RequestedDates & {
    room: { roomId: number; capacity: number; cots: number };
    /** currency of the property and its prices */
    currency: string;
    /** number of nights from today on that the property sells */
    horizonDays: number;
    /** the date at the property */
    today: PlainDate;
  };

/** A night of the request, with its values in the calendar. */
type RequestedNight = RestrictedNight & { priceMinor: number };

/** Thrown in the transaction of a request that must not be accepted, so that nothing of it is stored. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly refusal: RequestRefusal;

  constructor(refusal: RequestRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Returns the refusal for an error: a problem or a broken rule; null for any other error. */
export function refusalOf(error: unknown): RequestRefusal | null {
  if (error instanceof RequestRefused) return error.refusal;
  if (!(error instanceof Problem)) return null;
  // For the channel a unit that somebody has is a room that is not available.
  const code = error.code === 'unit_taken' ? 'room_unavailable' : error.code;
  const reason = REFUSAL_REASONS.find((one) => one === code) ?? 'other';
  return { reason, message: describeProblem(error, PLAIN_READER) };
}

/** Throws `RequestRefused` if the date of arrival is in the past or too close. Needs no nights. */
export function requireArrival({ checkin, today, terms }: RequestWithContext): void {
  const notice = countNights(today, checkin);
  if (notice < 0) refuse('past', `The arrival ${checkin} is in the past: today is ${today} at the property.`);
  if (notice < terms.minNoticeDays) {
    refuse(
      'notice_too_short',
      `The arrival ${checkin} is ${inDays(notice)}: at least ${terms.minNoticeDays} days of notice are needed.`,
    );
  }
}

/**
 * Throws `RequestRefused` if the stay ends after the nights on offer, and
 * `capacity` if it has too many guests. Needs no nights.
 */
export function requireEndAndGuests(request: RequestWithContext): void {
  const { checkout, today, terms, guests, room } = request;
  const daysOffered = terms.daysOffered ?? request.horizonDays;
  const end = today.add({ days: daysOffered });
  if (isBefore(end, checkout)) {
    refuse(
      'not_offered_yet',
      `The stay ends on ${checkout}: nights are offered for ${daysOffered} days, until ${end}.`,
    );
  }
  // The channel has left out the infants that it does not count.
  const tooMany = capacityProblem(room, { adults: guests, children: null }, 0);
  if (tooMany) throw tooMany;
}

/**
 * Throws for the first rule that the nights break: a restriction (`Problem`), a night without a price, or a
 * price below the lowest that the connection accepts. `nights` are all nights of the stay in order.
 * Availability is not checked here: only taking the nights can guarantee it.
 */
export function requireSellableNights(
  request: RequestWithContext,
  nights: readonly RequestedNight[],
  closedToDeparture: boolean,
): void {
  const { checkin, checkout } = request;
  const [broken] = brokenRestrictions({ checkin, checkout, nights, closedToDeparture });
  if (broken) throw broken;
  const unpriced = nights.filter(({ priceMinor }) => priceMinor <= 0).map(({ date }) => date.toString());
  if (unpriced.length > 0) {
    refuse('no_price', `The room has no price on ${unpriced.join(', ')}: set one to sell these nights.`);
  }
  requirePrice(
    request,
    nights.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
  );
}

function requirePrice({ nightsPrice, terms, currency }: RequestWithContext, calendarMinor: number): void {
  if (nightsPrice === null || terms.lowestPricePercent === 0) return;
  if (nightsPrice.currency !== currency) {
    refuse(
      'wrong_currency',
      `The price is in ${nightsPrice.currency}, those of the property are in ${currency}: they cannot be compared.`,
    );
  }
  const offered = roundToMinor(nightsPrice.amount, currency) ?? 0;
  const lowest = (calendarMinor * terms.lowestPricePercent) / 100;
  // Channels that use whole amounts round the sum: less than one unit of the currency is no discount.
  const oneUnit = roundToMinor('1', currency) ?? 1;
  if (offered > 0 && offered > lowest - oneUnit) return;
  refuse(
    'price_too_low',
    `The nights are offered for ${nightsPrice.amount} ${currency}, below ${toMajor(Math.ceil(lowest), currency)}: ` +
      `${terms.lowestPricePercent} % of the calendar's ${toMajor(calendarMinor, currency)}.`,
  );
}

function inDays(notice: number): string {
  if (notice === 0) return 'today';
  return notice === 1 ? 'tomorrow' : `in ${notice} days`;
}

function refuse(reason: RefusalReason, message: string): never {
  throw new RequestRefused({ reason, message });
}
