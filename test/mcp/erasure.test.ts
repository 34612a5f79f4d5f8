// What an agent stores of a person is erased with the person.
import { expect, test } from 'vitest';
import { CANARY, findCanary, PERSON } from '../api/canary.ts';
import { clientKinds } from './clients.ts';
import { useEndpoint } from './endpoint.ts';

const api = useEndpoint();

test.each(clientKinds().map((kind) => [kind.name, kind] as const))('%s', async (_, kind) => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  const property = await api.property({ rooms: [{ units: 9 }] });
  const client = await api.client(kind, property.token);
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as any;
  const stay = { room_id: property.room, checkin: '2026-07-01', checkout: '2026-07-04', price: 240 };
  const made = await call('create_booking', { ...stay, ...PERSON });
  expect(made.isError, JSON.stringify(made)).toBeFalsy();
  const [{ guest_id: guest }] = (await api.get(`/api/bookings/${property.token}`)).body;
  await call('list_bookings', { search: CANARY });
  expect((await findCanary(api.db)).length).toBeGreaterThan(1);
  api.clock = Temporal.Instant.from('2026-08-15T10:00:00Z');
  const done = await api.operator('POST', `/properties/${property.hotelId}/guests/${guest}/erase`, {});
  expect(done.status).toBe(200);
  expect(await findCanary(api.db)).toEqual([]);
});
