// The two reservation feeds of Booking.com. Reservations stay in a feed until they are acknowledged at its
// URL.

import { lastOf, type OtaReservation, type Revision } from '../book.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { acknowledge, isWaiting } from '../mark-acknowledged.ts';
import { at, childrenOf, document, el, type Node, readXml, XmlError } from '../xml.ts';
import type { BookingCom, Guarded } from './context.ts';
import { fault, withRuid, wrongHeaders } from './errors.ts';
import { OTA_NAMESPACE } from './read-message.ts';
import { writeReservation } from './write-reservation.ts';

type Feed = 'new' | 'changes';
type FeedNames = { path: string; root: string; answer: string; list: string; item: string };

const FEEDS: Record<Feed, FeedNames> = {
  new: {
    path: '/hotels/ota/OTA_HotelResNotif',
    root: 'OTA_HotelResNotifRQ',
    answer: 'OTA_HotelResNotifRS',
    list: 'HotelReservations',
    item: 'HotelReservation',
  },
  changes: {
    path: '/hotels/ota/OTA_HotelResModifyNotif',
    root: 'OTA_HotelResModifyNotifRQ',
    answer: 'OTA_HotelResModifyNotifRS',
    list: 'HotelResModifies',
    item: 'HotelResModify',
  },
};
/**
 * Time after which an unacknowledged revision goes to the hotel as an e-mail and leaves its queue;
 * `last_change` still shows it.
 */
const QUEUE_TTL_MS = 30 * 60_000;
/** Recommended pause between an acknowledgement and the next pull. */
const PAUSE_MS = 5_000;

/**
 * Revision last delivered, by feed and reservation. An acknowledgement covers revisions up to that one, not
 * later ones.
 */
type DeliveredVersion = Map<string, number>;

const deliveredKey = (feed: Feed, { reference }: OtaReservation): string => `${feed} ${reference}`;

/** Whether the queues still contain this revision. */
export function waits({ core }: BookingCom, revision: Revision): boolean {
  return isWaiting(revision) && core.now() - Date.parse(revision.at) < QUEUE_TTL_MS;
}

/** Whether nobody has acknowledged the last version within half an hour. */
export function isMissed(context: BookingCom, one: OtaReservation): boolean {
  const last = lastOf(one);
  return isWaiting(last) && !waits(context, last);
}

export function bookingReservations(context: BookingCom, guarded: Guarded): Route[] {
  const delivered: DeliveredVersion = new Map();
  const acknowledgedAt = new Map<Feed, number>();
  return (['new', 'changes'] as const).flatMap((feed): Route[] => [
    {
      method: 'GET',
      path: FEEDS[feed].path,
      kind: 'reservations',
      handle: guarded((request, account) => {
        const since = context.core.now() - (acknowledgedAt.get(feed) ?? 0);
        if (since < PAUSE_MS) request.advise('pulled within 5 s of an acknowledgement');
        return wrongHeaders(request) ?? pull(context, request, { feed, account, delivered });
      }),
    },
    {
      method: 'POST',
      path: FEEDS[feed].path,
      kind: 'acknowledge',
      handle: guarded((request, account) => {
        acknowledgedAt.set(feed, context.core.now());
        return wrongHeaders(request) ?? take(context, request, { feed, account, delivered });
      }),
    },
  ]);
}

type FeedRequest = { feed: Feed; account: string; delivered: DeliveredVersion };

function pull(
  context: BookingCom,
  request: Incoming,
  { feed, account, delivered }: FeedRequest,
): OtaResponse {
  const { hotels } = context.core;
  const wanted = request.query.get('hotel_ids')?.split(',').filter(Boolean);
  for (const id of wanted ?? []) {
    if (hotels.find(id)?.account !== account) return fault(403, `You do not have access to hotel:${id}`);
  }
  const limit = Number(request.query.get('limit') ?? 200);
  if (!Number.isInteger(limit) || limit < 10 || limit > 200) return fault(400, 'limit must be 10 to 200');
  const since = request.query.get('last_change');
  if (since !== null && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(since)) {
    return fault(400, 'last_change must be YYYY-MM-DD HH:MM:SS');
  }
  if (context.recoversMissed && since !== null && momentOf(since) < context.core.now() - QUEUE_TTL_MS)
    return fault(
      400,
      'invalid last_change value: at most 30 minutes ago in the Reservation Recovery program',
    );
  const disorder = request.fault('reorder') !== undefined;
  const again = request.fault('duplicate') !== undefined;
  const unreadable = request.fault('unreadable') !== undefined;
  const cancelledAsNew = request.fault('cancelled_as_new') !== undefined;
  const withoutRooms = request.fault('no_rooms') !== undefined;
  const id = request.query.get('id');
  const due = context.core.book
    .all()
    .filter((one) => hotels.find(one.hotel)?.account === account)
    .filter((one) => (!wanted || wanted.includes(one.hotel)) && (id === null || one.reference === id))
    .map((one) => {
      const missed = context.recoversMissed && id !== null && isMissed(context, one);
      return { one, revision: shown(context, one, { feed, since, missed, disorder, again, cancelledAsNew }) };
    })
    .filter((line): line is { one: OtaReservation; revision: Revision } => line.revision !== undefined);
  const lines = (disorder ? context.core.random.shuffle(due) : due).slice(0, limit);
  const written = lines.map(({ one, revision }) => {
    const first = revision.delivered === 0;
    for (const earlier of one.revisions) if (earlier.revision <= revision.revision) earlier.delivered += 1;
    delivered.set(deliveredKey(feed, one), revision.revision);
    return writeReservation(FEEDS[feed].item, one, unreadable ? withoutNights(revision) : revision, {
      card: first,
      withoutRooms,
      cancelMarker: context.options.cancelMarker ?? 'Cancel',
    });
  });
  request.counted(lines.length);
  const names = FEEDS[feed];
  const attributes = {
    xmlns: OTA_NAMESPACE,
    TimeStamp: context.core.stamp(),
    Target: 'Production',
    Version: '2.001',
  };
  return { body: withRuid(document(el(names.root, attributes, el(names.list, {}, written)))) };
}

/** Removes the nights, which are the only dates of a reservation. */
function withoutNights(revision: Revision): Revision {
  return { ...revision, stays: revision.stays.map((stay) => ({ ...stay, prices: [] })) };
}

/** The moment that `last_change` names, in milliseconds. */
function momentOf(lastChange: string): number {
  return Date.parse(`${lastChange.replace(' ', 'T')}.000Z`);
}

type FeedView = {
  feed: Feed;
  since: string | null;
  /** it left the queues, and is read by its number */
  missed: boolean;
  disorder: boolean;
  again: boolean;
  cancelledAsNew: boolean;
};

/**
 * Returns the revision of a reservation that a feed delivers now, if any. With `since` also revisions that
 * were acknowledged or sent by e-mail.
 */
function shown(
  context: BookingCom,
  one: OtaReservation,
  { feed, since, missed, disorder, again, cancelledAsNew }: FeedView,
): Revision | undefined {
  const first = one.revisions[0]!;
  const last = lastOf(one);
  const recent = missed || (since !== null && Date.parse(last.at) >= momentOf(since));
  if (!recent && (first.fellBack || last.fellBack)) return undefined;
  if (feed === 'new') {
    // Changes before the first acknowledgement are delivered as a new reservation, in the latest version.
    const form = one.revisions.findLast(
      ({ kind, acknowledged }) => (cancelledAsNew || kind !== 'cancelled') && !acknowledged,
    );
    if (waits(context, first)) return form;
    return (again || recent) && one.revisions.length === 1 ? first : undefined;
  }
  if (one.revisions.length === 1) return undefined;
  if (waits(context, first) && !disorder) return undefined;
  return waits(context, last) || again || recent ? last : undefined;
}

function take(
  context: BookingCom,
  request: Incoming,
  { feed, account, delivered }: FeedRequest,
): OtaResponse {
  const names = FEEDS[feed];
  let root: Node;
  try {
    root = readXml(request.body);
  } catch (error) {
    if (error instanceof XmlError) return fault(400, `XML: ${error.message}`);
    throw error;
  }
  if (root.name !== names.answer || root.namespace !== OTA_NAMESPACE) {
    return fault(400, 'transaction message of the wrong type');
  }
  const attributes = { xmlns: OTA_NAMESPACE, TimeStamp: context.core.stamp(), Version: '2.001' };
  const thanks = { body: withRuid(document(el(names.answer, attributes, el('Success')))) };
  // A refusal (`Errors`) leaves the reservation in the queue.
  if (at(root, 'Errors')) return thanks;
  if (!at(root, 'Success')) return fault(400, `schema: ${names.answer} lacks Success or Errors`);
  const ids = childrenOf(at(root, names.list) ?? root, names.item).flatMap((item) =>
    childrenOf(at(item, 'ResGlobalInfo', 'HotelReservationIDs') ?? item, 'HotelReservationID'),
  );
  const references = ids.map(({ attributes: { ResID_Value } }) => ResID_Value);
  if (references.length === 0) return fault(400, 'schema: no HotelReservationID');
  const found = references.map((reference) => context.core.book.find(reference));
  if (found.some((one) => one === undefined)) return fault(404, 'reservation not found');
  const reservations = found as OtaReservation[];
  if (reservations.some((one) => context.core.hotels.find(one.hotel)?.account !== account)) {
    return fault(403, 'You do not have access to the hotel of this reservation');
  }
  if (reservations.some((one) => !delivered.has(deliveredKey(feed, one)))) {
    return fault(400, 'transaction message of the wrong type');
  }
  const refused = request.fault('refuse');
  if (refused) {
    const error = el('Error', { Type: 12, Code: refused.code ?? 450, ShortText: 'Unable to process' });
    return { body: withRuid(document(el(names.answer, attributes, el('Errors', {}, error)))) };
  }
  request.counted(reservations.length);
  if (request.fault('lost_acknowledgement')) return thanks;
  for (const one of reservations) {
    acknowledge(context.core, one, delivered.get(deliveredKey(feed, one))!);
    delivered.delete(deliveredKey(feed, one));
  }
  return thanks;
}
