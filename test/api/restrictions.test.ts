// Restrictions of a night: set with the calendar, shown where they restrict, applied to every way of booking
// in innwire.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

const set = ({ token, room }: TestProperty, body: object, query = '') =>
  api.post(`/api/availability/${token}${query}`, { room_id: room, price: 100, ...body });
const book = ({ token, room }: TestProperty, checkin: string, checkout: string) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 300 });
const patch = ({ hotelId }: TestProperty, order: number, body: object) =>
  api.operator('PATCH', `/properties/${hotelId}/bookings/${order}`, body);

async function night({ token, room }: TestProperty, date: string): Promise<any> {
  return (await api.get(`/api/availability/${token}?room_id=${room}&fromdate=${date}&todate=${date}`))
    .body[0];
}

const RESTRICTED = { max_stay: 5, closed_to_arrival: true, closed_to_departure: true, stop_sell: true };
const PLAIN = ['availability_id', 'hotel_id', 'room_id', 'date', 'available', 'price', 'min_stay'];

describe('a restriction', () => {
  test('stands at the end of the record where it restricts, and nowhere else', async () => {
    const property = await api.property();
    const answer = await set(property, { date: '2027-03-01', ...RESTRICTED });
    expect(Object.keys(answer.body)).toEqual([...PLAIN, ...Object.keys(RESTRICTED)]);
    expect(answer.body).toMatchObject(RESTRICTED);
    expect(await night(property, '2027-03-01')).toEqual(answer.body);
    expect(Object.keys(await night(property, '2027-03-02'))).toEqual(PLAIN);
    const lifted = {
      max_stay: null,
      closed_to_arrival: false,
      closed_to_departure: false,
      stop_sell: false,
    };
    const after = await set(property, { date: '2027-03-01', ...lifted });
    expect(Object.keys(after.body)).toEqual(PLAIN);
  });

  test.each(Object.keys(RESTRICTED))('%s that is not named stays as it is', async (name) => {
    const property = await api.property();
    await set(property, { date: '2027-03-01', ...RESTRICTED });
    const { [name as 'max_stay']: kept, ...others } = RESTRICTED;
    const lifted = Object.fromEntries(
      Object.keys(others).map((other) => [other, other === 'max_stay' ? null : false]),
    );
    const { body } = await set(property, { date: '2027-03-01', ...lifted });
    expect(Object.keys(body)).toEqual([...PLAIN, name]);
    expect(body[name]).toBe(kept);
  });

  test('is set for ranges too, counted as a change, and not written by a dry run', async () => {
    const property = await api.property();
    const range = { date: '2027-03-01', todate: '2027-03-07', days: ['sat', 'sun'], stop_sell: true };
    const before = await fingerprint(api.db);
    expect((await set(property, range, '?dry_run=true')).body).toMatchObject({ updated: 2, unchanged: 0 });
    expect(await fingerprint(api.db)).toBe(before);
    expect((await set(property, range)).body).toMatchObject({ updated: 2, unchanged: 0 });
    expect((await set(property, range)).body).toMatchObject({ updated: 0, unchanged: 2 });
    expect((await night(property, '2027-03-06')).stop_sell).toBe(true);
    expect((await night(property, '2027-03-05')).stop_sell).toBeUndefined();
  });

  test.each([
    [{ max_stay: 0 }, 'max_stay'],
    [{ max_stay: 1000 }, 'max_stay'],
    [{ max_stay: 1.5 }, 'max_stay'],
    [{ max_stay: '3' }, 'max_stay'],
    [{ closed_to_arrival: null }, 'closed_to_arrival'],
    [{ closed_to_departure: 1 }, 'closed_to_departure'],
    [{ stop_sell: 'true' }, 'stop_sell'],
  ])('%j is refused', async (wrong, field) => {
    const property = await api.property();
    expectProblem(await set(property, { date: '2027-03-01', ...wrong }), 400, 'invalid_data', [field]);
  });

  test('is logged by its name', async () => {
    const property = await api.property();
    await set(property, { date: '2027-03-01', todate: '2027-03-03' });
    await set(property, { date: '2027-03-02', closed_to_arrival: true, max_stay: 3 });
    const rows = await api.db.query<{ data: object }>(
      `select data from events where hotel_id = $1 and kind = 'availability.changed' order by seq`,
      [property.hotelId],
    );
    expect(rows.map((row) => row.data)).toEqual([
      {
        roomId: property.room,
        from: '2027-03-02',
        until: '2027-03-03',
        what: ['max_stay', 'closed_to_arrival'],
      },
    ]);
  });
});

/**
 * Each restriction on 2 March (for departure, 4 March), with a stay that violates only this one and one that
 * does not.
 */
const CASES = [
  [
    'stop_sell',
    '2027-03-02',
    { stop_sell: true },
    ['2027-03-01', '2027-03-04'],
    ['2027-03-03', '2027-03-04'],
  ],
  [
    'closed_to_arrival',
    '2027-03-02',
    { closed_to_arrival: true },
    ['2027-03-02', '2027-03-04'],
    ['2027-03-01', '2027-03-04'],
  ],
  [
    'closed_to_departure',
    '2027-03-04',
    { closed_to_departure: true },
    ['2027-03-02', '2027-03-04'],
    ['2027-03-02', '2027-03-05'],
  ],
  [
    'min_stay_not_met',
    '2027-03-02',
    { min_stay: 3 },
    ['2027-03-02', '2027-03-04'],
    ['2027-03-01', '2027-03-03'],
  ],
  [
    'max_stay_exceeded',
    '2027-03-02',
    { max_stay: 2 },
    ['2027-03-02', '2027-03-05'],
    ['2027-03-01', '2027-03-05'],
  ],
] as const;

describe.each(CASES)('%s', (code, date, restriction, [from, until], [free, freeUntil]) => {
  test('refuses a booking that breaks it, and no other', async () => {
    const property = await api.property();
    await set(property, { date, ...restriction });
    const before = await fingerprint(api.db);
    const answer = await book(property, from, until);
    expectProblem(answer, 400, code);
    if (code === 'stop_sell') expect(answer.body.nights).toEqual(['2027-03-02']);
    expect(await fingerprint(api.db)).toBe(before);
    expect((await book(property, free, freeUntil)).status).toBe(200);
  });

  test('refuses a move that breaks it, to other dates and from another room', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    await set(property, { date, ...restriction });
    const stay = (await book(property, '2027-04-01', '2027-04-02')).body.order_id;
    const other = (await book({ ...property, room: property.rooms[1]! }, from, until)).body.order_id;
    const before = await fingerprint(api.db);
    expectProblem(await patch(property, stay, { checkin: from, checkout: until }), 400, code);
    expectProblem(await patch(property, other, { room_id: property.room }), 400, code);
    expect(await fingerprint(api.db)).toBe(before);
    expect((await patch(property, stay, { checkin: free, checkout: freeUntil })).status).toBe(200);
  });

  test('made after a booking lets it be, and lets all else of it change', async () => {
    const property = await api.property();
    const { order_id } = (await book(property, from, until)).body;
    await set(property, { date, ...restriction });
    const answer = await patch(property, order_id, { name: 'Grace', price: 1 });
    expect([answer.status, answer.body.name, answer.body.price]).toEqual([200, 'Grace', 1]);
  });

  test('does not refuse what an OTA has sold', async () => {
    const property = await api.property();
    await set(property, { date, ...restriction });
    const sold = await otaSells(api, property, { checkin: from, checkout: until });
    expect(sold.conflict).toBeNull();
  });
});

test('a stay can grow and shrink around restrictions that were made after it', async () => {
  const property = await api.property();
  const { order_id } = (await book(property, '2027-03-02', '2027-03-06')).body;
  await set(property, {
    date: '2027-03-02',
    closed_to_arrival: true,
    stop_sell: true,
    max_stay: 2,
    min_stay: 2,
  });
  await set(property, { date: '2027-03-06', closed_to_departure: true });
  const to = (checkout: string) => patch(property, order_id, { checkout });
  expectProblem(await to('2027-03-07'), 400, 'max_stay_exceeded');
  expect((await to('2027-03-05')).status).toBe(200);
  expectProblem(await to('2027-03-06'), 400, 'closed_to_departure');
  expectProblem(await to('2027-03-03'), 400, 'min_stay_not_met');
  expect((await patch(property, order_id, { checkin: '2027-03-01' })).status).toBe(200);
});

test('a full night is reported before any restriction', async () => {
  const property = await api.property();
  await book(property, '2027-03-02', '2027-03-03');
  await set(property, { date: '2027-03-02', ...RESTRICTED });
  const answer = await book(property, '2027-03-02', '2027-03-04');
  expectProblem(answer, 400, 'room_unavailable');
});

test('nights not for sale are closed in the calendars that channels read', async () => {
  const property = await api.property();
  await set(property, { date: '2026-07-02', todate: '2026-07-03', stop_sell: true });
  const [link] = (await api.get(`/api/ical/${property.token}`)).body;
  const feed = await api.get(new URL(link.url).pathname);
  expect(feed.text).toMatch(/DTSTART;VALUE=DATE:20260702\s+DTEND;VALUE=DATE:20260704/);
});

test('of many sales racing with a stop of sale, none is sold that began after it', async () => {
  const property = await api.property({ rooms: [{ units: 40 }] });
  const sell = (count: number) =>
    Array.from({ length: count }, () => book(property, '2027-03-01', '2027-03-03'));
  const racing = sell(20);
  const stop = set(property, { date: '2027-03-02', stop_sell: true });
  racing.push(...sell(10));
  await stop;
  const late = await Promise.all(sell(10));
  for (const answer of late) expectProblem(answer, 400, 'stop_sell');
  const answers = await Promise.all(racing);
  const sold = answers.filter(({ status }) => status === 200);
  for (const answer of answers.filter((one) => !sold.includes(one))) expectProblem(answer, 400, 'stop_sell');
  expect((await night(property, '2027-03-02')).available).toBe(40 - sold.length);
});
