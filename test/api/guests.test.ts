// Guests: each booking makes a profile or names one; profiles are listed, read and changed.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const book = ({ token, room }: TestProperty, more: object = {}) =>
  api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+351 910 000 000',
    checkin: '2026-07-01',
    checkout: '2026-07-04',
    price: 300,
    ...more,
  });
const guests = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/guests/${token}${query}`)).body;
const changeBooking = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
const changeGuest = ({ token }: TestProperty, guest: number, body: object, headers = {}) =>
  api.request('PATCH', `/api/guests/${token}?guest_id=${guest}`, { body, headers });
const property = () => api.property({ rooms: [{ units: 50 }] });

test('a guest is found by words as a booking is: umlauts, any order, a number in local form, names of the profile', async () => {
  const own = await property();
  const guest = { phone: '+49 176 1234567', email: 'j.mueller@example.com' };
  const muller = (await book(own, { ...guest, name: 'Jürgen Müller' })).body.guest_id;
  const local = (await book(own, { phone: '0176 7654321', email: null, name: 'Grace', country: 'DE' })).body
    .guest_id;
  await changeGuest(own, local, { given_name: 'Grace', family_name: "O'Brien" });
  await book(await property(), { ...guest, name: 'Jürgen Müller' });
  const ids = async (search: string) =>
    (await guests(own, `?search=${encodeURIComponent(search)}`)).map((one: any) => one.guest_id);
  for (const search of [
    ...[
      'muller',
      'mueller',
      'MÜLL',
      'Müller Jürgen',
      'jurgen muel',
      'j.mueller@example.com',
      'j.mueller@exam',
    ],
    ...['0176 1234567', '+49 176 1234567', '0049 176 1234567', '1234567', '234567'],
  ])
    expect(await ids(search), search).toEqual([muller]);
  for (const search of ["O'Brien", 'obrien', '+49 176 7654321', '01767654321'])
    expect(await ids(search), search).toEqual([local]);
  for (const search of ['ller', '%', "'", '  .', 'Müller Grace', 'a&b|!c:*'])
    expect(await ids(search), search).toEqual([]);
  expect(await ids('example')).toEqual([muller]);
  await changeGuest(own, muller, { name: 'Ada' });
  expect(await ids('jurgen')).toEqual([]);
});

describe('a new booking', () => {
  test('makes a profile of what it says, even if everything is equal to a known one', async () => {
    const own = await property();
    const [first, second] = [
      (await book(own, { language: 'pt', country: 'PT' })).body,
      (await book(own)).body,
    ];
    expect(second.guest_id).not.toBe(first.guest_id);
    expect(await guests(own, `?guest_id=${first.guest_id}`)).toEqual([
      {
        guest_id: first.guest_id,
        hotel_id: own.hotelId,
        name: 'Ada Lovelace',
        given_name: null,
        family_name: null,
        email: 'ada@example.com',
        email_is_alias: false,
        phone: '+351 910 000 000',
        phone_e164: '+351910000000',
        language: 'pt',
        country: 'PT',
        company: null,
        vat_id: null,
        address: null,
        notes: null,
        tags: [],
        marketing_consent: null,
        erased_at: null,
        created_at: '2026-06-15T10:00:00.000Z',
        updated_at: '2026-06-15T10:00:00.000Z',
        bookings: 1,
        stays: 0,
        nights: 0,
        last_stay: null,
        next_stay: '2026-07-01',
      },
    ]);
  });

  test('may name a guest who has stayed before', async () => {
    const own = await property();
    const { guest_id: guest } = (await book(own)).body;
    const again = await book(own, {
      guest_id: guest,
      name: 'A. Lovelace',
      checkin: '2026-08-01',
      checkout: '2026-08-02',
    });
    expect(again.body).toMatchObject({ guest_id: guest, name: 'A. Lovelace' });
    expect(await guests(own)).toMatchObject([{ guest_id: guest, name: 'Ada Lovelace', bookings: 2 }]);
  });

  test('that is held makes a profile as well', async () => {
    const own = await property();
    const held = await book(own, { hold_minutes: 30 });
    expect(held.body).toMatchObject({ status: 'held', guest_id: expect.any(Number) });
    expect(await guests(own)).toMatchObject([{ guest_id: held.body.guest_id, name: 'Ada Lovelace' }]);
  });

  test('is refused with a guest who does not exist, and nothing is stored', async () => {
    const own = await property();
    const before = await fingerprint(api.db);
    expectProblem(await book(own, { guest_id: 999_999_999 }), 400, 'unknown_guest');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('of an OTA makes a profile too, and its alias address is marked', async () => {
    const own = await property();
    const { reservationId } = await otaSells(api, own, {
      reference: 'r-1',
      name: 'Grace',
      email: 'g.1@guest.booking.com',
    });
    const { body } = await api.get(`/api/bookings/${own.token}?order_id=${reservationId}`);
    expect(await guests(own, `?guest_id=${body[0].guest_id}`)).toMatchObject([
      { name: 'Grace', email: 'g.1@guest.booking.com', email_is_alias: true },
    ]);
  });
});

describe('the list', () => {
  test('counts stays, nights, the last and the next stay', async () => {
    const own = await property();
    const { guest_id: guest } = (await book(own, { checkin: '2026-05-01', checkout: '2026-05-04' })).body;
    const more = (checkin: string, checkout: string) => book(own, { guest_id: guest, checkin, checkout });
    await more('2026-06-01', '2026-06-03');
    const { order_id: cancelled } = (await more('2026-06-20', '2026-06-22')).body;
    await api.delete(`/api/bookings/${own.token}?order_id=${cancelled}&date=2026-06-20`);
    await more('2026-09-01', '2026-09-03');
    await more('2026-08-01', '2026-08-03');
    expect(await guests(own)).toMatchObject([
      { bookings: 5, stays: 2, nights: 5, last_stay: '2026-06-01', next_stay: '2026-08-01' },
    ]);
  });

  test('finds by parts, by e-mail, by telephone number in any form, and by tag', async () => {
    const own = await property();
    const ada = (await book(own)).body.guest_id;
    const bob = (await book(own, { name: 'Bob', email: 'bob@example.com', phone: null })).body.guest_id;
    await changeGuest(own, bob, { tags: ['regular'] });
    const ids = async (query: string) => (await guests(own, query)).map((one: any) => one.guest_id);
    expect(await ids('')).toEqual([bob, ada]);
    expect(await ids('?search=LOVE')).toEqual([ada]);
    expect(await ids('?search=910000')).toEqual([ada]);
    expect(await ids('?email=BOB@example.com')).toEqual([bob]);
    expect(await ids('?email=bob@example')).toEqual([]);
    expect(await ids('?phone=%2B351-910-000-000')).toEqual([ada]);
    expect(await ids('?phone=nobody')).toEqual([]);
    expect(await ids('?tag=regular')).toEqual([bob]);
    expect(await ids('?search=%25')).toEqual([]);
    const page = await api.get(`/api/guests/${own.token}?limit=1`);
    expect(page.body).toMatchObject([{ guest_id: bob }]);
    const next = /<(.*?)>/.exec(page.headers['link']!)![1]!;
    expect((await api.get(next.replace(/^https?:\/\/[^/]+/, ''))).body).toMatchObject([{ guest_id: ada }]);
  });

  test('is the same for the operator, who also reads one guest', async () => {
    const own = await property();
    const { guest_id: guest } = (await book(own)).body;
    const at = `/properties/${own.hotelId}/guests`;
    const [listed] = (await api.operator('GET', at)).body;
    expect((await api.operator('GET', `${at}/${guest}`)).body).toEqual(listed);
    expectProblem(await api.operator('GET', `${at}/999999999`), 400, 'unknown_guest');
  });
});

describe('a change of a guest', () => {
  test('keeps what it does not name, and is an event without personal data', async () => {
    const own = await property();
    const { guest_id: guest, order_id: order } = (await book(own)).body;
    const { body } = await changeGuest(own, guest, {
      given_name: 'Ada',
      family_name: ' Lovelace ',
      country: 'pt',
      company: 'Engines',
      vat_id: 'PT123456789',
      address: 'Rua 1',
      notes: 'quiet',
      tags: ['a', ' a ', 'b'],
      marketing_consent: { given_on: '2026-05-01', source: 'desk' },
      phone: '910 000 001',
    });
    expect(body).toMatchObject({
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      country: 'PT',
      phone: '910 000 001',
      phone_e164: '+351910000001',
      tags: ['a', 'b'],
      marketing_consent: { given_on: '2026-05-01', source: 'desk' },
      notes: 'quiet',
    });
    expect((await changeGuest(own, guest, { marketing_consent: null, notes: null })).body).toMatchObject({
      marketing_consent: null,
      notes: null,
      company: 'Engines',
    });
    // The booking keeps what it was made under.
    expect((await api.get(`/api/bookings/${own.token}?order_id=${order}`)).body).toMatchObject([
      { phone: '+351 910 000 000' },
    ]);
    const events = (await api.get(`/api/events/${own.token}?kinds=guest.*`)).body;
    expect(events.map(({ kind, data }: any) => [kind, data])).toEqual([
      ['guest.changed', { hotel_id: own.hotelId, guest_id: guest }],
      ['guest.changed', { hotel_id: own.hotelId, guest_id: guest }],
    ]);
  });

  test('with If-Match is refused when somebody else changed the guest', async () => {
    const own = await property();
    const { guest_id: guest } = (await book(own)).body;
    const read = await api.get(`/api/guests/${own.token}?guest_id=${guest}`);
    const tag = { 'if-match': read.headers['etag']! };
    const changed = await changeGuest(own, guest, { notes: 'one' }, tag);
    expect(changed.status).toBe(200);
    expectProblem(await changeGuest(own, guest, { notes: 'two' }, tag), 412, 'precondition_failed');
    const next = await changeGuest(own, guest, { notes: 'two' }, { 'if-match': changed.headers['etag']! });
    expect(next.body.notes).toBe('two');
  });

  test.each([
    [{ name: ' ' }],
    [{ email: 'nobody' }],
    [{ country: 'Portugal' }],
    [{ language: 'not a tag' }],
    [{ tags: 'regular' }],
    [{ tags: [''] }],
    [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    [{ marketing_consent: { given_on: '2026-02-30', source: 'desk' } }],
    [{ marketing_consent: { given_on: '2026-02-03' } }],
    [{ vat_id: '<script>' }],
    [{ guest_id: 5 }],
    [{ erased_at: null }],
    [[]],
  ])('to %j is refused and changes nothing', async (body) => {
    const own = await property();
    const { guest_id: guest } = (await book(own)).body;
    const before = await fingerprint(api.db);
    expectProblem(await changeGuest(own, guest, body), 400, 'invalid_data');
    expect(await fingerprint(api.db)).toBe(before);
  });
});

describe('a changed contact of a booking', () => {
  test('changes the profile of a guest with no other booking, where nobody edited it', async () => {
    const own = await property();
    const { guest_id: guest, order_id: order } = (await book(own)).body;
    await changeGuest(own, guest, { phone: '+351 920 000 000' });
    await changeBooking(own, order, { name: 'Ada King', phone: '+351 930 000 000' });
    expect(await guests(own)).toMatchObject([{ name: 'Ada King', phone: '+351 920 000 000' }]);
  });

  test('leaves the profile of a guest with other bookings, unless update_guest says so', async () => {
    const own = await property();
    const { guest_id: guest, order_id: order } = (await book(own)).body;
    await book(own, { guest_id: guest });
    const { body } = await changeBooking(own, order, { name: 'Ada King' });
    expect(body.name).toBe('Ada King');
    expect(await guests(own)).toMatchObject([{ name: 'Ada Lovelace' }]);
    await changeBooking(own, order, { name: 'Ada, Countess', update_guest: true });
    expect(await guests(own)).toMatchObject([{ name: 'Ada, Countess', bookings: 2 }]);
  });

  test('can assign the booking to another person, or to a new profile', async () => {
    const own = await property();
    const { guest_id: ada } = (await book(own)).body;
    const bobs = { name: 'Bob', email: 'bob@example.com', phone: '+351 930 000 000' };
    const { order_id: order, guest_id: bob } = (await book(own, bobs)).body;
    expect((await changeBooking(own, order, { guest_id: ada })).body).toMatchObject({
      guest_id: ada,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
    expect(await guests(own, `?guest_id=${bob}`)).toMatchObject([{ ...bobs, bookings: 0 }]);
    expect((await changeBooking(own, order, { guest_id: bob, name: 'Bobby' })).body).toMatchObject({
      name: 'Bobby',
      email: 'bob@example.com',
    });
    const { guest_id: fresh } = (await changeBooking(own, order, { guest_id: null, name: 'Robert' })).body;
    expect([ada, bob]).not.toContain(fresh);
    expect(await guests(own, `?guest_id=${fresh}`)).toMatchObject([{ name: 'Robert', bookings: 1 }]);
    expectProblem(await changeBooking(own, order, { guest_id: 999_999_999 }), 400, 'unknown_guest');
  });
});

test('200 simultaneous bookings of one guest all belong to that guest', async () => {
  const own = await api.property({ rooms: [{ units: 250 }] });
  const { guest_id: guest } = (await book(own)).body;
  const answers = await Promise.all(Array.from({ length: 200 }, () => book(own, { guest_id: guest })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.guest_id}`))).toEqual(
    new Set([`200 ${guest}`]),
  );
  expect(await guests(own)).toMatchObject([{ bookings: 201 }]);
});
