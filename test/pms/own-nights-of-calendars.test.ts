// Nights of the house's own beside a stay that an imported calendar shows, and a guest's name that people have corrected.
import { beforeEach, describe, expect, test } from 'vitest';
import type { CalendarStay } from '../../src/model/ical/stay.ts';
import { type CalendarFeed, readOccupiedRanges } from '../../src/pms/calendar-feeds.ts';
import { importCalendar } from '../../src/pms/calendar-import/index.ts';
import { disconnectChannel } from '../../src/pms/connections.ts';
import { requireReservation } from '../../src/pms/reservations/find.ts';
import { useDatabase } from '../harness/database.ts';
import { expectConsistent } from './invariants.ts';
import { shownCalendar } from './shown-calendar.ts';
import { connectCalendars, createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
const TODAY = date('2027-03-01');
const march = (day: number) => date(`2027-03-${String(day).padStart(2, '0')}`);

beforeEach(async () => {
  environment = await createPropertyFixture(database.db);
  await connectCalendars(environment, ['vrbo']);
});

/** A fetch that shows these nights of the stay; none = the stay is missing. */
async function fetch(nights?: [number, number], shown: Partial<CalendarStay> = {}): Promise<void> {
  environment.now = environment.now.add({ minutes: 1 });
  const stays = nights ? [{ uid: 'u1', from: march(nights[0]), until: march(nights[1]), ...shown }] : [];
  const property = await environment.property();
  const { room: roomId } = environment;
  const source = { property, channel: 'vrbo', roomId, calendar: shownCalendar(stays), confirmAfterMs: 0 };
  await environment.change((tx) => importCalendar(tx, source));
  await expectConsistent(environment.db, environment.hotelId, TODAY);
}

/** Fetches without the stay, until its absence is confirmed. */
async function gone(): Promise<void> {
  for (let times = 0; times < 4; times += 1) await fetch();
}

async function stays(): Promise<string[]> {
  const rows = await environment.db.query<{ reservation_id: number }>(
    'select reservation_id from reservations where hotel_id = $1 order by reservation_id',
    [environment.hotelId],
  );
  return Promise.all(
    rows.map(async ({ reservation_id: id }) => {
      const { status, checkin, checkout, channelCheckin, channelCheckout } = await requireReservation(
        environment.db,
        environment.hotelId,
        id,
      );
      const known = channelCheckin ? `${channelCheckin.day}–${channelCheckout?.day}` : 'none';
      return `${status} ${checkin.day}–${checkout.day} (${known})`;
    }),
  );
}

async function onlyStay() {
  const [row] = await environment.db.query<{ reservation_id: number }>(
    'select reservation_id from reservations where hotel_id = $1',
    [environment.hotelId],
  );
  return requireReservation(environment.db, environment.hotelId, row!.reservation_id);
}

/** The stay of the calendar, which people let begin on the 9th and end on the 14th. */
async function prolonged(): Promise<number> {
  await fetch([10, 12]);
  const { reservationId } = await onlyStay();
  await environment.patch(reservationId, { checkin: march(9), checkout: march(14) });
  return reservationId;
}

describe('own nights', () => {
  test('survive each fetch, and are closed in the calendar link of the channel, which does not know them', async () => {
    await prolonged();
    await fetch([10, 12]);
    await fetch([10, 12]);
    expect(await stays()).toEqual(['confirmed 9–14 (10–12)']);
    expect(await closedFor('vrbo')).toEqual(['9–10', '12–14']);
    expect(await closedFor('airbnb')).toEqual(['9–14']);
  });

  test.each<[string, [number, number], string]>([
    ['longer', [10, 13], 'confirmed 9–14 (10–13)'],
    ['longer than they are', [8, 16], 'confirmed 8–16 (8–16)'],
    ['shorter', [10, 11], 'confirmed 9–14 (10–11)'],
  ])('stay when the calendar shows a %s stay', async (_, nights, stay) => {
    await prolonged();
    await fetch(nights);
    expect(await stays()).toEqual([stay]);
  });

  test('stay when the calendar shows the stay apart from them', async () => {
    await prolonged();
    await fetch([20, 22]);
    expect(await stays()).toEqual(['confirmed 9–14 (none)', 'confirmed 20–22 (20–22)']);
    expect((await onlyStayOf('9')).differences).toMatchObject([{ member: 'status', value: 'cancelled' }]);
    await fetch([20, 23]);
    expect(await stays()).toEqual(['confirmed 9–14 (none)', 'confirmed 20–23 (20–23)']);
  });

  test('stay when the calendar shows the stay no longer, until people decide', async () => {
    const id = await prolonged();
    await gone();
    expect(await stays()).toEqual(['confirmed 9–14 (none)']);
    expect((await onlyStay()).differences).toMatchObject([{ member: 'status', value: 'cancelled' }]);
    expect(await closedFor('vrbo')).toEqual(['9–14']);
    await environment.cancel(id, march(9));
    expect((await onlyStay()).differences).toBeNull();
  });

  test('stay when the calendar is connected again', async () => {
    await prolonged();
    await environment.change((tx) => disconnectChannel(tx, 'vrbo'));
    await connectCalendars(environment, ['vrbo']);
    await fetch([10, 12]);
    expect(await stays()).toEqual(['confirmed 9–14 (10–12)']);
  });
});

test('a stay without own nights is cancelled when the calendar shows it no longer', async () => {
  await fetch([10, 12]);
  await gone();
  expect(await stays()).toEqual(['cancelled 10–12 (10–12)']);
});

test('a stay that people moved to the past is left alone when the calendar shows it no longer', async () => {
  await fetch([10, 12]);
  const { reservationId } = await onlyStay();
  await environment.change((tx) => disconnectChannel(tx, 'vrbo'));
  await environment.patch(reservationId, { checkin: date('2027-02-26'), checkout: date('2027-02-28') });
  await connectCalendars(environment, ['vrbo']);
  await fetch([10, 12], { reference: 'HA-1' });
  await gone();
  expect((await onlyStay()).status).toBe('confirmed');
});

describe('a name that people have corrected', () => {
  async function corrected(): Promise<void> {
    await fetch([10, 12], { guestName: 'Jon' });
    const { reservationId } = await onlyStay();
    await environment.patch(reservationId, { guestName: 'John Smith' });
  }

  test('stays when other contents of the calendar change', async () => {
    await corrected();
    await fetch([10, 13], { guestName: 'Jon' });
    expect(await onlyStay()).toMatchObject({ guestName: 'John Smith', differences: null });
  });

  test('stays when the calendar changes it too, which is for people to decide', async () => {
    await corrected();
    await fetch([10, 12], { guestName: 'Johanna' });
    expect(await onlyStay()).toMatchObject({
      guestName: 'John Smith',
      differences: [{ member: 'guestName', value: 'Johanna' }],
    });
    await fetch([10, 12], { guestName: 'John Smith' });
    expect(await onlyStay()).toMatchObject({ guestName: 'John Smith', differences: null });
  });

  test('is the calendar’s where people have corrected nothing', async () => {
    await fetch([10, 12]);
    await fetch([10, 12], { guestName: 'Jon' });
    expect((await onlyStay()).guestName).toBe('Jon');
    await fetch([10, 12], { guestName: 'Johanna' });
    expect(await onlyStay()).toMatchObject({ guestName: 'Johanna', differences: null });
  });
});

/** The stay that begins on this day. */
async function onlyStayOf(day: string) {
  const [row] = await environment.db.query<{ reservation_id: number }>(
    'select reservation_id from reservations where hotel_id = $1 and checkin = $2',
    [environment.hotelId, march(Number(day))],
  );
  return requireReservation(environment.db, environment.hotelId, row!.reservation_id);
}

/** The nights that the calendar link of a channel shows as taken. */
async function closedFor(channel: string): Promise<string[]> {
  const feed = {
    hotelId: environment.hotelId,
    roomId: environment.room,
    unitId: null,
    channel,
  } as CalendarFeed;
  const ranges = await readOccupiedRanges(environment.db, feed, { from: march(1), until: march(28) });
  return ranges.map(({ from, until }) => `${from.day}–${until.day}`);
}
