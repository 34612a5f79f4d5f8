// Choosing units: the best of the free ones, the fewest moves, the split with the fewest changes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bestUnit,
  type Days,
  fewestMoves,
  isFree,
  type MovableStay,
  splitOverUnits,
  type UnitCalendar,
  type UnitHolder,
} from '../../src/model/unit-plan.ts';
import { randomly } from '../harness/random.ts';

type Taken = Days & { unit: number; reservationId?: number; closureId?: number };

/** Units 1 … n, with who takes which nights. */
function unitsWith(n: number, taken: readonly Taken[], more: Partial<UnitCalendar>[] = []): UnitCalendar[] {
  return Array.from({ length: n }, (_, i) => {
    const nights = new Map<number, UnitHolder>();
    for (const { unit, from, until, reservationId = null, closureId = null } of taken)
      if (unit === i + 1)
        for (let day = from; day < until; day += 1) nights.set(day, { reservationId, closureId });
    const base = { unitId: i + 1, name: `${i + 1}`, position: i + 1, ready: true, occupiedBy: null };
    return { ...base, taken: nights, outOfService: new Set<number>(), ...more[i] };
  });
}

const later = (days: Days) => ({ ...days, arrivesNow: false });
const movableOf = (taken: readonly Taken[]) =>
  new Map(taken.map(({ reservationId = 0, from, until }) => [reservationId, { reservationId, from, until }]));

const stays = (n: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 })), { maxLength: 60 })
    .map((all) => {
      // As the inventory does: a stay is sold only while a unit is left in each of its nights.
      const sold = new Map<number, number>();
      const kept: MovableStay[] = [];
      for (const [from, length] of all) {
        const days = Array.from({ length }, (_, i) => from + i);
        if (days.some((day) => (sold.get(day) ?? 0) >= n)) continue;
        for (const day of days) sold.set(day, (sold.get(day) ?? 0) + 1);
        kept.push({ reservationId: kept.length + 1, from, until: from + length });
      }
      return kept;
    });

describe('the best unit', () => {
  test('exists for every stay, when nothing is fixed and stays get one in the order of arrival', () => {
    const houses = fc.integer({ min: 1, max: 6 }).chain((n) => fc.tuple(fc.constant(n), stays(n)));
    fc.assert(
      fc.property(houses, ([n, sold]) => {
        const taken: Taken[] = [];
        for (const stay of sold.toSorted((a, b) => a.from - b.from)) {
          const best = bestUnit(unitsWith(n, taken), later(stay));
          expect(best, JSON.stringify({ n, sold, stay })).not.toBeNull();
          taken.push({ ...stay, unit: best!.unitId });
        }
      }),
      randomly(500),
    );
  });

  test('is the one with the smallest gaps around the stay', () => {
    const units = unitsWith(3, [
      { unit: 2, from: 5, until: 9, reservationId: 1 },
      { unit: 3, from: 6, until: 10, reservationId: 2 },
      { unit: 3, from: 13, until: 15, reservationId: 3 },
    ]);
    expect(bestUnit(units, later({ from: 10, until: 12 }))?.unitId).toBe(3);
  });

  test('is a vacant, clean one for a guest who arrives, and one out of service last', () => {
    const more = [{ outOfService: new Set([10]) }, { occupiedBy: 7 }, { ready: false }];
    const stay = { from: 10, until: 12, arrivesNow: true };
    expect(bestUnit(unitsWith(4, [], more), stay)?.unitId).toBe(4);
    expect(bestUnit(unitsWith(3, [], more), stay)?.unitId).toBe(3);
    expect(bestUnit(unitsWith(2, [], more), stay)?.unitId).toBe(2);
    expect(bestUnit(unitsWith(1, [], more), stay)?.unitId).toBe(1);
    expect(bestUnit(unitsWith(3, [], more), later(stay))?.unitId).toBe(2);
  });
});

/** The least number of moves, by trying all sets of stays and all placements: small houses only. */
function leastMovesByTrying(n: number, taken: readonly Taken[], stay: Days, movable: ReadonlySet<number>) {
  const others = taken.filter(({ reservationId }) => movable.has(reservationId!));
  for (let size = 0; size <= others.length; size += 1)
    for (const moved of subsets(others, size)) {
      const fixed = taken.filter((each) => !moved.includes(each));
      if (canPlace(n, fixed, [...moved, stay])) return size;
    }
  return null;
}

function subsets<T>(all: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, i) => subsets(all.slice(i + 1), size - 1).map((rest) => [one, ...rest]));
}

function canPlace(n: number, taken: readonly Taken[], [stay, ...rest]: readonly Days[]): boolean {
  if (!stay) return true;
  return unitsWith(n, taken).some(
    (unit) =>
      isFree(unit, stay) && canPlace(n, [...taken, { ...stay, unit: unit.unitId, closureId: 1 }], rest),
  );
}

describe('the fewest moves', () => {
  const houses = fc.integer({ min: 2, max: 4 }).chain((n) =>
    fc.record({
      n: fc.constant(n),
      tried: fc.array(
        fc.record({
          unit: fc.integer({ min: 1, max: n }),
          from: fc.integer({ min: 0, max: 9 }),
          length: fc.integer({ min: 1, max: 4 }),
          fixed: fc.boolean(),
        }),
        { maxLength: 7 },
      ),
      from: fc.integer({ min: 0, max: 9 }),
      length: fc.integer({ min: 1, max: 5 }),
    }),
  );

  test('are as few as trying everything finds, and lead to a plan without overlaps', () => {
    fc.assert(
      fc.property(houses, ({ n, tried, from, length }) => {
        const taken: Taken[] = [];
        const movable = new Set<number>();
        for (const [i, one] of tried.entries()) {
          const days = { from: one.from, until: one.from + one.length };
          if (!isFree(unitsWith(n, taken)[one.unit - 1]!, days)) continue;
          taken.push({ ...days, unit: one.unit, reservationId: i + 1 });
          if (!one.fixed) movable.add(i + 1);
        }
        const stay = { reservationId: 99, from, until: from + length };
        const units = unitsWith(n, taken);
        if (bestUnit(units, later(stay))) return;
        const allowed = movableOf(taken.filter(({ reservationId }) => movable.has(reservationId!)));
        const moves = fewestMoves(units, stay, allowed);
        const least = leastMovesByTrying(n, taken, stay, movable);
        if (least === null || least > 4) {
          expect(moves).toBeNull();
          return;
        }
        expect(moves?.length).toBe(least + 1);
        const placed = taken.filter(
          ({ reservationId }) => !moves!.some((one) => one.reservationId === reservationId),
        );
        for (const { reservationId, unit } of moves!) {
          const { from: first, until } = reservationId === 99 ? stay : allowed.get(reservationId)!;
          expect(isFree(unitsWith(n, placed)[unit.unitId - 1]!, { from: first, until })).toBe(true);
          placed.push({ from: first, until, unit: unit.unitId, reservationId });
        }
        expect(moves!.at(-1)!.reservationId).toBe(99);
      }),
      randomly(300),
    );
  });

  test('never move a closure', () => {
    const units = unitsWith(1, [{ unit: 1, from: 3, until: 4, closureId: 1 }]);
    expect(fewestMoves(units, { reservationId: 9, from: 2, until: 5 }, new Map())).toBeNull();
  });
});

describe('a split', () => {
  test('has the fewest changes of unit, and covers the stay', () => {
    const taken: Taken[] = [
      { unit: 1, from: 4, until: 9, reservationId: 1 },
      { unit: 2, from: 0, until: 3, reservationId: 2 },
      { unit: 2, from: 6, until: 9, reservationId: 3 },
      { unit: 3, from: 0, until: 5, reservationId: 4 },
    ];
    const parts = splitOverUnits(unitsWith(3, taken), later({ from: 1, until: 8 }));
    expect(parts?.map(({ name, from, until }) => `${name} ${from} ${until}`)).toEqual([
      '1 1970-01-02 1970-01-05',
      '2 1970-01-05 1970-01-07',
      '3 1970-01-07 1970-01-09',
    ]);
  });

  test('does not exist when a night has no free unit', () => {
    const taken = [1, 2].map((unit) => ({ unit, from: 3, until: 4, reservationId: unit }));
    expect(splitOverUnits(unitsWith(2, taken), later({ from: 1, until: 8 }))).toBeNull();
  });
});
