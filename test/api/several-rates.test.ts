// A room that is mapped to several rates of one room at a channel: bodies and responses have an entry for
// each rate.
import { expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();

const call = ({ hotelId }: TestProperty, method: string, body?: object, query = '') =>
  api.operator(method, `/properties/${hotelId}/channels/booking_com${query}`, body);
const entry = (room_id: number, external_room: string, external_rate: string) => ({
  room_id,
  external_room,
  external_rate,
});
const whole = (rooms: object[], more: object = {}) => ({
  protocol: 'booking_com',
  settings: { hotel_id: '123' },
  credentials: { client_id: 'me', client_secret: 'a-secret' },
  rooms,
  ...more,
});
const mapped = (answer: { body: { rooms: { ical_url: null; unit_id: null }[] } }) =>
  answer.body.rooms.map(({ ical_url: _, unit_id: __, ...room }) => room);

async function withTwoRates() {
  const property = await api.property({ rooms: [{}, {}] });
  const [room, other] = property.rooms as [number, number];
  const entries = [entry(room, 'R1', 'flex'), entry(other, 'R2', 'flex'), entry(room, 'R1', 'saver')];
  const made = await call(property, 'PUT', whole(entries));
  expect(made.status, made.text).toBe(200);
  return { property, room, other, made };
}

test('each rate is an entry of its room, and comes back as one', async () => {
  const { property, room, other, made } = await withTwoRates();
  expect(mapped(made)).toEqual([
    entry(room, 'R1', 'flex'),
    entry(room, 'R1', 'saver'),
    entry(other, 'R2', 'flex'),
  ]);
  const again = await call(property, 'PUT', whole(mapped(made), { credentials: undefined }));
  expect(mapped(again)).toEqual(mapped(made));
});

test.each([
  ['another room of the channel', entry(0, 'R9', 'saver'), 'rooms.1.external_room', /R9.*R1/],
  ['the same rate twice', entry(0, 'R1', 'flex'), 'rooms.1.external_rate', /flex.*already/],
])('%s is refused in a further entry of a room', async (_what, further, field, message) => {
  const property = await api.property();
  const before = await fingerprint(api.db);
  const entries = [entry(property.room, 'R1', 'flex'), { ...further, room_id: property.room }];
  const answer = await call(property, 'PUT', whole(entries));
  expectProblem(answer, 400, 'invalid_data', [field]);
  expect(answer.body.detail).toMatch(message);
  expect(await fingerprint(api.db)).toBe(before);
});

test('one room at the channel stays the room of one of ours, whatever the rate', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const entries = property.rooms.map((room, i) => entry(room, 'R1', `rate-${i}`));
  expectProblem(await call(property, 'PUT', whole(entries)), 400, 'invalid_data', ['rooms.1.external_room']);
});

test('a protocol without rates takes each room once', async () => {
  const property = await api.property();
  const entries = [entry(property.room, 'L1', 'a'), entry(property.room, 'L1', 'b')];
  const credentials = { username: 'vrbo', password: 'reads-our-feeds' };
  const body = whole(entries, { protocol: 'vrbo', settings: { advertiser_id: 'A' }, credentials });
  expectProblem(await call(property, 'PUT', body), 400, 'invalid_data', ['rooms']);
});

test('a PUT that leaves out one of the rates names it, unless it replaces', async () => {
  const { property, room, other } = await withTwoRates();
  const less = whole([entry(room, 'R1', 'flex'), entry(other, 'R2', 'flex')]);
  const refused = await call(property, 'PUT', less);
  expectProblem(refused, 400, 'would_remove');
  expect(refused.body.detail).toContain(`the rate saver of room ${room}`);
  expect(mapped(await call(property, 'PUT', less, '?replace=true'))).toEqual(less.rooms);
});

test('a PATCH gives a room its rates, keeps them where it names none, and drops none of several', async () => {
  const { property, room, other } = await withTwoRates();
  const rooms = async (...given: object[]) => call(property, 'PATCH', { rooms: given });
  expect(mapped(await rooms(entry(other, 'R2', 'saver')))).toContainEqual(entry(other, 'R2', 'saver'));
  expect(mapped(await rooms({ room_id: room, external_room: 'R7' }))).toEqual([
    entry(room, 'R7', 'flex'),
    entry(room, 'R7', 'saver'),
    entry(other, 'R2', 'saver'),
  ]);
  const all = ['flex', 'saver', 'breakfast'].map((rate) => entry(room, 'R7', rate));
  expect(mapped(await rooms(...all))).toEqual([...all, entry(other, 'R2', 'saver')]);
  const refused = await rooms(entry(room, 'R7', 'flex'));
  expectProblem(refused, 400, 'would_remove');
  expect(refused.body.detail).toContain(`the rates saver, breakfast of room ${room}`);
});

test('a PATCH takes single rates out of a room, and says why it does not take out the last or an unknown one', async () => {
  const { property, room, other } = await withTwoRates();
  const without = (remove_rates: object[], more: object = {}, query = '') =>
    call(property, 'PATCH', { remove_rates, ...more }, query);
  const saver = { room_id: room, external_rate: 'saver' };
  expect(mapped(await without([saver]))).toEqual([entry(room, 'R1', 'flex'), entry(other, 'R2', 'flex')]);

  const before = await fingerprint(api.db);
  const unknown = await without([saver]);
  expectProblem(unknown, 400, 'invalid_data', ['remove_rates.0']);
  expect(unknown.body.detail).toContain(`the rate saver of room ${room}, which is not mapped at booking_com`);
  const last = await without([{ room_id: room, external_rate: 'flex' }]);
  expectProblem(last, 400, 'invalid_data', ['remove_rates.0']);
  expect(last.body.detail).toContain('remove the room with remove_rooms');
  const closed = await without([{ room_id: other, external_rate: 'flex' }], {}, '?close=true');
  expectProblem(closed, 400, 'invalid_parameters', ['close']);
  expect(await fingerprint(api.db)).toBe(before);

  const [first, second] = ['flex', 'saver'].map((rate) => entry(room, 'R1', rate));
  await call(property, 'PATCH', { rooms: [first, second] });
  const flex = { room_id: room, external_rate: 'flex' };
  expect(mapped(await without([flex], { rooms: [second] }))).toEqual([second, entry(other, 'R2', 'flex')]);
});
