// Connecting a property to channels through the operator API.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem, NO_DATES } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const URL_OF_1 = 'https://calendars.example.com/1.ics';
/** The URL as responses show it. */
const HIDDEN_URL_OF_1 = 'https://calendars.example.com/***.ics';
const channels = ({ hotelId }: TestProperty, method: string, path = '', body?: object) =>
  api.operator(method, `/properties/${hotelId}/channels${path}`, body);
const ical = (room: number, more: object = {}) => ({
  protocol: 'ical',
  rooms: [{ room_id: room, ical_url: URL_OF_1 }],
  ...more,
});

/** What a night names as long as no exchange has confirmed or refused it. */
const NO_PROOF = {
  count_confirmed_in: null,
  values_confirmed_in: null,
  refused_in: null,
  closed_instead: false,
};

describe('connecting a channel', () => {
  test('answers with the connection, which begins as connecting', async () => {
    const property = await api.property();
    const answer = await channels(
      property,
      'PUT',
      '/airbnb',
      ical(property.room, { settings: { a: [1, null] } }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      hotel_id: property.hotelId,
      channel: 'airbnb',
      protocol: 'ical',
      url: null,
      settings: { a: [1, null] },
      has_credentials: false,
      inbound_url: null,
      state: 'connecting',
      last_error: null,
      last_sync: null,
      otas: [],
      otas_read_at: null,
      sales_limits: null,
      last_error_cause: null,
      paused: null,
      closing: null,
      rooms: [
        {
          room_id: property.room,
          external_room: null,
          external_rate: null,
          ical_url: HIDDEN_URL_OF_1,
          unit_id: null,
        },
      ],
      calendars: [],
    });
    expect((await channels(property, 'GET', '/airbnb')).body).toEqual(answer.body);
    expect((await channels(property, 'GET')).body).toEqual([answer.body]);
    expect((await api.get(`/api/status/${property.token}`)).body.channels).toEqual({ airbnb: 'connecting' });
  });

  test('again with replace=true replaces the connection as a whole', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    await channels(property, 'PUT', '/airbnb', ical(property.room, { settings: { old: true } }));
    const answer = await channels(property, 'PUT', '/airbnb?replace=true', ical(property.rooms[1]!));
    expect(answer.body).toMatchObject({ settings: {}, rooms: [{ room_id: property.rooms[1] }] });
    expect((await channels(property, 'GET')).body).toHaveLength(1);
  });

  test.each([
    [{ protocol: 'carrier_pigeon' }, 'protocol'],
    [{ protocol: undefined }, 'protocol'],
    [{ rooms: undefined }, 'rooms'],
    [{ rooms: [{}] }, 'rooms.0.room_id'],
    [{ rooms: [{ room_id: 1 }] }, 'rooms.0.ical_url'],
    [{ rooms: [{ room_id: 1, ical_url: 'calendar' }] }, 'rooms.0.ical_url'],
    [{ rooms: [{ room_id: 1, ical_url: 'file:///etc/passwd' }] }, 'rooms.0.ical_url'],
    [{ rooms: [{ room_id: 1, ical_url: `https://a.example/${'x'.repeat(2_000)}` }] }, 'rooms.0.ical_url'],
    [{ rooms: Array(2).fill({ room_id: 1, ical_url: URL_OF_1 }) }, 'rooms'],
    [{ settings: [] }, 'settings'],
    [{ settings: { 'a\0': 1 } }, 'settings'],
    [{ settings: { a: { b: 'x\0' } } }, 'settings.a.b'],
    [{ url: 5 }, 'url'],
  ])('is refused for %j', async (more, field) => {
    const property = await api.property();
    const before = await fingerprint(api.db);
    const answer = await channels(property, 'PUT', '/airbnb', ical(property.room, more));
    expectProblem(answer, 400, 'invalid_data', [field]);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is refused for rooms of nobody and of another property', async () => {
    const [property, other] = [await api.property(), await api.property()];
    for (const room of [999_999, other.room]) {
      expectProblem(await channels(property, 'PUT', '/airbnb', ical(room)), 400, 'unknown_room');
    }
  });

  test.each([
    'Airbnb',
    'a',
    '1st',
    'a-b',
    'x'.repeat(41),
    '%00a',
    'a%2fb',
  ])('is refused for the name %s', async (name) => {
    const property = await api.property();
    const answer = await channels(property, 'PUT', `/${name}`, ical(property.room));
    expectProblem(answer, 400, 'invalid_parameters', ['channel']);
  });

  test('is refused naming each setting and credential that is wrong, and the name that was meant', async () => {
    const property = await api.property();
    const rooms = [{ room_id: property.room, external_room: 'R-1', external_rate: 'BAR' }];
    const connect = (settings: object, credentials: object) =>
      channels(property, 'PUT', '/expedia', { protocol: 'expedia', settings, credentials, rooms });
    const good = { username: 'EQCseaview', password: 'secret' };
    const wrong = await connect({ hotel_id: 'Seaview', hotelid: '1' }, good);
    expectProblem(wrong, 400, 'invalid_data', ['settings.hotelid', 'settings.hotel_id']);
    expect(wrong.body.errors[0].message).toBe('is not known: did you mean hotel_id?');
    expect(JSON.stringify(wrong.body)).not.toContain('Seaview');
    const less = await connect({ hotel_id: '1' }, { username: 'EQCseaview', pasword: 'secret' });
    expectProblem(less, 400, 'invalid_data', ['credentials.pasword', 'credentials.password']);
    expect(JSON.stringify(less.body)).not.toContain('"secret"');
  });

  test('is refused for the name direct, which is the property itself', async () => {
    const property = await api.property();
    expectProblem(await channels(property, 'PUT', '/direct', ical(property.room)), 400, 'invalid_data', [
      'channel',
    ]);
  });
});

describe('a connection', () => {
  test('that does not exist is unknown_channel to every call', async () => {
    const property = await api.property();
    for (const [method, path] of [
      ['GET', '/airbnb'],
      ['DELETE', '/airbnb'],
      ['POST', '/airbnb/resync'],
      ['GET', '/airbnb/nights'],
    ]) {
      expectProblem(await channels(property, method!, path), 400, 'unknown_channel');
    }
  });

  test('is ended by DELETE, and the nights it had merely closed are open again', async () => {
    const property = await api.property();
    await channels(property, 'PUT', '/airbnb', ical(property.room));
    await api.db.query(
      `insert into nights (hotel_id, room_id, date, available, blocked) values ($1, $2, '2027-03-01', 0, 1)`,
      [property.hotelId, property.room],
    );
    await api.db.query(
      `insert into calendar_blocks (hotel_id, channel, room_id, date, takes_unit) values ($1, 'airbnb', $2, '2027-03-01', true)`,
      [property.hotelId, property.room],
    );
    const answer = await channels(property, 'DELETE', '/airbnb');
    expect(answer.body).toEqual({ channel: 'airbnb', disconnected: true, open_nights: 0 });
    expect((await channels(property, 'GET')).body).toEqual([]);
    const { body } = await api.get(
      `/api/availability/${property.token}?fromdate=2027-03-01&todate=2027-03-01`,
    );
    expect(body).toMatchObject([{ available: 1 }]);
  });

  test('is read again after a resync', async () => {
    const property = await api.property();
    await channels(property, 'PUT', '/airbnb', ical(property.room));
    await api.db.query(
      `update connection_rooms set due_at = '2030-01-01', full_read_on = '2026-06-15' where hotel_id = $1`,
      [property.hotelId],
    );
    const answer = await channels(property, 'POST', '/airbnb/resync');
    expect(answer.body).toMatchObject({ channel: 'airbnb' });
    const rows = await api.db.query(
      'select due_at <= $2 as due, full_read_on as read from connection_rooms where hotel_id = $1',
      [property.hotelId, api.clock],
    );
    expect(rows).toEqual([{ due: true, read: null }]);
  });
});

describe('what a channel knows of each night', () => {
  test('is pending until it has fetched, then synced, then pending where something changed', async () => {
    const property = await api.property();
    await channels(property, 'PUT', '/airbnb', ical(property.room));
    const window = '?fromdate=2027-03-01&todate=2027-03-02';
    const nights = async () => (await channels(property, 'GET', `/airbnb/nights${window}`)).body;
    expect(await nights()).toEqual([
      {
        room_id: property.room,
        date: '2027-03-01',
        state: 'pending',
        message: expect.any(String),
        unit_id: null,
        confirmed: null,
        ...NO_PROOF,
        message_cause: expect.objectContaining({ code: 'never_fetched', about: [], said: null }),
      },
      {
        room_id: property.room,
        date: '2027-03-02',
        state: 'pending',
        message: expect.any(String),
        unit_id: null,
        confirmed: null,
        ...NO_PROOF,
        message_cause: expect.objectContaining({ code: 'never_fetched', about: [], said: null }),
      },
    ]);
    const links = (await api.get(`/api/ical/${property.token}`)).body;
    const feed = new URL(links.find((link: any) => link.channel_name === 'airbnb').url).pathname;
    await api.get(feed);
    expect((await nights()).map((night: any) => [night.state, night.message])).toEqual([
      ['synced', null],
      ['synced', null],
    ]);
    await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'A',
      checkin: '2027-03-02',
      checkout: '2027-03-03',
      price: 1,
    });
    expect((await nights()).map((night: any) => [night.state, night.message_cause?.code])).toEqual([
      ['synced', undefined],
      ['pending', 'not_fetched_since'],
    ]);
  });

  test('is shown for the default window and refused for a wrong one', async () => {
    const property = await api.property({ settings: { horizon_days: 10 } });
    await channels(property, 'PUT', '/airbnb', ical(property.room));
    const path = '/airbnb/nights';
    expect((await channels(property, 'GET', path)).body).toHaveLength(10);
    expect((await channels(property, 'GET', `${path}?room_id=999999`)).body).toEqual([]);
    for (const query of ['fromdate=2027-03-02&todate=2027-03-01', `fromdate=${NO_DATES[0]}`]) {
      const answer = await channels(property, 'GET', `${path}?${query}`);
      expectProblem(answer, 400, 'invalid_parameters', ['fromdate']);
    }
    const long = await channels(property, 'GET', `${path}?fromdate=2027-01-01&todate=2047-01-01`);
    expectProblem(long, 400, 'invalid_parameters', ['todate']);
  });
});
