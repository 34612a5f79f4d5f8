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

test('what an agent proposed for the person is erased and never done, whatever became of it', async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  const property = await api.property({ rooms: [{ units: 9 }] });
  const { hotelId, token } = property;
  const made = await api.operator('POST', `/properties/${hotelId}/tokens`, { label: 'x', access: 'propose' });
  const client = await api.client(clientKinds()[4]!, made.body.api_token);
  const propose = async (name: string, given: Record<string, unknown>): Promise<number> => {
    const answer = (await client.callTool({ name, arguments: given })) as any;
    expect(answer.isError, JSON.stringify(answer)).toBeFalsy();
    return answer.structuredContent.proposal.proposal_id;
  };
  const decide = (id: number, decision: string) =>
    api.operator('POST', `/properties/${hotelId}/proposals/${id}`, { decision });
  const stay = { room_id: property.room, checkin: '2026-07-01', checkout: '2026-07-04', price: 240 };
  const booked = await propose('create_booking', { ...stay, ...PERSON, idempotency_key: 'one' });
  const { order_id: order } = (await decide(booked, 'approve')).body;
  await decide(await propose('create_booking', { ...stay, ...PERSON, price: 250 }), 'decline');
  await propose('create_booking', { ...stay, ...PERSON, price: 260 });
  await propose('send_guest_message', { rid: order, reply: `Dear ${PERSON.name}` });
  const open = await propose('update_booking', { order_id: String(order), notes: PERSON.name });
  expect((await findCanary(api.db)).length).toBeGreaterThan(1);
  const [{ guest_id: guest }] = (await api.get(`/api/bookings/${token}`)).body;
  api.clock = Temporal.Instant.from('2026-08-15T10:00:00Z');
  const done = await api.operator('POST', `/properties/${hotelId}/guests/${guest}/erase`, {});
  expect(done.status).toBe(200);
  expect(await findCanary(api.db)).toEqual([]);
  const [{ state, arguments: given }] = (await api.get(`/api/proposals/${token}?proposal_id=${open}`)).body;
  expect({ state, given }).toEqual({ state: 'declined', given: {} });
  expect((await decide(open, 'reopen')).status).toBe(400);
});
