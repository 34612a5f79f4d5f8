// Every sample feed, from the operator's PUT to bookings, calendar, and the feeds of other channels.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/ical/${name}.ics`, import.meta.url), 'utf8');

type Sample = {
  name: string;
  channel: string;
  at?: string;
  /** `reference checkin/checkout name` of each booking */
  bookings?: string[];
  /** nights that are taken, as first..last */
  taken?: string[];
};

const SAMPLES: Sample[] = [
  {
    name: 'airbnb-current',
    channel: 'airbnb',
    bookings: ['HMSAMPLE01 2027-04-01/2027-04-05 Guest of airbnb …1234'],
    taken: ['2027-04-01..2027-04-04', '2027-04-10..2027-04-11', '2028-02-28..2028-02-29'],
  },
  {
    name: 'airbnb-legacy-2019',
    channel: 'airbnb',
    at: '2019-07-01T10:00:00Z',
    bookings: ['HMSAMPLE01 2019-08-01/2019-08-05 Ada Example null'],
    taken: ['2019-08-01..2019-08-04'],
  },
  { name: 'booking_com', channel: 'booking_com', taken: ['2027-04-01..2027-04-05'] },
  {
    name: 'vrbo',
    channel: 'vrbo',
    bookings: ['null 2027-04-01/2027-04-05 Ada null'],
    taken: ['2027-04-01..2027-04-04', '2027-04-10..2027-04-11', '2027-04-20..2027-04-23'],
  },
  {
    name: 'google_calendar',
    channel: 'google',
    taken: [
      '2027-04-01..2027-04-02',
      '2027-04-10..2027-04-11',
      '2027-05-01..2027-05-01',
      '2027-05-15..2027-05-15',
      '2027-05-22..2027-05-22',
    ],
  },
  { name: 'edge-bom-lf-missing-uid', channel: 'other', taken: ['2027-04-01..2027-04-02'] },
  { name: 'edge-date-without-value-param', channel: 'other', taken: ['2027-04-01..2027-04-02'] },
  { name: 'edge-empty-calendar', channel: 'other' },
];

test.each(
  SAMPLES,
)('$name becomes bookings and closed nights, shown to every channel but its own', async (sample) => {
  channels.at(sample.at ?? '2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  server.show('1', fixture(sample.name));
  await channels.connect(property, sample.channel, [{ room: property.room, url: server.url('1') }]);
  expect(await channels.poll()).toBe(1);

  expect(await channels.state(property, sample.channel)).toMatchObject({
    state: 'connected',
    last_error: null,
  });
  const bookings = await channels.bookings(property);
  expect(
    bookings.map(
      (one) =>
        `${one.referral_order_id} ${one.checkin.slice(0, 10)}/${one.checkout.slice(0, 10)} ${one.name} ${one.phone}`,
    ),
  ).toEqual(sample.bookings ?? []);
  for (const one of bookings) {
    expect(one).toMatchObject({
      channel: sample.channel,
      status: 'confirmed',
      price: 0,
      room_id: property.room,
    });
  }
  const year = Number((sample.at ?? '2027').slice(0, 4));
  expect(runs(await takenNights(property, year))).toEqual(sample.taken ?? []);

  expect(await channels.feed(property, sample.channel)).toEqual([]);
  const others = ['airbnb', 'booking_com', 'vrbo', 'calendar'].filter((one) => one !== sample.channel);
  for (const other of others) {
    const pushed = (await channels.feed(property, other)).flatMap((event) => nightsOf(event));
    expect(runs(pushed), other).toEqual(sample.taken ?? []);
  }
});

test('an error page in place of a feed is shown as the error, and nothing is imported', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  server.show('1', fixture('edge-html-error'));
  await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('1') }]);
  await channels.poll();
  expect(await channels.state(property, 'airbnb')).toMatchObject({
    state: 'error',
    last_error: `room ${property.room}: The answer was a web page, not a calendar.`,
  });
  expect(await channels.bookings(property)).toEqual([]);
});

async function takenNights(property: { token: string }, year: number): Promise<string[]> {
  const path = `/api/availability/${property.token}?fromdate=${year}-03-01&todate=${year + 2}-03-01`;
  const nights = (await channels.api.get(path)).body;
  return nights.filter((night: any) => night.available === 0).map((night: any) => night.date.slice(0, 10));
}

function nightsOf(event: string): string[] {
  const [from, until] = event
    .split(' ')[0]!
    .split('/')
    .map((text) => Temporal.PlainDate.from(text));
  const count = from!.until(until!).days;
  return Array.from({ length: count }, (_, i) => from!.add({ days: i }).toString());
}

function runs(nights: readonly string[]): string[] {
  const found: { first: string; last: string }[] = [];
  for (const night of nights.toSorted()) {
    const run = found.at(-1);
    const next = run && Temporal.PlainDate.from(run.last).add({ days: 1 }).toString();
    if (run && next === night) run.last = night;
    else found.push({ first: night, last: night });
  }
  return found.map(({ first, last }) => `${first}..${last}`);
}
