// Changing a connection: stored data is kept unless the request removes it, and secrets are entered only
// once.
import { describe, expect, test } from 'vitest';
import { decryptCalendarUrl, type StoredCalendarUrl } from '../../src/pms/calendar-url.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();

const call = ({ hotelId }: TestProperty, method: string, channel: string, body?: object, query = '') =>
  api.operator(method, `/properties/${hotelId}/channels/${channel}${query}`, body);
const calendar = (room_id: number, name = String(room_id)) => ({
  room_id,
  ical_url: `https://calendars.example.com/a-secret-0123456789/${name}.ics`,
});
/** The URLs that are fetched, decrypted as the worker does it. */
const addresses = async ({ hotelId }: TestProperty) => {
  const rows = await api.db.query<{ room_id: number; channel: string } & StoredCalendarUrl>(
    `select room_id, channel, ical_url, encrypted_ical_url from connection_rooms where hotel_id = $1 order by room_id`,
    [hotelId],
  );
  return rows.map(({ room_id, channel, ...stored }) => ({
    room_id,
    ical_url: decryptCalendarUrl(stored, { hotelId, channel, roomId: room_id }, api.db.secrets),
  }));
};
const API_CONNECTION = {
  protocol: 'booking_com',
  url: 'https://ota.example.com',
  settings: { hotel_id: '123' },
  credentials: { client_id: 'me', client_secret: 'first-secret' },
};

async function withCalendars(rooms = 3): Promise<TestProperty & { rooms: number[] }> {
  const property = await api.property({ rooms: Array(rooms).fill({}) });
  const mapped = property.rooms.slice(0, 2).map((room) => calendar(room));
  const made = await call(property, 'PUT', 'airbnb', { protocol: 'ical', rooms: mapped });
  expect(made.status, made.text).toBe(200);
  return property;
}

async function credentialsOf({ hotelId }: TestProperty): Promise<unknown> {
  const [row] = await api.db.query<{ credentials: Buffer }>(
    `select credentials from connections where hotel_id = $1`,
    [hotelId],
  );
  return JSON.parse(api.db.secrets.decrypt(row!.credentials, `connection/${hotelId}/booking_com`));
}

describe('PATCH', () => {
  test('adds a room and keeps the others with their addresses, also when many are added at once', async () => {
    const property = await withCalendars(12);
    const added = await Promise.all(
      property.rooms.slice(2).map((room) => call(property, 'PATCH', 'airbnb', { rooms: [calendar(room)] })),
    );
    expect(added.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await addresses(property)).toEqual(property.rooms.map((room) => calendar(room)));
  });

  test('changes one room and removes another only when it is named', async () => {
    const property = await withCalendars();
    const [first, second] = property.rooms as [number, number];
    const changed = await call(property, 'PATCH', 'airbnb', {
      rooms: [calendar(first, 'other')],
      remove_rooms: [second],
    });
    expect(changed.status, changed.text).toBe(200);
    expect(await addresses(property)).toEqual([calendar(first, 'other')]);
    expectProblem(await call(property, 'PATCH', 'airbnb', { remove_rooms: [second] }), 400, 'invalid_data', [
      'remove_rooms.0',
    ]);
  });

  test('merges settings and credentials by name', async () => {
    const property = await api.property();
    const rooms = [{ room_id: property.room, external_room: '1', external_rate: '2' }];
    const made = await call(property, 'PUT', 'booking_com', { ...API_CONNECTION, rooms });
    expect(made.status, made.text).toBe(200);
    const changed = await call(property, 'PATCH', 'booking_com', {
      settings: { hotel_id: '456' },
      credentials: { client_secret: 'second-secret' },
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({
      url: 'https://ota.example.com',
      settings: { hotel_id: '456' },
      rooms,
    });
    expect(await credentialsOf(property)).toEqual({ client_id: 'me', client_secret: 'second-secret' });
  });

  test('of another protocol is refused, and so is a connection that does not exist', async () => {
    const property = await api.property();
    const rooms = [{ room_id: property.room, external_room: '1', external_rate: '2' }];
    await call(property, 'PUT', 'booking_com', { ...API_CONNECTION, rooms });
    const before = await fingerprint(api.db);
    const given = { protocol: 'ical', rooms: [calendar(property.room)] };
    const refused = await call(property, 'PATCH', 'booking_com', given);
    expectProblem(refused, 400, 'would_remove');
    expect(refused.body.detail).toMatch(/booking_com.*credentials.*replace=true/);
    expectProblem(await call(property, 'PATCH', 'airbnb', given), 400, 'unknown_channel');
    expect(await fingerprint(api.db)).toBe(before);
  });
});

describe('PUT', () => {
  test('that leaves out a mapped room names it and changes nothing, unless it replaces', async () => {
    const property = await withCalendars();
    const [first, second, third] = property.rooms as [number, number, number];
    const body = { protocol: 'ical', rooms: [calendar(first), calendar(third)] };
    const before = await fingerprint(api.db);
    const refused = await call(property, 'PUT', 'airbnb', body);
    expectProblem(refused, 400, 'would_remove');
    expect(refused.body.detail).toContain(`room ${second}`);
    expect(await fingerprint(api.db)).toBe(before);
    expect((await call(property, 'PUT', 'airbnb', body, '?replace=true')).status).toBe(200);
    expect((await addresses(property)).map((room) => room.room_id)).toEqual([first, third]);
  });

  test('that would lose the address, settings or the protocol says so', async () => {
    const property = await api.property();
    const rooms = [{ room_id: property.room, external_room: '1', external_rate: '2' }];
    const whole = { ...API_CONNECTION, rooms };
    const settings = { hotel_id: '123', prices: 'by_guests' };
    for (const [less, lost] of [
      [{ ...whole, url: undefined }, 'its address (url)'],
      [{ protocol: 'ical', rooms: [calendar(property.room)] }, 'its credentials'],
    ] as const) {
      expect((await call(property, 'PUT', 'booking_com', whole)).status).toBe(200);
      const refused = await call(property, 'PUT', 'booking_com', less);
      expectProblem(refused, 400, 'would_remove');
      expect(refused.body.detail).toContain(lost);
    }
    await call(property, 'PUT', 'airbnb', { protocol: 'ical', settings, rooms: [] });
    const refused = await call(property, 'PUT', 'airbnb', { protocol: 'ical', rooms: [] });
    expect(refused.body.detail).toContain('settings.prices');
  });

  test('keeps an address that is left out, or given as answers show it; an unknown hidden one is refused', async () => {
    const property = await withCalendars();
    const [first, second, third] = property.rooms as [number, number, number];
    const before = await addresses(property);
    const shown = (await call(property, 'GET', 'airbnb')).body;
    expect(shown.rooms[0].ical_url).toContain('***');
    const again = { protocol: 'ical', rooms: [shown.rooms[0], { room_id: second }] };
    expect((await call(property, 'PUT', 'airbnb', again)).status).toBe(200);
    expect(await addresses(property)).toEqual(before);
    const hidden = { rooms: [{ room_id: third, ical_url: shown.rooms[0].ical_url }] };
    expectProblem(await call(property, 'PATCH', 'airbnb', hidden), 400, 'invalid_data', ['rooms.0.ical_url']);
    expect(first).toBe(before[0]!.room_id);
  });
});
