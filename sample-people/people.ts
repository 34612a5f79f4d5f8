// Invented people. No name belongs to a real person on purpose; no address or number reaches anybody.
import data from './names.json' with { type: 'json' };
import type { Random } from './random.ts';

export type Person = {
  givenName: string;
  surname: string;
  gender: 'm' | 'w';
  /** ISO 3166 code */
  country: string;
  /** ISO 639 code of the language that the person writes */
  language: string;
  email: string;
  phone: string;
};

/** Returns a person; which one depends on the generator only. */
export function inventPerson(random: Random): Person {
  const { code, language, ...country } = BY_CODE[random.weighted(SHARES)]!;
  // Some families came from another country.
  const foreign = country.origins.length > 0 && random.chance(0.15);
  const { men, women, families } = NAMES[foreign ? random.pick(country.origins) : country.names]!;
  const gender = random.pick(['m', 'w'] as const);
  const givenName = random.pick((gender === 'm' ? men : women).split(' '));
  const surname = random.pick(families.split(' '));
  return {
    givenName,
    surname,
    gender,
    country: code,
    language,
    email: `${plain(givenName)}.${plain(surname)}${random.chance(0.3) ? random.between(2, 99) : ''}@${random.pick(MAIL_HOSTS)}`,
    phone: random.pick(country.phones).replace(/#/g, () => String(random.between(0, 9))),
  };
}

type Names = { men: string; women: string; families: string };

const NAMES: Record<string, Names> = data.names;
const BY_CODE = Object.fromEntries(data.countries.map((country) => [country.code, country]));
/** People in a hundred that come from each country. */
const SHARES: Record<string, number> = Object.fromEntries(data.countries.map((one) => [one.code, one.share]));
/** Reserved for examples: RFC 2606. */
const MAIL_HOSTS = ['mail.example', 'inbox.example', 'post.example', 'letters.example'];

/** O'Hanlon → ohanlon */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
