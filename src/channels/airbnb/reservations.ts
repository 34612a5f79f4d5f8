// Reservations of Airbnb: from its list, from notifications, and from requests to book that wait for our answer.

import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { type GuestCounts, toGuestCounts } from '../../model/guest-counts.ts';
import { isCurrency } from '../../model/money.ts';
import { dateIn, type PlainDate } from '../../model/night.ts';
import { isPayable } from '../amounts.ts';
import type { Pull, Pulled, PullState, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { digestOf } from '../digest.ts';
import { languageOf, linesOf } from '../guest-details.ts';
import {
  amountOf,
  dateOf,
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  momentOf,
  numberOf,
  readJson,
  textOf,
} from '../json.ts';
import { excerpt, ok } from '../responses.ts';
import { stayBetween } from '../validate-stay.ts';
import { get, idOf, readRecords } from './client.ts';
import { chargesOf, moneyNotes } from './details.ts';
import { type AirbnbConnection, isOn } from './settings.ts';

export const reservations: Pull<ChannelReservation, AirbnbConnection> = {
  /** notifications are sent at once; polling finds those that were lost */
  everySeconds: 900,
  requests: (connection, state) => requestReservations(connection, state, 0),
  decode: decodeReservations,
};

/** Returns the first day of arrival to read: today at the property, minus `daysBack` days. */
export function firstArrival(now: Temporal.Instant, timezone: string, daysBack: number): PlainDate {
  return dateIn(timezone, now).subtract({ days: daysBack });
}

/** Each cycle reads one page of one listing; the cursor holds the remaining pages. */
type Page = { listing: string; offset: number };
type PageRequest = WireRequest & { page?: Page; rest?: Page[] };

const PAGE = 50;

/**
 * Requests the next page, with arrivals from `daysBack` days ago on; all listings after the last one was
 * read. No request while the setting `partner_access` is off.
 */
export function requestReservations(
  connection: AirbnbConnection,
  { cursor, now }: PullState,
  daysBack: number,
): PageRequest[] {
  const [page, ...rest] =
    pagesOf(cursor) ?? connection.rooms.map(({ externalRoom }) => ({ listing: externalRoom, offset: 0 }));
  if (!page || !isOn(connection)) return [];
  const start = firstArrival(now, connection.timezone, daysBack);
  const query = `listing_id=${encodeURIComponent(page.listing)}&start_date=${start}&all_status=true&_limit=${PAGE}&_offset=${page.offset}`;
  return [{ ...get(connection, 'reservations', `reservations?${query}`), page, rest }];
}

/** Returns the remaining pages; null when all listings are to be read from the start. */
function pagesOf(cursor: string | null): Page[] | null {
  const pages = listOf(readJson(cursor ?? '')).flatMap((one) => {
    const { listing, offset } = fieldsOf(one);
    return typeof listing === 'string' && typeof offset === 'number' ? [{ listing, offset }] : [];
  });
  return pages.length > 0 ? pages : null;
}

/** Decodes a page. The cursor holds the pages that remain; reservations that are not sold yet are left out. */
export function decodeReservations(
  response: WireResponse,
  { page, rest = [] }: PageRequest,
  connection: AirbnbConnection,
): Verdict<Pulled<ChannelReservation>> {
  const answer = readRecords(response, 'reservations');
  if (answer.kind !== 'ok') return answer;
  const items: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const one of answer.value) {
    const read = readReservation(fieldsOf(one), connection);
    if (typeof read === 'string') unreadable.push(read);
    else if (read) items.push(read);
  }
  const next = page && answer.value.length >= PAGE ? [{ ...page, offset: page.offset + PAGE }] : [];
  const pages = [...next, ...rest];
  return ok({
    items,
    cursor: JSON.stringify(pages),
    ...(pages.length > 0 ? { more: true } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
  });
}

/**
 * Reads a reservation. Returns null when it is not sold (yet), or a reason for people when it cannot be read.
 */
export function readReservation(
  one: Fields,
  connection: AirbnbConnection,
): ChannelReservation | string | null {
  const reference = textOf(one['confirmation_code']);
  const status = textOf(one['status_type']) ?? '';
  if (reference === null) return 'A reservation has no confirmation_code';
  if (WAITING.has(status)) return null;
  const cancelled = status.startsWith('cancelled') || NEVER_SOLD.has(status);
  if (!cancelled && !SOLD.has(status)) return `${reference}: its status ${excerpt(status)} is not known`;
  const stay = readStay(one, connection);
  if (stay === null && !cancelled) return `${reference}: it has no stay`;
  const at = momentOf(one['updated_at']);
  const reservation = {
    ...orderOf(reference, one),
    at,
    // a request to book may have come before: a listed reservation is the current state of the order
    status: cancelled ? ('cancelled' as const) : ('modified' as const),
    rooms: stay === null ? [] : [stay],
  };
  return {
    ...reservation,
    // The date of a change is in whole seconds: two changes may have the same.
    revision: digestOf(reservation),
    digested: true,
    ...(at === null && { provisional: true }),
  };
}

/**
 * Reads a request to book, which has everything but the guest's name. Null = it cannot be read, or its price
 * is not a valid amount.
 */
export function readRequest(one: Fields, connection: AirbnbConnection): ChannelReservation | null {
  const reference = textOf(one['confirmation_code']);
  const stay = readStay(one, connection);
  if (reference === null || stay === null || !hasValidAmounts(one)) return null;
  const revision = `request ${stay.checkin} ${stay.checkout}`;
  return { ...orderOf(reference, one), revision, at: null, status: 'new', rooms: [stay] };
}

export const SOLD = new Set(['accept', 'accepted']);
/** Not sold until the host or Airbnb has agreed. */
const WAITING = new Set(['new', 'pending', 'at_checkpoint', 'checkpoint', 'inquiry']);
/** Ended without a sale; a request that was never stored needs no cancellation. */
export const NEVER_SOLD = new Set(['deny', 'denied', 'timeout', 'pending_voided']);

function orderOf(reference: string, one: Fields) {
  const names = [lineOf(one['guest_first_name']), lineOf(one['guest_last_name'])].filter(
    (name) => name !== null,
  );
  const currency = textOf(one['host_currency']) ?? textOf(one['listing_currency']);
  const thread = idOf(one, 'thread_id');
  return {
    reference,
    soldBy: null,
    guest: {
      name: names.join(' '),
      email: textOf(one['guest_email']),
      phone: textOf(listOf(one['guest_phone_numbers'])[0]),
      language: languageOf(textOf(one['guest_preferred_locale'])),
    },
    currency: currency !== null && isCurrency(currency) ? currency : null,
    notes: linesOf(notesOf(one), ...moneyNotes(one)),
    // Guests always pay Airbnb.
    collectedBy: 'channel' as const,
    commission: amountOf(one['listing_host_fee_accurate']),
    receipt: reference,
    thread,
  };
}

/** Reads the stay of a reservation or of a request; null without listing or dates. */
export function readStay(one: Fields, connection: AirbnbConnection): ChannelRoomStay | null {
  const listing = idOf(one, 'listing_id');
  const checkin = dateOf(one['start_date']);
  const nights = numberOf(one['nights']);
  const until = dateOf(one['end_date']);
  const counted =
    checkin && nights !== null && nights >= 1 && nights <= 1_125
      ? checkin.add({ days: Math.floor(nights) })
      : null;
  const stay = stayBetween(checkin, until ?? counted);
  if (listing === null || !stay) return null;
  const total = totalOf(one, connection);
  return {
    key: 'listing',
    externalRoom: listing,
    externalRate: null,
    ...stay,
    total: total?.amount ?? null,
    nights: [],
    guestName: null,
    party: readGuests(one),
    charges: chargesOf(one, { paidOut: total !== null && !total.name.startsWith('listing_base_price') }),
  };
}

/**
 * Reads the guest counts. Without details only the total number of guests is known: all are counted as
 * adults.
 */
function readGuests(one: Fields): GuestCounts | null {
  const details = fieldsOf(one['guest_details']);
  const adults = numberOf(details['number_of_adults']);
  if (adults === null) {
    const guests = numberOf(one['number_of_guests']);
    return guests === null ? null : toGuestCounts({ adults: guests });
  }
  const counts = [numberOf(details['number_of_children']), numberOf(details['number_of_infants'])];
  return toGuestCounts({ adults, children: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) });
}

/** Returns the number of guests who count against the room's capacity: infants do not. Null = not known. */
export function guestsOf(one: Fields): number | null {
  const { number_of_adults: adults, number_of_children: children } = fieldsOf(one['guest_details']);
  const grown = numberOf(adults);
  return grown === null ? numberOf(one['number_of_guests']) : grown + (numberOf(children) ?? 0);
}

function notesOf(one: Fields): string | null {
  const pets = numberOf(fieldsOf(one['guest_details'])['number_of_pets']);
  return pets !== null && pets > 0 ? `Pets: ${pets}` : null;
}

/**
 * Returns the amount that the setting `total` names, else the next available one, with its name.
 * `total_paid_amount_accurate` is the sum of the payouts released to the host: it is 0 until the guest has
 * arrived, and 0 is not a price.
 */
function totalOf(one: Fields, connection: AirbnbConnection): { name: string; amount: string } | null {
  for (const name of [connection.settings.total, ...PRICES]) {
    const amount = amountOf(one[name]);
    if (amount !== null && !(name === PAID_OUT && Number(amount) === 0)) return { name, amount };
  }
  return null;
}

const PAID_OUT = 'total_paid_amount_accurate';
const PRICES = ['expected_payout_amount_accurate', 'listing_base_price_accurate', 'listing_base_price'];

/** Returns whether every amount of the request can be read and paid, in an existing currency. */
function hasValidAmounts(one: Fields): boolean {
  const present = [PAID_OUT, ...PRICES].filter((name) => one[name] !== undefined && one[name] !== null);
  const currencies = ['host_currency', 'listing_currency'].map((name) => textOf(one[name]));
  return (
    present.every((name) => {
      const amount = amountOf(one[name]);
      return amount !== null && isPayable(amount);
    }) && currencies.every((currency) => currency === null || isCurrency(currency))
  );
}
