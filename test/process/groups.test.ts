// Groups that are booked, given units, charged, paid and cancelled, and units that are closed and opened, while the program is
// killed: each change is stored whole or not at all, and what is sent again with its key is posted once.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectForTest } from '../harness/connect.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  type Innwire,
  newDataDir,
  operate,
  type PropertyHandle,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';
import { dice, SEED } from '../harness/random.ts';
import { expectConsistent } from '../pms/invariants.ts';

useProcesses();

const KILLS = Number(process.env['INNWIRE_KILL_CYCLES'] ?? 2);
const CLIENTS = 8;
const ROOMS = 3;
const UNITS = 40;
const roll = dice(SEED);

test('a group is whole after kills, whatever was being done to it', async () => {
  const dataDir = newDataDir();
  let innwire = await startInnwire({ dataDir });
  const property = await createProperty(innwire, { rooms: ROOMS, units: UNITS });
  const units = await nameUnits(innwire, property);
  const acknowledged = new Map<number, { paid: boolean; cancelled: boolean }>();
  const postings: Posting[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { url, operatorKey } = innwire;
    const accounting = `/operator/properties/${property.hotelId}/accounting`;
    const keyed = ({ key }: Posting) => ({
      authorization: `Bearer ${operatorKey}`,
      'idempotency-key': key,
    });
    let kept = 0;
    let closed = 0;
    let over = false;
    const send = async (path: string, options: Parameters<typeof ask>[1]) => {
      const answer = await ask(`${url}${path}`, options).catch(() => null);
      return answer?.status === 200 ? answer.body : null;
    };
    const work = async (client: number) => {
      for (let step = 0; !over; step += 1) {
        const rooms = property.rooms.map((room_id, i) => ({
          ...{ room_id, price: 100.01 },
          ...(i === 0 && { unit_id: 'auto' }),
        }));
        const checkin = Temporal.PlainDate.from('2029-01-01').add({ days: (client + step) % 20 });
        const group = await send(`/api/groups/${property.token}`, {
          method: 'POST',
          body: {
            name: `Guest ${kill}-${client}-${step}`,
            checkin: checkin.toString(),
            checkout: checkin.add({ days: 2 }).toString(),
            rooms: client % 2 === 0 ? rooms : rooms.toReversed(),
          },
        });
        if (!group) continue;
        const done = { paid: false, cancelled: false };
        acknowledged.set(group.group_id, done);
        if (step % 2 === 1) kept += 1;
        // Charged, and every other time the charge is taken back again.
        const charge = post(group.bookings[0].order_id, `Minibar ${kill}-${client}-${step}`);
        postings.push(charge);
        charge.entry = await send(accounting, { method: 'POST', body: charge.body, headers: keyed(charge) });
        if (charge.entry && step % 2 === 0) {
          const reversal = reverse(charge.entry.id, charge.key);
          postings.push(reversal);
          reversal.entry = await send(accounting, {
            method: 'POST',
            body: reversal.body,
            headers: keyed(reversal),
          });
        }
        const path = `/operator/properties/${property.hotelId}/groups/${group.group_id}/payments`;
        const headers = { authorization: `Bearer ${operatorKey}` };
        done.paid = (await send(path, { method: 'POST', body: { amount: 200 }, headers })) !== null;
        const cancel = `/api/groups/${property.token}?group_id=${group.group_id}&date=${checkin}`;
        done.cancelled = step % 2 === 0 && (await send(cancel, { method: 'DELETE' })) !== null;
      }
    };
    const closeUnits = async () => {
      const closures = `/api/closures/${property.token}`;
      for (let step = 0; !over; step += 1) {
        const fromdate = Temporal.PlainDate.from('2029-01-01').add({ days: step % 20 });
        const closure = await send(closures, {
          method: 'POST',
          body: {
            // Stays get the first free unit, so that the last ones are free to be closed.
            unit_id: units.at(-1 - (step % 10)),
            kind: 'out_of_order',
            fromdate: fromdate.toString(),
            todate: fromdate.add({ days: 3 }).toString(),
          },
        });
        if (!closure) continue;
        closed += 1;
        if (step % 3 > 0) await send(`${closures}?closure_id=${closure.closure_id}`, { method: 'DELETE' });
      }
    };
    const clients = [...Array.from({ length: CLIENTS }, (_, client) => work(client)), closeUnits()];
    // Killed at any moment after some changes were made that are not taken back.
    await until(() => kept > 0 && closed > 0, 'a group and a closure that stay');
    await sleep(roll(1_000));
    innwire.signal('SIGKILL');
    over = true;
    await Promise.all([innwire.ended, ...clients]);
    innwire = await startInnwire({ dataDir });
    await expectPostedOnce(innwire, property.hotelId, postings);
    await expectFolios(innwire, property, embeddedUrl(dataDir));
    await expectConsistentIn(embeddedUrl(dataDir), property.hotelId);
  }
  const stored = await query(
    embeddedUrl(dataDir),
    `select stored.group_id, array_agg(distinct booking.status) as statuses, count(*)::int as bookings,
       (select coalesce(sum(entry.amount_minor), 0)::int from ledger_entries as entry
        join reservations as paid using (hotel_id, reservation_id)
        where entry.hotel_id = $1 and entry.type = 'payment' and paid.group_id = stored.group_id) as paid
     from booking_groups as stored left join reservations as booking using (hotel_id, group_id)
     where hotel_id = $1 group by stored.group_id`,
    [property.hotelId],
  );
  expect(acknowledged.size).toBeGreaterThan(0);
  const [held] = await query(
    embeddedUrl(dataDir),
    `select (select count(*)::int from unit_nights where hotel_id = $1 and reservation_id is not null) as stays,
       (select count(*)::int from closures where hotel_id = $1) as closures`,
    [property.hotelId],
  );
  expect(held!.stays).toBeGreaterThan(0);
  expect(held!.closures).toBeGreaterThan(0);
  for (const { group_id, statuses, bookings, paid } of stored) {
    expect([bookings, statuses.length]).toEqual([ROOMS, 1]);
    expect([0, 200_00]).toContain(paid);
    const done = acknowledged.get(Number(group_id));
    if (done?.paid) expect(paid).toBe(200_00);
    if (done?.cancelled) expect(statuses).toEqual(['cancelled']);
  }
  const ids = new Set(stored.map(({ group_id }) => Number(group_id)));
  expect([...acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([]);
});

/** A request that posts an entry, and the entry if the server acknowledged it. */
type Posting = { key: string; body: object; entry?: any };

function post(order_id: number, key: string): Posting {
  return { key, body: { type: 'charge', amount: 4.5, description: key, order_id } };
}

function reverse(reverses_id: number, of: string): Posting {
  return { key: `Reversal of ${of}`, body: { reverses_id, description: `Reversal of ${of}` } };
}

/** Sends postings again with their keys: each is there once, as it was acknowledged. */
async function expectPostedOnce(
  innwire: Pick<Innwire, 'url' | 'operatorKey'>,
  hotelId: number,
  postings: Posting[],
): Promise<void> {
  const path = `${innwire.url}/operator/properties/${hotelId}/accounting`;
  const headers = { authorization: `Bearer ${innwire.operatorKey}` };
  for (const { key, body, entry } of postings.filter((each, i) => !each.entry || i % 10 === 0)) {
    const again = await ask(path, { method: 'POST', body, headers: { ...headers, 'idempotency-key': key } });
    expect(again.status).toBe(200);
    if (entry) expect(again.body).toEqual(entry);
  }
  const { body: entries } = await ask(`${path}?type=charge&limit=1000`, { headers });
  const posted = entries.map(({ description }: any) => description);
  expect(posted.toSorted()).toEqual(postings.map(({ key }) => key).toSorted());
}

/** Expects that each booking shows the sums of its entries. */
async function expectFolios(
  { url }: Pick<Innwire, 'url'>,
  { token, hotelId }: PropertyHandle,
  database: string,
): Promise<void> {
  const rows = await query(
    database,
    `select reservation_id, coalesce(sum(amount_minor) filter (where type <> 'payment'), 0)::int as total,
       coalesce(sum(amount_minor) filter (where type = 'payment'), 0)::int as paid
     from ledger_entries where hotel_id = $1 group by reservation_id`,
    [hotelId],
  );
  const sums = new Map(
    rows.map(({ reservation_id, total, paid }) => [Number(reservation_id), [total, paid]]),
  );
  const { body: bookings } = await ask(`${url}/api/bookings/${token}`);
  const cents = (amount: number) => Math.round(amount * 100);
  for (const { order_id, total, paid, balance } of bookings) {
    expect([order_id, cents(total), cents(paid)]).toEqual([order_id, ...sums.get(order_id)!]);
    expect(cents(balance)).toBe(cents(total) - cents(paid));
  }
}

/** Names the units of the first room. Returns their ids. */
async function nameUnits(
  innwire: Pick<Innwire, 'url' | 'operatorKey'>,
  { hotelId, rooms }: PropertyHandle,
): Promise<number[]> {
  const names = Array.from({ length: UNITS }, (_, i) => `${101 + i}`);
  const named = await operate(innwire, 'POST', `/properties/${hotelId}/units`, { room_id: rooms[0], names });
  expect(named.status).toBe(200);
  return named.body.map(({ unit_id }: any) => unit_id);
}

async function expectConsistentIn(url: string, hotelId: number): Promise<void> {
  const db = connectForTest(url, { poolSize: 2 });
  try {
    await expectConsistent(db, hotelId, Temporal.Now.plainDateISO('UTC').subtract({ days: 1 }));
  } finally {
    await db.close();
  }
}
