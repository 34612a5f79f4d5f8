import { expect, test } from 'vitest';
import type { Inbound, InboundAnswer, StoredReservation } from '../../../src/channels/channel.ts';
import { find, findAll, readXml, textOf } from '../../../src/channels/xml.ts';
import type { ChannelReservation } from '../../../src/model/channel-intake.ts';
import { ask, bare, fixture, post, xmlOf } from './feeds.ts';

const request = fixture('bookingRequest');

test('the sample request is read, and waits for consent', () => {
  const inbound = post(request);
  expect(inbound).toMatchObject({ kind: 'reservations', awaitsConsent: true });
  expect(reservationOf(inbound)).toEqual({
    reference: '00000000-0000-0000-0000-000000000001',
    revision: '2027-03-02T11:50:58Z',
    at: Temporal.Instant.from('2027-03-02T11:50:58Z'),
    soldBy: null,
    status: 'new',
    guest: { name: 'Ada Example', email: 'sample.guest@messages.example', phone: '000-000-0000' },
    currency: 'USD',
    rooms: [
      {
        key: 'unit',
        externalRoom: 'L-501/U-501',
        externalRate: null,
        checkin: Temporal.PlainDate.from('2027-04-20'),
        checkout: Temporal.PlainDate.from('2027-04-23'),
        total: '420.00',
        nights: [],
        guestName: 'Ada Example',
      },
    ],
    notes: 'Is parking available?',
    receipt: '{"adults":2,"children":1,"pets":0,"locale":"en_US"}',
    thread: null,
  });
});

test('accepted, it is answered like the sample', () => {
  const written = readXml(consent(request, { reservationIds: [1001], conflict: null }).body).root;
  const sample = readXml(fixture('bookingResponse-confirmed')).root;
  // The sample accepts the rent only, and has numbers of its own.
  const names = (root: typeof sample) => JSON.stringify(shape(bare(root)));
  expect(names(written)).toBe(names(sample));
  const details = find(written, 'bookingResponseDetails');
  expect(textOf(find(details, 'reservationStatus'))).toBe('CONFIRMED');
  expect(textOf(find(details, 'externalId'))).toBe('00000000-0000-0000-0000-000000000001');
  expect(textOf(find(details, 'reservation/numberOfChildren'))).toBe('1');
  expect(textOf(find(details, 'reservation/reservationDates/endDate'))).toBe('2027-04-23');
});

test('refused, it is answered with an error list like the sample, in our words', () => {
  const answer = consent(request, { reservationIds: [], conflict: 'The night 2027-04-21 is taken.' });
  const root = xmlOf(answer);
  expect(shape(bare(root))).toEqual(shape(bare(readXml(fixture('bookingResponse-error')).root)));
  expect(textOf(find(root, 'errorList/error/errorCode'))).toBe('PROPERTY_NOT_AVAILABLE');
  expect(textOf(find(root, 'errorList/error/message'))).toBe('The night 2027-04-21 is taken.');
  const inbound = post(request);
  expect(inbound.kind === 'reservations' && inbound.answer([]).body).toContain('errorList');
});

test('a request that comes again is the same request', () => {
  expect(reservationOf(post(request))).toEqual(reservationOf(post(request)));
  const nameless = request.replace(/<trackingUuid>.*<\/trackingUuid>/, '');
  const reference = reservationOf(post(nameless)).reference;
  expect(reference).toMatch(/^request-/);
  expect(reservationOf(post(nameless)).reference).toBe(reference);
});

test('a unit that is not mapped is still named; amounts in several currencies are refused', () => {
  expect(reservationOf(post(request.replaceAll('501', '909'))).rooms[0]!.externalRoom).toBe('L-909/U-909');
  const mixed = request.replace('<totalAmount currency="USD">60.00', '<totalAmount currency="EUR">60.00');
  expect(post(mixed)).toMatchObject({ kind: 'refused', answer: { status: 400 } });
});

test('the sample update that Vrbo sends cancels; a confirmed one moves', () => {
  const update = fixture('bookingUpdate-cancelled');
  expect(reservationOf(post(update))).toMatchObject({ reference: 'RES-1001', status: 'cancelled' });
  const moved = update.replace('CANCELLED_BY_TRAVELER', 'CONFIRMED').replace('2027-04-23', '2027-04-25');
  const reservation = reservationOf(post(moved));
  expect(reservation).toMatchObject({ reference: 'RES-1001', status: 'modified' });
  expect(String(reservation.rooms[0]!.checkout)).toBe('2027-04-25');
  expect(post(update)).not.toHaveProperty('awaitsConsent');
  expect(reservationOf(post(moved)).revision).not.toBe(reservationOf(post(update)).revision);
});

test('what changed here is found by the index that Vrbo asks for, and told like the sample', () => {
  const inbound = post(fixture('bookingContentIndexRequest'));
  // a minute before what was asked for, for what was begun then and is seen only now
  expect(inbound.kind === 'changed_since' && String(inbound.since)).toBe('2027-02-28T23:59:00Z');
  const stored: StoredReservation = {
    reservation: { ...reservationOf(post(request)), reference: 'RES-1001', status: 'cancelled' },
    reservationIds: [1001],
    conflict: null,
    changedAt: Temporal.Instant.from('2027-03-01T10:00:00Z'),
  };
  const later = { ...stored, changedAt: Temporal.Instant.from('2027-03-02T00:00:01Z') };
  const index = inbound.kind === 'changed_since' ? inbound.answer([stored, later]) : null;
  const root = xmlOf(index!);
  expect(shape(bare(root))).toEqual(shape(bare(readXml(fixture('bookingContentIndex')).root)));
  const [entry] = findAll(root, 'advertiser/bookingContentIndexEntry');
  expect(textOf(find(entry, 'lastUpdatedDate'))).toBe('2027-03-01T10:01:00Z');

  const url = new URL(textOf(find(entry, 'bookingUpdateUrl'))!);
  const fetched = ask({
    path: url.pathname.replace('/vrbo', ''),
    query: Object.fromEntries(url.searchParams),
  });
  expect(fetched.kind === 'changed_since' && String(fetched.since)).toBe('2027-02-28T23:59:00Z');
  const update = fetched.kind === 'changed_since' ? fetched.answer([stored]) : null;
  const sample = fixture('bookingUpdate-cancelled');
  const own = sample.replace('CANCELLED_BY_TRAVELER', 'CANCELLED_BY_OWNER');
  expect(bare(xmlOf(update!))).toEqual(bare(readXml(own).root));
  const none = fetched.kind === 'changed_since' ? fetched.answer([]) : null;
  expect(none!.status).toBe(404);
});

test('quotes and strange documents are refused in words', () => {
  expect(post('<quoteRequest/>')).toMatchObject({ kind: 'refused', answer: { status: 501 } });
  expect(post('<reservation/>')).toMatchObject({ kind: 'refused', answer: { status: 400 } });
  expect(post(request.replace('2027-04-23', '2027-04-20'))).toMatchObject({ kind: 'refused' });
  expect(ask({ method: 'DELETE' })).toMatchObject({ kind: 'refused', answer: { status: 405 } });
});

function reservationOf(inbound: Inbound): ChannelReservation {
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  expect(inbound.reservations).toHaveLength(1);
  return inbound.reservations[0]!;
}

function consent(
  body: string,
  outcome: Pick<StoredReservation, 'reservationIds' | 'conflict'>,
): InboundAnswer {
  const inbound = post(body);
  const reservation = reservationOf(inbound);
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  return inbound.answer([{ reservation, ...outcome }]);
}

/** Names only; of repeated elements the first. */
function shape(xml: any): unknown {
  const names = new Map(xml.children.map((child: any) => [child.name, shape(child)]).reverse());
  return { name: xml.name, children: [...names].reverse() };
}
