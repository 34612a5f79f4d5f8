// How a party is placed in several rooms.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMinor } from '../../../src/model/money.ts';
import {
  countEmptyRooms,
  isBookable,
  partiesOf,
  placesMissing,
  pricesOf,
  type RoomOffer,
  roomOf,
  type StayDraft,
  spreadPrice,
  sumOf,
} from '../../../web/screens/stay/book.ts';
import { randomly } from '../../harness/random.ts';

const single = { room_id: 1, capacity: 1, cots: 0, bookable: true } as RoomOffer;
const family = { room_id: 2, capacity: 4, cots: 0, bookable: true } as RoomOffer;
const offers = [single, family];
const draft = (more: Partial<StayDraft>) =>
  ({
    adults: 2,
    children: 0,
    ages: [],
    groupWith: null,
    rooms: new Map(),
    roomId: null,
    ...more,
  }) as StayDraft;

test.each([
  [[2, 2], 3, 1, ['2+0', '1+1']],
  [[1, 4], 2, 2, ['1+0', '1+2']],
  [[2, 2], 1, 2, ['1+1', '0+1']],
  [[2], 5, 0, ['2+0']],
])('rooms for %j: %i adults and %i children', (capacities, adults, children, expected) => {
  const parties = partiesOf(
    capacities.map((capacity) => ({ capacity, cots: 0 })),
    { adults, children, ages: [] },
  );
  expect(parties.map((party) => `${party.adults}+${party.ages.length}`)).toEqual(expected);
});

test('infants sleep in the cots of the rooms, and count where there is none', () => {
  const double = { ...single, room_id: 3, capacity: 2, cots: 1 } as RoomOffer;
  const withAges = (more: Partial<StayDraft>) => draft({ roomId: 3, ...more });
  expect(placesMissing(withAges({ children: 1, ages: [1] }), [double])).toBe(0);
  expect(placesMissing(withAges({ children: 1, ages: [2] }), [double])).toBe(1);
  expect(placesMissing(withAges({ children: 1 }), [double])).toBe(1);
  expect(placesMissing(withAges({ children: 2, ages: [0, 1] }), [double])).toBe(1);
  const party = { adults: 3, children: 3, ages: [0, 5, 1] };
  expect(partiesOf([double, double], party)).toEqual([
    { adults: 2, ages: [0] },
    { adults: 1, ages: [5, 1] },
  ]);
});

test('the rooms of a draft have a place for everybody, or how many are missing is known', () => {
  expect(placesMissing(draft({ roomId: 1 }), offers)).toBe(1);
  expect(placesMissing(draft({ roomId: 2, adults: 9 }), offers)).toBe(5);
  const group = draft({
    adults: 9,
    rooms: new Map([
      [1, 1],
      [2, 2],
    ]),
  });
  expect([placesMissing(group, offers), isBookable(group, offers)]).toEqual([0, true]);
  expect(isBookable(draft({ roomId: 1 }), offers)).toBe(false);
  expect(isBookable(draft({}), [])).toBe(false);
});

test('without a choice it is the first room that takes everybody, or the largest', () => {
  const chosen = (adults: number) => roomOf(draft({ adults }), offers)?.room_id;
  expect([chosen(1), chosen(2), chosen(4), chosen(5)]).toEqual([1, 2, 2, 2]);
});

test('rooms in which nobody is are counted', () => {
  const two = (adults: number, children = 0) =>
    countEmptyRooms(draft({ adults, children, rooms: new Map([[2, 2]]) }), offers);
  expect([two(1), two(1, 1), two(2), two(5)]).toEqual([1, 1, 0, 0]);
});

test('rooms without a price of their own are booked for what each was offered for, whatever the sum', () => {
  const at = (room_id: number, price: number) => ({ ...family, room_id, price });
  const priced = [at(1, 80.1), at(2, 100.2)];
  const rooms = new Map([
    [1, 2],
    [2, 1],
  ]);
  expect(pricesOf(draft({ rooms, price: null }), priced)).toEqual([80.1, 80.1, 100.2]);
  expect(sumOf(draft({ rooms, price: null }), priced)).toBe(260.4);
  expect(
    pricesOf(draft({ rooms, price: '100' }), priced)!.reduce((sum, price) => sum + price, 0),
  ).toBeCloseTo(100);
  expect(pricesOf(draft({ rooms, price: 'much' }), priced)).toBeNull();
});

test('a price of all rooms is spread in proportion, exactly', () => {
  expect(spreadPrice(100, [110, 110, 110], 'EUR')).toEqual([33.34, 33.33, 33.33]);
  expect(spreadPrice(300, [100, 200], 'EUR')).toEqual([100, 200]);
  expect(spreadPrice(5, [0, 0], 'JPY')).toEqual([3, 2]);
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 50 }), (total, prices) => {
      const parts = spreadPrice(
        total / 100,
        prices.map((price) => price / 100),
        'EUR',
      )!.map((part) => toMinor(part, 'EUR')!);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      const whole = prices.reduce((sum, price) => sum + price, 0);
      for (const [place, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        // No part is further from its share than the cents that are left over.
        if (whole > 0) expect(Math.abs(part - (total * prices[place]!) / whole)).toBeLessThan(1 + 1e-6);
      }
    }),
    randomly(),
  );
});
