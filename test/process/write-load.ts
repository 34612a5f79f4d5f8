// Write load with a record of each client's responses, to be compared with the stored data afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask, type ProcessResponse, type PropertyHandle, until } from '../harness/process.ts';
import { query } from '../harness/query.ts';
import { dice, SEED } from '../harness/random.ts';

export const UNITS = 3;
const CLIENTS = 16;
/** Number of bookable days: enough that most bookings succeed, few enough that some conflict. */
const DAYS = 1_000;
const FIRST_DAY = Temporal.PlainDate.from('2029-01-01');
/** First of the nights whose prices change; no booking is that late. */
const FIRST_PRICED = Temporal.PlainDate.from('2034-01-01');

export type BookedStay = {
  key: string;
  body: { room_id: number; name: string; checkin: string; checkout: string; price: number };
  /** the server's response; absent when the connection broke before it */
  answer?: any;
  cancelled?: { answer?: any };
};

export type Price = { room: number; date: string; sent: number[]; acknowledged?: any };

export type WriteLoad = {
  stays: BookedStay[];
  prices: Price[];
  /** all unsuccessful responses */
  refusals: ProcessResponse[];
  /** number of requests without a response */
  broken: number;
  /** Resolves when so many more bookings are acknowledged. */
  moreBooked(count: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts sixteen clients that book (each booking with its own idempotency key), cancel and change prices
 * until they are stopped. They continue after refusals and broken connections.
 */
export function startWriteLoad(serverUrl: () => string, property: PropertyHandle, round: string): WriteLoad {
  const load: WriteLoad = { stays: [], prices: [], refusals: [], broken: 0, moreBooked, stop };
  let over = false;
  const clients = Array.from({ length: CLIENTS }, (_, number) => work(number));
  return load;

  async function moreBooked(count: number) {
    const booked = () => load.stays.filter(({ answer }) => answer).length;
    const wanted = booked() + count;
    await until(() => booked() >= wanted, `${count} more bookings`);
  }

  async function stop() {
    over = true;
    await Promise.all(clients);
  }

  async function work(number: number) {
    const mine: BookedStay[] = [];
    for (let step = 0; !over; step++) {
      if (step % 5 === 3) await cancelOne(mine);
      else if (step % 5 === 4) await changePrice(number, step);
      else await book(mine, `${round}-${number}-${step}`);
    }
  }

  async function book(mine: BookedStay[], key: string) {
    const nights = 1 + chance(4);
    const checkin = FIRST_DAY.add({ days: chance(DAYS) });
    const stay: BookedStay = {
      key,
      body: {
        room_id: property.rooms[chance(property.rooms.length)]!,
        name: `Guest ${key}`,
        checkin: checkin.toString(),
        checkout: checkin.add({ days: nights }).toString(),
        price: 10 * nights + 0.5,
      },
    };
    load.stays.push(stay);
    const answer = await send('POST', 'bookings', stay.body, key);
    if (answer?.status !== 200) return;
    stay.answer = answer.body;
    mine.push(stay);
  }

  async function cancelOne(mine: BookedStay[]) {
    const stay = mine.shift();
    if (!stay) return;
    stay.cancelled = {};
    const { order_id } = stay.answer;
    const answer = await send('DELETE', `bookings?order_id=${order_id}&date=${stay.body.checkin}`);
    if (answer?.status === 200) stay.cancelled.answer = answer.body;
  }

  /** Changes the price of a night that no other client prices or books. */
  async function changePrice(number: number, step: number) {
    const room = property.rooms[step % property.rooms.length]!;
    const date = FIRST_PRICED.add({ days: number * 10 + (step % 7) }).toString();
    let price = load.prices.find((each) => each.room === room && each.date === date);
    if (!price) {
      price = { room, date, sent: [] };
      load.prices.push(price);
    }
    const value = 100 + step + number / 100;
    price.sent.push(value);
    const answer = await send('POST', 'availability', { room_id: room, date, price: value });
    if (answer?.status !== 200) return;
    price.sent = [];
    price.acknowledged = answer.body;
  }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<ProcessResponse | null> {
    try {
      const [resource, search = ''] = path.split('?');
      const answer = await ask(`${serverUrl()}/api/${resource}/${property.token}?${search}`, {
        method,
        ...(body !== undefined && { body }),
        ...(key && { headers: { 'idempotency-key': key } }),
      });
      if (answer.status !== 200) load.refusals.push(answer);
      if (answer.status >= 500) await sleep(20); // clients pause when the server fails
      return answer;
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw error;
      load.broken++;
      await sleep(20);
      return null;
    }
  }
}

const chance = dice(SEED);

/** Expects that everything acknowledged with 200 is stored with the same content. */
export async function expectAllThere(url: string, property: PropertyHandle, load: WriteLoad): Promise<void> {
  const listed = (await ask(`${url}/api/bookings/${property.token}`)).body as any[];
  const found = new Map(listed.map((booking) => [booking.order_id, booking]));
  for (const { answer, cancelled } of load.stays) {
    if (!answer) continue;
    const booking = found.get(answer.order_id);
    if (cancelled?.answer) expect(booking).toEqual(cancelled.answer);
    else if (!cancelled) expect(booking).toEqual(answer);
    else expect(['confirmed', 'cancelled']).toContain(booking.status); // a cancellation without a response
  }
  const [from, to] = [FIRST_PRICED, FIRST_PRICED.add({ years: 1 })];
  const nights = (await ask(`${url}/api/availability/${property.token}?fromdate=${from}&todate=${to}`)).body;
  for (const { room, date, sent, acknowledged } of load.prices) {
    const night = nights.find((each: any) => each.room_id === room && each.date.startsWith(date));
    if (acknowledged && sent.length === 0) expect(night).toEqual(acknowledged);
    // The last price may have been stored although its response was lost.
    else expect([acknowledged?.price ?? 100, ...sent]).toContain(night.price);
  }
}

/** Expects that repeated requests with the same keys create no booking and return the earlier responses. */
export async function expectRetriesChangeNothing(
  url: string,
  property: PropertyHandle,
  load: WriteLoad,
): Promise<void> {
  const stays = load.stays.filter((stay) => !stay.answer || stay.key.endsWith('0')).slice(0, RETRIED);
  for (const stay of stays) {
    const headers = { 'idempotency-key': stay.key };
    const retry = () =>
      ask(`${url}/api/bookings/${property.token}`, { method: 'POST', body: stay.body, headers });
    const [answer, twin] = await Promise.all([retry(), retry()]);
    if (stay.answer) {
      expect(answer.body).toEqual(stay.answer);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
    } else if (answer.status !== 200) {
      expect(answer.body.code).toBe('room_unavailable');
    }
    if (answer.status === 200) expect(twin.body).toEqual(answer.body);
  }
  const twice = (await ask(`${url}/api/bookings/${property.token}`)).body.map((booking: any) => booking.name);
  expect(new Set(twice).size).toBe(twice.length);
}

const RETRIED = 100;

/** Expects that all records that belong together exist together, for all bookings of a property. */
export async function expectWhole(databaseUrl: string, { hotelId }: PropertyHandle): Promise<void> {
  for (const [what, text] of Object.entries(BROKEN)) {
    expect(await query(databaseUrl, `${text} limit 5`, [hotelId]), what).toEqual([]);
  }
}

/** Queries for inconsistent records; each must return none. */
const BROKEN = {
  'a booking without all of its nights': `
    select r.reservation_id from reservations r
    left join reservation_nights n using (hotel_id, reservation_id)
    where r.hotel_id = $1
    group by r.hotel_id, r.reservation_id
    having count(n.date) <> r.checkout - r.checkin
      or count(n.date) filter (where n.released_at is null) <> case r.status when 'cancelled' then 0 else r.checkout - r.checkin end
      or sum(n.price_minor) <> r.price_minor`,
  'a booking whose ledger does not say what it is worth': `
    select r.reservation_id from reservations r
    left join ledger_entries e using (hotel_id, reservation_id)
    where r.hotel_id = $1
    group by r.hotel_id, r.reservation_id
    having count(*) filter (where e.type = 'income' and e.amount_minor = r.price_minor) <> 1
      or count(*) filter (where e.type = 'reversal') <> case r.status when 'cancelled' then 1 else 0 end
      or sum(e.amount_minor) <> case r.status when 'cancelled' then 0 else r.price_minor end`,
  'a booking without its cleaning task': `
    select r.reservation_id from reservations r
    left join tasks t using (hotel_id, reservation_id)
    where r.hotel_id = $1
    group by r.hotel_id, r.reservation_id
    having count(t.task_id) <> 1
      or bool_or((t.status = 'cancelled') <> (r.status = 'cancelled') or t.due <> r.checkout)`,
  'a booking that the log does not tell of once': `
    select r.reservation_id from reservations r
    left join events e on e.hotel_id = r.hotel_id and e.subject = 'booking/' || r.reservation_id
    where r.hotel_id = $1
    group by r.hotel_id, r.reservation_id
    having count(*) filter (where e.kind = 'booking.created') <> 1
      or count(*) filter (where e.kind = 'booking.cancelled') <> case r.status when 'cancelled' then 1 else 0 end`,
  'an event of a booking that is not there': `
    select e.seq from events e
    where e.hotel_id = $1 and e.subject like 'booking/%' and not exists (
      select 1 from reservations r where r.hotel_id = $1 and 'booking/' || r.reservation_id = e.subject)`,
  'a gap in the log': `
    select h.last_seq from log_heads h
    left join events e using (hotel_id)
    where h.hotel_id = $1
    group by h.hotel_id, h.last_seq
    having count(e.seq) <> h.last_seq or max(e.seq) <> h.last_seq or min(e.seq) <> 1`,
  'a night that does not add up': `
    select n.room_id, n.date from nights n
    join rooms using (hotel_id, room_id)
    where n.hotel_id = $1 and (n.available < 0 or n.overbooked <> 0
      or (not n.allotted and n.available + n.sold + n.blocked <> rooms.units)
      or n.sold <> (select count(*) from reservation_nights held
        where held.hotel_id = n.hotel_id and held.room_id = n.room_id and held.date = n.date and held.released_at is null))`,
  'a night sold that the calendar does not know': `
    select held.room_id, held.date from reservation_nights held
    where held.hotel_id = $1 and held.released_at is null and not exists (
      select 1 from nights n
      where n.hotel_id = $1 and n.room_id = held.room_id and n.date = held.date and n.sold > 0)`,
  'a key without its answer': `
    select key from idempotency_keys where hotel_id = $1 and answer is null`,
};
