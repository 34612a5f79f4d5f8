// Reservations are pulled from two feeds, and stay in them until they are acknowledged at the same address.

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
/** What nobody acknowledges for so long goes to the hotel as an e-mail and leaves its queue; `last_change` still shows it. */
const QUEUE_TTL_MS = 30 * 60_000;
/** Between an acknowledgement and the next pull; recommended. */
const PAUSE_MS = 5_000;

/** What each feed said last about a reservation: an acknowledgement means that, and not what came later. */
type DeliveredVersion = Map<string, number>;

const deliveredKey = (feed: Feed, { reference }: OtaReservation): string => `${feed} ${reference}`;

/** Whether the queues still hold this revision. */
export function waits({ core }: BookingCom, revision: Revision): boolean {
  return isWaiting(revision) && core.now() - Date.parse(revision.at) < QUEUE_TTL_MS;
}

export function bookingReservations(context: BookingCom, guarded: Guarded): Route[] {
  const told: DeliveredVersion = new Map();
  const acknowledgedAt = new Map<Feed, number>();
  return (['new', 'changes'] as const).flatMap((feed): Route[] => [
    {
      method: 'GET',
      path: FEEDS[feed].path,
      kind: 'reservations',
      handle: guarded((request, account) => {
        const since = context.core.now() - (acknowledgedAt.get(feed) ?? 0);
        if (since < PAUSE_MS) request.advise('pulled within 5 s of an acknowledgement');
        return wrongHeaders(request) ?? pull(context, request, { feed, account, told });
      }),
    },
    {
      method: 'POST',
      path: FEEDS[feed].path,
      kind: 'acknowledge',
      handle: guarded((request, account) => {
        acknowledgedAt.set(feed, context.core.now());
        return wrongHeaders(request) ?? take(context, request, { feed, account, told });
      }),
    },
  ]);
}

type Asked = { feed: Feed; account: string; told: DeliveredVersion };

function pull(context: BookingCom, request: Incoming, { feed, account, told }: Asked): OtaResponse {
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
  const disorder = request.fault('reorder') !== undefined;
  const again = request.fault('duplicate') !== undefined;
  const unreadable = request.fault('unreadable') !== undefined;
  const id = request.query.get('id');
  const due = context.core.book
    .all()
    .filter((one) => hotels.find(one.hotel)?.account === account)
    .filter((one) => (!wanted || wanted.includes(one.hotel)) && (id === null || one.reference === id))
    .map((one) => ({ one, revision: shown(context, one, { feed, since, disorder, again }) }))
    .filter((line): line is { one: OtaReservation; revision: Revision } => line.revision !== undefined);
  const lines = (disorder ? context.core.random.shuffle(due) : due).slice(0, limit);
  const written = lines.map(({ one, revision }) => {
    const first = revision.delivered === 0;
    for (const earlier of one.revisions) if (earlier.revision <= revision.revision) earlier.delivered += 1;
    told.set(deliveredKey(feed, one), revision.revision);
    return writeReservation(FEEDS[feed].item, one, unreadable ? withoutNights(revision) : revision, {
      card: first,
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

/** The nights are the only dates of a reservation. */
function withoutNights(revision: Revision): Revision {
  return { ...revision, stays: revision.stays.map((stay) => ({ ...stay, prices: [] })) };
}

type Showing = { feed: Feed; since: string | null; disorder: boolean; again: boolean };

/** The revision that a feed shows of a reservation now, if any. `since` also shows what was acknowledged or went to e-mail. */
function shown(
  context: BookingCom,
  one: OtaReservation,
  { feed, since, disorder, again }: Showing,
): Revision | undefined {
  const first = one.revisions[0]!;
  const last = lastOf(one);
  const recent = since !== null && last.at >= `${since.replace(' ', 'T')}.000Z`;
  if (!recent && (first.fellBack || last.fellBack)) return undefined;
  if (feed === 'new') {
    // What changed before the first acknowledgement is told as new, in its latest form.
    const form = one.revisions.findLast(({ kind, acknowledged }) => kind !== 'cancelled' && !acknowledged);
    if (waits(context, first)) return form;
    return (again || recent) && one.revisions.length === 1 ? first : undefined;
  }
  if (one.revisions.length === 1) return undefined;
  if (waits(context, first) && !disorder) return undefined;
  return waits(context, last) || again || recent ? last : undefined;
}

function take(context: BookingCom, request: Incoming, { feed, account, told }: Asked): OtaResponse {
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
  // A refusal keeps the reservation in the queue.
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
  if (reservations.some((one) => !told.has(deliveredKey(feed, one)))) {
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
    acknowledge(context.core, one, told.get(deliveredKey(feed, one))!);
    told.delete(deliveredKey(feed, one));
  }
  return thanks;
}
