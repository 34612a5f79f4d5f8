// Two OTAs over HTTP for days: each reads our feed at times of its own and shows these nights beside its
// sales; both feeds are read.
import { expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import {
  airbnbStay,
  calendarText,
  type EventToShow,
  startCalendarServer,
} from '../harness/calendar-server.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { eventsOf, useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

type Ota = {
  channel: string;
  /** the text of its closed nights */
  closed: string;
  everyHours: number;
  lagHours: number;
  sold: EventToShow[];
  read: { at: Temporal.Instant; stretches: string[] }[];
};

const START = Temporal.Instant.from('2027-03-01T00:00:00Z');
const STEP_MINUTES = 20;

async function open(
  otas: Ota[],
): Promise<{ property: TestProperty; days(n: number, watch?: () => Promise<void>): Promise<void> }> {
  channels.at(START);
  const property = await api.property();
  const server = await startCalendarServer();
  for (const ota of otas) {
    server.show(ota.channel, (_, response) => response.writeHead(200).end(exported(ota)));
    await channels.connect(property, ota.channel, [{ room: property.room, url: server.url(ota.channel) }]);
  }
  const days = async (n: number, watch?: () => Promise<void>) => {
    for (let step = 0; step < (n * 24 * 60) / STEP_MINUTES; step += 1) {
      channels.at(api.clock!.add({ minutes: STEP_MINUTES }));
      for (const ota of otas) await readOurFeed(ota, property);
      await channels.poll();
      await watch?.();
    }
  };
  return { property, days };
}

async function readOurFeed(ota: Ota, property: TestProperty): Promise<void> {
  const last = ota.read.at(-1)?.at;
  if (last && api.clock!.since(last).total('hour') < ota.everyHours) return;
  const { text } = await api.get(await channels.feedPath(property, ota.channel));
  ota.read.push({ at: api.clock!, stretches: eventsOf(text).map((event) => event.split(' ')[0]!) });
}

function exported(ota: Ota): string {
  const seen = api.clock!.subtract({ minutes: ota.lagHours * 60 });
  const known = ota.read.findLast(({ at }) => Temporal.Instant.compare(at, seen) <= 0)?.stretches ?? [];
  const imported = known.map((stretch, i) => {
    const [from = '', until = ''] = stretch.split('/');
    return { uid: `import-${from}-${i}@${ota.channel}.example`, from, until, summary: ota.closed };
  });
  return calendarText([...ota.sold, ...imported]);
}

function airbnb(everyHours: number, lagHours = 0): Ota {
  return { channel: 'airbnb', closed: 'Airbnb (Not available)', everyHours, lagHours, sold: [], read: [] };
}

function bookingCom(everyHours: number, lagHours = 0): Ota {
  return {
    channel: 'booking_com',
    closed: 'CLOSED - Not available',
    everyHours,
    lagHours,
    sold: [],
    read: [],
  };
}

test.each([
  { name: 'quick ones', otas: () => [airbnb(2), bookingCom(1)] },
  { name: 'a quick and a slow one, with delays', otas: () => [airbnb(3, 1), bookingCom(24, 2)] },
])('our booking comes and goes at $name, and no closure outlives it', async ({ otas }) => {
  const both = otas();
  const { property, days } = await open(both);
  const path = `/api/bookings/${property.token}`;
  const stay = {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-04-01',
    checkout: '2027-04-05',
    price: 400,
  };
  const { order_id } = (await api.post(path, stay)).body;
  await days(2);
  for (const ota of both) expect(ota.read.at(-1)!.stretches).toEqual(['2027-04-01/2027-04-05']);
  expect(await channels.bookings(property)).toHaveLength(1);

  await api.delete(`${path}?order_id=${order_id}&date=2027-04-01`);
  const seen = new Set<string>();
  await days(3, async () => {
    seen.add((await channels.available(property, '2027-03-31', '2027-04-06')).join(''));
  });
  expect([...seen]).toEqual(['111111']);
  for (const ota of both) expect(ota.read.at(-1)!.stretches).toEqual([]);
  const kinds = await api.db.query<{ n: number }>(
    `select count(*)::int as n from events where hotel_id = $1 and kind = 'availability.changed'`,
    [property.hotelId],
  );
  expect(kinds[0]!.n).toBe(2); // sold, and released
  await expectConsistent(api.db, property.hotelId, Temporal.PlainDate.from('2027-03-01'));
});

test('a stay sold at one of them is shown to the other, comes back from it as closed, and opens everywhere when it is cancelled', async () => {
  const [first, second] = [airbnb(2, 1), bookingCom(4)];
  const { property, days } = await open([first, second]);
  first.sold.push(airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-05'));
  first.sold.push(airbnbStay('HMBBBBBBBB', '2027-05-01', '2027-05-05'));
  await days(1);
  expect(second.read.at(-1)!.stretches).toEqual(['2027-04-01/2027-04-05', '2027-05-01/2027-05-05']);
  expect(first.read.at(-1)!.stretches).toEqual([]);
  expect((await channels.bookings(property)).map((one) => one.referral_order_id)).toEqual([
    'HMAAAAAAAA',
    'HMBBBBBBBB',
  ]);
  first.sold.shift();
  await days(2);
  expect(await channels.available(property, '2027-04-01', '2027-04-05')).toEqual([1, 1, 1, 1]);
  expect(second.read.at(-1)!.stretches).toEqual(['2027-05-01/2027-05-05']);
  expect((await channels.bookings(property)).map((one) => one.status)).toEqual(['cancelled', 'confirmed']);
});

test('a night of ours that is cancelled and sold again at one of them is closed within two polls, and shown to the other', async () => {
  const [first, second] = [airbnb(2), bookingCom(2)];
  const { property, days } = await open([first, second]);
  const path = `/api/bookings/${property.token}`;
  const stay = {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-04-01',
    checkout: '2027-04-03',
    price: 400,
  };
  const { order_id } = (await api.post(path, stay)).body;
  await days(1);
  await api.delete(`${path}?order_id=${order_id}&date=2027-04-01`);
  await days(0.25);
  expect(second.read.at(-1)!.stretches).toEqual([]);
  // Booking.com shows everything as closed: only because it is new, it is known not to be ours.
  second.sold.push({
    uid: 'new@booking.com',
    from: '2027-04-01',
    until: '2027-04-03',
    summary: 'CLOSED - Not available',
  });
  await days(0.03);
  expect(await channels.available(property, '2027-04-01', '2027-04-03')).toEqual([0, 0]);
  await days(1);
  expect(first.read.at(-1)!.stretches).toEqual(['2027-04-01/2027-04-03']);
  expect(second.read.at(-1)!.stretches).toEqual([]);
});
