// Units with their rooms, as people read them.
import { expect, test } from 'vitest';
import { placeName } from '../../../web/stay/place-name.ts';

test.each([
  ['204', 'Superior', '204 Superior'],
  ['Jardim', 'Garden Apartment', 'Jardim · Garden Apartment'],
  ['Azulejo', 'Azulejo One-Bedroom Apartment', 'Azulejo One-Bedroom Apartment'],
  ['28', 'Tram 28 Apartment', 'Tram 28 Apartment'],
  ['1', 'Room 101', '1 Room 101'],
  [null, 'Superior', 'Superior'],
  ['204', '', '204'],
])('unit %s of room %s is “%s”', (unit, room, name) => {
  expect(placeName(unit, room)).toBe(name);
});
