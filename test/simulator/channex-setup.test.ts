// Setup of a property at the simulated Channex through its API, and bookings entered at Channex itself.
import { expect, test } from 'vitest';
import { ask, simulator } from './harness.ts';

async function channex() {
  const { channex: ota } = await simulator();
  const headers = { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: unknown) =>
    ask(`${ota.url}/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const property = async () =>
    (await call('POST', '/properties', { property: { title: 'Test Property', currency: 'USD' } })).json.data
      .id as string;
  const room = async (property_id: string, title = 'Twin Room') => {
    const room_type = {
      property_id,
      title,
      count_of_rooms: 2,
      occ_adults: 2,
      occ_children: 0,
      occ_infants: 0,
    };
    const made = await call('POST', '/room_types', { room_type: { ...room_type, default_occupancy: 2 } });
    return made.json.data.id as string;
  };
  const plan = (property_id: string, room_type_id: string, title: string) =>
    call('POST', '/rate_plans', {
      rate_plan: { property_id, room_type_id, title, options: [{ occupancy: 2, is_primary: true, rate: 0 }] },
    });
  return { ota, call, property, room, plan };
}

test('a property, its room types and rate plans are made, listed by title and removed', async () => {
  const { call, property, room, plan } = await channex();
  const id = await property();
  const type = await room(id);
  const made = await plan(id, type, 'Best Available Rate');
  expect([made.status, made.json.data.relationships.room_type.data.id]).toEqual([201, type]);
  const found = await call('GET', '/properties?filter[title]=Test%20Property');
  expect(found.json.data).toMatchObject([{ id, attributes: { currency: 'USD' } }]);
  expect((await call('GET', `/properties/${id}`)).json.data.attributes.settings).toMatchObject({
    min_stay_type: 'both',
    allow_availability_autoupdate_on_cancellation: false,
  });
  expect((await call('DELETE', `/properties/${id}`)).json.meta.message).toBe('Success');
  expect((await call('GET', `/properties/${id}`)).status).toBe(404);
});

test('the title of a rate plan is unique within a property, and what is required must be there', async () => {
  const { call, property, room, plan } = await channex();
  const id = await property();
  const [twin, double] = [await room(id), await room(id, 'Double Room')];
  await plan(id, twin, 'Best Available Rate');
  const again = await plan(id, double, 'Best Available Rate');
  expect([again.status, again.json.errors.details.title]).toEqual([
    422,
    ['Duplication in Rate Plan title is not allowed!'],
  ]);
  const empty = await call('POST', '/properties', { property: { currency: 'USD' } });
  expect([empty.status, empty.json.errors.details]).toEqual([422, { title: ["can't be blank"] }]);
});

test('a booking is entered, changed and cancelled at Channex once the application is installed', async () => {
  const { ota, call, property, room, plan } = await channex();
  const id = await property();
  const type = await room(id);
  const rate = (await plan(id, type, 'Best Available Rate')).json.data.id;
  const booking = (nights: string[], more = {}) => ({
    property_id: id,
    ota_reservation_code: '113',
    ota_name: 'Offline',
    customer: { name: 'Grace', surname: 'Hopper' },
    rooms: [
      {
        room_type_id: type,
        rate_plan_id: rate,
        days: Object.fromEntries(nights.map((night) => [night, '100.00'])),
        occupancy: { adults: 2, children: 0, infants: 0 },
      },
    ],
    ...more,
  });
  const nights = ['2027-04-01', '2027-04-02'];
  expect((await call('POST', '/bookings', { booking: booking(nights) })).status).toBe(403);
  await call('POST', '/applications/install', {
    application_installation: { property_id: id, application_code: 'booking_crs' },
  });
  const made = await call('POST', '/bookings', { booking: booking(nights) });
  expect(made.json.data.attributes).toMatchObject({ unique_id: 'OFL-113', status: 'new' });
  const change = (body: object) => call('PUT', `/bookings/${made.json.data.id}`, { booking: body });
  await change(booking([...nights, '2027-04-03'], { status: 'modified' }));
  await change(booking(nights, { status: 'cancelled' }));
  const { data } = (await call('GET', '/booking_revisions/feed')).json;
  expect(data.map(({ attributes }: any) => [attributes.status, attributes.departure_date])).toEqual([
    ['new', '2027-04-03'],
    ['modified', '2027-04-04'],
    ['cancelled', '2027-04-04'],
  ]);
  expect(data[0].attributes).toMatchObject({ unique_id: 'OFL-113', ota_name: 'Offline' });
  expect(ota.reservations()).toHaveLength(1);
});
