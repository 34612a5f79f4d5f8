// The texts of the sample's messages and reviews; each language has a file in data. In every text {name}
// is the guest's first name and {time} a time of day; {a|b} is a for a man and b for a woman who writes
// (guests only: the property writes as Inês).
import type { Booking, StayProblem } from './bookings.ts';
import en from './data/en.json' with { type: 'json' };
import fr from './data/fr.json' with { type: 'json' };
import pt from './data/pt.json' with { type: 'json' };

/** Questions after booking; messages before arrival; questions, problems and farewells during the stay. */
export type Topic = StayProblem | keyof (typeof en)['talk'];

/** The subject of a remark: the categories that guests rate at Booking.com. */
export const ASPECTS = ['staff', 'facilities', 'clean', 'comfort', 'value', 'location'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** `rooms`: only for these; absent = for all. */
export type Remark = { about: Aspect; text: string; rooms?: readonly number[] };

/** How satisfied a guest is overall. */
export type ReviewTone = 'great' | 'good' | 'poor';

/** The texts of a language; what each is for is in README.md. */
type Phrases = Omit<typeof en, 'positive' | 'quibbles' | 'complaints'> & {
  positive: readonly Remark[];
  quibbles: readonly Remark[];
  complaints: Record<StayProblem, Remark> & { other: readonly Remark[] };
};

export const PHRASES = { en, fr, pt } as Record<string, unknown> as Record<string, Phrases>;

/** Returns the language that a guest writes: English, unless the sample has texts in the guest's own. */
export function languageOf({ guest }: Pick<Booking, 'guest'>): string {
  return guest.language in PHRASES ? guest.language : 'en';
}

/** Returns the texts in the language that the guest writes. */
export function phrasesFor(booking: Pick<Booking, 'guest'>): Phrases {
  return PHRASES[languageOf(booking)]!;
}

/** Fills in a text's variables. */
export function filled(text: string, { guest }: Booking, time = ''): string {
  return text
    .replaceAll('{name}', guest.givenName)
    .replaceAll('{time}', time)
    .replace(/\{([^{}|]*)\|([^{}|]*)\}/g, guest.gender === 'm' ? '$1' : '$2');
}
