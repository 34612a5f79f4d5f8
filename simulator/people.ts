// Invented guests and their texts. No name or address belongs to a real person.
import type { Random } from './random.ts';

export type Person = {
  givenName: string;
  surname: string;
  email: string;
  phone: string;
  country: string;
  language: string;
};

const GIVEN = [
  'Ada',
  'Björn',
  'Chloé',
  'Dalia',
  'Emeka',
  'Fatma',
  'Giulia',
  'Hiro',
  'Inés',
  'Jürgen',
  'Kateřina',
  'Liam',
];
const SURNAMES = [
  'Example',
  'Müller-Test',
  "O'Sample",
  'Nováková',
  'Şahin',
  'Invented',
  'Nobody',
  'García Prueba',
];
const COUNTRIES = ['NL', 'DE', 'FR', 'ES', 'IT', 'GB', 'US', 'JP'];

export function inventPerson(random: Random): Person {
  const givenName = random.pick(GIVEN);
  return {
    givenName,
    surname: random.pick(SURNAMES),
    email: `guest.${random.digits(6)}@guest.example`,
    phone: `+0000${random.digits(8)}`,
    country: random.pick(COUNTRIES),
    language: 'en',
  };
}

export const QUESTIONS = [
  'Hello, is early check-in possible?',
  'Is parking available?',
  'We will be late, after 22:00. Is that <ok>?',
  'Können wir ein Kinderbett bekommen? 😊',
  'Is breakfast included & until when?',
];

export const NOTES = ['Late arrival', 'Quiet room, please', 'Anniversary & flowers', ''];

export const POSITIVE_TEXTS = ['Quiet, clean.', 'Lovely stay', 'Great breakfast & staff', 'Sehr schöne Lage'];
export const NEGATIVE_TEXTS = ['Small lift.', 'A little loud', 'Wi-Fi < expected'];
