// Queues and order lists that contradict each other or never end: nothing is lost, requests stay few.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

type Revision = { id: string; booking_id: string; status: string; from: number; until: number };
type Channex = { feed: Revision[]; bookings: Revision[]; total?: number; keeps?: boolean };

/**
 * A minimal Channex with one room type; `total`: revisions and bookings that it claims to have; `keeps`:
 * acknowledging changes nothing.
 */
async function playChannex(channex: Channex) {
  const requests: string[] = [];
  const sold = new Map<string, number>();
  const list = (items: Revision[], page: number, ofBookings: boolean) => ({
    data: items.slice((page - 1) * 100, page * 100).map((one) => ({
      id: ofBookings ? one.booking_id : one.id,
      attributes: attributesOf(one, ofBookings),
    })),
    meta: { total: channex.total ?? items.length },
  });
  const answers: [RegExp, (url: URL, body: string) => unknown][] = [
    [/ack$/, (url) => acknowledge(url.pathname.split('/').at(-2)!)],
    [/feed$/, () => list(channex.feed, 1, false)],
    [
      /bookings$/,
      ({ searchParams }) =>
        list(channex.bookings, channex.total ? 1 : Number(searchParams.get('pagination[page]')), true),
    ],
    [/availability$/, (_, body) => (body ? count(body) : { data: {} })],
    [/rate_plans$/, () => ({ data: [{ id: 'rate', attributes: { room_type_id: 'room' } }], meta: {} })],
  ];
  const acknowledge = (id: string) => {
    if (!channex.keeps) channex.feed = channex.feed.filter((one) => one.id !== id);
    return { meta: { message: 'Success' } };
  };
  const count = (body: string) => {
    for (const { date_from, date_to, availability } of JSON.parse(body).values) {
      for (let day = Temporal.PlainDate.from(date_from); String(day) <= date_to; day = day.add({ days: 1 }))
        sold.set(String(day), availability);
    }
    return { data: [{ id: 'task', type: 'task' }], meta: { message: 'Success' } };
  };
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://channex');
    const body = (await Array.fromAsync(request)).join('');
    requests.push(url.pathname);
    const answer = answers.find(([path]) => path.test(url.pathname))?.[1];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer?.(url, body) ?? { data: [], meta: { message: 'Success', total: 0 } }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const property = await environment.api.property({
    settings: { horizon_days: 30 },
    rooms: [{ price: 120, units: 1 }],
  });
  const path = `/properties/${property.hotelId}/channels/channex`;
  onTestFinished(async () => {
    await environment.api.operator('DELETE', path);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const connected = await environment.api.operator('PUT', path, {
    protocol: 'channex',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    settings: { property_id: 'property', conversations: false },
    credentials: { api_key: 'key' },
    rooms: [{ room_id: property.room, external_room: 'room', external_rate: 'rate' }],
  });
  expect(connected.status, connected.text).toBe(200);
  const bookings = async () =>
    (await environment.api.get(`/api/bookings/${property.token}`)).body
      .map((one: any) => `${one.referral_order_id} ${one.status} ${one.checkin.slice(0, 10)}`)
      .sort();
  return { bookings, sold, asked: (end: string) => requests.filter((one) => one.endsWith(end)).length };
}

function attributesOf({ id, booking_id, status, from, until }: Revision, ofBookings: boolean) {
  const stay = { checkin_date: environment.day(from), checkout_date: environment.day(until) };
  return {
    ...(ofBookings ? { id: booking_id, revision_id: id } : { id, booking_id }),
    ota_reservation_code: booking_id,
    status,
    currency: 'EUR',
    amount: '100.00',
    customer: { name: 'Ada' },
    rooms: [{ room_type_id: 'room', rate_plan_id: 'rate', amount: '100.00', ...stay }],
  };
}

const revision = (n: number, more: Partial<Revision> = {}): Revision => ({
  id: `revision-${n}`,
  booking_id: `B${n}`,
  status: 'new',
  from: n,
  until: n + 1,
  ...more,
});

test('a feed that always says that more waits is read at its usual interval, and what it sends is stored', async () => {
  const channex = await playChannex({
    feed: [revision(1), revision(2)],
    bookings: [revision(1), revision(2)],
    total: 1_000_000,
    keeps: true,
  });
  await environment.poll(channex.bookings).toHaveLength(2);
  const minutes = environment.now().add({ minutes: 3 }).epochMilliseconds;
  await environment.poll(() => environment.now().epochMilliseconds >= minutes).toBe(true);
  expect(channex.asked('/feed')).toBeLessThan(30);
  expect(channex.asked('/bookings')).toBeLessThan(30);
});

test('the first page of a feed is acknowledged before the next is read', async () => {
  const feed = Array.from({ length: 105 }, (_, n) =>
    revision(n, { from: 1 + (n % 25), until: 2 + (n % 25) }),
  );
  const channex = await playChannex({ feed, bookings: [] });
  await environment.poll(channex.bookings).toHaveLength(105);
  await environment.poll(() => channex.asked('/ack')).toBe(105);
  expect(channex.asked('/feed')).toBeLessThan(10);
});

test('an order list that contradicts an older version in the feed is read again, and its nights are not opened', async () => {
  const channex = await playChannex({
    feed: [revision(1), revision(2)],
    bookings: [
      revision(1, { id: 'revision-1b', status: 'modified', from: 10, until: 11 }),
      revision(2, { id: 'revision-2b', status: 'cancelled' }),
    ],
  });
  await environment
    .poll(channex.bookings)
    .toEqual([`B1 confirmed ${environment.day(10)}`, `B2 cancelled ${environment.day(2)}`]);
  await environment.poll(() => channex.sold.get(environment.day(1))).toBe(1);
  expect(channex.sold.get(environment.day(10))).toBe(0);
});
