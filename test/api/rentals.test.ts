// GET rentals: the rooms of a property.
import { expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();

test('lists the rooms by id, each with exactly its members', async () => {
  const property = await api.property({
    rooms: [
      { name: 'Garden Suite', capacity: 3, price: 120.5, units: 2 },
      { name: 'Attic', capacity: 1, price: 0 },
    ],
  });
  const answer = await api.get(`/api/rentals/${property.token}`);
  expect(answer.status).toBe(200);
  expect(answer.body.map((room: object) => Object.entries(room))).toEqual([
    [
      ['room_id', property.rooms[0]],
      ['hotel_id', property.hotelId],
      ['name', 'Garden Suite'],
      ['capacity', 3],
      ['price', 120.5],
      ['units', 2],
      ['cots', 0],
    ],
    [
      ['room_id', property.rooms[1]],
      ['hotel_id', property.hotelId],
      ['name', 'Attic'],
      ['capacity', 1],
      ['price', 0],
      ['units', null],
      ['cots', 0],
    ],
  ]);
});

test('lists one room when it is named, [] when it is unknown, retired or of another property', async () => {
  const property = await api.property({ rooms: [{}, {}, {}] });
  const other = await api.property();
  await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[2]}`);
  const ids = async (query: string) =>
    (await api.get(`/api/rentals/${property.token}${query}`)).body.map((room: any) => room.room_id);
  expect(await ids(`?room_id=${property.rooms[1]}`)).toEqual([property.rooms[1]]);
  for (const id of [999_999, 0, -1, other.room, property.rooms[2]]) {
    expect(await ids(`?room_id=${id}`)).toEqual([]);
  }
  expect(await ids('')).toEqual(property.rooms.slice(0, 2));
});

test('is [] for a property without rooms', async () => {
  const { token } = await api.property({ rooms: [] });
  const answer = await api.get(`/api/rentals/${token}`);
  expect([answer.status, answer.text]).toEqual([200, '[]']);
});

test.each(['room_id=suite', 'room_id=1.0', 'room_id=', 'room_id=%31%00'])('refuses ?%s', async (query) => {
  const { token } = await api.property();
  const answer = await api.get(`/api/rentals/${token}?${query}`);
  expectProblem(answer, 400, 'invalid_parameters', ['room_id']);
});
