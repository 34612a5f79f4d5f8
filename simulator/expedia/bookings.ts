// Expedia BR and BC: retrieval of bookings, one transaction of a booking after the other, and their
// confirmation with innwire's number.

import { lastOf, type OtaReservation, type Revision } from '../book.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { acknowledge } from '../mark-acknowledged.ts';
import { child, childrenOf, el, type Node, textOf, type XmlMarkup } from '../xml.ts';
import { EqcError, type EqcMessage, type Expedia, eqcAnswer, eqcCall, eqcNamespace } from './context.ts';
import { type BookingType, writeBooking } from './write-booking.ts';

const BR: EqcMessage = {
  request: 'BookingRetrievalRQ',
  answer: 'BookingRetrievalRS',
  reads: eqcNamespace('BR/2014/01'),
  writes: eqcNamespace('BR/2014/01'),
  shapes: {
    BookingRetrievalRQ: ['', 'Authentication! Hotel ParamSet'],
    Authentication: ['username! password!', ''],
    Hotel: ['id!', ''],
    ParamSet: ['', 'Booking Status* NbDaysInPast'],
    Booking: ['id!', ''],
    Status: ['value!', ''],
  },
};
const BC: EqcMessage = {
  request: 'BookingConfirmRQ',
  answer: 'BookingConfirmRS',
  reads: eqcNamespace('BC/2007/09'),
  writes: eqcNamespace('BC/2007/08'),
  shapes: {
    BookingConfirmRQ: ['', 'Authentication! Hotel! BookingConfirmNumbers!'],
    Authentication: ['username! password!', ''],
    Hotel: ['id!', ''],
    BookingConfirmNumbers: ['', 'BookingConfirmNumber+'],
    BookingConfirmNumber: ['bookingID! bookingType! confirmNumber! confirmTime!', ''],
  },
};
const MOST_BOOKINGS = 125;
const MOST_CONFIRMED = 10;
const MOST_NUMBERS = 3;
const STATUSES = ['pending', 'retrieved', 'confirmed'];

type Status = 'pending' | 'retrieved' | 'confirmed';
/** A transaction of a booking: the revision that it delivers, and its type and status. */
type Transaction = { booking: OtaReservation; revision: Revision; type: BookingType; status: Status };

export function retrieveBookings(context: Expedia, request: Incoming): OtaResponse {
  return eqcCall(context, request, BR, (root, account, hotel) => {
    const params = child(root, 'ParamSet');
    const statuses = readStatuses(params);
    const days = readDays(params);
    const id = params && child(params, 'Booking')?.attributes['id'];
    if (id !== undefined && days !== undefined)
      throw new EqcError(3010, 'Schema: Booking and NbDaysInPast exclude each other');
    const { book, hotels } = context.core;
    if (id !== undefined && !book.find(id)) throw new EqcError(3080, `Booking ${id} was not found`);
    if (id !== undefined && hotel && book.find(id)!.hotel !== hotel.id) {
      throw new EqcError(3081, `Booking ${id} is of another hotel`);
    }
    const again = request.fault('duplicate') !== undefined;
    const since = new Date(context.core.now() - (days ?? 30) * 86_400_000).toISOString();
    // `NbDaysInPast` without a status selects all bookings of these days, whatever their status.
    const selected = statuses ?? (id !== undefined || days !== undefined ? STATUSES : ['pending']);
    const due = book
      .all(hotel?.id)
      .filter(
        (one) => hotels.find(one.hotel)?.account === account && (id === undefined || one.reference === id),
      )
      .map(transactionOf)
      .filter((one) => one !== undefined)
      .filter(({ status, revision }) => selected.includes(status) || (again && revision.at >= since))
      .filter(
        ({ status, revision }) => (status !== 'confirmed' && days === undefined) || revision.at >= since,
      )
      // The most recent ones first; older ones are left out beyond the maximum.
      .sort((a, b) => (a.revision.at < b.revision.at ? 1 : a.revision.at > b.revision.at ? -1 : 0));
    const sent = (request.fault('reorder') ? context.core.random.shuffle(due) : due).slice(0, MOST_BOOKINGS);
    const written = sent.map((one) => writeBooking(context, one));
    for (const { booking, revision } of sent) {
      for (const one of booking.revisions)
        if (one.revision <= revision.revision && !one.acknowledged) one.delivered += 1;
    }
    request.counted(sent.length);
    return eqcAnswer(BR, el('Bookings', {}, written));
  });
}

function readStatuses(params: Node | undefined): string[] | undefined {
  const selected = params ? childrenOf(params, 'Status').map(({ attributes }) => attributes['value']!) : [];
  const wrong = selected.find((status) => !STATUSES.includes(status));
  if (wrong) throw new EqcError(3010, `Schema: Status ${wrong} is not known`);
  // Documented: without parameters, only bookings that were not retrieved before are returned.
  return selected.length > 0 ? selected : undefined;
}

function readDays(params: Node | undefined): number | undefined {
  const text = textOf(params, 'NbDaysInPast');
  if (text === undefined) return undefined;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 30)
    throw new EqcError(3010, 'Schema: NbDaysInPast must be 1 to 30');
  return days;
}

/** Returns the due transaction of a booking; the next one is due when the previous one is confirmed. */
function transactionOf(booking: OtaReservation): Transaction | undefined {
  if (lastOf(booking).fellBack) return undefined;
  const open = booking.revisions.find(({ acknowledged }) => !acknowledged);
  if (!open)
    return { booking, revision: lastOf(booking), type: typeOf(lastOf(booking)), status: 'confirmed' };
  if (open.delivered > 0) {
    const sent = booking.revisions.findLast((one) => !one.acknowledged && one.delivered > 0)!;
    return {
      booking,
      revision: sent,
      type: open.revision === 1 ? 'Book' : typeOf(sent),
      status: 'retrieved',
    };
  }
  // Changes before the first retrieval are delivered together, and the first delivery is always a Book.
  const latest =
    booking.revisions.findLast(({ kind, acknowledged }) => !acknowledged && kind !== 'cancelled') ?? open;
  return {
    booking,
    revision: latest,
    type: open.revision === 1 ? 'Book' : typeOf(latest),
    status: 'pending',
  };
}

function typeOf({ kind }: Revision): BookingType {
  return kind === 'new' ? 'Book' : kind === 'modified' ? 'Modify' : 'Cancel';
}

export function confirmBookings(context: Expedia, request: Incoming): OtaResponse {
  return eqcCall(context, request, BC, (root, _account, hotel) => {
    const numbers = childrenOf(child(root, 'BookingConfirmNumbers')!, 'BookingConfirmNumber');
    if (numbers.length > MOST_CONFIRMED)
      throw new EqcError(3301, `At most ${MOST_CONFIRMED} bookings are confirmed at once`);
    for (const { attributes } of numbers) {
      const { bookingType = '', confirmNumber = '', confirmTime = '' } = attributes;
      if (!['Book', 'Modify', 'Cancel'].includes(bookingType))
        throw new EqcError(3010, 'Schema: bookingType');
      if (confirmNumber.length < 1 || confirmNumber.length > 50)
        throw new EqcError(3010, 'Schema: confirmNumber');
      if (Number.isNaN(Date.parse(confirmTime))) throw new EqcError(3010, 'Schema: confirmTime');
    }
    request.counted(numbers.length);
    if (request.fault('lost_acknowledgement')) return eqcAnswer(BC, el('Success'));
    const partial = request.fault('partial');
    const warnings = numbers.map((number, i) =>
      partial && i < (partial.items ?? Math.ceil(numbers.length / 2))
        ? warning(number, 10105, 'Please retry')
        : confirm(context, number, hotel!.id),
    );
    return eqcAnswer(BC, el('Success', {}, warnings));
  });
}

const given = new WeakMap<Revision, Set<string>>();

function confirm(context: Expedia, number: Node, hotel: string): XmlMarkup | undefined {
  const { bookingID, bookingType, confirmNumber } = number.attributes;
  const booking = context.core.book.find(bookingID);
  if (!booking) return warning(number, 10080, `Booking ${bookingID} was not found`);
  if (booking.hotel !== hotel) return warning(number, 10081, `Booking ${bookingID} is of another hotel`);
  const current = transactionOf(booking);
  if (!current || current.status === 'pending') {
    const last = booking.revisions.findLast(({ acknowledged }) => acknowledged);
    return last
      ? warning(number, 10102, `Booking ${bookingID} has a newer version that was not retrieved yet`)
      : warning(number, 10080, `Booking ${bookingID} was not retrieved yet`);
  }
  if (
    current.type !== bookingType &&
    !(current.status === 'confirmed' && current.revision.confirmation === confirmNumber)
  ) {
    return warning(number, 10100, `Booking ${bookingID} is of type ${current.type}`);
  }
  const numbers = given.get(current.revision) ?? new Set<string>();
  given.set(current.revision, numbers);
  numbers.add(confirmNumber!);
  if (numbers.size > MOST_NUMBERS)
    return warning(number, 10103, `Booking ${bookingID} was confirmed 3 times`);
  current.revision.confirmation = confirmNumber!;
  acknowledge(context.core, booking, current.revision.revision);
  return undefined;
}

function warning(number: Node, code: number, text: string): XmlMarkup {
  const { bookingID, bookingType, confirmNumber } = number.attributes;
  return el('Warning', { code, bookingID, bookingType, confirmNumber }, text);
}
