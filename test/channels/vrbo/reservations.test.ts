// Requests to book and updates of bookings between Vrbo and innwire.
import { expect, test } from 'vitest';
import type { Inbound, InboundAnswer, StoredReservation } from '../../../src/channels/channel.ts';
import { find, findAll, readXml, textOf } from '../../../src/channels/xml.ts';
import type { ChannelReservation } from '../../../src/model/channel-records.ts';
import { ask, bare, fixture, post, xmlOf } from './feeds.ts';

const request = fixture('bookingRequest');

test('the sample request is read, with the terms of the feeds', () => {
  const inbound = post(request);
  expect(inbound).toMatchObject({
    kind: 'reservations',
    request: {
      terms: { minNoticeDays: 1, daysOffered: 730, lowestPricePercent: 100 },
      guests: 3,
      nightsPrice: { amount: '360.00', currency: 'USD' },
    },
  });
  expect(reservationOf(inbound)).toEqual({
    reference: '00000000-0000-0000-0000-000000000001',
    revision: '2027-03-02T11:50:58Z L-501/U-501 2027-04-20 2027-04-23',
    at: Temporal.Instant.from('2027-03-02T11:50:58Z'),
    soldBy: null,
    status: 'new',
    guest: {
      name: 'Ada Example',
      email: 'sample.guest@messages.example',
      phone: '000-000-0000',
      language: 'en-US',
      country: 'US',
      address: '1 Sample St, Sampletown, TX, 00000',
    },
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
        party: { adults: 2, children: [null] },
        charges: [
          {
            kind: 'fee',
            description: 'Cleaning',
            amount: '60.00',
            quantity: null,
            included: true,
            collectedBy: null,
          },
        ],
      },
    ],
    notes: 'Is parking available?\nDue 2027-03-02: 420.00 USD',
    collectedBy: 'property',
    receipt: JSON.stringify({
      adults: 2,
      children: 1,
      pets: 0,
      locale: 'en_US',
      items: [
        { feeType: 'RENTAL', name: 'Rent', externalId: 'rate-501', totalMinor: 36_000 },
        { feeType: 'MISC', name: 'Cleaning', externalId: 'CLEANING', totalMinor: 6_000 },
      ],
    }),
    thread: null,
  });
});

test('accepted, it is answered like the sample', () => {
  const written = readXml(consent(request, { reservationIds: [1001], conflict: null }).body).root;
  const sample = readXml(fixture('bookingResponse-confirmed')).root;
  // The sample accepts the rent only, and has other numbers.
  const names = (root: typeof sample) => JSON.stringify(shape(bare(root)));
  expect(names(written)).toBe(names(sample));
  const details = find(written, 'bookingResponseDetails');
  expect(textOf(find(details, 'reservationStatus'))).toBe('CONFIRMED');
  expect(textOf(find(details, 'externalId'))).toBe('00000000-0000-0000-0000-000000000001');
  expect(textOf(find(details, 'reservation/numberOfChildren'))).toBe('1');
  expect(textOf(find(details, 'reservation/reservationDates/endDate'))).toBe('2027-04-23');
});

test.each([
  ['room_unavailable', 'PROPERTY_NOT_AVAILABLE'],
  ['stop_sell', 'PROPERTY_NOT_AVAILABLE'],
  ['past', 'PROPERTY_NOT_AVAILABLE'],
  ['not_offered_yet', 'PROPERTY_NOT_AVAILABLE'],
  ['unknown_room', 'UNKNOWN_PROPERTY'],
  ['notice_too_short', 'MIN_ADVANCED_NOTICE_NOT_MET'],
  ['capacity', 'EXCEEDS_MAX_OCCUPANCY'],
  ['closed_to_arrival', 'START_DAY_MISMATCH'],
  ['closed_to_departure', 'END_DAY_MISMATCH'],
  ['min_stay_not_met', 'MIN_STAY_NOT_MET'],
  ['max_stay_exceeded', 'EXCEEDS_MAX_STAY'],
  ['no_price', 'NO_RATES_CONFIGURED'],
  ['wrong_currency', 'QUOTE_CURRENCY_MISMATCH'],
  ['price_too_low', 'QUOTE_PRICE_MISMATCH'],
] as const)('refused for %s, it is answered with an error list like the sample, of type %s', (reason, type) => {
  const refusal = { reason, message: 'The night 2027-04-21 is taken.' };
  const root = xmlOf(consent(request, { reservationIds: [], conflict: null, refusal }));
  const sample = shape(bare(readXml(fixture('bookingResponse-error')).root));
  // The sample has no errorType: readers differ in where they look for the reason.
  expect(without(shape(bare(root)), 'errorType')).toEqual(sample);
  for (const name of ['errorCode', 'errorType']) {
    expect(textOf(find(root, `errorList/error/${name}`))).toBe(type);
  }
  expect(textOf(find(root, 'errorList/error/message'))).toBe('The night 2027-04-21 is taken.');
  const inbound = post(request);
  expect(inbound.kind === 'reservations' && inbound.answer([]).body).toContain('errorList');
});

test('a discount lowers the rent, fees and taxes do not count as rent, and a damage deposit is no income', () => {
  const item = (feeType: string, amount: string, more = '') =>
    `<orderItem><feeType>${feeType}</feeType><name>x</name><preTaxAmount currency="USD">${amount}</preTaxAmount>` +
    `<status>PENDING</status><totalAmount currency="USD">${amount}</totalAmount>${more}</orderItem></orderItemList>`;
  const order = (...items: string[]) =>
    post(items.reduce((body, one) => body.replace('</orderItemList>', one), request));
  const discounted = order(item('DISCOUNT', '-36.00'), item('TAX', '20.50'));
  expect(discounted).toMatchObject({ request: { nightsPrice: { amount: '324.00' } } });
  expect(reservationOf(discounted).rooms[0]!.total).toBe('404.50');
  for (const deposit of [
    order(item('DEPOSIT', '500.00')),
    order(item('MISC', '500.00', '<productId>DEPOSIT_DAMAGE</productId>')),
  ]) {
    expect(reservationOf(deposit).rooms[0]!.total).toBe('420.00');
  }
  expect(order(item('DISCOUNT', '-999.00'))).toMatchObject({ kind: 'refused', answer: { status: 400 } });
  const free = request.replaceAll(/<(preTax|total)Amount.*<\/\1Amount>/g, '');
  expect(post(free)).toMatchObject({ kind: 'refused', answer: { status: 400 } });
});

test('an availability query in JSON is answered unit by unit', () => {
  const question = {
    requestVersion: '1.0',
    systemExternalId: 'SAMPLE',
    advertiserExternalId: 'SAMPLEPM_VRBO',
    listingExternalId: 'L-501',
    dateRange: { arrivalDate: '2027-04-20', departureDate: '2027-04-23' },
    adults: 2,
    children: 1,
    pets: 0,
    units: [{ unitExternalId: 'U-501' }, { unitExternalId: 'U-999' }],
  };
  const inbound = post(JSON.stringify(question));
  expect(inbound).toMatchObject({
    kind: 'availability',
    stays: [{ externalRoom: 'L-501/U-501' }, { externalRoom: 'L-501/U-999' }],
    request: { guests: 3, nightsPrice: null, terms: { minNoticeDays: 1 } },
  });
  const refusal = { reason: 'min_stay_not_met' as const, message: 'Too short.' };
  const answer = inbound.kind === 'availability' && inbound.answer([null, refusal]);
  expect(answer).toMatchObject({ status: 200, contentType: 'application/json' });
  expect(answer && JSON.parse(answer.body)).toEqual({
    units: [
      { unitExternalId: 'U-501', available: true },
      { unitExternalId: 'U-999', available: false, errorCode: 'MIN_STAY_NOT_MET' },
    ],
  });
  expect(post(JSON.stringify({ ...question, dateRange: {} }))).toMatchObject({ answer: { status: 400 } });
  expect(ask({ method: 'POST', body: JSON.stringify(question), authorization: 'Basic eDp4' })).toMatchObject({
    answer: { status: 401 },
  });
});

test('a repeated request is the same request', () => {
  expect(reservationOf(post(request))).toEqual(reservationOf(post(request)));
  const nameless = request.replace(/<trackingUuid>.*<\/trackingUuid>/, '');
  const reference = reservationOf(post(nameless)).reference;
  expect(reference).toMatch(/^request-/);
  expect(reservationOf(post(nameless)).reference).toBe(reference);
});

test('a unit that is not mapped keeps its name; amounts in several currencies are refused', () => {
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
  expect(post(update)).not.toHaveProperty('request');
  expect(reservationOf(post(moved)).revision).not.toBe(reservationOf(post(update)).revision);
});

test.each([
  ['CANCELLED', 'cancelled'],
  ['CANCELLED_BY_OWNER', 'cancelled'],
  ['DECLINED_BY_SYSTEM', 'cancelled'],
  ['CONFIRMED', 'modified'],
  ['STAY_IN_PROGRESS', 'modified'],
])('an update with the status %s makes the booking %s', (status, expected) => {
  const update = fixture('bookingUpdate-cancelled').replace('CANCELLED_BY_TRAVELER', status);
  expect(reservationOf(post(update)).status).toBe(expected);
});

test('an update of an unsettled booking is accepted and changes nothing; an unknown status is refused', () => {
  const update = (status: string) =>
    post(fixture('bookingUpdate-cancelled').replace('CANCELLED_BY_TRAVELER', status));
  for (const status of ['BUILDING', 'UNCONFIRMED', 'UNCONFIRMED_BY_TRAVELER']) {
    expect(update(status)).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  }
  expect(update('SOLD')).toMatchObject({ kind: 'refused', answer: { status: 400 } });
});

test('a change made here is in the index that Vrbo requests, and is written like the sample', () => {
  const inbound = post(fixture('bookingContentIndexRequest'));
  // a minute before the requested start, for changes begun before it and visible only now
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

test.each([
  ['as it was requested', 42_000, ['RENTAL 360.00', 'MISC 60.00']],
  ['dearer', 50_000, ['RENTAL 440.00', 'MISC 60.00']],
  ['cheaper', 10_000, ['RENTAL 40.00', 'MISC 60.00']],
  ['for less than its fees', 5_000, ['RENTAL 50.00']],
])('an update carries guest and order, %s', (_what, priceMinor, expected) => {
  const guest = { guestName: 'Ada Maria Example', guestEmail: 'ada@guest.example', guestPhone: null };
  for (const [status, written] of [
    ['new', 'ACCEPTED'],
    ['cancelled', 'CANCELLED'],
  ] as const) {
    const stored: StoredReservation = {
      reservation: { ...reservationOf(post(request)), status },
      reservationIds: [1001],
      conflict: null,
      booking: { priceMinor, currency: 'USD', ...guest },
    };
    const fetched = ask({ path: `/bookings/${stored.reservation.reference}.xml` });
    const root = xmlOf((fetched.kind === 'changed_since' ? fetched.answer([stored]) : null)!);
    const details = find(root, 'bookingUpdateDetails');
    expect(textOf(find(details, 'inquirer/firstName'))).toBe('Ada Maria');
    expect(textOf(find(details, 'inquirer/lastName'))).toBe('Example');
    expect(textOf(find(details, 'guestProfileExternalId'))).toBe('guest-1001');
    expect(textOf(find(details, 'orderList/order/currency'))).toBe('USD');
    const items = findAll(details, 'orderList/order/orderItemList/orderItem');
    expect(
      items.map((item) => `${textOf(find(item, 'feeType'))} ${textOf(find(item, 'totalAmount'))}`),
    ).toEqual(expected);
    expect(new Set(items.map((item) => textOf(find(item, 'status'))))).toEqual(new Set([written]));
    const order = details!.children.map(({ name }) => name);
    expect(order.indexOf('orderList')).toBe(order.indexOf('locale') + 1);
  }
});

test.each([
  ['a date', '2027-02-10', '2027-02-09T23:59:00Z'],
  ['a moment with an offset', '2027-02-10T01:00:00+01:00', '2027-02-09T23:59:00Z'],
  ['nothing', '', '2026-12-29T10:14:00Z'],
])('since when to look is %s', (_what, startDate, since) => {
  const indexRequest = fixture('bookingContentIndexRequest').replace(
    /<(startDate)>.*<\/\1>/,
    startDate && `<startDate>${startDate}</startDate>`,
  );
  const inbound = post(indexRequest);
  expect(inbound.kind === 'changed_since' && String(inbound.since)).toBe(since);
  const until = indexRequest.replace(/<endDate>.*<\/endDate>/, '<endDate>2027-03-01</endDate>');
  const index = post(until);
  const late = {
    reservation: reservationOf(post(request)),
    reservationIds: [1],
    conflict: null,
    changedAt: Temporal.Instant.from('2027-03-01T22:00:00Z'),
  };
  expect(index.kind === 'changed_since' && index.answer([late]).body).toContain('bookingUpdateUrl');
});

test('quotes and unknown documents are refused with a reason', () => {
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

function consent(body: string, outcome: Omit<StoredReservation, 'reservation'>): InboundAnswer {
  const inbound = post(body);
  const reservation = reservationOf(inbound);
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  return inbound.answer([{ reservation, ...outcome }]);
}

/** A document structure without the elements of that name. */
function without(shape: any, name: string): unknown {
  const children = shape.children.filter(([child]: [string]) => child !== name);
  return {
    ...shape,
    children: children.map(([child, inner]: [string, any]) => [child, without(inner, name)]),
  };
}

/** The element names of a document; of repeated elements the first. */
function shape(xml: any): unknown {
  const names = new Map(xml.children.map((child: any) => [child.name, shape(child)]).reverse());
  return { name: xml.name, children: [...names].reverse() };
}
