// Groups that are booked, paid and cancelled while the program is killed: each is stored whole or not at all.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ask, createProperty, embeddedUrl, newDataDir, startInnwire } from '../harness/process.ts';
import { query } from '../harness/query.ts';

const KILLS = 2;
const CLIENTS = 8;
const ROOMS = 3;
const UNITS = 40;

test('a group is whole after kills, whatever was being done to it', { timeout: 240_000 }, async () => {
  const dataDir = newDataDir();
  let innwire = await startInnwire({ dataDir });
  const property = await createProperty(innwire, { rooms: ROOMS, units: UNITS });
  const acknowledged = new Map<number, { paid: boolean; cancelled: boolean }>();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { url, operatorKey } = innwire;
    let over = false;
    const send = async (path: string, options: Parameters<typeof ask>[1]) => {
      const answer = await ask(`${url}${path}`, options).catch(() => null);
      return answer?.status === 200 ? answer.body : null;
    };
    const work = async (client: number) => {
      for (let step = 0; !over; step += 1) {
        const rooms = property.rooms.map((room_id) => ({ room_id, price: 100.01 }));
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
        const path = `/operator/properties/${property.hotelId}/groups/${group.group_id}/payments`;
        const headers = { authorization: `Bearer ${operatorKey}` };
        done.paid = (await send(path, { method: 'POST', body: { amount: 200 }, headers })) !== null;
        const cancel = `/api/groups/${property.token}?group_id=${group.group_id}&date=${checkin}`;
        done.cancelled = step % 2 === 0 && (await send(cancel, { method: 'DELETE' })) !== null;
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, client) => work(client));
    await sleep(1_000 + Math.random() * 1_000);
    innwire.signal('SIGKILL');
    over = true;
    await Promise.all([innwire.ended, ...clients]);
    innwire = await startInnwire({ dataDir });
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
