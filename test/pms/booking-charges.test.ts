// What bookings post to the ledger: the price, and the charges that channels reported beside it.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Collector, ReportedCharge } from '../../src/model/stay-details.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { useDatabase } from '../harness/database.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type FixtureStay, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let world: PropertyFixture;
const TODAY = date('2027-03-01');

beforeEach(async () => {
  world = await createPropertyFixture(database.db, [{}, {}]);
});

const CITY_TAX = charge('tax', 'City tax', 1_200);
const CLEANING = charge('fee', 'Cleaning', 4_000, { collectedBy: 'channel' });
const BREAKFAST = charge('service', 'Breakfast', 3_000, { included: true });

function charge(
  kind: ReportedCharge['kind'],
  description: string,
  amountMinor: number,
  more: Partial<ReportedCharge> = {},
): ReportedCharge {
  return { kind, description, amountMinor, quantity: 2, included: false, collectedBy: 'property', ...more };
}

const accept = (stay: Partial<FixtureStay> = {}) =>
  world.accept({
    roomId: world.room,
    checkin: date('2027-03-01'),
    checkout: date('2027-03-04'),
    charges: [CITY_TAX, CLEANING, BREAKFAST],
    collectedBy: 'channel',
    ...stay,
  });

/** Returns the entries of the property after those that were there before, as short texts. */
async function entries(from = 0): Promise<string[]> {
  await expectConsistent(world.db, world.hotelId, TODAY);
  const rows = await world.db.query<{ text: string }>(
    `select concat_ws(' ', type, code, amount_minor, 'of', room_id - $2 + 1, collected_by, service_from || '/' || service_until,
       'x' || quantity) as text
     from ledger_entries where hotel_id = $1 order by entry_id`,
    [world.hotelId, world.room],
  );
  return rows.slice(from).map(({ text }) => text);
}

test('a booking posts its price and the charges beside it; what the price includes is no entry', async () => {
  await accept();
  expect(await entries()).toEqual([
    'income accommodation 30000 of 1 channel 2027-03-01/2027-03-04 x3',
    'income tax 1200 of 1 property 2027-03-01/2027-03-04 x2',
    'income fee 4000 of 1 channel 2027-03-01/2027-03-04 x2',
  ]);
});

test('a direct booking is collected by the property, whatever its price; a calendar stay posts nothing', async () => {
  const dates = { checkin: date('2027-03-01'), checkout: date('2027-03-02') };
  await world.book({ roomId: world.room, ...dates, priceMinor: 0 });
  await world.accept({ roomId: world.rooms[1]!, ...dates, priceMinor: 0 });
  expect(await entries()).toEqual(['income accommodation 0 of 1 property 2027-03-01/2027-03-02 x1']);
});

describe('a change posts', () => {
  const PATCHES: [string, object, string[]][] = [
    [
      'one adjustment for another price',
      { priceMinor: 25_000 },
      ['adjustment accommodation -5000 of 1 channel 2027-03-01/2027-03-04'],
    ],
    [
      'the nights that a longer stay gains',
      { checkout: date('2027-03-06') },
      [
        'adjustment accommodation 20000 of 1 channel 2027-03-04/2027-03-06 x2',
        'reversal tax -1200 of 1 property 2027-03-01/2027-03-04 x-2',
        'income tax 1200 of 1 property 2027-03-01/2027-03-06 x2',
        'reversal fee -4000 of 1 channel 2027-03-01/2027-03-04 x-2',
        'income fee 4000 of 1 channel 2027-03-01/2027-03-06 x2',
      ],
    ],
    [
      'the nights that a shorter stay loses',
      { checkout: date('2027-03-02') },
      [
        'adjustment accommodation -20000 of 1 channel 2027-03-02/2027-03-04 x-2',
        'reversal tax -1200 of 1 property 2027-03-01/2027-03-04 x-2',
        'income tax 1200 of 1 property 2027-03-01/2027-03-02 x2',
        'reversal fee -4000 of 1 channel 2027-03-01/2027-03-04 x-2',
        'income fee 4000 of 1 channel 2027-03-01/2027-03-02 x2',
      ],
    ],
    [
      'one adjustment for another amount of a charge',
      { charges: [{ ...CITY_TAX, amountMinor: 1_000 }, CLEANING] },
      ['adjustment tax -200 of 1 property 2027-03-01/2027-03-04'],
    ],
    [
      'a reversal for a charge that is gone',
      { charges: [CITY_TAX] },
      ['reversal fee -4000 of 1 channel 2027-03-01/2027-03-04 x-2'],
    ],
    ['nothing for a charge that the price already included', { charges: [CITY_TAX, CLEANING] }, []],
    ['nothing for another name', { guestName: 'Grace Hopper' }, []],
    [
      'the price again for another collector',
      { collectedBy: 'property' as Collector },
      [
        'reversal accommodation -30000 of 1 channel 2027-03-01/2027-03-04 x-3',
        'income accommodation 30000 of 1 property 2027-03-01/2027-03-04 x3',
      ],
    ],
  ];

  test.each(PATCHES)('%s', async (_, patch, expected) => {
    const { reservationId } = await accept();
    const change = { reservationId, patch, today: TODAY, taking: 'fact' as const };
    await world.change((tx) => changeReservation(tx, change));
    expect(await entries(3)).toEqual(expected);
    await world.change((tx) => changeReservation(tx, change));
    expect(await entries(3)).toEqual(expected);
  });

  test('all lines anew in another room', async () => {
    const { reservationId } = await accept();
    await world.patch(reservationId, { roomId: world.rooms[1]! });
    expect((await entries(3)).map((entry) => entry.split(' ').slice(0, 5).join(' '))).toEqual([
      'reversal accommodation -30000 of 1',
      'reversal tax -1200 of 1',
      'reversal fee -4000 of 1',
      'income accommodation 30000 of 2',
      'income tax 1200 of 2',
      'income fee 4000 of 2',
    ]);
  });
});

test('a cancellation reverses everything; repeated, it posts nothing', async () => {
  const { reservationId } = await accept({ checkin: date('2027-03-02') });
  const expected = [
    'reversal accommodation -30000 of 1 channel 2027-03-02/2027-03-04 x-2',
    'reversal tax -1200 of 1 property 2027-03-02/2027-03-04 x-2',
    'reversal fee -4000 of 1 channel 2027-03-02/2027-03-04 x-2',
  ];
  for (let n = 0; n < 2; n += 1) {
    await world.cancel(reservationId, date('2027-03-02'));
    expect(await entries(3)).toEqual(expected);
  }
});

test('an early departure reverses the nights that are given back, and keeps the charges', async () => {
  const { reservationId } = await accept();
  await world.patch(reservationId, { status: 'checked_in' });
  await world.cancel(reservationId, date('2027-03-03'));
  expect(await entries(3)).toEqual(['reversal accommodation -10000 of 1 channel 2027-03-03/2027-03-04 x-1']);
  await world.cancel(reservationId, date('2027-03-02'));
  expect(await entries(4)).toEqual(['reversal accommodation -10000 of 1 channel 2027-03-02/2027-03-03 x-1']);
});

test('a no-show owes the price, and none of the charges beside it', async () => {
  const { reservationId } = await accept();
  await world.patch(reservationId, { status: 'no_show' });
  expect((await entries(3)).map((entry) => entry.split(' ').slice(0, 3).join(' '))).toEqual([
    'reversal tax -1200',
    'reversal fee -4000',
  ]);
});

test('a channel that changes the charges of an early departure changes the entries; of a cancelled stay, none', async () => {
  const [left, gone] = [
    await accept(),
    await accept({ roomId: world.rooms[1]!, checkin: date('2027-03-02') }),
  ];
  await world.patch(left.reservationId, { status: 'checked_in' });
  await world.cancel(left.reservationId, date('2027-03-03'));
  await world.cancel(gone.reservationId, date('2027-03-02'));
  const before = (await entries()).length;
  for (const { reservationId } of [left, gone]) {
    const patch = { charges: [{ ...CITY_TAX, amountMinor: 900 }] };
    await world.change((tx) => changeReservation(tx, { reservationId, patch, today: TODAY, taking: 'fact' }));
  }
  expect((await entries(before)).map((entry) => entry.split(' ').slice(0, 3).join(' '))).toEqual([
    'adjustment tax -300',
    'reversal fee -4000',
  ]);
});
