// Bookings of earlier releases get the dates that their channel knows, wherever people have moved them since.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { AT, type Store, storeHouse, upgradeBookings, withClient } from './earlier-house.ts';

const RELEASED = 68;

type Earlier = { connection: string | null; status?: string; dates?: [string, string] };

/** Of each booking the dates here; the order of each has the number that is its name. */
const BOOKINGS: Record<string, Earlier> = {
  same: { connection: 'channex' },
  // People moved it while Channex was not connected.
  moved: { connection: 'channex', dates: ['2027-05-10', '2027-05-12'] },
  left: { connection: 'channex', status: 'checked_out', dates: ['2027-05-03', '2027-05-04'] },
  cancelled: { connection: 'channex', status: 'cancelled' },
  // Nothing is stored of its order any more.
  old: { connection: 'channex', dates: ['2027-05-01', '2027-05-02'] },
  ofCalendar: { connection: 'vrbo', status: 'checked_out', dates: ['2027-05-03', '2027-05-04'] },
  direct: { connection: null },
};

test('each has those of the last version that was applied, or of the calendar', async () => {
  await withClient(async (client) => {
    expect(
      await upgradeBookings(client, RELEASED, storeEarlier, ['channel_checkin', 'channel_checkout']),
    ).toEqual({
      same: ['2027-05-03', '2027-05-05'],
      moved: ['2027-05-03', '2027-05-05'],
      left: ['2027-05-03', '2027-05-05'],
      cancelled: ['2027-05-03', '2027-05-05'],
      old: ['2027-05-01', '2027-05-02'],
      ofCalendar: ['2027-05-03', '2027-05-05'],
      direct: [null, null],
    });
  });
});

/** Stores the bookings; returns the id of each. */
async function storeEarlier(client: pg.Client): Promise<Record<string, string>> {
  const { store, room } = await storeHouse(client, { channex: 'channex', vrbo: 'ical' });
  const ids: Record<string, string> = {};
  for (const [
    name,
    { connection, status = 'confirmed', dates = ['2027-05-03', '2027-05-05'] },
  ] of Object.entries(BOOKINGS)) {
    const { reservation_id: id } = await store(
      `insert into reservations (hotel_id, room_id, channel, connection, order_reference, status, guest_name, checkin, checkout, price_minor, currency,
         created_at, updated_at)
       values ($1, $2, coalesce($3, 'direct'), $3, case when $3 = 'channex' then $4 end, $5, 'Ada', $6, $7, 20000, 'EUR', $8, $8) returning reservation_id`,
      room,
      connection,
      name,
      status,
      ...dates,
      AT,
    );
    ids[name] = id;
    if (connection === 'channex')
      await store(
        `insert into channel_stays (hotel_id, channel, reference, room_key, reservation_id) values ($1, 'channex', $2, '1', $3)`,
        name,
        id,
      );
  }
  await store(
    `insert into calendar_stays (hotel_id, channel, room_id, reservation_id) values ($1, 'vrbo', $2, $3)`,
    room,
    ids['ofCalendar'],
  );
  for (const [date, releasedAt] of [
    ['2027-05-03', null],
    ['2027-05-04', AT],
  ])
    await store(
      `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at, released_at) values ($1, $2, $3, $4, 0, $5, $6)`,
      ids['ofCalendar'],
      room,
      date,
      AT,
      releasedAt,
    );
  for (const name of ['same', 'moved', 'left', 'cancelled']) await storeVersions(store, name);
  return ids;
}

/** The first version had other dates; one that came too late has others again. */
async function storeVersions(store: Store, reference: string): Promise<void> {
  const versions = [
    ['a', 1, 'stored', '2027-04-01', '2027-04-03'],
    ['b', 2, 'changed', '2027-05-03', '2027-05-05'],
    ['c', null, 'superseded', '2027-06-01', '2027-06-03'],
  ] as const;
  for (const [revision, application, outcome, checkin, checkout] of versions)
    await store(
      `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, received_at, applied_at, outcome, application)
       values ($1, 'channex', 'reservation', $2, $3, $4, $5, $5, $6, $7)`,
      reference,
      revision,
      JSON.stringify({
        status: reference === 'cancelled' && revision === 'b' ? 'cancelled' : 'modified',
        rooms: [{ key: '1', checkin, checkout }],
      }),
      AT,
      outcome,
      application,
    );
}
