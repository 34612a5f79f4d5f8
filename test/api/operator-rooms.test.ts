// Creating, changing and retiring rooms.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const ROOM = { name: 'Garden Suite', capacity: 3, price: 120.5 };
const rooms = ({ hotelId }: { hotelId: number }, method: string, id?: number | string, body?: object) =>
  api.operator(method, `/properties/${hotelId}/rooms${id === undefined ? '' : `/${id}`}`, body);

const book = ({ token, room }: TestProperty, checkin: string, checkout: string) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'A', checkin, checkout, price: 1 });

async function expectRefused(answer: () => ReturnType<typeof rooms>, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  expectProblem(await answer(), 400, code, fields);
  expect(await fingerprint(api.db)).toBe(before);
}

describe('making a room', () => {
  test('answers with its record, units null and min_stay 1 where nobody said', async () => {
    const property = await api.property({ rooms: [] });
    const answer = await rooms(property, 'POST', undefined, ROOM);
    expect(Object.entries(answer.body)).toEqual([
      ['room_id', expect.any(Number)],
      ['hotel_id', property.hotelId],
      ['name', 'Garden Suite'],
      ['capacity', 3],
      ['price', 120.5],
      ['units', null],
      ['min_stay', 1],
      ['cots', 0],
    ]);
    expect((await rooms(property, 'GET')).body).toEqual([answer.body]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 1.5 }, 'capacity'],
    [{ price: -1 }, 'price'],
    [{ price: 0.001 }, 'price'],
    [{ units: 0 }, 'units'],
    [{ units: 10_000 }, 'units'],
    [{ units: null }, 'units'],
    [{ min_stay: 0 }, 'min_stay'],
    [{ cots: -1 }, 'cots'],
    [{ cots: 21 }, 'cots'],
    [{ name: undefined }, 'name'],
    [{ price: undefined }, 'price'],
  ])('is refused for %j', async (more, field) => {
    const property = await api.property({ rooms: [] });
    await expectRefused(() => rooms(property, 'POST', undefined, { ...ROOM, ...more }), 'invalid_data', [
      field,
    ]);
  });
});

describe('changing a room', () => {
  test('changes what is named and leaves the rest', async () => {
    const property = await api.property();
    const before = (await rooms(property, 'GET')).body[0];
    const answer = await rooms(property, 'PATCH', property.room, { name: 'Attic', units: 4 });
    expect(answer.body).toEqual({ ...before, name: 'Attic', units: 4 });
    expect((await rooms(property, 'PATCH', property.room, {})).body).toEqual(answer.body);
  });

  test('to more or fewer units changes what every night offers that nobody set', async () => {
    const property = await api.property({ rooms: [{ units: 2 }] });
    await book(property, '2027-03-01', '2027-03-02');
    const offered = async () =>
      (await api.get(`/api/availability/${property.token}?fromdate=2027-03-01&todate=2027-03-02`)).body.map(
        (night: any) => night.available,
      );
    await rooms(property, 'PATCH', property.room, { units: 5 });
    expect(await offered()).toEqual([4, 5]);
    await rooms(property, 'PATCH', property.room, { units: 1 });
    expect(await offered()).toEqual([0, 1]);
  });

  test('to fewer units than are sold is refused', async () => {
    const property = await api.property({ rooms: [{ units: 2 }] });
    await book(property, '2027-03-01', '2027-03-02');
    await book(property, '2027-03-01', '2027-03-02');
    await expectRefused(() => rooms(property, 'PATCH', property.room, { units: 1 }), 'exceeds_units', [
      'units',
    ]);
  });
});

describe('retiring a room', () => {
  test('takes it out of every list, and its past stays remain', async () => {
    const property = await api.property();
    await book(property, '2026-06-01', '2026-06-03');
    const answer = await rooms(property, 'DELETE', property.room);
    expect(answer.body).toEqual({ room_id: property.room, archived: true });
    for (const path of ['rentals', 'availability', 'ical']) {
      expect((await api.get(`/api/${path}/${property.token}`)).body).toEqual([]);
    }
    expect((await api.get(`/api/bookings/${property.token}`)).body).toHaveLength(1);
    await expectRefused(() => rooms(property, 'DELETE', property.room), 'unknown_room');
  });

  test('is refused while stays lie ahead, and possible once they are cancelled', async () => {
    const property = await api.property();
    const { body } = await book(property, '2026-06-14', '2026-06-16');
    await expectRefused(() => rooms(property, 'DELETE', property.room), 'room_has_bookings');
    await api.delete(`/api/bookings/${property.token}?order_id=${body.order_id}&date=2026-06-15`);
    expect((await rooms(property, 'DELETE', property.room)).status).toBe(200);
  });

  test('archives its units as if each were archived: their closures and inspections end, and the log has them', async () => {
    const property = await propertyWithUnits(api, ['1', '2']);
    const { token, hotelId, units } = property;
    await api.operator('PATCH', `/properties/${hotelId}`, { settings: { inspects_units: true } });
    const close = (unit: number | undefined, kind: string, fromdate: string) =>
      api.post(`/api/closures/${token}`, { unit_id: unit, kind, fromdate, todate: '2026-06-20' });
    const first = (await close(units[0], 'out_of_order', '2026-06-15')).body.closure_id;
    const second = (await close(units[1], 'out_of_service', '2026-06-18')).body.closure_id;
    const events = async () => (await api.get(`/api/events/${token}`)).body;
    const known = (await events()).length;
    expect((await rooms(property, 'DELETE', property.room)).status).toBe(200);
    expect((await api.get(`/api/units/${token}`)).body).toEqual([]);
    expect((await api.get(`/api/closures/${token}`)).body).toMatchObject([
      { closure_id: first, todate: '2026-06-14', ended_at: '2026-06-15T10:00:00.000Z' },
      { closure_id: second, todate: '2026-06-17', ended_at: '2026-06-15T10:00:00.000Z' },
    ]);
    const tasks = (await api.get(`/api/tasks/${token}`)).body;
    expect(tasks.map(({ status }: any) => status)).toEqual(['cancelled', 'cancelled']);
    const kinds = (await events()).slice(known).map(({ kind }: any) => kind);
    expect(kinds.filter((kind: string) => kind === 'unit.changed')).toHaveLength(2);
    expect(kinds.filter((kind: string) => kind === 'closure.ended')).toHaveLength(2);
  });

  test('leaves no calendar to be read and no feed to be fetched', async () => {
    const property = await api.property();
    const [link] = (await api.get(`/api/ical/${property.token}`)).body;
    await api.operator('PUT', `/properties/${property.hotelId}/channels/airbnb`, {
      protocol: 'ical',
      rooms: [{ room_id: property.room, ical_url: 'https://calendars.example.com/1.ics' }],
    });
    await rooms(property, 'DELETE', property.room);
    const { body } = await api.operator('GET', `/properties/${property.hotelId}/channels/airbnb`);
    expect(body.rooms).toEqual([]);
    const answer = await api.get(new URL(link.url).pathname);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
