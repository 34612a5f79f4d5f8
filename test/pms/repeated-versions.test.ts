// Versions of an order that a channel sends more than once: a repetition changes nothing, an order that is changed
// back does.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  findKnownAndResetAck,
  insertInboxEntry,
  markApplied,
} from '../../src/pms/channel-sync/ingest/inbox.ts';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { requireReservation } from '../../src/pms/reservations/find.ts';
import { useDatabase } from '../harness/database.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { createPropertyFixture, date, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 1 }]);
  receive = await connectOrders(environment, 'airbnb');
});

/** A version with a stay until this day of March, as a channel sends it that names no versions. */
function until(day: string, version: Version = {}): Version {
  const checkout = date(`2027-03-${day}`);
  return { at: null, digested: true, revision: `until ${day}`, rooms: [{ checkout }], ...version };
}

/** Receives versions one after the other; returns their outcomes and the dates of departure of all bookings. */
async function receiveAll(...versions: Version[]) {
  const outcomes: string[] = [];
  for (const version of versions) outcomes.push((await receive(version)).outcome);
  const rows = await environment.db.query<{ checkout: string }>(
    `select checkout::text from reservations where hotel_id = $1 and status = 'confirmed'`,
    [environment.hotelId],
  );
  return { outcomes, checkouts: rows.map(({ checkout }) => checkout) };
}

describe('of a channel that names no versions', () => {
  test('an order that is changed and changed back has its first dates', async () => {
    expect(await receiveAll(until('04'), until('06'), until('04'))).toEqual({
      outcomes: ['stored', 'changed', 'changed'],
      checkouts: ['2027-03-04'],
    });
  });

  test('a repetition of the last version is known, also after an order was changed back', async () => {
    const { outcomes } = await receiveAll(until('04'), until('06'), until('06'), until('04'), until('04'));
    expect(outcomes).toEqual(['stored', 'changed', 'known', 'changed', 'known']);
  });

  test('a cancelled order that takes place again can be cancelled again', async () => {
    const cancelled = until('04', { status: 'cancelled', revision: 'cancelled' });
    expect(await receiveAll(until('04'), cancelled, until('04'), cancelled)).toMatchObject({
      outcomes: ['stored', 'cancelled', 'changed', 'cancelled'],
      checkouts: [],
    });
  });

  test('the dates of its changes tell that an earlier version is a repetition', async () => {
    const first = until('04', { at: START.add({ minutes: 1 }) });
    const second = until('06', { at: START.add({ minutes: 2 }) });
    expect(await receiveAll(first, second, first)).toEqual({
      outcomes: ['stored', 'changed', 'known'],
      checkouts: ['2027-03-06'],
    });
  });

  test('a version that says nothing new does not ask again whether a stay takes place that was cancelled here', async () => {
    const { reservationIds } = await receive(until('04'));
    const [reservationId] = reservationIds as [number];
    const today = date('2027-02-01');
    await environment.change((tx) => cancelReservation(tx, { reservationId, date: today, today }));
    await receive(until('04', { revision: 'the same under another revision', receipt: '2' }));
    const stored = await requireReservation(environment.db, environment.hotelId, reservationId);
    expect(stored).toMatchObject({ status: 'cancelled', differences: null });
  });
});

test('of a channel that names its versions, each is applied once', async () => {
  const named = (day: string) => until(day, { digested: false });
  expect(await receiveAll(named('04'), named('06'), named('04'))).toEqual({
    outcomes: ['stored', 'changed', 'known'],
    checkouts: ['2027-03-06'],
  });
});

describe('in a queue', () => {
  const key = () => ({ hotelId: environment.hotelId, channel: 'airbnb' });
  const how = { kind: 'reservation', acknowledged: true } as const;
  const digested = (revision: string) => ({ reference: 'N1', revision, digested: true });
  const known = (...revisions: string[]) =>
    findKnownAndResetAck(environment.db, key(), how, revisions.map(digested));

  beforeEach(() => receiveAll(until('04'), until('06')));

  test('the versions before the last one are repetitions: the last one tells which is in force', async () => {
    expect(await known('until 04', 'until 06')).toEqual(new Set(['N1/until 04', 'N1/until 06']));
    expect(await known('until 06', 'until 04')).toEqual(new Set(['N1/until 06']));
    expect(await known('until 04')).toEqual(new Set());
  });

  test('a version that came too late stays known', async () => {
    await environment.change(async (tx) => {
      const late = { channel: 'airbnb', kind: 'reservation', reference: 'N1', revision: 'late' } as const;
      await insertInboxEntry(tx, { ...late, content: {}, sentAt: null });
      await markApplied(tx, late, 'superseded');
    });
    expect(await known('late')).toEqual(new Set(['N1/late']));
    expect(await known('until 06')).toEqual(new Set(['N1/until 06']));
  });
});
