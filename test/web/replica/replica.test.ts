// The copy of the desk against a real server: a snapshot and the events after it are the snapshot that is read later.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desk, DeskEvent } from '../../../src/api/desk-records.ts';
import { INNWIRE } from '../../../src/model/actor.ts';
import { inPropertyTransaction } from '../../../src/pms/property-transaction.ts';
import { expireHold, findExpiredHolds } from '../../../src/pms/reservations/holds.ts';
import { findLeftUnits, leaveUnit } from '../../../src/pms/units/departures.ts';
import {
  applyEvents,
  applyRead,
  applySnapshot,
  isStale,
  NOTHING_STALE,
  type Stale,
} from '../../../web/replica/apply.ts';
import { type ReplicaState, stateOf } from '../../../web/replica/state.ts';
import { askedFor, queryFor } from '../../../web/replica/store.ts';
import { otaOrders, otaSells } from '../../api/outside-events.ts';
import { type TestProperty, useApi } from '../../harness/api.ts';
import { randomly } from '../../harness/random.ts';

const api = useApi();
const START = Temporal.Instant.from('2026-06-15T10:00:00Z');
const FIRST = Temporal.PlainDate.from('2026-06-15');
const WINDOW = { fromdate: '2026-06-13', todate: '2026-06-22' };

const day = fc.integer({ min: -2, max: 12 });
const nights = fc.integer({ min: 1, max: 4 });
const which = fc.nat({ max: 20 });
const room = fc.nat({ max: 2 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const doing = <K extends string, T>(name: K, more: { [M in keyof T]: fc.Arbitrary<T[M]> }) =>
  fc.record(more).map((one) => ({ ...one, do: name }));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: doing('book', {
      room,
      day,
      nights,
      hold: fc.boolean(),
      unit: fc.boolean(),
      guest: maybe(which),
    }),
  },
  { weight: 2, arbitrary: doing('sell', { room, day, nights }) },
  {
    weight: 4,
    arbitrary: doing('sell again', {
      which: fc.nat({ max: 4 }),
      room,
      day,
      nights,
      before: maybe(fc.constantFrom('cancel', 'change')),
    }),
  },
  {
    weight: 8,
    arbitrary: doing('change', {
      which,
      room: maybe(room),
      day: maybe(day),
      nights: maybe(nights),
      unit: maybe(which),
      split: maybe(day),
      name: maybe(fc.constantFrom('Bo Diddley', 'Cy Twombly')),
      price: maybe(fc.nat({ max: 500 })),
      status: maybe(fc.constantFrom('checked_in', 'checked_out', 'no_show', 'confirmed', 'checked_in')),
    }),
  },
  { weight: 3, arbitrary: doing('cancel', { which, night: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: doing('price', { room, day, nights, price: fc.nat({ max: 300 }), closed: fc.boolean() }),
  },
  { weight: 1, arbitrary: doing('room', { room, price: fc.nat({ max: 300 }), archive: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: doing('unit', {
      which,
      name: maybe(fc.integer({ min: 201, max: 240 }).map(String)),
      condition: maybe(fc.constantFrom('dirty', 'clean', 'inspected')),
      archive: fc.nat({ max: 3 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: doing('units', { room, count: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: doing('close', { which, day, nights, outOfOrder: fc.boolean() }) },
  { weight: 1, arbitrary: doing('reopen', { which, day: maybe(day), nights }) },
  { weight: 1, arbitrary: doing('task', { room, day }) },
  {
    weight: 2,
    arbitrary: doing('work', {
      which,
      status: fc.constantFrom('in_progress', 'done', 'cancelled', 'pending'),
    }),
  },
  { weight: 2, arbitrary: doing('pay', { which, amount: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 1, arbitrary: doing('group', { day, nights }) },
  { weight: 1, arbitrary: doing('assign', { day }) },
  { weight: 1, arbitrary: doing('merge', { which, into: which }) },
  { weight: 1, arbitrary: doing('erase', { which }) },
  { weight: 1, arbitrary: doing('person', { which }) },
  { weight: 1, arbitrary: doing('settings', { hour: fc.integer({ min: 12, max: 18 }) }) },
  { weight: 2, arbitrary: doing('wait', { hours: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 14, arbitrary: doing('follow', { events: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 14, arbitrary: doing('read again', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const taken = new Map<string, number>();

test('a snapshot with the events after it is the snapshot that is read later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60, size: 'max' }), async (steps) => {
      const world = await createWorld();
      for (const one of steps) await world.take(one);
      await world.settle();
      expect(contentsOf(world.copy())).toEqual(contentsOf(stateOf(await world.read({}))));
    }),
    randomly(60, 'slow'),
  );
  // Steps that are always refused would prove nothing.
  for (const [name] of STEPS)
    expect(taken.get(name) ?? 0, `steps "${name}" that were accepted`).toBeGreaterThan(0);
});

/** Returns what screens see, without the order of records and what says when they were read. */
function contentsOf({ readAt: _, ...state }: ReplicaState): object {
  const sorted = <T>(records: ReadonlyMap<number, T>) => [...records].toSorted(([a], [b]) => a - b);
  return {
    ...state,
    rooms: sorted(state.rooms),
    units: sorted(state.units),
    bookings: sorted(state.bookings),
    undecided: sorted(state.undecided),
    nights: sorted(state.nights),
    closures: sorted(state.closures),
    tasks: sorted(state.tasks),
  };
}

type House = TestProperty & { receive: Awaited<ReturnType<typeof otaOrders>> };

type World = {
  property: House;
  copy(): ReplicaState;
  read(query: Record<string, string>): Promise<Desk>;
  take(step: Step): Promise<void>;
  settle(): Promise<void>;
};

async function createWorld(): Promise<World> {
  api.clock = START;
  const made = await api.property({ rooms: [{ units: 2 }, { units: 1 }, {}], timezone: 'America/New_York' });
  const property = { ...made, receive: await otaOrders(api, made) };
  await send('POST', `/api/units/${property.token}`, { room_id: property.room, names: ['101', '102'] });
  const read = async (query: Record<string, string>): Promise<Desk> => {
    const answer = await api.get(
      `/api/desk/${property.token}?${new URLSearchParams({ ...WINDOW, ...query })}`,
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  let state = stateOf(await read({}));
  let stale: Stale = NOTHING_STALE;
  const follow = async (limit: number): Promise<number> => {
    const path = `/api/events/${property.token}?after=${state.seq}&limit=${limit}`;
    const events: DeskEvent[] = (await api.get(path)).body;
    ({ state, stale } = applyEvents(state, stale, events));
    under?.since.push(...events);
    return events.length;
  };
  // A read that is under way: its answer is that of the moment when it was asked for, and arrives with a later step.
  let under: { answer: Desk; asked: ReturnType<typeof askedFor> | null; since: DeskEvent[] } | null = null;
  const ask = async () => {
    if (!isStale(stale)) return;
    const asked = stale.everything ? null : askedFor(stale);
    under = { answer: await read(asked ? queryFor(asked) : {}), asked, since: [] };
  };
  const receive = () => {
    if (!under) return;
    const { answer, asked, since } = under;
    ({ state, stale } = asked
      ? applyRead(state, stale, { asked, answer, since })
      : applySnapshot({ answer, since }));
    under = null;
  };
  const readAgain = async () => (under ? receive() : await ask());
  return {
    property,
    copy: () => state,
    read,
    async take(one: any) {
      if (one.do === 'follow') await follow(one.events);
      else if (one.do === 'read again') await readAgain();
      else if (await (STEPS.get(one.do) as Work)(property, one))
        taken.set(one.do, (taken.get(one.do) ?? 0) + 1);
    },
    async settle() {
      for (;;) {
        const count = await follow(100);
        if (count === 0 && !isStale(stale) && !under) break;
        await readAgain();
      }
      // Across midnight a desk reads the whole snapshot again.
      const now = await read({ parts: 'rooms' });
      if (now.today !== dateOf(state.today)) state = stateOf(await read({}));
    },
  };
}

function dateOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

async function send(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await (path.startsWith('/api/')
    ? api.request(method, path, { body })
    : api.operator(method, path, body));
  expect(answer.status, answer.text).toBeLessThan(500);
  return answer.status < 300 ? (answer.body ?? true) : null;
}

const at = (n: number) => FIRST.add({ days: n }).toString();
const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)];
const listOf = async (property: TestProperty, noun: string, query = ''): Promise<any[]> =>
  (await api.get(`/api/${noun}/${property.token}?limit=100${query}`)).body;
const given = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Returns whether the step was accepted. */
type Work = (property: House, step: any) => Promise<boolean>;

const STEPS = new Map<string, Work>([
  [
    'book',
    async (property, { room: place, day: first, nights: count, hold, unit, guest }) => {
      const known = guest === undefined ? undefined : pick(await listOf(property, 'guests'), guest);
      const answer = await send('POST', `/api/bookings/${property.token}`, {
        room_id: property.rooms[place],
        name: 'Ada Lovelace',
        checkin: at(first),
        checkout: at(first + count),
        price: 100,
        ...(hold && { hold_minutes: 90 }),
        ...(unit && { unit_id: 'auto' }),
        ...(known && { guest_id: known.guest_id, email: known.email }),
      });
      return answer !== null;
    },
  ],
  [
    'sell',
    async (property, { room: place, day: first, nights: count }) => {
      const [checkin, checkout] = [at(first), at(first + count)];
      const listed = await listOf(property, 'rentals');
      const id = property.rooms[place]!;
      if (!listed.some(({ room_id }) => room_id === id)) return false;
      const sale = { room: id, reference: null, name: 'Grace Hopper', email: 'grace@example.com' };
      await otaSells(api, property, { ...sale, checkin, checkout });
      return true;
    },
  ],
  [
    'sell again',
    async ({ receive, token }, { which: order, room: place, day: first, nights: count, before }) => {
      const dates = { checkin: FIRST.add({ days: first }), checkout: FIRST.add({ days: first + count }) };
      const receiveTotal = (total: string) =>
        receive({ reference: `N${order}`, rooms: [{ externalRoom: `R${place}`, total, ...dates }] });
      const { reservationIds } = await receiveTotal('100.00');
      if (before === undefined) return true;
      // What people here decide in between, the channel contradicts.
      const path = `/api/bookings/${token}?order_id=${reservationIds[0]}`;
      if (before === 'cancel') await send('DELETE', `${path}&date=${dates.checkin}`);
      else await send('PATCH', path, { price: 90 });
      await receiveTotal('120.00');
      return true;
    },
  ],
  [
    'change',
    async (property, one) => {
      const booking = pick(await listOf(property, 'bookings', '&include=held'), one.which);
      if (!booking) return false;
      const units = (await listOf(property, 'units')).filter(({ room_id }) => room_id === booking.room_id);
      const unit = one.unit === undefined ? undefined : (pick(units, one.unit)?.unit_id ?? undefined);
      const body = given({
        room_id: one.room === undefined ? undefined : property.rooms[one.room],
        checkin: one.day === undefined ? undefined : at(one.day),
        checkout: one.day === undefined ? undefined : at(one.day + (one.nights ?? 1)),
        unit_id: unit,
        unit_from: unit === undefined || one.split === undefined ? undefined : at(one.split),
        name: one.name,
        price: one.price,
        status: one.status,
        ...(one.status === 'checked_in' && { early: true, unready: true }),
      });
      const path = `/api/bookings/${property.token}?order_id=${booking.order_id}`;
      if ((await send('PATCH', path, body)) !== null) return true;
      return one.status !== undefined && (await send('PATCH', path, { status: one.status })) !== null;
    },
  ],
  [
    'cancel',
    async (property, one) => {
      const booking = pick(await listOf(property, 'bookings', '&include=held'), one.which);
      if (!booking) return false;
      const date = Temporal.PlainDate.from(booking.checkin.slice(0, 10)).add({ days: one.night });
      const query = `order_id=${booking.order_id}&date=${date}`;
      return (await send('DELETE', `/api/bookings/${property.token}?${query}`)) !== null;
    },
  ],
  [
    'price',
    async (property, one) => {
      const body = {
        room_id: property.rooms[one.room],
        date: at(one.day),
        todate: at(one.day + one.nights),
        price: one.price,
        ...(one.closed && { stop_sell: true, max_stay: 3 }),
      };
      return (await send('POST', `/api/availability/${property.token}`, body)) !== null;
    },
  ],
  [
    'room',
    async (property, one) => {
      const path = `/properties/${property.hotelId}/rooms/${property.rooms[one.room]}`;
      const { price } = one;
      const body = one.archive ? undefined : { price, name: `At ${price}`, ...(price > 150 && { units: 3 }) };
      return (await send(one.archive ? 'DELETE' : 'PATCH', path, body)) !== null;
    },
  ],
  [
    'unit',
    async (property, one) => {
      const unit = pick(await listOf(property, 'units'), one.which);
      if (!unit) return false;
      const path = `/api/units/${property.token}?unit_id=${unit.unit_id}`;
      if (one.archive) return (await send('DELETE', path)) !== null;
      return (await send('PATCH', path, given({ name: one.name, condition: one.condition }))) !== null;
    },
  ],
  [
    'units',
    async (property, one) => {
      const taken = await listOf(property, 'units');
      const names = Array.from({ length: one.count }, (_, i) => `${300 + taken.length + i}`);
      const body = { room_id: property.rooms[one.room], names };
      return (await send('POST', `/api/units/${property.token}`, body)) !== null;
    },
  ],
  [
    'close',
    async (property, one) => {
      const unit = pick(await listOf(property, 'units'), one.which);
      if (!unit) return false;
      const body = {
        unit_id: unit.unit_id,
        kind: one.outOfOrder ? 'out_of_order' : 'out_of_service',
        fromdate: at(one.day),
        todate: at(one.day + one.nights - 1),
        reason: 'Paint',
      };
      return (await send('POST', `/api/closures/${property.token}`, body)) !== null;
    },
  ],
  [
    'reopen',
    async (property, one) => {
      const closure = pick(await listOf(property, 'closures'), one.which);
      if (!closure) return false;
      const path = `/api/closures/${property.token}?closure_id=${closure.closure_id}`;
      if (one.day === undefined) return (await send('DELETE', path)) !== null;
      const body = { fromdate: at(one.day), todate: at(one.day + one.nights - 1) };
      return (await send('PATCH', path, body)) !== null;
    },
  ],
  [
    'task',
    async (property, one) => {
      const body = { room_id: property.rooms[one.room], task_name: 'Flowers', date: at(one.day) };
      return (await send('POST', `/properties/${property.hotelId}/tasks`, body)) !== null;
    },
  ],
  [
    'work',
    async (property, one) => {
      const task = pick(await listOf(property, 'tasks'), one.which);
      if (!task) return false;
      const path = `/properties/${property.hotelId}/tasks/${task.task_id}`;
      return (await send('PATCH', path, { status: one.status, date: task.date })) !== null;
    },
  ],
  [
    'pay',
    async (property, one) => {
      const booking = pick(await listOf(property, 'bookings'), one.which);
      if (!booking) return false;
      const payment = {
        amount: one.amount,
        type: 'payment',
        description: 'Cash',
        order_id: booking.order_id,
      };
      return (await send('POST', `/properties/${property.hotelId}/accounting`, payment)) !== null;
    },
  ],
  [
    'group',
    async (property, one) => {
      const body = {
        name: 'The Quintet',
        checkin: at(one.day),
        checkout: at(one.day + one.nights),
        rooms: [0, 1].map((place) => ({ room_id: property.rooms[place], price: 90 })),
      };
      return (await send('POST', `/api/groups/${property.token}`, body)) !== null;
    },
  ],
  [
    'assign',
    async (property, one) => {
      const body = { fromdate: at(one.day), todate: at(one.day + 3) };
      return (await send('POST', `/api/assignments/${property.token}`, body)) !== null;
    },
  ],
  [
    'merge',
    async (property, one) => {
      const guests = await listOf(property, 'guests');
      const [guest, into] = [pick(guests, one.which), pick(guests, one.into)];
      if (!guest || !into || guest === into) return false;
      const body = { guest_id: guest.guest_id, into: into.guest_id };
      return (await send('POST', `/api/guests/merge/${property.token}`, body)) !== null;
    },
  ],
  [
    'erase',
    async (property, one) => {
      const guests = await listOf(property, 'guests');
      // Guests who are here or expected are not erased: the next one may be.
      for (const { guest_id: id } of [...guests.slice(one.which), ...guests.slice(0, one.which)]) {
        const path = `/properties/${property.hotelId}/guests/${id}/erase`;
        if ((await send('POST', path, {})) !== null) return true;
      }
      return false;
    },
  ],
  [
    'person',
    async (property, one) => {
      const guest = pick(await listOf(property, 'guests'), one.which);
      if (!guest) return false;
      const body = { name: 'Ada King', email: 'king@example.com' };
      return (await send('PATCH', `/properties/${property.hotelId}/guests/${guest.guest_id}`, body)) !== null;
    },
  ],
  [
    'settings',
    async (property, one) => {
      const body = { settings: { checkin_time: `${one.hour}:00`, inspects_units: one.hour > 15 } };
      return (await send('PATCH', `/properties/${property.hotelId}`, body)) !== null;
    },
  ],
  [
    'wait',
    async ({ hotelId }, one) => {
      const now = api.clock!.add({ hours: one.hours });
      api.clock = now;
      const changing = { hotelId, now, actor: INNWIRE };
      for (const hold of await findExpiredHolds(api.db, { now, limit: 100 }))
        if (hold.hotelId === hotelId)
          await inPropertyTransaction(api.db, changing, (tx) => expireHold(tx, hold.reservationId));
      for (const left of await findLeftUnits(api.db, { now, limit: 100 }))
        if (left.hotelId === hotelId)
          await inPropertyTransaction(api.db, changing, (tx) => leaveUnit(tx, left.unitId));
      return true;
    },
  ],
]);
