// What an event means, per channel: a guest's stay, nights that are merely closed, or something not yet decided.
// Words and forms come from public fixtures of the channels' feeds, not from live feeds.

export type EventText = { summary: string; description: string; tentative: boolean };

export type EventClass =
  | {
      kind: 'stay';
      reference: string | null;
      guestName: string | null;
      phoneLast4: string | null;
      maxNights: number | null;
    }
  | { kind: 'block' }
  | { kind: 'tentative' };

export type ClosedEventPolicy = 'block' | 'booking';

/**
 * Booking.com writes bookings and closures alike, and ends every feed with one long closure of all that lies beyond the
 * sellable window. No booking there is taken to be longer than this (our reading, not its documentation); a closure is.
 */
export const LONGEST_BOOKING_COM_NIGHTS = 90;

/** Longer than any name a channel shows (Vrbo cuts at 30); a feed is not a place to store texts. */
const MAX_NAME_CHARACTERS = 100;

/** Removing accents takes time by the square of the accents in a row; what a channel writes is far shorter. */
const MAX_TEXT_CHARACTERS = 2_000;

const BLOCK: EventClass = { kind: 'block' };

/** What the channel means by the event. What we do not know is a block: a night too many closed can be opened again. */
export function classify(channel: string, text: EventText, closed: ClosedEventPolicy): EventClass {
  const cut = {
    ...text,
    summary: text.summary.slice(0, MAX_TEXT_CHARACTERS),
    description: text.description.slice(0, MAX_TEXT_CHARACTERS),
  };
  const meaning = CHANNELS.get(channel)?.(cut, closed) ?? BLOCK;
  return text.tentative ? { kind: 'tentative' } : meaning;
}

/** Channels whose UIDs change from fetch to fetch, so that they identify nothing (Booking.com: seen in public code). */
export const UNSTABLE_UIDS: ReadonlySet<string> = new Set(['booking_com']);

/**
 * Channels that answer with an empty body, not with an empty calendar, when nothing is booked and closed. Booking.com does so since
 * June 2023 (noted in public code of a booking engine that reads it); of any other channel an empty body is a failure.
 */
export const EMPTY_WHEN_FREE: ReadonlySet<string> = new Set(['booking_com']);

const CHANNELS = new Map<string, (text: EventText, closed: ClosedEventPolicy) => EventClass>([
  ['airbnb', airbnb],
  ['vrbo', vrbo],
  ['homeaway', vrbo],
  ['abritel', vrbo],
  ['booking_com', bookingCom],
]);

/** `Reserved` with a link to the reservation; `Airbnb (Not available)` or `Not available`; until 2019 `Name (HMCODE)`. */
function airbnb({ summary, description }: EventText): EventClass {
  if (/^(airbnb )?\(?not available\)?$/.test(plain(summary))) return BLOCK;
  const reference = /\/details\/(HM[A-Z0-9]{8,12})/.exec(description)?.[1] ?? null;
  const phoneLast4 = /Last 4 Digits\):\s*(\d{4})/.exec(description)?.[1] ?? null;
  // Looked for from the end: a pattern that begins with the name takes time by the square of the blanks after it.
  const found = /\((HM[A-Z0-9]{8,12})\)$/.exec(summary.trim());
  const name = found && summary.trim().slice(0, found.index);
  if (found && name) return stay({ reference: found[1]!, guestName: personName(name), phoneLast4 });
  if (plain(summary) === 'reserved' || reference !== null) return stay({ reference, phoneLast4 });
  return BLOCK;
}

// The first of each is in public fixtures; the others are the same word in languages that Vrbo's sites speak, accents removed.
// A word that is missing here costs a guest's name, not a night.
const VRBO_RESERVED =
  /^(reserved|reservee?|reserviert|reservad[oa]|riservat[oa]|prenotat[oa]|gereserveerd|reserverad|reserveret|reservert|varattu)(?:\s*[-\u2013\u2014]\s*(.*))?$/s;
const VRBO_TENTATIVE =
  /^(tentative|provisoire|provisional|vorlaufig|provvisorio|voorlopig)(?:\s*[-\u2013\u2014].*)?$/s;

/** `Reserved - Ada`, `Réservée - Ada`; `Blocked`, `Indisponible`; not yet confirmed: `Provisoire - Ada`, `Tentative`. */
function vrbo({ summary }: EventText): EventClass {
  if (VRBO_TENTATIVE.test(plain(summary))) return { kind: 'tentative' };
  if (!VRBO_RESERVED.test(plain(summary))) return BLOCK;
  return stay({ guestName: personName(/^[^-\u2013\u2014]*[-\u2013\u2014](.*)$/s.exec(summary)?.[1]) });
}

/** `CLOSED - Not available`, with a hyphen or a dash, for bookings and closures alike. */
function bookingCom({ summary }: EventText, closed: ClosedEventPolicy): EventClass {
  const isClosed = /^closed\s*[-\u2013\u2014]\s*not available$/.test(plain(summary));
  return isClosed && closed === 'booking' ? stay({ maxNights: LONGEST_BOOKING_COM_NIGHTS }) : BLOCK;
}

function stay(known: Partial<Omit<EventClass & { kind: 'stay' }, 'kind'>>): EventClass {
  return { kind: 'stay', reference: null, guestName: null, phoneLast4: null, maxNights: null, ...known };
}

/** Lower case, without accents and superfluous blanks: how channels' words are compared. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

function personName(text: string | undefined): string | null {
  const name = (text ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? null : [...name].slice(0, MAX_NAME_CHARACTERS).join('');
}
