// Stays in an OTA's calendar: they appear, move, grow and disappear, and may only seem to disappear.
import { describe, expect, test } from 'vitest';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();

/** A property whose one room is connected to a calendar at a channel, on 2027-03-01. */
async function connected(channel = 'airbnb', settings: object = {}) {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  server.show('1', calendarText([]));
  await channels.connect(property, channel, [{ room: property.room, url: server.url('1') }], settings);
  const show = (events: Parameters<typeof calendarText>[0], options?: { conditional: boolean }) =>
    server.show('1', calendarText(events), options);
  return { property, server, show };
}

const shown = (booking: any) =>
  `${booking.referral_order_id ?? booking.name} ${booking.checkin.slice(0, 10)}/${booking.checkout.slice(0, 10)} ${booking.status}`;

const THREE = [
  airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04'),
  airbnbStay('HMBBBBBBBB', '2027-04-10', '2027-04-12'),
  airbnbStay('HMCCCCCCCC', '2027-04-20', '2027-04-22'),
];

describe('a stay that moves', () => {
  test('stays the same booking, with its new nights and none of the old', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')]);
    await channels.poll();
    const [before] = await channels.bookings(property);
    show([airbnbStay('HMAAAAAAAA', '2027-04-03', '2027-04-07')]);
    await channels.polls(1);
    const after = await channels.bookings(property);
    expect(after.map(shown)).toEqual(['HMAAAAAAAA 2027-04-03/2027-04-07 confirmed']);
    expect(after[0].order_id).toBe(before.order_id);
    expect(await channels.available(property, '2027-04-01', '2027-04-08')).toEqual([1, 1, 0, 0, 0, 0, 1]);
    const tasks = (await channels.api.get(`/api/tasks/${property.token}`)).body;
    expect(tasks).toMatchObject([{ date: '2027-04-07', status: 'pending', order_id: before.order_id }]);
  });

  test('is recognised by its reference when its UID changes', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04', 'one')]);
    await channels.poll();
    show([airbnbStay('HMAAAAAAAA', '2027-04-02', '2027-04-05', 'two')]);
    await channels.polls(4);
    expect((await channels.bookings(property)).map(shown)).toEqual([
      'HMAAAAAAAA 2027-04-02/2027-04-05 confirmed',
    ]);
  });

  test('makes room for the one that comes in its place in the same fetch, without a false alarm', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')]);
    await channels.poll();
    show([
      airbnbStay('HMAAAAAAAA', '2027-04-11', '2027-04-14'),
      airbnbStay('HMNEWNEWNE', '2027-04-01', '2027-04-04'),
    ]);
    await channels.polls(1);
    expect((await channels.bookings(property)).map(shown)).toEqual([
      'HMNEWNEWNE 2027-04-01/2027-04-04 confirmed',
      'HMAAAAAAAA 2027-04-11/2027-04-14 confirmed',
    ]);
    expect(await conflicts(property.hotelId)).toEqual([]);
  });
});

describe('a stay that is no longer shown', () => {
  test('is cancelled after a second good fetch, and its nights are open', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    show(THREE.slice(1));
    await channels.polls(1);
    expect((await channels.bookings(property))[0].status).toBe('confirmed');
    expect(await channels.available(property, '2027-04-01', '2027-04-04')).toEqual([0, 0, 0]);
    await channels.polls(2);
    expect((await channels.bookings(property)).map(shown)).toEqual([
      'HMAAAAAAAA 2027-04-01/2027-04-04 cancelled',
      'HMBBBBBBBB 2027-04-10/2027-04-12 confirmed',
      'HMCCCCCCCC 2027-04-20/2027-04-22 confirmed',
    ]);
    expect(await channels.available(property, '2027-04-01', '2027-04-04')).toEqual([1, 1, 1]);
  });

  test('is not cancelled before a quarter of an hour has passed, however often the calendar is fetched', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    show(THREE.slice(1));
    for (let i = 0; i < 8; i += 1) {
      channels.at(channels.api.clock!.add({ seconds: 100 }));
      await channels.api.operator('POST', `/properties/${property.hotelId}/channels/airbnb/resync`);
      expect(await channels.poll()).toBe(1);
    }
    expect((await channels.bookings(property))[0].status).toBe('confirmed');
    channels.at(channels.api.clock!.add({ seconds: 200 }));
    await channels.api.operator('POST', `/properties/${property.hotelId}/channels/airbnb/resync`);
    await channels.poll();
    expect((await channels.bookings(property))[0].status).toBe('cancelled');
  });

  test('is cancelled also when the later fetches say "not modified"', async () => {
    const { property, server, show } = await connected();
    show(THREE, { conditional: true });
    await channels.poll();
    show(THREE.slice(1), { conditional: true });
    await channels.polls(3);
    expect(
      server
        .requestsFor('1')
        .slice(-2)
        .every((headers) => headers['if-none-match']),
    ).toBe(true);
    expect((await channels.bookings(property))[0].status).toBe('cancelled');
  });

  test('stays when it is back in the next fetch, and must then be missing twice again', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    for (let i = 0; i < 3; i += 1) {
      show(THREE.slice(1));
      await channels.polls(1);
      show(THREE);
      await channels.polls(1);
    }
    show(THREE.slice(1));
    await channels.polls(1);
    expect((await channels.bookings(property)).map((one) => one.status)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
  });

  test('failed fetches in between neither count nor reset the count', async () => {
    const { property, server, show } = await connected();
    show(THREE);
    await channels.poll();
    show(THREE.slice(1));
    await channels.polls(1);
    server.show('1', (_, response) => response.writeHead(503).end());
    for (let i = 0; i < 5; i += 1) {
      channels.at(channels.api.clock!.add({ hours: 1 }));
      await channels.poll();
    }
    expect((await channels.bookings(property))[0].status).toBe('confirmed');
    show(THREE.slice(1));
    channels.at(channels.api.clock!.add({ hours: 1 }));
    await channels.poll();
    expect((await channels.bookings(property))[0].status).toBe('cancelled');
  });

  test('together with most of the others is read once more before it is cancelled', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    show([]);
    await channels.polls(2);
    expect((await channels.bookings(property)).every((one) => one.status === 'confirmed')).toBe(true);
    await channels.polls(1);
    expect((await channels.bookings(property)).every((one) => one.status === 'cancelled')).toBe(true);
    expect(await channels.available(property, '2027-04-01', '2027-04-22')).toEqual(Array(21).fill(1));
  });

  test('is kept for ever once it has begun', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-03-01', '2027-03-05'), ...THREE]);
    await channels.poll();
    show(THREE);
    await channels.polls(300);
    expect((await channels.bookings(property))[0]).toMatchObject({
      referral_order_id: 'HMAAAAAAAA',
      status: 'confirmed',
    });
  });

  test('comes back as a booking when the channel shows it again after it was cancelled', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    show(THREE.slice(1));
    await channels.polls(3);
    show(THREE);
    await channels.polls(1);
    expect((await channels.bookings(property)).map(shown).slice(0, 2)).toEqual([
      'HMAAAAAAAA 2027-04-01/2027-04-04 cancelled',
      'HMAAAAAAAA 2027-04-01/2027-04-04 confirmed',
    ]);
    expect(await channels.available(property, '2027-04-01', '2027-04-04')).toEqual([0, 0, 0]);
  });
});

describe('a stay that people here have ended', () => {
  test('is not imported again while the channel goes on showing it', async () => {
    const { property, show } = await connected();
    show(THREE);
    await channels.poll();
    const [first] = await channels.bookings(property);
    await channels.api.delete(`/api/bookings/${property.token}?order_id=${first.order_id}&date=2027-04-01`);
    await channels.polls(5);
    expect(await channels.bookings(property)).toHaveLength(3);
    expect(await channels.available(property, '2027-04-01', '2027-04-04')).toEqual([1, 1, 1]);
  });

  test('by an early departure stays ended, also after the day of departure', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-03-02', '2027-03-09')]);
    await channels.poll();
    const [stay] = await channels.bookings(property);
    channels.at('2027-03-04T10:00:00Z');
    await channels.api.delete(`/api/bookings/${property.token}?order_id=${stay.order_id}&date=2027-03-04`);
    for (let day = 4; day <= 10; day += 1) {
      channels.at(`2027-03-${String(day).padStart(2, '0')}T12:00:00Z`);
      await channels.polls(2);
      expect((await channels.bookings(property)).map(shown), `on day ${day}`).toEqual([
        'HMAAAAAAAA 2027-03-02/2027-03-04 cancelled',
      ]);
    }
    expect(await channels.available(property, '2027-03-02', '2027-03-09')).toEqual([0, 0, 1, 1, 1, 1, 1]);
  });

  test('by an early departure stays ended where the channel knows no UIDs and slides its beginning', async () => {
    const { property, show } = await connected('booking_com', { closed: 'booking' });
    const event = (from: string) => ({
      uid: `${from}@booking.com`,
      from,
      until: '2027-03-09',
      summary: CLOSED,
    });
    show([event('2027-03-02')]);
    await channels.poll();
    const [stay] = await channels.bookings(property);
    channels.at('2027-03-04T10:00:00Z');
    await channels.api.delete(`/api/bookings/${property.token}?order_id=${stay.order_id}&date=2027-03-04`);
    for (let day = 4; day <= 8; day += 1) {
      channels.at(`2027-03-${String(day).padStart(2, '0')}T12:00:00Z`);
      show([event(`2027-03-${String(day).padStart(2, '0')}`)]);
      await channels.polls(2);
      expect(await channels.bookings(property), `on day ${day}`).toHaveLength(1);
    }
  });

  test('by a check-out keeps its dates when the channel prolongs it', async () => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-03-01', '2027-03-05')]);
    await channels.poll();
    const [stay] = await channels.bookings(property);
    channels.at('2027-03-04T10:00:00Z');
    for (const status of ['checked_in', 'checked_out']) {
      const path = `/properties/${property.hotelId}/bookings/${stay.order_id}`;
      expect((await channels.api.operator('PATCH', path, { status })).status).toBe(200);
    }
    show([airbnbStay('HMAAAAAAAA', '2027-03-01', '2027-03-08')]);
    await channels.polls(2);
    expect((await channels.bookings(property)).map(shown)).toEqual([
      'HMAAAAAAAA 2027-03-01/2027-03-05 checked_out',
    ]);
  });

  test.each([
    ['checked_out', '2027-03-04'],
    ['checked_out', '2027-03-05'],
    ['no_show', '2027-03-04'],
  ])('by a %s with the departure %s stays ended, also after that day', async (status, checkout) => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-03-02', '2027-03-09')]);
    await channels.poll();
    const [stay] = await channels.bookings(property);
    channels.at('2027-03-04T10:00:00Z');
    const path = `/properties/${property.hotelId}/bookings/${stay.order_id}`;
    if (status === 'checked_out') await channels.api.operator('PATCH', path, { status: 'checked_in' });
    expect((await channels.api.operator('PATCH', path, { status, checkout })).status).toBe(200);
    for (let day = 4; day <= 10; day += 1) {
      channels.at(`2027-03-${String(day).padStart(2, '0')}T12:00:00Z`);
      await channels.polls(2);
      expect((await channels.bookings(property)).map(shown), `on day ${day}`).toEqual([
        `HMAAAAAAAA 2027-03-02/${checkout} ${status}`,
      ]);
    }
    const slept = checkout === '2027-03-04' ? [0, 0, 1] : [0, 0, 0];
    expect(await channels.available(property, '2027-03-02', '2027-03-09')).toEqual([...slept, 1, 1, 1, 1]);
  });

  test.each([
    'checked_out',
    'no_show',
  ])('early by a %s gives its nights back once, whatever the channel shows after that', async (status) => {
    const { property, show } = await connected();
    show([airbnbStay('HMAAAAAAAA', '2027-03-02', '2027-03-09')]);
    await channels.poll();
    const [stay] = await channels.bookings(property);
    channels.at('2027-03-04T10:00:00Z');
    const path = `/properties/${property.hotelId}/bookings/${stay.order_id}`;
    if (status === 'checked_out') await channels.api.operator('PATCH', path, { status: 'checked_in' });
    expect((await channels.api.operator('PATCH', path, { status })).status).toBe(200);
    for (let day = 4; day <= 10; day += 1) {
      channels.at(`2027-03-${String(day).padStart(2, '0')}T12:00:00Z`);
      if (day === 6) show([airbnbStay('HMAAAAAAAA', '2027-03-02', '2027-03-10')]);
      if (day === 7) show([]);
      await channels.polls(3);
      expect((await channels.bookings(property)).map(shown), `on day ${day}`).toEqual([
        `HMAAAAAAAA 2027-03-02/2027-03-05 ${status}`,
      ]);
    }
    expect(await channels.available(property, '2027-03-02', '2027-03-10')).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });
});

const CLOSED = 'CLOSED - Not available';

describe.each(['block', 'booking'] as const)('Booking.com, closures meaning %s', (closed) => {
  test('changing UIDs and a beginning that slides to today change nothing in ten days', async () => {
    const { property, show } = await connected('booking_com', { closed });
    const START = Temporal.PlainDate.from('2027-03-01');
    const stays = [
      { from: '2027-03-01', until: '2027-03-06' },
      { from: '2027-03-06', until: '2027-03-08' },
      { from: '2027-03-20', until: '2027-03-25' },
    ];
    const feedOn = (today: Temporal.PlainDate, fetch: number) =>
      stays
        .map(({ from, until }) => ({
          from: Temporal.PlainDate.from(from),
          until: Temporal.PlainDate.from(until),
        }))
        .filter(({ until }) => Temporal.PlainDate.compare(until, today) > 0)
        .map(({ from, until }, i) => ({
          uid: `${today}${fetch}${i}@booking.com`,
          from: Temporal.PlainDate.compare(from, today) < 0 ? today : from,
          until,
          summary: CLOSED,
        }));
    show(feedOn(START, 0));
    await channels.poll();
    const before = await snapshot(property);
    expect(await channels.bookings(property)).toHaveLength(closed === 'booking' ? 3 : 0);
    for (let day = 0; day < 10; day += 1) {
      const today = START.add({ days: day });
      for (const [fetch, hour] of ['01', '08', '13', '22'].entries()) {
        channels.at(`${today}T${hour}:00:00Z`);
        show(feedOn(today, fetch));
        await channels.poll();
        expect(await snapshot(property), `${today} ${hour}:00`).toEqual(before);
      }
    }
    expect(await changesSince(property.hotelId, before.seq)).toEqual([]);
  });
});

describe("Airbnb's rolling window of closed nights", () => {
  test('makes no bookings in thirty days, closes the nights that enter it and opens those that leave', async () => {
    const { property, show } = await connected();
    const START = Temporal.PlainDate.from('2027-03-01');
    const WINDOW = { from: 90, until: 97 };
    const show30 = (today: Temporal.PlainDate) =>
      show([
        ...THREE,
        {
          uid: `6fec1092d3fa-${today}@airbnb.com`,
          from: today.add({ days: WINDOW.from }),
          until: today.add({ days: WINDOW.until }),
          summary: 'Airbnb (Not available)',
        },
      ]);
    for (let day = 0; day < 30; day += 1) {
      const today = START.add({ days: day });
      show30(today);
      for (const hour of ['06', '12', '18']) {
        channels.at(`${today}T${hour}:00:00Z`);
        await channels.poll();
      }
      const first = today.add({ days: WINDOW.from });
      const nights = await channels.available(
        property,
        first.subtract({ days: 3 }).toString(),
        first.add({ days: 10 }).toString(),
      );
      expect(nights, `on ${today}`).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    }
    expect(await channels.bookings(property)).toHaveLength(3);
  });
});

describe('closed nights', () => {
  test('open after a second good fetch without them; tonight too', async () => {
    const { property, show } = await connected();
    show([closure('2027-03-01', '2027-03-02'), closure('2027-03-10', '2027-03-13')]);
    await channels.poll();
    expect(await channels.available(property, '2027-03-01', '2027-03-02')).toEqual([0]);
    show([closure('2027-03-10', '2027-03-13')]);
    await channels.polls(3);
    expect(await channels.available(property, '2027-03-01', '2027-03-02')).toEqual([1]);
    expect(await channels.available(property, '2027-03-10', '2027-03-13')).toEqual([0, 0, 0]);
  });

  test('that become a stay in one fetch stay taken throughout', async () => {
    const { property, show } = await connected();
    show([closure('2027-04-01', '2027-04-04')]);
    await channels.poll();
    show([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')]);
    for (let i = 0; i < 5; i += 1) {
      await channels.polls(1);
      const nights = await channels.available(property, '2027-04-01', '2027-04-04');
      expect(nights.every((available) => available <= 0)).toBe(true);
    }
    expect(await channels.available(property, '2027-04-01', '2027-04-04')).toEqual([0, 0, 0]);
    expect(await flagged(property.hotelId)).toEqual([]);
  });
});

async function snapshot(property: { hotelId: number; token: string }) {
  const [head] = await channels.api.db.query<{ last_seq: number }>(
    'select last_seq from log_heads where hotel_id = $1',
    [property.hotelId],
  );
  const nights = await channels.api.db.query(
    'select date, sold, blocked, available from nights where hotel_id = $1 order by date',
    [property.hotelId],
  );
  return { seq: head!.last_seq, bookings: await channels.bookings(property as any), nights };
}

function changesSince(hotelId: number, seq: number): Promise<unknown[]> {
  return channels.api.db.query('select kind, data from events where hotel_id = $1 and seq > $2', [
    hotelId,
    seq,
  ]);
}

async function conflicts(hotelId: number): Promise<unknown[]> {
  return channels.api.db.query(
    "select subject, data->>'conflict' as conflict from events where hotel_id = $1 and kind = 'booking.conflict'",
    [hotelId],
  );
}

async function flagged(hotelId: number): Promise<unknown[]> {
  return channels.api.db.query(
    'select reservation_id, conflict from reservations where hotel_id = $1 and conflict is not null',
    [hotelId],
  );
}
