// Guests' names in the summaries of calendars, whichever channel they are connected as: in the forms of programs
// that write them, or anywhere on request.
import { normalised } from './normalise.ts';

/** Names are cut at this length, longer than any that a channel shows (Vrbo cuts at 30). */
const MAX_NAME_CHARACTERS = 100;

const CLOSURES = [
  'not available|unavailable|block(?:ed|$)|closed|closure|owner|maintenance|renov|cleaning|out of (?:order|service)',
  'nicht verfugbar|blockiert|gesperrt|geschlossen|eigentumer|wartung|reinigung',
  'no disponible|bloque|cerrado|propietari|mantenimiento|limpieza',
  'nao disponivel|indispon|fechado|proprietari|manutenc|limpeza',
  'non disponib|niet beschikbaar|bloccat|geblokkeerd|ferme|chius',
];
/** Beginnings of texts that say that nights are closed, without accents: in the desk's languages, then in others of OTAs. */
const CLOSURE = new RegExp(String.raw`^(?:airbnb )?[^\p{L}]{0,5}(?:${CLOSURES.join('|')})`, 'u');

/** Programs and channels that stand in brackets behind a guest's name, as in `Ada Lovelace (Airbnb)`. */
const SELLERS = [
  String.raw`airbnb\w*|booking(?:\.?com)?|vrbo|homeaway\w*|abritel|fewo-?direkt|expedia|hotels\.com|agoda|tripadvisor`,
  'holidu|hometogo|marriott|google|direct(?: booking)?|direkt|directo|direto|website|manual',
  'hostaway|guesty|smoobu|lodgify|hospitable',
];
const BY_HOSTAWAY = String.raw`\s?[-\u2013\u2014]\s?by hostaway`;
const SELLER_BEHIND = new RegExp(
  String.raw`\s?[([](?:${SELLERS.join('|')})[)\]](?:${BY_HOSTAWAY})?$|(?:\s?\([\w .]{1,40}\))?${BY_HOSTAWAY}$`,
  'i',
);

/** Words before a name, with a dash or a colon between. */
const BEFORE_NAME =
  /^(?:(?:closed|cerrado|fechado)\s*[-\u2013\u2014]|(?:booked|booking|reserved|reservation|reservees?|reservee?|reserviert|reservierung|gebucht|buchung|reservad[oa]|reserva|prenotat[oa]|prenotazione|riservat[oa]|gereserveerd|reservering)\s*[-\u2013\u2014:])\s*(?=\S)/;
/** Nouns before a name, with a blank between (Guesty). */
const NOUN_BEFORE_NAME =
  /^(?:reservation|reservierung|buchung)\s+(?:(?:for|fur|of|von)\s+)?(?=[\p{L}\p{N}])/u;

/**
 * Returns the guest's name of an event that a known program has written as a stay: `Reserved - Ada`,
 * `CLOSED - Ada`, `Reservation Ada`, `Ada (Airbnb)`, `Ada (homeaway) - by Hostaway`. With `areStays` the summary
 * is the name in every other form as well. Null = nothing says that it is a stay.
 */
export function namedStay(summary: string, areStays: boolean): { guestName: string | null } | null {
  const whole = cleaned(summary);
  const behind = SELLER_BEHIND.exec(whole);
  const front = behind ? whole.slice(0, behind.index) : whole;
  const rest = afterPrefix(front);
  const name = rest ?? front;
  if (!/[\p{L}\p{N}]/u.test(name) || CLOSURE.test(normalised(name))) return null;
  if (rest === null && behind === null && !areStays) return null;
  if (rest === null && CLOSURE.test(normalised(whole))) return null;
  const isNoName = CODE.test(name) || (rest === null && WORD_ALONE.test(normalised(name)));
  return { guestName: isNoName ? null : personName(name) };
}

/** A booking's number or code where a name may stand. */
const CODE = /^\S*\d\S*$/;

/** A word that says that somebody stays, without a name. */
const WORD_ALONE =
  /^(?:booked|booking|reserved|reservation|reservee?|reserviert|reservierung|gebucht|buchung|reservad[oa]|reserva|belegt|occupied|ocupado|ocupada|prenotat[oa]|gereserveerd|busy)$/;

/** Returns what stands behind a word that announces a name; null if there is none. */
function afterPrefix(text: string): string | null {
  // Accents are removed character by character, so that both texts have the same length.
  const plain = [...text]
    .map((character) => withoutAccent(character))
    .join('')
    .toLowerCase();
  const found = BEFORE_NAME.exec(plain) ?? NOUN_BEFORE_NAME.exec(plain);
  return found ? text.slice(found[0].length) : null;
}

function withoutAccent(character: string): string {
  const base = character.normalize('NFD').replace(/\p{M}/gu, '');
  return base.length === character.length ? base : character;
}

/** Returns a text as a person's name, without control characters and superfluous blanks; null if nothing is left. */
export function personName(text: string | undefined): string | null {
  const name = cleaned(text ?? '');
  return name === '' ? null : [...name].slice(0, MAX_NAME_CHARACTERS).join('');
}

function cleaned(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .normalize('NFC');
}
