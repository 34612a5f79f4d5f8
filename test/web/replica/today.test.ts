// The lists of the day and the bars of the chart, from copies that were made by hand.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { dayOfDate, dayOfMoment, todayIn } from '../../../web/days.ts';
import { barsOf } from '../../../web/replica/bars.ts';
import { freeUnitsFor } from '../../../web/replica/free-units.ts';
import { nextActionOf } from '../../../web/replica/next-action.ts';
import { type DeskBooking, type ReplicaState, stateOf } from '../../../web/replica/state.ts';
import { partsOfStay } from '../../../web/replica/stays.ts';
import {
  arrivalsOf,
  conflictsOf,
  departuresOf,
  inHouseOf,
  movesOn,
  toCleanOf,
  unassignedOf,
  unitTasksOf,
} from '../../../web/replica/today.ts';

const TODAY = '2026-06-11';
const ROOM = 101;
const WITHOUT_UNITS = 102;

let nextId = 1;
/** Returns a booking of room 101 in Auckland, whose check-in is at 15:00 and check-out at 11:00. */
function stay(checkin: string, checkout: string, more: Partial<DeskBooking> = {}): DeskBooking {
  const at = (date: string, time: string) => new Date(`${date}T${time}:00+12:00`).toISOString();
  const id = nextId++;
  return {
    order_id: id,
    room_id: ROOM,
    name: `Guest ${id}`,
    status: 'confirmed',
    channel: 'direct',
    checkin: at(checkin, '15:00'),
    checkout: at(checkout, '11:00'),
    updated_at: at('2026-06-01', '10:00'),
    arrival_time: null,
    held_until: null,
    conflict: null,
    unit_id: null,
    unit: null,
    unit_nights: null,
    earlier_rooms: null,
    balance: 0,
    ...more,
  } as DeskBooking;
}

function copyOf(
  bookings: readonly DeskBooking[],
  more: { [Name in keyof Desk]?: unknown } = {},
): ReplicaState {
  const unit = (id: number) => ({ unit_id: id, room_id: ROOM, name: String(id), condition: 'inspected' });
  const settings = { checkin_time: '15:00', checkout_time: '11:00', inspects_units: false };
  return stateOf({
    seq: 1,
    today: TODAY,
    fromdate: '2026-06-01',
    todate: '2026-06-30',
    property: { timezone: 'Pacific/Auckland', settings },
    rooms: [{ room_id: ROOM }, { room_id: WITHOUT_UNITS }],
    units: [unit(1), unit(2), unit(3)],
    bookings,
    closures: [],
    tasks: [],
    ...more,
  } as unknown as Desk);
}

const idsOf = (bookings: readonly DeskBooking[]) => bookings.map(({ order_id: id }) => id);

describe('days', () => {
  test('are those of the property, whatever the zone of the moment', () => {
    expect(dayOfMoment('2026-06-10T12:00:00.000Z', 'Pacific/Auckland')).toBe(dayOfDate('2026-06-11'));
    expect(dayOfMoment('2026-06-11T03:00:00.000Z', 'America/New_York')).toBe(dayOfDate('2026-06-10'));
    expect(dayOfMoment('2026-06-11T03:00:00.000Z', 'UTC')).toBe(dayOfDate('2026-06-11'));
    expect(todayIn('Pacific/Auckland', Date.parse('2026-06-10T12:30:00Z'))).toBe(dayOfDate('2026-06-11'));
  });
});

describe('arrivals', () => {
  test('are those of today and those that did not come before, by day and hour; and who came today', () => {
    const late = stay(TODAY, '2026-06-13', { arrival_time: '21:00' });
    const usual = stay(TODAY, '2026-06-12');
    const early = stay(TODAY, '2026-06-14', { arrival_time: '09:30' });
    const overdue = stay('2026-06-10', '2026-06-12');
    const here = stay(TODAY, '2026-06-12', { status: 'checked_in' });
    const others = [
      stay('2026-06-12', '2026-06-13'),
      stay('2026-06-09', TODAY), // never came, and its nights are over
      stay(TODAY, '2026-06-12', { status: 'held' }),
      stay('2026-06-09', '2026-06-12', { status: 'checked_in' }),
    ];
    const { due, arrived } = arrivalsOf(copyOf([late, usual, early, overdue, here, ...others]));
    expect(idsOf(due)).toEqual(idsOf([overdue, early, usual, late]));
    expect(idsOf(arrived)).toEqual([here.order_id]);
  });

  test('have the no-shows of the day apart, first those with a balance', () => {
    const changed = { status: 'no_show', updated_at: '2026-06-10T22:00:00.000Z' } as const; // 10:00 of the 11th in Auckland
    const settled = stay(TODAY, '2026-06-12', changed);
    const owes = stay(TODAY, '2026-06-12', { ...changed, balance: 80 });
    const ofYesterday = stay('2026-06-10', TODAY, changed);
    const before = stay('2026-06-10', TODAY, { status: 'no_show' });
    const { due, arrived, noShows } = arrivalsOf(copyOf([settled, ofYesterday, owes, before]));
    expect([due, arrived]).toEqual([[], []]);
    expect(idsOf(noShows)).toEqual(idsOf([owes, settled, ofYesterday]));
  });
});

describe('departures', () => {
  test('are those of today, those that should have been before, and who left today', () => {
    const changedToday = { updated_at: '2026-06-10T22:00:00.000Z' }; // 10:00 of the 11th in Auckland
    const leaving = stay('2026-06-09', TODAY, { status: 'checked_in' });
    const overdue = stay('2026-06-08', '2026-06-10', { status: 'checked_in' });
    const left = stay('2026-06-09', TODAY, { status: 'checked_out', ...changedToday });
    const leftEarly = stay('2026-06-09', '2026-06-12', { status: 'checked_out', ...changedToday });
    const others = [
      stay('2026-06-09', TODAY, { status: 'checked_out' }), // left yesterday
      stay('2026-06-09', TODAY),
      stay('2026-06-09', '2026-06-12', { status: 'checked_in' }),
    ];
    const departures = departuresOf(copyOf([leaving, overdue, left, leftEarly, ...others]));
    expect(idsOf(departures.due)).toEqual(idsOf([overdue, leaving]));
    expect(idsOf(departures.left)).toEqual(idsOf([left, leftEarly]));
  });

  test('have first who left without having paid, or paid too much', () => {
    const left = { status: 'checked_out', updated_at: '2026-06-10T22:00:00.000Z' } as const;
    const [paid, owes, overpaid] = [0, 110, -5].map((balance) =>
      stay('2026-06-09', TODAY, { ...left, balance }),
    ) as [DeskBooking, DeskBooking, DeskBooking];
    expect(idsOf(departuresOf(copyOf([paid, owes, overpaid])).left)).toEqual(idsOf([owes, overpaid, paid]));
  });
});

test('in the house are those who stay tonight, by departure, early departures of later days among them', () => {
  const longer = stay('2026-06-09', '2026-06-15', { status: 'checked_in' });
  const shorter = stay('2026-06-09', '2026-06-12', { status: 'checked_in' });
  const leavesEarly = stay('2026-06-09', '2026-06-13', { status: 'cancelled' });
  const others = [stay('2026-06-09', TODAY, { status: 'cancelled' }), stay('2026-06-09', '2026-06-13')];
  const copy = copyOf([longer, shorter, leavesEarly, ...others]);
  expect(idsOf(inHouseOf(copy))).toEqual(idsOf([shorter, leavesEarly, longer]));
});

test('without a unit are stays with a night from today on that has none, in rooms that have units', () => {
  const parts = (until: string) => [{ unit_id: 1, unit: '1', fromdate: '2026-06-09', todate: until }];
  const none = stay('2026-06-12', '2026-06-14');
  const some = stay('2026-06-09', '2026-06-14', {
    status: 'checked_in',
    unit_id: 1,
    unit_nights: parts('2026-06-11'),
  });
  const held = stay('2026-06-11', '2026-06-12', { status: 'held' });
  const others = [
    stay('2026-06-12', '2026-06-14', { unit_id: 2 }),
    stay('2026-06-12', '2026-06-14', { room_id: WITHOUT_UNITS }),
    stay('2026-06-08', '2026-06-10', { status: 'checked_out' }),
    stay('2026-06-09', '2026-06-14', { status: 'no_show' }),
  ];
  expect(idsOf(unassignedOf(copyOf([none, some, held, ...others])))).toEqual(idsOf([some, held, none]));
});

test('moves are of those who go on in another unit that is known', () => {
  const span = (id: number, from: string, until: string) => ({
    unit_id: id,
    unit: String(id),
    fromdate: from,
    todate: until,
  });
  const moves = stay(TODAY, '2026-06-14', {
    unit_nights: [span(1, TODAY, TODAY), span(2, '2026-06-12', '2026-06-13')],
  });
  const lacksNext = stay(TODAY, '2026-06-14', { unit_nights: [span(3, TODAY, TODAY)] });
  const stays = stay(TODAY, '2026-06-14', { unit_id: 3 });
  const copy = copyOf([moves, lacksNext, stays]);
  const found = movesOn(copy, dayOfDate('2026-06-12'));
  expect(found.map(({ booking, from, to }) => [booking.order_id, from.unitId, to.unitId])).toEqual([
    [moves.order_id, 1, 2],
  ]);
  expect(movesOn(copy, dayOfDate(TODAY))).toEqual([]);
});

test('moves are also of those who go on in another room, whose units nobody counts', () => {
  const moves = stay(TODAY, '2026-06-14', {
    room_id: WITHOUT_UNITS,
    earlier_rooms: [{ room_id: ROOM, fromdate: TODAY, todate: TODAY }],
  });
  const found = movesOn(copyOf([moves]), dayOfDate('2026-06-12'));
  expect(found.map(({ booking, to }) => [booking.order_id, to.roomId])).toEqual([
    [moves.order_id, WITHOUT_UNITS],
  ]);
});

test('conflicts are what the server flagged, by arrival', () => {
  const later = stay('2026-06-20', '2026-06-21', { conflict: 'Overlaps.' });
  const sooner = stay('2026-06-13', '2026-06-21', { conflict: 'Not mapped.' });
  expect(idsOf(conflictsOf(copyOf([later, stay(TODAY, '2026-06-12'), sooner])))).toEqual(
    idsOf([sooner, later]),
  );
});

test('what a channel and the house have both changed is a conflict; of a cancelled stay only whether it takes place', () => {
  const since = '2026-06-01T10:00:00Z';
  const phone = { member: 'phone' as const, value: '+351', currency: null, since };
  const status = { member: 'status' as const, value: 'confirmed', currency: null, since };
  const differs = stay('2026-06-20', '2026-06-21', { differences: [phone] });
  const cancelled = (differences: (typeof phone | typeof status)[]) =>
    stay('2026-06-13', '2026-06-21', { status: 'cancelled', differences });
  const asked = cancelled([phone, status]);
  expect(idsOf(conflictsOf(copyOf([cancelled([phone]), asked, differs])))).toEqual(idsOf([asked, differs]));
  expect(idsOf(conflictsOf(copyOf([differs], { undecided: [asked] })))).toEqual(idsOf([asked, differs]));
});

describe('units to clean', () => {
  const units = [
    { unit_id: 1, room_id: ROOM, name: '101', condition: 'dirty' },
    { unit_id: 2, room_id: ROOM, name: '102', condition: 'clean' },
    { unit_id: 3, room_id: ROOM, name: '103', condition: 'inspected' },
    { unit_id: 4, room_id: ROOM, name: '104', condition: 'dirty' },
    { unit_id: 5, room_id: ROOM, name: '100', condition: 'dirty' },
  ];
  const task = (id: number, date: string, status: string) => ({ task_id: id, unit_id: 4, date, status });

  test('are dirty, those with an arrival first, occupied ones last, with their guest and task', () => {
    const arriving = stay(TODAY, '2026-06-12', { unit_id: 4 });
    const leaving = stay('2026-06-09', TODAY, { status: 'checked_in', unit_id: 5 });
    const tasks = [
      task(7, '2026-06-12', 'pending'),
      task(8, TODAY, 'pending'),
      task(9, '2026-06-10', 'done'),
    ];
    const found = toCleanOf(copyOf([arriving, leaving], { units, tasks }));
    expect(
      found.map(({ unit, step, arrival, guest, task: one }) => [
        unit.name,
        step,
        arrival?.order_id,
        guest?.order_id,
        one?.task_id,
      ]),
    ).toEqual([
      ['104', 'clean', arriving.order_id, undefined, 8],
      ['101', 'clean', undefined, undefined, undefined],
      ['100', 'clean', undefined, leaving.order_id, undefined],
    ]);
  });

  test('have those to inspect among them, where the property inspects', () => {
    const settings = { checkin_time: '15:00', checkout_time: '11:00', inspects_units: true };
    const copy = copyOf([], { units, property: { timezone: 'UTC', settings } });
    expect(toCleanOf(copy).map(({ unit, step }) => [unit.name, step])).toEqual([
      ['100', 'clean'],
      ['101', 'clean'],
      ['102', 'inspect'],
      ['104', 'clean'],
    ]);
  });
});

describe('other tasks of units', () => {
  test('are open and due, by date, without cleaning, inspection and what belongs to no unit', () => {
    const task = (id: number, name: string, date: string, more: object = {}) => ({
      task_id: id,
      task_name: name,
      unit_id: 4,
      date,
      status: 'pending',
      ...more,
    });
    const tasks = [
      task(1, 'The tap drips', TODAY),
      task(2, 'Lamp', '2026-06-09', { status: 'in_progress' }),
      task(3, 'Later', '2026-06-12'),
      task(4, 'Done', TODAY, { status: 'done' }),
      task(5, 'Turnover cleaning', TODAY),
      task(6, 'Inspection', TODAY),
      task(7, 'Hall', TODAY, { unit_id: null }),
    ];
    expect(unitTasksOf(copyOf([], { units: [], tasks })).map(({ task_id: id }) => id)).toEqual([2, 1]);
  });
});

describe('parts of a stay', () => {
  test('change with the unit and the room, and cover each night once', () => {
    const booking = stay('2026-06-08', '2026-06-14', {
      room_id: ROOM,
      unit_id: 2,
      earlier_rooms: [{ room_id: WITHOUT_UNITS, fromdate: '2026-06-08', todate: '2026-06-09' }],
      unit_nights: [
        { unit_id: 1, unit: '1', fromdate: '2026-06-10', todate: '2026-06-11' },
        { unit_id: 2, unit: '2', fromdate: '2026-06-13', todate: '2026-06-13' },
      ],
    });
    const day = (n: number) => dayOfDate(`2026-06-${String(n).padStart(2, '0')}`);
    expect(partsOfStay(booking, copyOf([booking]))).toEqual([
      { from: day(8), until: day(10), roomId: WITHOUT_UNITS, unitId: null },
      { from: day(10), until: day(12), roomId: ROOM, unitId: 1 },
      { from: day(12), until: day(13), roomId: ROOM, unitId: null },
      { from: day(13), until: day(14), roomId: ROOM, unitId: 2 },
    ]);
  });
});

describe('bars', () => {
  const kindOf = (booking: DeskBooking) => barsOf(copyOf([booking])).map(({ kind }) => kind);

  test('say what a stay needs today', () => {
    const unit = { unit_id: 1 };
    expect(kindOf(stay('2026-06-13', '2026-06-14', unit))).toEqual(['to_come']);
    expect(kindOf(stay('2026-06-13', '2026-06-14'))).toEqual(['unassigned']);
    expect(kindOf(stay('2026-06-13', '2026-06-14', { room_id: WITHOUT_UNITS }))).toEqual(['to_come']);
    expect(kindOf(stay(TODAY, '2026-06-14', unit))).toEqual(['arrives']);
    expect(kindOf(stay('2026-06-10', '2026-06-14', { ...unit, status: 'checked_in' }))).toEqual(['in_house']);
    expect(kindOf(stay('2026-06-10', TODAY, { ...unit, status: 'checked_in' }))).toEqual(['leaves']);
    expect(kindOf(stay('2026-06-09', '2026-06-10', { ...unit, status: 'checked_out' }))).toEqual(['past']);
    expect(kindOf(stay('2026-06-09', '2026-06-13', { ...unit, status: 'cancelled' }))).toEqual(['in_house']);
    expect(kindOf(stay('2026-06-13', '2026-06-14', { status: 'held' }))).toEqual(['hold']);
    expect(kindOf(stay('2026-06-13', '2026-06-14', { conflict: 'Overlaps.' }))).toEqual(['conflict']);
  });

  test('have a part for each unit, and closures their nights', () => {
    const booking = stay('2026-06-12', '2026-06-14', {
      channel: 'airbnb',
      unit_nights: [
        { unit_id: 1, unit: '1', fromdate: '2026-06-12', todate: '2026-06-12' },
        { unit_id: 2, unit: '2', fromdate: '2026-06-13', todate: '2026-06-13' },
      ],
    });
    const closure = {
      closure_id: 9,
      unit_id: 3,
      room_id: ROOM,
      kind: 'out_of_order',
      fromdate: '2026-06-12',
      todate: '2026-06-13',
      reason: 'Paint',
    };
    const bars = barsOf(copyOf([booking], { closures: [closure] }));
    const until = (date: string) => dayOfDate(date);
    expect(bars).toMatchObject([
      {
        unitId: 1,
        from: until('2026-06-12'),
        until: until('2026-06-13'),
        channel: 'airbnb',
        label: booking.name,
      },
      { unitId: 2, from: until('2026-06-13'), until: until('2026-06-14'), orderId: booking.order_id },
      {
        unitId: 3,
        from: until('2026-06-12'),
        until: until('2026-06-14'),
        kind: 'out_of_order',
        label: 'Paint',
      },
    ]);
    expect(new Set(bars.map(({ id }) => id)).size).toBe(3);
  });

  test('of a booking that did not change are the same objects', () => {
    const [first, second] = [stay('2026-06-12', '2026-06-14'), stay('2026-06-12', '2026-06-14')];
    const before = barsOf(copyOf([first, second]));
    const after = barsOf(copyOf([first, { ...second, name: 'Bo Diddley' }]));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

describe('what to do next with a stay', () => {
  const next = (booking: DeskBooking, isUnanswered = false) =>
    nextActionOf(booking, copyOf([booking]), isUnanswered);

  test('a stay that has nothing urgent needs nothing', () => {
    expect(next(stay('2026-06-20', '2026-06-22', { unit_id: 1 }))).toBeNull();
    expect(next(stay('2026-06-20', '2026-06-22', { unit_id: 1 }), true)).toBe('reply');
  });

  test('a unit comes before the check-in, and a conflict before everything', () => {
    expect(next(stay(TODAY, '2026-06-14'))).toBe('assign');
    expect(next(stay(TODAY, '2026-06-14', { unit_id: 1 }))).toBe('check_in');
    expect(next(stay(TODAY, '2026-06-14', { unit_id: 1, conflict: 'Overlaps.' }))).toBe('solve');
  });

  test('who leaves pays first', () => {
    const leaving = { status: 'checked_in', unit_id: 1 } as const;
    expect(next(stay('2026-06-08', TODAY, { ...leaving, balance: 86 }))).toBe('take_payment');
    expect(next(stay('2026-06-08', TODAY, leaving))).toBe('check_out');
    expect(next(stay('2026-06-08', '2026-06-14', leaving))).toBe('charge');
    expect(next(stay('2026-06-08', TODAY, { status: 'checked_out', balance: 86 }))).toBe('take_payment');
  });
});

describe('free units', () => {
  const namesOf = (bookings: readonly DeskBooking[], from: string, until: string, more = {}) =>
    freeUnitsFor(copyOf(bookings, more), {
      roomId: ROOM,
      from: dayOfDate(from),
      until: dayOfDate(until),
    }).map(({ unit }) => unit.name);

  test('are those without a stay or a closure in any of the nights', () => {
    const taken = stay('2026-06-13', '2026-06-16', { unit_id: 1 });
    const closed = {
      closure_id: 1,
      unit_id: 2,
      room_id: ROOM,
      unit: '2',
      fromdate: '2026-06-15',
      todate: '2026-06-15',
    };
    expect(namesOf([taken], '2026-06-15', '2026-06-18', { closures: [closed] })).toEqual(['3']);
    // A departure and an arrival share a day.
    expect(namesOf([taken], '2026-06-16', '2026-06-18', { closures: [closed] })).toContain('1');
  });

  test('begin with the one that leaves the smallest gaps, and for today with those that are ready', () => {
    const neighbour = stay('2026-06-20', '2026-06-22', { unit_id: 3 });
    expect(namesOf([neighbour], '2026-06-22', '2026-06-24')[0]).toBe('3');
    const further = stay('2026-06-10', '2026-06-12', { unit_id: 3 });
    expect(namesOf([further], '2026-06-22', '2026-06-24')[0]).toBe('3');
    const here = stay('2026-06-08', TODAY, { unit_id: 3, status: 'checked_in' });
    expect(namesOf([here], TODAY, '2026-06-12').at(-1)).toBe('3');
  });
});
