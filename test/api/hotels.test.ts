// The property's profile.
import { expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();

test('shows exactly its members, with the defaults where nobody said otherwise', async () => {
  const made = await api.operator('POST', '/properties', { name: ' Quinta do Mar ', currency: 'EUR' });
  const answer = await api.get(`/api/hotels/${made.body.api_token}`);
  expect(answer.status).toBe(200);
  expect(Object.entries(answer.body)).toEqual([
    ['hotel_id', made.body.hotel_id],
    ['name', 'Quinta do Mar'],
    ['currency', 'EUR'],
    ['address', ''],
    ['timezone', 'UTC'],
    [
      'settings',
      {
        checkin_time: '15:00',
        checkout_time: '11:00',
        language: 'en',
        email: null,
        phone: null,
        website: null,
        horizon_days: 500,
        inspects_units: false,
        books_closed_until: null,
        infants_under_age: 2,
      },
    ],
    ['archived_at', null],
  ]);
});

test('shows what the operator set, and what the operator changed since', async () => {
  const settings = {
    checkin_time: '16:30',
    checkout_time: '09:00',
    language: 'pt',
    email: 'hello@quintadomar.example',
    phone: '+351 210 000 000',
    website: 'https://quintadomar.example',
    horizon_days: 365,
    inspects_units: true,
    books_closed_until: null,
    infants_under_age: 6,
  };
  const property = await api.property({ settings, timezone: 'America/Sao_Paulo', currency: 'BRL' });
  const before = (await api.get(`/api/hotels/${property.token}`)).body;
  expect(before).toMatchObject({ currency: 'BRL', timezone: 'America/Sao_Paulo', settings });
  await api.operator('PATCH', `/properties/${property.hotelId}`, {
    address: 'Rua do Mar 1',
    settings: { phone: null },
  });
  const after = (await api.get(`/api/hotels/${property.token}`)).body;
  expect(after).toEqual({ ...before, address: 'Rua do Mar 1', settings: { ...settings, phone: null } });
});

test('accepts no parameters, and knows nothing of the subscription', async () => {
  const property = await api.property();
  const refused = await api.get(`/api/hotels/${property.token}?room_id=1&limit=0`);
  expectProblem(refused, 400, 'invalid_parameters', ['room_id', 'limit']);
  const answer = await api.get(`/api/hotels/${property.token}`);
  expect(answer.body).not.toHaveProperty('subscription');
});
