// Reservations, threads and reviews in Airbnb's format.
import { type OtaReservation, totalOf } from '../book.ts';
import type { GuestMessage, GuestReview } from '../conversations.ts';
import { daysBetween, inSeconds } from '../dates.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { exactNumber, json } from '../json.ts';
import { includedIn, sumOf } from '../order-details.ts';
import { type Airbnb, failure, invalid, notFound } from './context.ts';

export function listReservations(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const listing = request.query.get('listing_id');
  const start = request.query.get('start_date');
  const all = request.query.get('all_status') === 'true';
  const offset = Number(request.query.get('_offset') ?? 0);
  const limit = Number(request.query.get('_limit') ?? 50);
  const found = context.core.book
    .all()
    .filter((one) => context.core.hotels.find(one.hotel)?.account === account)
    .filter(({ stays }) => listing === null || stays[0]!.room === listing)
    .filter(({ stays }) => start === null || stays[0]!.arrival >= start)
    .filter(({ status }) => all || status === 'booked')
    .slice(offset, offset + limit);
  request.counted(found.length);
  return { body: { reservations: found.map((one) => writeReservation(context, one)), metadata: {} } };
}

export function oneReservation(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const one = findOfAccount(context, request.params['code'], account);
  return one
    ? { body: { reservation: writeReservation(context, one), metadata: {} } }
    : notFound('The reservation');
}

/**
 * Accepts or denies a booking. Requests to book are not simulated: every booking is an instant one, `accept`
 * changes nothing and `deny` is refused.
 */
export function decide(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const one = findOfAccount(context, request.params['code'], account);
  if (!one) return notFound('The reservation');
  const action = json(request.body)?.['attempt_action'];
  if (action !== 'accept' && action !== 'deny') return invalid('attempt_action must be accept or deny');
  if (action === 'deny') return failure(422, 'invalid_state', 'The reservation cannot be denied');
  return { body: { reservation: writeReservation(context, one), metadata: {} } };
}

function findOfAccount(
  { core }: Airbnb,
  code: string | undefined,
  account: string,
): OtaReservation | undefined {
  const one = core.book.find(code);
  return one && core.hotels.find(one.hotel)?.account === account ? one : undefined;
}

export function writeReservation(
  { core, requestsFirst }: Airbnb,
  one: OtaReservation,
): Record<string, unknown> {
  const stay = one.stays[0]!;
  return {
    confirmation_code: one.reference,
    status_type: requestsFirst.has(one.reference)
      ? 'at_checkpoint'
      : one.status === 'booked'
        ? 'accept'
        : 'cancelled_by_guest',
    ...idOf('listing_id', stay.room),
    host_id: Number(one.hotel),
    ...idOf('thread_id', core.conversations.threadOf(one.reference)),
    start_date: stay.arrival,
    end_date: stay.departure,
    nights: daysBetween(stay.arrival, stay.departure),
    number_of_guests: stay.adults + stay.children,
    guest_details: {
      localized_description: `${stay.adults + stay.children} guests`,
      number_of_adults: stay.adults,
      number_of_children: stay.children,
      number_of_infants: 0,
    },
    guest_id: 60_000_001,
    guest_first_name: one.guest.givenName,
    guest_last_name: one.guest.surname,
    guest_email: one.guest.email,
    guest_phone_numbers: [one.guest.phone],
    guest_preferred_locale: one.guest.language,
    host_currency: one.currency,
    ...amountsOf(one),
    cancellation_policy_category: 'moderate',
    created_at: inSeconds(one.bookedAt),
    booked_at: inSeconds(one.bookedAt),
    updated_at: inSeconds(one.revisions.at(-1)!.at),
  };
}

/** Share of what the host charges that Airbnb keeps. */
const HOST_FEE = 0.03;
const CLEANING_FEE = 'Cleaning fee';

/**
 * Returns the amounts of a reservation. The base price is that of the nights; fees and the taxes that the host pays are
 * beside it. The payout is all of them without Airbnb's fee. Taxes that are not in the order's total are those that
 * Airbnb takes and pays itself; there are no fees that the guest pays at the property.
 */
function amountsOf({ stays, details }: OtaReservation): Record<string, unknown> {
  const money = (amount: number) => amount.toFixed(2);
  const base = totalOf(stays);
  const fees = includedIn(details, 'fee');
  const hostTaxes = sumOf(includedIn(details, 'tax'));
  const hostFee = Math.round((base + sumOf(fees)) * HOST_FEE * 100) / 100;
  return {
    listing_base_price_accurate: money(base),
    expected_payout_amount_accurate: money(base + sumOf(fees) + hostTaxes - hostFee),
    listing_host_fee_accurate: money(hostFee),
    listing_security_price_accurate: '0.00',
    listing_cleaning_fee_accurate: money(sumOf(fees.filter(({ name }) => name === CLEANING_FEE))),
    listing_cancellation_host_fee_accurate: '0.00',
    listing_cancellation_payout_accurate: '0.00',
    // Sum of the payouts that were released; the first one is released after arrival.
    total_paid_amount_accurate: '0.00',
    transient_occupancy_tax_paid_amount_accurate: money(
      sumOf(details.taxes.filter(({ type, included }) => type === 'tax' && !included)),
    ),
    occupancy_tax_amount_paid_to_host_accurate: money(hostTaxes),
    standard_fees_details: fees
      .filter(({ name }) => name !== CLEANING_FEE)
      .map(({ name, price }) => ({
        fee_type: `PASS_THROUGH_${name.toUpperCase().replaceAll(/[^A-Z]+/g, '_')}`,
        amount_native: price,
      })),
  };
}

/** Returns an id as a number of up to 64 bits and as text; Airbnb plans to remove the numbers. */
export function idOf(name: string, id: string): Record<string, unknown> {
  return { [name]: exactNumber(id), [`${name}_str`]: id };
}

export function threads(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const { conversations, hotels } = context.core;
  const messages = conversations.messages().filter((one) => hotels.find(one.hotel)?.account === account);
  const ids = [...new Set(messages.map(({ thread }) => thread))];
  request.counted(messages.length);
  return { body: { threads: ids.map((id) => writeThread(context, id)), metadata: {} } };
}

export function oneThread(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const id = request.params['thread']!;
  const one = context.core.conversations.party(id);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound('The thread');
  return { body: { thread: writeThread(context, id), metadata: {} } };
}

export function postMessage(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const wait = context.core.limits ? context.limits.messages.wait(account) : 0;
  if (wait)
    return {
      ...failure(429, 'rate_limit_exceeded', 'Too many requests'),
      headers: { 'retry-after': String(wait) },
    };
  const given = json(request.body);
  const thread = String(given?.['thread_id']);
  const text = given?.['message'];
  const one = context.core.conversations.party(thread);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound('The thread');
  if (typeof text !== 'string' || text.trim() === '') return invalid('message is required');
  const sent = context.core.conversations.reply(thread, text);
  context.core.emit({ kind: 'reply', hotel: one.hotel, reference: sent.reference, text });
  return { body: { message: writeMessage(context, sent), metadata: {} } };
}

export function writeThread(context: Airbnb, id: string): Record<string, unknown> {
  const one = context.core.conversations.party(id)!;
  const { reservation } = one;
  const stay = reservation?.stays[0];
  const host = Number(one.hotel);
  return {
    ...idOf('id', id),
    business_purpose: 'booking_direct_thread',
    users: [
      { id: 60_000_001, first_name: one.guest.givenName },
      { id: host, first_name: 'Host' },
    ],
    attachment: {
      type: reservation ? 'Reservation' : 'Inquiry',
      status: reservation ? (reservation.status === 'booked' ? 'accepted' : 'cancelled') : 'inquiry',
      roles: [
        { role: 'owner', user_ids: [host] },
        { role: 'booker', user_ids: [60_000_001] },
      ],
      booking_details:
        reservation && stay
          ? {
              ...idOf('listing_id', stay.room),
              checkin_date: stay.arrival,
              checkout_date: stay.departure,
              nights: daysBetween(stay.arrival, stay.departure),
              number_of_guests: stay.adults + stay.children,
              reservation_confirmation_code: reservation.reference,
            }
          : idOf('listing_id', context.core.hotels.find(one.hotel)?.rooms[0]?.id ?? '0'),
    },
    messages: context.core.conversations
      .messages(one.hotel)
      .filter(({ thread }) => thread === id)
      .map((message) => writeMessage(context, message)),
  };
}

export function writeMessage(_context: Airbnb, message: GuestMessage): Record<string, unknown> {
  return {
    ...idOf('id', message.id),
    user_id: message.from === 'guest' ? 60_000_001 : Number(message.hotel),
    message: message.text,
    created_at: message.at,
    attachment_images: [],
  };
}

export function listReviews(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const { conversations, hotels } = context.core;
  const reviews = conversations.reviews().filter((one) => hotels.find(one.hotel)?.account === account);
  request.counted(reviews.length);
  return { body: { reviews: reviews.map((one) => writeReview(context, one)), metadata: {} } };
}

function writeReview({ core }: Airbnb, one: GuestReview): Record<string, unknown> {
  const listing = core.book.find(one.reference)?.stays[0]?.room;
  const stars = (score: number) => Math.max(1, Math.round(score / 2));
  return {
    ...idOf('id', one.id),
    reviewer_role: 'guest',
    reviewee_role: 'host',
    ...idOf('listing_id', listing ?? '0'),
    reservation_confirmation_code: one.reference,
    overall_rating: stars(one.score),
    public_review: one.positive,
    private_feedback: null,
    ...Object.fromEntries(
      Object.entries(one.scores).map(([name, score]) => [`category_ratings_${name}`, stars(score)]),
    ),
    hidden: false,
    submitted: true,
    submitted_at: one.at,
    first_completed_at: one.at,
    expires_at: one.at,
  };
}
