// Classifies calendar events per channel: a guest's stay, closed nights, or a tentative booking.
// The texts come from public fixtures of the channels' feeds, not from live feeds.
import { MAX_TEXT_CHARACTERS, normalised } from './normalise.ts';
import { namedStay, personName } from './summaries.ts';

type EventText = { summary: string; description: string; tentative: boolean };

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

/** How the events of one connection are to be read. */
type EventPolicies = {
  closed: ClosedEventPolicy;
  /** every event is a stay and its summary the guest's name, unless it says that the nights are closed */
  areStays: boolean;
};

/**
 * Longest event of Booking.com that is read as a booking; longer ones are closures. Booking.com writes both
 * alike, and ends every feed with one long closure of everything beyond the sellable window. The limit is our
 * assumption, not documented.
 */
const LONGEST_BOOKING_COM_NIGHTS = 90;

const BLOCK: EventClass = { kind: 'block' };

/**
 * Returns the class of an event: by the channel's own texts, else by those of other programs, whose calendars
 * are connected under any name. Unknown events are blocks: a night closed by mistake can be opened again.
 */
export function classify(channel: string, text: EventText, { closed, areStays }: EventPolicies): EventClass {
  const cut = {
    ...text,
    summary: text.summary.slice(0, MAX_TEXT_CHARACTERS),
    description: text.description.slice(0, MAX_TEXT_CHARACTERS),
  };
  const ofChannel = CHANNELS.get(channel)?.(cut, closed) ?? BLOCK;
  const named = ofChannel.kind === 'block' ? namedStay(cut.summary, areStays) : null;
  const meaning = named ? stay(named) : ofChannel;
  return text.tentative ? { kind: 'tentative' } : meaning;
}

/** Channels whose UIDs change with every fetch and so identify nothing (Booking.com: seen in public code). */
export const UNSTABLE_UIDS: ReadonlySet<string> = new Set(['booking_com']);

/**
 * Channels that answer with an empty body, not with an empty calendar, when no night is booked or closed.
 * Booking.com does so since June 2023 (documented in public code of a booking engine that reads it); from any
 * other channel an empty body is a failure.
 */
export const EMPTY_WHEN_FREE: ReadonlySet<string> = new Set(['booking_com']);

const CHANNELS = new Map<string, (text: EventText, closed: ClosedEventPolicy) => EventClass>([
  ['airbnb', airbnb],
  ['vrbo', vrbo],
  ['homeaway', vrbo],
  ['abritel', vrbo],
  ['booking_com', bookingCom],
]);

/**
 * `Reserved` with a link to the reservation; `Airbnb (Not available)` or `Not available`; until 2019
 * `Name (HMCODE)`.
 */
function airbnb({ summary, description }: EventText): EventClass {
  if (/^(airbnb )?\(?not available\)?$/.test(normalised(summary))) return BLOCK;
  const reference = /\/details\/(HM[A-Z0-9]{8,12})/.exec(description)?.[1] ?? null;
  const phoneLast4 = /Last 4 Digits\):\s*(\d{4})/.exec(description)?.[1] ?? null;
  // Anchored at the end: a pattern that begins with the name takes quadratic time for the blanks after it.
  const found = /\((HM[A-Z0-9]{8,12})\)$/.exec(summary.trim());
  const name = found && summary.trim().slice(0, found.index);
  if (found && name) return stay({ reference: found[1]!, guestName: personName(name), phoneLast4 });
  if (normalised(summary) === 'reserved' || reference !== null) return stay({ reference, phoneLast4 });
  return BLOCK;
}

// The first word of each is in public fixtures; the others are its translations for Vrbo's sites, without
// accents. Where a translation is missing, the guest's name is lost, but the night is still closed.
const VRBO_RESERVED =
  /^(reserved|reservee?|reserviert|reservad[oa]|riservat[oa]|prenotat[oa]|gereserveerd|reserverad|reserveret|reservert|varattu)(?:\s*[-\u2013\u2014]\s*(.*))?$/s;
const VRBO_TENTATIVE =
  /^(tentative|provisoire|provisional|vorlaufig|provvisorio|voorlopig)(?:\s*[-\u2013\u2014].*)?$/s;

/**
 * `Reserved - Ada`, `Réservée - Ada`; `Blocked`, `Indisponible`; not yet confirmed: `Provisoire - Ada`,
 * `Tentative`.
 */
function vrbo({ summary }: EventText): EventClass {
  if (VRBO_TENTATIVE.test(normalised(summary))) return { kind: 'tentative' };
  if (!VRBO_RESERVED.test(normalised(summary))) return BLOCK;
  return stay({ guestName: personName(/^[^-\u2013\u2014]*[-\u2013\u2014](.*)$/s.exec(summary)?.[1]) });
}

/** `CLOSED - Not available`, with a hyphen or a dash, for bookings and closures alike. */
function bookingCom({ summary }: EventText, closed: ClosedEventPolicy): EventClass {
  const isClosed = /^closed\s*[-\u2013\u2014]\s*not available$/.test(normalised(summary));
  return isClosed && closed === 'booking' ? stay({ maxNights: LONGEST_BOOKING_COM_NIGHTS }) : BLOCK;
}

function stay(known: Partial<Omit<EventClass & { kind: 'stay' }, 'kind'>>): EventClass {
  return { kind: 'stay', reference: null, guestName: null, phoneLast4: null, maxNights: null, ...known };
}
