// The parameters by which bookings are found: words, days, states, and the order of the list.
import type { Static } from 'typebox';
import { isBefore, type PlainDate } from '../model/night.ts';
import { RESERVATION_STATUSES, type ReservationStatus } from '../model/reservation.ts';
import { RESERVATION_SORTS, type ReservationFilter } from '../pms/reservations/find.ts';
import { invalidParameter } from '../problems.ts';
import { toDate } from './input.ts';
import type { CursorPart } from './operation.ts';
import { boolean, date, needs, object, oneOf, optional, personal, telephone, text } from './schema.ts';

/** Parameters of the list of bookings by which the front desk finds them. */
export const BOOKING_SEARCH = object({
  search: optional(
    personal(
      searched(
        'words of a name (of the guest or of somebody in `companions`), an e-mail address, a telephone number, a reference or an order_id, each by its beginning; case, accents and punctuation do not count, and of a telephone number the last digits are enough. All words must be found',
        'muller 0176',
      ),
    ),
  ),
  name: optional(
    personal(
      searched('words of the name of the guest or of somebody in `companions`, each by its beginning', 'Ada'),
    ),
  ),
  email: optional(
    personal(searched('an e-mail address, or the beginning of a part of it', 'ada@example.com')),
  ),
  phone: optional(
    personal(
      telephone(
        searched('a telephone number with or without its country code, or its last digits', '910 000 000'),
      ),
    ),
  ),
  reference: optional(searched('the beginning of a reference at the channel', 'HM-4711')),
  arriving_on: optional(date('only check-ins on this date')),
  departing_on: optional(date('only check-outs on this date')),
  staying_on: optional(
    date('only guests who sleep here in this night, early departures until their day among them'),
  ),
  in_house: optional(
    boolean({
      description:
        'true = only guests who are in the house: checked in, or leaving early on a later day; false = only others',
    }),
  ),
  conflict: optional(
    boolean({ description: 'true = only bookings that people must look at, false = only others' }),
  ),
  statuses: optional(
    text({
      description: 'only these statuses, separated by commas',
      example: 'confirmed,checked_in',
      maxLength: 200,
    }),
  ),
  sort: optional(
    // An order by name tells names apart from names that the caller chose for bookings of its own.
    needs(
      'contacts',
      oneOf(RESERVATION_SORTS, {
        description: 'the order of the list; absent = by check-in',
        example: 'name',
      }),
      ['name'],
    ),
  ),
  descending: optional(boolean({ description: 'true = the last first' })),
});

/** Converts the parameters to what the list selects by. Throws `invalid_parameters` for an unknown status. */
export function toBookingSearch(
  { statuses, arriving_on, departing_on, staying_on, in_house, ...query }: Static<typeof BOOKING_SEARCH>,
  today: PlainDate,
): ReservationFilter {
  const { search, name, email, phone, reference, conflict, sort, descending } = query;
  return {
    statuses: toStatuses(statuses),
    checkin: toOptionalDate(arriving_on),
    checkout: toOptionalDate(departing_on),
    ...(staying_on !== undefined && stayingOn(toDate(staying_on), today)),
    ...(in_house !== undefined && { inHouse: { is: in_house, today } }),
    conflict,
    search,
    name,
    email,
    phone,
    reference,
    sort,
    descending,
  };
}

/** Returns the filter of guests who sleep here in a night: those who have checked out did in the nights before today. */
function stayingOn(night: PlainDate, today: PlainDate): ReservationFilter {
  return { stayingOn: night, ...(!isBefore(night, today) && { hereYet: true }) };
}

const CURSORS = {
  checkin: ['date', 'id'],
  checkout: ['date', 'id'],
  created_at: ['moment', 'id'],
  name: ['id'],
} as const;

/** Returns what a cursor of the list holds in the order of a filter: the parts of `keyOf`. */
export function cursorOfBookings({ sort = 'checkin' }: ReservationFilter): readonly CursorPart[] {
  return CURSORS[sort];
}

function searched(description: string, example: string) {
  return text({ description, example, minLength: 1, maxLength: 200 });
}

function toStatuses(text: string | undefined): ReservationStatus[] | undefined {
  const statuses = text?.split(',').map((status) => status.trim()) as ReservationStatus[] | undefined;
  const unknown = statuses?.find((status) => !RESERVATION_STATUSES.includes(status));
  if (unknown === undefined) return statuses;
  throw invalidParameter({ field: 'statuses', rule: 'not_one_of', values: RESERVATION_STATUSES });
}

function toOptionalDate(text: string | undefined): PlainDate | undefined {
  return text === undefined ? undefined : toDate(text);
}
