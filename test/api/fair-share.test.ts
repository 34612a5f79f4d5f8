// A property that sends many requests at once does not delay the others.
import { expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { connectForTest } from '../harness/connect.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ poolSize: 4, databaseLimits: { shareMs: 500 } });

test('changes that wait for each other leave connections to other properties, and are refused in time', async () => {
  const [storming, other] = [await api.property(), await api.property()];
  const blocker = connectForTest(api.url, { poolSize: 1 });
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const blocking = blocker.transaction(async (tx) => {
    await tx.query('select 1 from rooms where hotel_id = $1 for update', [storming.hotelId]);
    locked.resolve();
    await free.promise;
    return { value: null };
  });
  await locked.promise;
  const night = { room_id: storming.room, date: '2027-01-01', price: 1 };
  const changes = Array.from({ length: 24 }, () => api.post(`/api/availability/${storming.token}`, night));
  const read = await api.get(`/api/hotels/${other.token}`);
  const write = await api.post(`/api/availability/${other.token}`, { ...night, room_id: other.room });
  const ownRead = await api.get(`/api/bookings/${storming.token}`);
  expect([read.status, write.status, ownRead.status]).toEqual([200, 200, 200]);
  const refused = await Promise.race(changes.slice(-1));
  expectProblem(refused!, 503, 'temporarily_unavailable');
  expect(refused!.headers['retry-after']).toBe('5');
  free.resolve();
  await blocking;
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await api.post(`/api/availability/${storming.token}`, night)).status).toBe(200);
  await blocker.close();
});
