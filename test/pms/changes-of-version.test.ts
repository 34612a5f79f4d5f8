// What a version of an order changes of a booking that people have changed too: only what the channel has changed. Where both have
// changed a member, the booking keeps what people set, and the channel's value waits for them to decide.
import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberOfBoth } from '../../src/model/channel-difference.ts';
import type { Reservation } from '../../src/model/reservation.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { untilLockIsAwaited } from '../harness/lock-awaited.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const TODAY = date('2027-03-01');

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{}, {}, {}]);
});

/** A member with the values of two versions of the channel, what people set, and what each is in the booking. */
type Sample = {
  first: Version;
  second: Version;
  stored: [first: unknown, second: unknown];
  ours: DeskPatch;
};

const guest = (first: object, second: object): Pick<Sample, 'first' | 'second'> => ({
  first: { guest: { name: 'Grace Hopper', email: null, phone: null, ...first } },
  second: { guest: { name: 'Grace Hopper', email: null, phone: null, ...second } },
});
const room = (first: object, second: object): Pick<Sample, 'first' | 'second'> => ({
  first: { rooms: [first] },
  second: { rooms: [second] },
});

/** Dates and cancellations: own-nights.test.ts. */
type Sampled = Exclude<MemberOfBoth, 'checkin' | 'checkout' | 'status'>;

function samples(): Record<Sampled, Sample> {
  const [, one, two] = environment.rooms;
  return {
    guestName: {
      ...guest({ name: 'Grace' }, { name: 'Grace B.' }),
      stored: ['Grace', 'Grace B.'],
      ours: { guestName: 'Rear Admiral Hopper' },
    },
    guestEmail: {
      ...guest({ email: 'alias@guest.example' }, { email: 'other@guest.example' }),
      stored: ['alias@guest.example', 'other@guest.example'],
      ours: { guestEmail: 'grace@navy.example' },
    },
    guestPhone: {
      ...guest({ phone: '+351 910 000 001' }, { phone: '+351 910 000 002' }),
      stored: ['+351 910 000 001', '+351 910 000 002'],
      ours: { guestPhone: '+351 910 000 009' },
    },
    language: {
      ...guest({ language: 'en' }, { language: 'fr' }),
      stored: ['en', 'fr'],
      ours: { language: 'de' },
    },
    country: {
      ...guest({ country: 'GB' }, { country: 'US' }),
      stored: ['GB', 'US'],
      ours: { country: 'PT' },
    },
    adults: {
      ...room({ party: { adults: 1, children: [] } }, { party: { adults: 2, children: [] } }),
      stored: [1, 2],
      ours: { adults: 3 },
    },
    children: {
      ...room({ party: { adults: 1, children: [] } }, { party: { adults: 1, children: [4] } }),
      stored: [[], [4]],
      ours: { children: [4, 7] },
    },
    companions: {
      ...room({ guests: [{ name: 'Bo', age: 6 }] }, { guests: [{ name: 'Bo', age: 7 }] }),
      stored: [[{ name: 'Bo', age: 6 }], [{ name: 'Bo', age: 7 }]],
      ours: { companions: [{ name: 'Bodil', age: 6 }] },
    },
    arrivalTime: {
      first: { arrivalTime: '15:00' },
      second: { arrivalTime: '18:00' },
      stored: ['15:00', '18:00'],
      ours: { arrivalTime: '21:00' },
    },
    meal: {
      ...room({ meal: 'none' }, { meal: 'breakfast' }),
      stored: ['none', 'breakfast'],
      ours: { meal: 'half_board' },
    },
    roomId: {
      ...room({ externalRoom: 'R0' }, { externalRoom: 'R1' }),
      stored: [environment.room, one],
      ours: { roomId: two! },
    },
    priceMinor: {
      ...room({ total: '300.00' }, { total: '330.00' }),
      stored: [30_000, 33_000],
      ours: { priceMinor: 25_000 },
    },
  };
}

const MEMBERS: Sampled[] = [
  'guestName',
  'guestEmail',
  'guestPhone',
  'language',
  'country',
  'adults',
  'children',
  'companions',
  'arrivalTime',
  'meal',
  'roomId',
  'priceMinor',
];

/** Receives the first version; returns the booking's id. */
async function sold(version: Version): Promise<number> {
  receive = await connectOrders(environment, 'expedia');
  const { reservationIds } = await receive(version);
  return reservationIds[0]!;
}

function change(reservationId: number, patch: DeskPatch): Promise<Reservation> {
  const how = { today: TODAY, early: false, updateGuest: false };
  return environment.change(async (tx) =>
    patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
  );
}

const stored = (reservationId: number) =>
  requireReservation(environment.db, environment.hotelId, reservationId);

/** A version in which only the notes are new. */
const withNotes = (version: Version): Version => ({ ...version, notes: 'A cot, please' });

/** A version whose rooms have other keys, as those of an order list can. */
const renumbered = ({ rooms = [{}], ...version }: Version): Version => ({
  ...version,
  rooms: rooms.map((one, i) => ({ ...one, key: `list-${i}` })),
});

describe.each(MEMBERS)('%s', (member) => {
  test('is the channel’s as long as people have not set it', async () => {
    const { first, second, stored: values } = samples()[member];
    const id = await sold(first);
    expect((await stored(id))[member]).toEqual(values[0]);
    await receive(second);
    expect(await stored(id)).toMatchObject({ [member]: values[1], differences: null });
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('stays as people set it when the channel changes something else', async () => {
    const { first, ours } = samples()[member];
    const id = await sold(first);
    await change(id, ours);
    await receive(withNotes(first));
    expect(await stored(id)).toMatchObject({ ...ours, notes: 'A cot, please', differences: null });
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('stays as people set it when the channel changes it, too, and the channel’s value waits', async () => {
    const { first, second, stored: values, ours } = samples()[member];
    const id = await sold(first);
    await change(id, ours);
    await receive(second);
    const difference = { member, value: values[1], since: environment.now.toString() };
    expect(await stored(id)).toMatchObject({ ...ours, differences: [difference] });
    // It goes on waiting, and since then, as long as nobody has decided.
    environment.now = environment.now.add({ hours: 1 });
    await receive(withNotes(second));
    expect(await stored(id)).toMatchObject({ ...ours, differences: [difference] });
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test.each(['ours', 'theirs'] as const)('is decided by setting it: %s', async (whose) => {
    const { first, second, stored: values, ours } = samples()[member];
    const id = await sold(first);
    await change(id, ours);
    await receive(second);
    const decided = whose === 'ours' ? ours : { [member]: values[1] };
    expect(await change(id, decided)).toMatchObject({ ...decided, differences: null });
    await receive(withNotes(second));
    expect(await stored(id)).toMatchObject({ ...decided, differences: null });
  });

  test('is compared with the same room of a version that numbered its rooms otherwise', async () => {
    const { first, second, stored: values, ours } = samples()[member];
    const id = await sold(first);
    await change(id, ours);
    await receive(renumbered(first));
    expect(await stored(id)).toMatchObject({ ...ours, differences: null });
    await receive(second);
    expect(await stored(id)).toMatchObject({ ...ours, differences: [{ member, value: values[1] }] });
  });

  test('waits with the latest value of the channel', async () => {
    const { first, second, stored: values, ours } = samples()[member];
    const id = await sold(first);
    await change(id, ours);
    await receive(second);
    await receive(first);
    expect(await stored(id)).toMatchObject({ ...ours, differences: [{ member, value: values[0] }] });
  });
});

test('a difference ends when the channel reports what people have set', async () => {
  const guest = { name: 'Grace Hopper', email: null, phone: '+351 910 000 001' };
  const id = await sold({ guest });
  await change(id, { guestPhone: '+351 910 000 009' });
  await receive({ guest: { ...guest, phone: '+351 910 000 002' } });
  expect((await stored(id)).differences).toHaveLength(1);
  await receive({ guest: { ...guest, phone: '+351 910 000 009' } });
  expect(await stored(id)).toMatchObject({ guestPhone: '+351 910 000 009', differences: null });
});

test('what only channels know is always the channel’s', async () => {
  const id = await sold({ commission: '45.00', collectedBy: 'property' });
  await receive({
    commission: '50.00',
    collectedBy: 'channel',
    virtualCard: { activeFrom: null, activeUntil: null, amount: '9.00' },
    charges: [],
  });
  expect(await stored(id)).toMatchObject({
    commissionMinor: 5_000,
    collectedBy: 'channel',
    virtualCard: { amountMinor: 900 },
    differences: null,
  });
  await receive({ commission: '50.00', collectedBy: 'channel', virtualCard: null, charges: [] });
  expect(await stored(id)).toMatchObject({ commissionMinor: 5_000, virtualCard: null, charges: null });
});

test('new notes of the channel stand below those that people wrote', async () => {
  const id = await sold({ notes: 'Late' });
  await change(id, { notes: 'Late\nVIP' });
  await receive({ notes: 'A cot, please' });
  expect(await stored(id)).toMatchObject({ notes: 'Late\nVIP\nA cot, please', differences: null });
});

test('a price that people set stays, and nights that the channel adds cost what it says', async () => {
  const nights = (...days: number[]) =>
    days.map((day) => ({ date: date(`2027-03-0${day}`), price: '100.00' }));
  const id = await sold({ rooms: [{ nights: nights(1, 2, 3) }] });
  await change(id, { priceMinor: 24_000 });
  await receive({ rooms: [{ checkout: date('2027-03-05'), total: '400.00', nights: nights(1, 2, 3, 4) }] });
  expect(await stored(id)).toMatchObject({
    checkout: date('2027-03-05'),
    priceMinor: 34_000,
    differences: [{ member: 'priceMinor', value: 40_000, currency: 'EUR' }],
  });
  await expectConsistent(environment.db, environment.hotelId, TODAY);
});

test('versions without a time that arrive in the same moment follow one another', async () => {
  const id = await sold({ at: null });
  for (const price of [31_000, 32_000, 33_000, 34_000]) {
    await receive({ at: null, rooms: [{ total: String(price / 100) }] });
    expect(await stored(id)).toMatchObject({ priceMinor: price, differences: null });
  }
});

test('the price of a stay that is over is no difference', async () => {
  const id = await sold({});
  await change(id, { status: 'no_show' });
  await receive({ rooms: [{ total: '100.00' }] });
  expect(await stored(id)).toMatchObject({ priceMinor: 30_000, differences: null });
});

test('a stay that people moved stays there when the channel names a room that is mapped to none', async () => {
  const id = await sold({});
  await change(id, { roomId: environment.rooms[2]! });
  await receive({ rooms: [{ externalRoom: 'unknown' }] });
  expect(await stored(id)).toMatchObject({
    roomId: environment.rooms[2],
    conflictKind: 'unmapped_room',
    differences: null,
  });
});

test.each([
  ['telephone', { guestPhone: '+351 910 000 009' }, { guestPhone: '+351 910 000 009' }],
  ['cancellation', { status: 'cancelled' }, { status: 'cancelled' }],
] as const)('a %s of people that is not stored yet when a version arrives stays', async (_, patch, kept) => {
  const id = await sold({});
  const how = { today: TODAY, early: false, updateGuest: false };
  let arrived: Promise<unknown> | undefined;
  await environment.change(async (tx) => {
    await patchReservation(tx, await lockReservation(tx, id), patch, how);
    arrived = receive({
      guest: { name: 'Grace Hopper', email: null, phone: '+351 910 000 002' },
      rooms: [{ checkout: date('2027-03-05') }],
    });
    await untilLockIsAwaited(environment.db);
  });
  await arrived;
  expect(await stored(id)).toMatchObject(kept);
  await expectConsistent(environment.db, environment.hotelId, TODAY);
});

test('the log says that there is something to decide, and what was decided, without the guest', async () => {
  const id = await sold({});
  await change(id, { guestName: 'Rear Admiral Hopper' });
  await receive({ guest: { name: 'Grace B.', email: null, phone: null } });
  await change(id, { guestName: 'Rear Admiral Hopper' });
  const events = await environment.db.query<{ changed: string[]; text: string }>(
    `select data->'changed' as changed, data::text as text from events
     where hotel_id = $1 and kind = 'booking.modified' order by seq`,
    [environment.hotelId],
  );
  expect(events.map(({ changed }) => changed)).toEqual([['guestName'], ['differences'], ['differences']]);
  expect(events.map(({ text }) => text).join()).not.toContain('Grace B.');
});
