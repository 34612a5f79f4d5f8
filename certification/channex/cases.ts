// Calendar cases of Channex's PMS certification tests, with their numbers, and the calendar that they start
// from.
//
// Source: docs.channex.io/api-v.1-documentation/pms-certification-tests (read 2026-11-22). The document's
// November can be any month here: its dates are days of that month, and its half-year begins with the
// following month.
import type { PlanKey, RoomKey } from './property.ts';

/** Values of a night in the format of `POST /api/availability`. */
export type NightSettings = {
  price?: number;
  available?: number;
  min_stay?: number;
  max_stay?: number;
  closed_to_arrival?: boolean;
  closed_to_departure?: boolean;
  stop_sell?: boolean;
};

/** A row of a case's table; `from` and `to` are the first and the last night. */
export type CaseRow = { room: RoomKey; plan: PlanKey | null; from: string; to: string; set: NightSettings };

export type CalendarCase = {
  number: number;
  title: string;
  rows: CaseRow[];
  /** maximum number of requests that Channex expects, by kind */
  requests: { availability: number; restrictions: number };
  /** values set after the case, so that it does not affect later ones */
  afterwards?: CaseRow[];
};

/** Number of nights of a full push, which Channex calls full sync. */
export const FULL_SYNC_DAYS = 500;

/** Returns the month used for the document's November: the first whole month from tomorrow on with a 29th. */
export function chooseMonth(today: Temporal.PlainDate): Temporal.PlainYearMonth {
  const next = today.toPlainYearMonth().add({ months: 1 });
  return next.daysInMonth >= 29 ? next : next.add({ months: 1 });
}

export function dayOf(month: Temporal.PlainYearMonth, day: number): string {
  return month.toPlainDate({ day }).toString();
}

export function calendarCases(month: Temporal.PlainYearMonth): CalendarCase[] {
  const row = (
    room: RoomKey,
    plan: PlanKey | null,
    [from, to]: readonly [number, number],
    set: NightSettings,
  ): CaseRow => ({ room, plan, from: dayOf(month, from), to: dayOf(month, to), set });
  const night = (day: number) => [day, day] as const;
  const half = {
    from: month.add({ months: 1 }).toPlainDate({ day: 1 }).toString(),
    to: month.add({ months: 6 }).toPlainDate({ day: 1 }).toString(),
  };
  const restrictions = { availability: 0, restrictions: 1 };
  return [
    {
      number: 2,
      title: 'Single Date Update for Single Rate',
      rows: [row('twin', 'bar', night(22), { price: 333 })],
      requests: restrictions,
    },
    {
      number: 3,
      title: 'Single Date Update for Multiple Rates',
      rows: [
        row('twin', 'bar', night(21), { price: 333 }),
        row('double', 'bar', night(25), { price: 444 }),
        row('double', 'breakfast', night(29), { price: 456.23 }),
      ],
      requests: restrictions,
    },
    {
      number: 4,
      title: 'Multiple Date Update for Multiple Rates',
      rows: [
        row('twin', 'bar', [1, 10], { price: 241 }),
        row('double', 'bar', [10, 16], { price: 312.66 }),
        row('double', 'breakfast', [1, 20], { price: 111 }),
      ],
      requests: restrictions,
    },
    {
      number: 5,
      title: 'Min Stay Update',
      rows: [
        row('twin', 'bar', night(23), { min_stay: 3 }),
        row('double', 'bar', night(25), { min_stay: 2 }),
        row('double', 'breakfast', night(15), { min_stay: 5 }),
      ],
      requests: restrictions,
    },
    {
      number: 6,
      title: 'Stop Sell Update',
      rows: [
        row('twin', 'bar', night(14), { stop_sell: true }),
        row('double', 'bar', night(16), { stop_sell: true }),
        row('double', 'breakfast', night(20), { stop_sell: true }),
      ],
      requests: restrictions,
      afterwards: [
        row('twin', null, night(14), { stop_sell: false }),
        row('double', null, night(16), { stop_sell: false }),
        row('double', null, night(20), { stop_sell: false }),
      ],
    },
    {
      number: 7,
      title: 'Multiple Restrictions Update',
      rows: [
        row('twin', 'bar', [1, 10], {
          closed_to_arrival: true,
          closed_to_departure: false,
          max_stay: 4,
          min_stay: 1,
        }),
        row('twin', 'breakfast', [12, 16], {
          closed_to_arrival: false,
          closed_to_departure: true,
          min_stay: 6,
        }),
        row('double', 'bar', [10, 16], { closed_to_arrival: true, min_stay: 2 }),
        row('double', 'breakfast', [1, 20], { min_stay: 10 }),
      ],
      requests: restrictions,
    },
    {
      number: 8,
      title: 'Half-year Update',
      rows: [
        {
          room: 'twin',
          plan: 'bar',
          ...half,
          set: { price: 432, closed_to_arrival: false, closed_to_departure: false, min_stay: 2 },
        },
        { room: 'double', plan: 'bar', ...half, set: { price: 342, min_stay: 3 } },
      ],
      requests: restrictions,
    },
    {
      number: 10,
      title: 'Multiple Date Availability Update',
      rows: [row('twin', null, [10, 16], { available: 3 }), row('double', null, [17, 24], { available: 4 })],
      requests: { availability: 2, restrictions: 0 },
    },
  ];
}

/**
 * Sorts rows into the order in which they are set. innwire has one price and one set of restrictions per
 * room, and pushes them to all mapped rate plans. Where the document has different values for the two rate
 * plans of a room, those of the base rate are set last and take effect.
 */
export function inSettingOrder(rows: readonly CaseRow[]): CaseRow[] {
  const rank = (row: CaseRow) => (row.plan === 'breakfast' ? 0 : 1);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the expected values of each room's nights after these rows, by `{room}/{date}`. */
export function expectedNights(
  rows: readonly CaseRow[],
): Map<string, { row: CaseRow; date: string; values: NightSettings }> {
  const nights = new Map<string, { row: CaseRow; date: string; values: NightSettings }>();
  for (const row of inSettingOrder(rows)) {
    for (const date of datesBetween(row.from, row.to)) {
      const key = `${row.room}/${date}`;
      nights.set(key, { row, date, values: { ...nights.get(key)?.values, ...row.set } });
    }
  }
  return nights;
}

export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  const last = Temporal.PlainDate.from(to);
  let date = Temporal.PlainDate.from(from);
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    dates.push(date.toString());
    date = date.add({ days: 1 });
  }
  return dates;
}

/**
 * Returns a calendar like a real hotel's: prices by weekday and season, different counts, some restrictions.
 * The month of the cases has no restrictions, except closed departures that the cases lift, so that each case
 * changes something.
 */
export function startingCalendar(today: Temporal.PlainDate, month: Temporal.PlainYearMonth): CaseRow[] {
  const rows: CaseRow[] = [];
  for (const room of ['twin', 'double'] as const) {
    for (let i = 0; i < FULL_SYNC_DAYS; i += 1) {
      const date = today.add({ days: i });
      const inMonth = date.toPlainYearMonth().equals(month);
      const weekend = date.dayOfWeek === 5 || date.dayOfWeek === 6;
      const season = date.month >= 6 && date.month <= 8;
      const base = room === 'twin' ? 100 : 138.5;
      rows.push({
        room,
        plan: null,
        from: date.toString(),
        to: date.toString(),
        set: {
          price: base + (weekend ? 24.75 : 0) + (season ? 40 : 0) + (date.day % 4) * 3,
          available: room === 'twin' ? 8 + (i % 5) : 3 + (i % 4),
          min_stay: !inMonth && season && weekend ? 2 : 1,
          max_stay: season ? 14 : 28,
          closed_to_arrival: !inMonth && i % 45 === 44,
          closed_to_departure: inMonth ? room === 'twin' && date.day <= 10 : i % 60 === 59,
          stop_sell: !inMonth && room === 'double' && i >= 300 && i < 303,
        },
      });
    }
  }
  return rows;
}
