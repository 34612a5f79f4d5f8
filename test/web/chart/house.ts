// Random houses for tests of the tape chart: rooms with units, and stays on them that may overlap.
import fc from 'fast-check';
import type { ChartRoom, ChartSpan } from '../../../web/chart/rows.ts';

/** The first day of the random charts: 2026-11-23. */
export const FIRST_DAY = 20_780;

export type RandomHouse = {
  rooms: ChartRoom[];
  spans: ChartSpan[];
  range: { from: number; until: number };
};

/** Stays of units, of rooms, of units that are archived and of rooms that are gone, within and beyond the days of the chart. */
export const randomHouse: fc.Arbitrary<RandomHouse> = fc
  .record({
    units: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 12 }),
    days: fc.integer({ min: 1, max: 120 }),
    stays: fc.array(
      fc.record({
        room: fc.nat({ max: 13 }),
        unit: fc.option(fc.nat({ max: 10 })),
        start: fc.integer({ min: -30, max: 140 }),
        nights: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 150 },
    ),
  })
  .map(({ units, days, stays }) => ({
    rooms: units.map((count, index) => ({
      roomId: index + 1,
      name: `Room ${index + 1}`,
      units: Array.from({ length: count }, (_, unit) => ({
        unitId: index * 100 + unit,
        name: `${index}${unit}`,
      })),
      hasRates: index % 3 !== 0,
    })),
    spans: stays.map(({ room, unit, start, nights }, index) => ({
      id: String(index),
      roomId: room + 1,
      unitId: unit === null ? null : room * 100 + unit,
      from: FIRST_DAY + start,
      until: FIRST_DAY + start + nights,
    })),
    range: { from: FIRST_DAY, until: FIRST_DAY + days },
  }));

/** A full house: `count` units in rooms of six, on each one stay after the other, of one to seven nights. */
export function fullHouse(count: number, days: number): RandomHouse {
  const rooms = Array.from({ length: Math.ceil(count / 6) }, (_, room) => ({
    roomId: room + 1,
    name: `Room ${room + 1}`,
    units: Array.from({ length: Math.min(6, count - room * 6) }, (_, unit) => ({
      unitId: room * 6 + unit,
      name: `${room + 1}0${unit + 1}`,
    })),
    hasRates: true,
  }));
  const spans = rooms.flatMap(({ roomId, units }) =>
    units.flatMap(({ unitId }) => {
      const stays: ChartSpan[] = [];
      for (let day = -(unitId % 5), n = unitId; day < days; n += 1) {
        const nights = 1 + ((n * 3 + unitId) % 7);
        const from = FIRST_DAY + day;
        stays.push({ id: `${unitId}-${day}`, roomId, unitId, from, until: from + nights });
        day += nights;
      }
      return stays;
    }),
  );
  return { rooms, spans, range: { from: FIRST_DAY, until: FIRST_DAY + days } };
}
