// Ways out of a stay without a place, from copies that were made by hand: what is offered, and in which order.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { type DeskBooking, type ReplicaState, stateOf } from '../../../web/replica/state.ts';
import { oversoldNights, waysOutOf } from '../../../web/replica/ways-out.ts';

const [DOUBLE, SUPERIOR, FAMILY, SINGLE] = [1, 2, 3, 4];
const NIGHTS = 5;

/** The calendar shows 2026-06-11 to 15; the double is sold once too often on the 12th. */
function copyOf(
  bookings: readonly DeskBooking[],
  more: { [Name in keyof Desk]?: unknown } = {},
): ReplicaState {
  const room = (id: number, capacity: number, price: number) => ({
    room_id: id,
    name: `R${id}`,
    capacity,
    cots: 0,
    price,
  });
  const nights = (id: number, available: readonly number[], price: number) => ({
    room_id: id,
    available,
    price: Array.from({ length: NIGHTS }, () => price),
    min_stay: [1, 1, 1, 1, 1],
  });
  return stateOf({
    seq: 1,
    today: '2026-06-11',
    fromdate: '2026-06-11',
    todate: '2026-06-15',
    property: {
      timezone: 'UTC',
      settings: { checkin_time: '15:00', checkout_time: '11:00', infants_under_age: 2 },
    },
    rooms: [room(DOUBLE, 2, 100), room(SUPERIOR, 2, 150), room(FAMILY, 4, 180), room(SINGLE, 1, 80)],
    units: [],
    bookings,
    nights: [
      nights(DOUBLE, [0, -1, 0, 1, 1], 100),
      nights(SUPERIOR, [1, 1, 0, 1, 1], 150),
      nights(FAMILY, [1, 1, 1, 1, 1], 180),
      nights(SINGLE, [1, 1, 1, 1, 1], 80),
    ],
    closures: [],
    tasks: [],
    ...more,
  } as unknown as Desk);
}

let nextId = 1;
function stay(checkin: string, checkout: string, more: Partial<DeskBooking> = {}): DeskBooking {
  return {
    order_id: nextId++,
    room_id: DOUBLE,
    name: 'Guest',
    status: 'confirmed',
    adults: 2,
    children: null,
    checkin: `${checkin}T15:00:00Z`,
    checkout: `${checkout}T11:00:00Z`,
    conflict: 'overbooked on 2026-06-12',
    unit_nights: null,
    earlier_rooms: null,
    ...more,
  } as DeskBooking;
}

const kinds = (ways: ReturnType<typeof waysOutOf>) =>
  ways.map((way) => (way.kind === 'end_closure' ? way.kind : `${way.kind} ${way.room.room_id}`));

describe('ways out', () => {
  test('are rooms that are free in all nights and large enough, the nearest in price first', () => {
    const short = stay('2026-06-11', '2026-06-13');
    expect(kinds(waysOutOf(short, copyOf([short])))).toEqual([`move ${SUPERIOR}`, `move ${FAMILY}`]);
    const long = stay('2026-06-11', '2026-06-14');
    expect(kinds(waysOutOf(long, copyOf([long])))).toEqual([`move ${FAMILY}`]);
    const [way] = waysOutOf(long, copyOf([long]));
    expect(way).toMatchObject({ difference: 3 * 80 });
  });

  test('ask somebody else to give way for a guest who is in the house, but nobody who is here too', () => {
    const here = stay('2026-06-10', '2026-06-13', { status: 'checked_in' });
    const other = stay('2026-06-12', '2026-06-14', { conflict: null });
    const alsoHere = stay('2026-06-10', '2026-06-13', { status: 'checked_in', conflict: null });
    const elsewhen = stay('2026-06-14', '2026-06-15', { conflict: null });
    const ways = waysOutOf(here, copyOf([here, other, alsoHere, elsewhen]));
    expect(ways[0]).toMatchObject({ kind: 'give_way', booking: { order_id: other.order_id } });
    expect(kinds(ways)).toEqual([`give_way ${FAMILY}`, `move ${SUPERIOR}`, `move ${FAMILY}`]);
  });

  test('begin with a closure that ends before the first night that is sold too often', () => {
    const guest = stay('2026-06-12', '2026-06-13');
    const closure = (kind: string, fromdate: string, todate: string, roomId = DOUBLE) => ({
      closure_id: 1,
      room_id: roomId,
      kind,
      fromdate,
      todate,
    });
    const withClosure = (one: object) => kinds(waysOutOf(guest, copyOf([guest], { closures: [one] })));
    expect(withClosure(closure('out_of_order', '2026-06-10', '2026-06-14'))[0]).toBe('end_closure');
    for (const other of [
      closure('out_of_service', '2026-06-10', '2026-06-14'),
      closure('out_of_order', '2026-06-13', '2026-06-14'),
      closure('out_of_order', '2026-06-10', '2026-06-14', SUPERIOR),
    ])
      expect(withClosure(other)).not.toContain('end_closure');
  });

  test('prefer a room with a unit that is free in all nights, and name it', () => {
    const guest = stay('2026-06-11', '2026-06-13');
    const units = [
      { unit_id: 21, room_id: SUPERIOR, name: '201', condition: 'clean' },
      { unit_id: 31, room_id: FAMILY, name: '301', condition: 'clean' },
      { unit_id: 32, room_id: FAMILY, name: '302', condition: 'clean' },
    ];
    const inUnit = (unitId: number, roomId: number) =>
      stay('2026-06-12', '2026-06-14', { room_id: roomId, unit_id: unitId, conflict: null });
    const state = copyOf([guest, inUnit(21, SUPERIOR), inUnit(31, FAMILY)], { units });
    const [first, second] = waysOutOf(guest, state);
    expect(first).toMatchObject({ room: { room_id: FAMILY }, unit: { name: '302' } });
    expect(second).toMatchObject({ room: { room_id: SUPERIOR }, unit: null });
  });

  test('lead to no room whose sale is stopped in one of the nights', () => {
    const guest = stay('2026-06-11', '2026-06-13');
    const state = copyOf([guest]);
    const superior = state.nights.get(SUPERIOR)!;
    const stopped = { ...superior, stop_sell: [false, true, false, false, false] };
    const nights = new Map(state.nights).set(SUPERIOR, stopped);
    expect(kinds(waysOutOf(guest, { ...state, nights }))).toEqual([`move ${FAMILY}`]);
  });

  test('are none where every room is full', () => {
    const guest = stay('2026-06-11', '2026-06-16', { adults: 4 });
    const full = copyOf([guest], { rooms: [{ room_id: DOUBLE, name: 'R1', capacity: 4, price: 100 }] });
    expect(waysOutOf(guest, full)).toEqual([]);
    expect(oversoldNights(guest, full)).toHaveLength(1);
  });
});
