// Bookings from Expedia and their confirmations.
import { describe, expect, test } from 'vitest';
import type { Pulled } from '../../../src/channels/channel.ts';
import { expedia } from '../../../src/channels/expedia/index.ts';
import type { ChannelReservation } from '../../../src/model/channel-records.ts';
import { NOW } from '../stale-nights.ts';
import { connection, fixture } from './connection.ts';

const pull = expedia.reservations!;
const BOOKINGS = fixture('BookingRetrievalRS.xml');
const [request] = pull.requests(connection, { cursor: null, now: NOW });
const decode = (body: string, status = 200) =>
  pull.decode({ status, headers: {}, body }, request!, connection);

function pulled(body: string): Pulled<ChannelReservation> {
  const verdict = decode(body);
  expect(verdict.kind).toBe('ok');
  return (verdict as { value: Pulled<ChannelReservation> }).value;
}

describe('bookings', () => {
  test('are requested while pending, or retrieved but unconfirmed', () => {
    expect(request!.url).toBe('https://services.expediapartnercentral.com/eqc/br');
    expect(request!.body).toContain(
      '<Hotel id="1234567"/><ParamSet><Status value="pending"/><Status value="retrieved"/></ParamSet>',
    );
  });

  test('new, modified and cancelled ones are read', () => {
    const [created, modified, cancelled] = pulled(BOOKINGS).items;
    expect(created).toMatchObject({
      reference: '8484',
      revision: expect.stringMatching(/^Book\/2027-03-02T09:30:47Z [0-9a-f]{16}$/),
      digested: true,
      status: 'new',
      guest: { name: 'Ada B Example', email: 'ada@guest.example', phone: '+31 20 5550100 ext. 7' },
      currency: 'EUR',
      notes:
        '1 king bed\nLate arrival\nSold by Hotels.com\nPromotion: Early & late\nLoyalty programme: HC 00000001',
      collectedBy: 'property',
      rooms: [
        {
          externalRoom: '100000101',
          externalRate: '2000001',
          total: '241.00',
          nights: [{ price: '120.50' }, { price: '114.00' }],
          party: { adults: 2, children: [6] },
        },
      ],
    });
    expect([created!.rooms[0]!.checkin, created!.rooms[0]!.checkout].map(String)).toEqual([
      '2027-04-01',
      '2027-04-03',
    ]);
    expect(modified).toMatchObject({
      reference: '8485',
      status: 'modified',
      rooms: [{ externalRate: '2000002' }],
    });
    // its zeros are not a stay
    expect(cancelled).toMatchObject({ reference: '8484', status: 'cancelled', rooms: [] });
    expect(new Set([created!.revision, cancelled!.revision]).size).toBe(2);
  });

  test('a rate plan keeps an A that is its own', () => {
    const body = BOOKINGS.replaceAll('"2000002"', '"2000002A"');
    expect(pulled(body).items[1]!.rooms[0]!.externalRate).toBe('2000002');
    const verdict = pull.decode({ status: 200, headers: {}, body }, request!, {
      ...connection,
      settings: { ...connection.settings, rate_suffix: '' },
    });
    expect(verdict).toMatchObject({ value: { items: [{}, { rooms: [{ externalRate: '2000002A' }] }, {}] } });
  });

  test.each([
    ['without a number', BOOKINGS.replace('Booking id="8485"', 'Booking id=""'), /no number/],
    ['without dates', BOOKINGS.replace('arrival="2027-04-10"', 'arrival="soon"'), /8485: its dates/],
    ['of an unknown type', BOOKINGS.replace('type="Modify"', 'type="Toast"'), /8485 is of an unknown type/],
    ['without a time', BOOKINGS.replace('2027-03-02T10:00:00Z', 'now'), /8485 has no time/],
  ])('a booking %s is reported as unreadable, and others are read', (_what, body, reason) => {
    const { items, unreadable } = pulled(body);
    expect(items).toHaveLength(2);
    expect(unreadable).toEqual([expect.stringMatching(reason)]);
  });

  test('a booking of another property is left out', () => {
    const { items, unreadable } = pulled(BOOKINGS.replace('<Hotel id="1234567"/>', '<Hotel id="7"/>'));
    expect([items.length, unreadable]).toEqual([2, []]);
  });

  test('an empty list is empty, an error is classified by its code', () => {
    expect(pulled(fixture('BookingRetrievalRS-empty.xml')).items).toEqual([]);
    expect(decode(fixture('BookingRetrievalRS-error.xml'))).toEqual({
      kind: 'auth',
      reason: '1001 Authentication failed.',
    });
    expect(decode('<BookingRetrievalRS/>').kind).toBe('retry');
    expect(decode('', 200).kind).toBe('retry');
  });
});

describe('confirming', () => {
  const { requests, decode: answer } = pull.acknowledge!;
  const items = pulled(BOOKINGS).items;

  test('sends our number for each version, ten in a message', () => {
    const [message] = requests(items, connection, NOW, (item) => (item.reference === '8484' ? [17, 18] : []));
    expect(message!.url).toMatch(/\/eqc\/bc$/);
    expect(message!.body).toContain(
      '<BookingConfirmNumber bookingID="8484" bookingType="Book" confirmNumber="17" confirmTime="2027-03-01T10:15:00Z"/>' +
        '<BookingConfirmNumber bookingID="8485" bookingType="Modify" confirmNumber="8485" confirmTime="2027-03-01T10:15:00Z"/>' +
        '<BookingConfirmNumber bookingID="8484" bookingType="Cancel" confirmNumber="17"',
    );
    const many = Array.from({ length: 23 }, () => items[0]!);
    expect(requests(many, connection, NOW, () => [1]).map((one) => one.items.length)).toEqual([10, 10, 3]);
  });

  test.each([
    [fixture('BookingConfirmRS-success.xml'), 'ok'],
    [fixture('BookingConfirmRS-warning.xml'), 'refused'],
    [fixture('BookingConfirmRS-warning.xml').replace('10102', '10105'), 'retry'],
    ['<BookingConfirmRS><Error code="3301">Too many</Error></BookingConfirmRS>', 'refused'],
    ['<BookingConfirmRS><Error code="4000">Later</Error></BookingConfirmRS>', 'retry'],
    ['', 'retry'],
  ])('%s is %s', (body, kind) => {
    expect(answer({ status: 200, headers: {}, body }, request!).kind).toBe(kind);
  });
});
