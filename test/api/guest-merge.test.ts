// Profiles of one person: suggested where a value that identifies people is equal, merged by people only.
import { beforeEach, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const property = () => api.property({ rooms: [{ units: 250 }] });
const book = async (
  { token, room }: TestProperty,
  guest: object,
): Promise<{ order: number; guest: number }> => {
  const stay = { room_id: room, name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-04', price: 1 };
  const { body } = await api.post(`/api/bookings/${token}`, { ...stay, ...guest });
  return { order: body.order_id, guest: body.guest_id };
};
const merge = ({ token }: TestProperty, guest_id: number, into: number) =>
  api.post(`/api/guests/merge/${token}`, { guest_id, into });
const suggestions = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/guest_suggestions/${token}${query}`)).body;
const bookingsOf = async ({ token }: TestProperty) =>
  (await api.get(`/api/bookings/${token}`)).body.map((one: any) => one.guest_id);

test('equal e-mails and numbers suggest, names and aliases of OTAs do not', async () => {
  const own = await property();
  const a = await book(own, { email: 'ada@example.com', phone: '+351 910 000 000' });
  const b = await book(own, { email: 'ADA@example.com', phone: '910 000 000', country: 'PT' });
  const c = await book(own, { name: 'Somebody', phone: '00351 910 000 000' });
  await book(own, { name: 'Grace', email: 'x@guest.booking.com' });
  await book(own, { name: 'Grace', email: 'x@guest.booking.com' });
  expect(await suggestions(own)).toEqual([
    { guest_id: c.guest, name: 'Somebody', into: b.guest, into_name: 'Ada', reasons: ['phone'] },
    { guest_id: c.guest, name: 'Somebody', into: a.guest, into_name: 'Ada', reasons: ['phone'] },
    { guest_id: b.guest, name: 'Ada', into: a.guest, into_name: 'Ada', reasons: ['email', 'phone'] },
  ]);
  expect(await suggestions(own, `?guest_id=${a.guest}`)).toHaveLength(2);
  await merge(own, b.guest, a.guest);
  expect(await suggestions(own)).toMatchObject([{ guest_id: c.guest, into: a.guest }]);
});

test('a number that eleven profiles share suggests nothing', async () => {
  const own = await property();
  for (let i = 0; i < 10; i += 1) await book(own, { phone: '+351910000000' });
  expect(await suggestions(own)).toHaveLength(45);
  await book(own, { phone: '+351910000000' });
  expect(await suggestions(own)).toEqual([]);
});

test('merging moves the bookings, joins the profiles, and the old id is answered with the new one', async () => {
  const own = await property();
  const a = await book(own, { name: 'Ada Lovelace', email: 'a@guest.booking.com' });
  const b = await book(own, {
    name: 'A. Lovelace',
    email: 'ada@example.com',
    phone: '+351910000000',
    country: 'PT',
  });
  const change = (guest: number, body: object) =>
    api.request('PATCH', `/api/guests/${own.token}?guest_id=${guest}`, { body });
  await change(a.guest, { notes: 'first', tags: ['x'] });
  await change(b.guest, { notes: 'second', tags: ['x', 'y'] });
  const merged = await merge(own, b.guest, a.guest);
  expect(merged.body).toMatchObject({
    guest_id: a.guest,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_is_alias: false,
    phone_e164: '+351910000000',
    country: 'PT',
    notes: 'first\nsecond',
    tags: ['x', 'y'],
    bookings: 2,
  });
  expect(await bookingsOf(own)).toEqual([a.guest, a.guest]);
  expect((await api.get(`/api/guests/${own.token}`)).body).toHaveLength(1);
  expect((await api.get(`/api/guests/${own.token}?guest_id=${b.guest}`)).body).toMatchObject([
    { guest_id: a.guest },
  ]);
  const c = await book(own, { guest_id: b.guest });
  expect(c.guest).toBe(a.guest);
  const events = (await api.get(`/api/events/${own.token}?kinds=guest.merged`)).body;
  expect(events.map((event: any) => event.data)).toEqual([
    { hotel_id: own.hotelId, guest_id: b.guest, merged_into: a.guest },
  ]);
  // A booking can be separated again.
  const alone = await api.request('PATCH', `/api/bookings/${own.token}?order_id=${b.order}`, {
    body: { guest_id: null },
  });
  expect([a.guest, b.guest]).not.toContain(alone.body.guest_id);
});

test('a chain of merges ends at one profile', async () => {
  const own = await property();
  const [a, b, c] = [await book(own, {}), await book(own, {}), await book(own, {})];
  await merge(own, a.guest, b.guest);
  await merge(own, b.guest, c.guest);
  expect((await api.get(`/api/guests/${own.token}?guest_id=${a.guest}`)).body).toMatchObject([
    { guest_id: c.guest, bookings: 3 },
  ]);
  const before = await fingerprint(api.db);
  expectProblem(await merge(own, a.guest, b.guest), 400, 'same_guest');
  expectProblem(await merge(own, c.guest, c.guest), 400, 'same_guest');
  expectProblem(await merge(own, c.guest, 999_999_999), 400, 'unknown_guest');
  expect(await fingerprint(api.db)).toBe(before);
});

test('bookings made while profiles are merged all end at the remaining one', async () => {
  const own = await property();
  const [a, b] = [await book(own, {}), await book(own, {})];
  await Promise.all([
    ...Array.from({ length: 100 }, () => book(own, { guest_id: b.guest })),
    merge(own, b.guest, a.guest),
    merge(own, b.guest, a.guest),
    ...Array.from({ length: 100 }, () => book(own, { guest_id: b.guest })),
  ]);
  expect(new Set(await bookingsOf(own))).toEqual(new Set([a.guest]));
});

test('a number is taken over in its international form, whatever country the remaining profile has', async () => {
  const own = await property();
  const a = await book(own, { country: 'PT' });
  const b = await book(own, { country: 'DE', phone: '0176 1234567' });
  const merged = await merge(own, b.guest, a.guest);
  const number = { country: 'PT', phone: '0176 1234567', phone_e164: '+491761234567' };
  expect(merged.body).toMatchObject(number);
  const path = `/api/guests/${own.token}?guest_id=${a.guest}`;
  const change = (body: object) => api.request('PATCH', path, { body });
  expect((await change({ notes: 'quiet room' })).body).toMatchObject(number);
  // A number without a country code is read again with another country.
  expect((await change({ phone: '910 000 000' })).body.phone_e164).toBe('+351910000000');
  expect((await change({ country: 'ES' })).body.phone_e164).toBe('+34910000000');
});

test('notes and tags that do not fit in one profile are refused, and nothing is cut', async () => {
  const own = await property();
  const [a, b] = [await book(own, {}), await book(own, {})];
  const change = (guest: number, body: object) =>
    api.request('PATCH', `/api/guests/${own.token}?guest_id=${guest}`, { body });
  await change(a.guest, { notes: 'a'.repeat(3_000) });
  await change(b.guest, { notes: 'b'.repeat(3_000) });
  const before = await fingerprint(api.db);
  const refused = await merge(own, b.guest, a.guest);
  expectProblem(refused, 400, 'merge_too_long');
  expect(refused.body.data).toEqual({ member: 'notes', length: 6_001, max: 5_000 });
  expect(await fingerprint(api.db)).toBe(before);
  await change(b.guest, { notes: null, tags: Array.from({ length: 30 }, (_, i) => `b${i}`) });
  await change(a.guest, { tags: Array.from({ length: 30 }, (_, i) => `a${i}`) });
  expect((await merge(own, b.guest, a.guest)).body.data).toEqual({ member: 'tags', length: 60, max: 50 });
  await change(a.guest, { tags: ['x'] });
  expect((await merge(own, b.guest, a.guest)).body.tags).toHaveLength(31);
});

test('bookings that a merge moves are modified: by their time, their ETag and the log', async () => {
  const own = await property();
  const [a, b] = [await book(own, {}), await book(own, {})];
  await book(own, { guest_id: b.guest });
  const since = (await api.get(`/api/events/${own.token}`)).body.at(-1).seq;
  api.clock = Temporal.Instant.from('2026-06-15T11:00:00Z');
  await merge(own, b.guest, a.guest);
  const changed = (await api.get(`/api/bookings/${own.token}?updated_since=2026-06-15T11:00:00Z`)).body;
  expect(changed.map((one: any) => one.guest_id)).toEqual([a.guest, a.guest]);
  const events = (await api.get(`/api/events/${own.token}?after=${since}&kinds=booking.*`)).body;
  expect(events).toMatchObject([
    {
      kind: 'booking.modified',
      data: { guest_id: a.guest, changed: ['guest_id'], before: { guest_id: b.guest } },
    },
    {
      kind: 'booking.modified',
      data: { guest_id: a.guest, changed: ['guest_id'], before: { guest_id: b.guest } },
    },
  ]);
  expect(events.map((event: any) => event.data)).toEqual(
    changed.map((record: any) => expect.objectContaining({ order_id: record.order_id, total: record.total })),
  );
});
