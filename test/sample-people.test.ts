// Invented people: the same for the same seed, of all countries, and none of them can be reached.
import { expect, test } from 'vitest';
import { inventPerson } from '../sample-people/people.ts';
import { Random } from '../sample-people/random.ts';

const people = (seed: number) => {
  const random = new Random(seed);
  return Array.from({ length: 3_000 }, () => inventPerson(random));
};

test('the same seed gives the same people, another one others', () => {
  expect(people(1)).toEqual(people(1));
  expect(people(1)).not.toEqual(people(2));
});

test('their addresses are reserved for examples and their numbers lead nowhere', () => {
  const wrong = people(3).filter(
    ({ email, phone }) => !/^[a-z]+\.[a-z]+\d{0,2}@[a-z]+\.example$/.test(email) || !UNASSIGNED.test(phone),
  );
  expect(wrong).toEqual([]);
});

test('all countries, both genders, and names with apostrophes, hyphens and accents occur', () => {
  const all = people(4);
  expect(new Set(all.map(({ country }) => country)).size).toBe(10);
  expect(new Set(all.map(({ language }) => language)).size).toBe(7);
  expect(new Set(all.map(({ gender }) => gender)).size).toBe(2);
  for (const character of [/'/, /-/, /[À-ſ]/]) {
    expect(all.some(({ givenName, surname }) => character.test(`${givenName} ${surname}`))).toBe(true);
  }
});

/** Number ranges that their countries reserve for fiction, or that are not assigned. */
const UNASSIGNED =
  /^\+(44 7700 900\d{3}|1 \d{3} 555 01\d\d|353 20 910 \d{4}|33 6 39 98 \d\d \d\d|49 171 39200\d\d|34 555 000 \d{3}|39 300 000 0\d{3}|351 900 000 \d{3}|55 \d\d 90000 0\d{3}|31 6 0000 0\d{3})$/;
