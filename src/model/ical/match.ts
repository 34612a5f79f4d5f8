// Which stays of a good fetch are the ones we already know: by UID, by the channel's reference, else by their nights.
import { countNights, earliest, isBefore, type NightRange, type PlainDate } from '../night.ts';
import { type CalendarStay, compareStays, overlap } from './stay.ts';

/** What matching needs to know of a stay that we hold from this feed. */
export type KnownStay = NightRange & { uid: string | null; reference: string | null };

export type StayMatches<K extends KnownStay> = {
  same: { known: K; incoming: CalendarStay }[];
  /** `from` and `until` are the nights to hold from now on: not always the incoming ones (see effectiveNights) */
  moved: ({ known: K; incoming: CalendarStay } & NightRange)[];
  added: CalendarStay[];
  /** known, not yet over, and not in the feed: for the policy of disappearance to judge */
  missing: K[];
};

type Pair<K> = { known: K; incoming: CalendarStay };
type KeyOf = (stay: KnownStay) => string | null;
/** Stays with equal keys may be one; `byNights`: only if one of the two has no UID, and they share a night. */
type Rule = { known: KeyOf; incoming: KeyOf; byNights: boolean };
/** A stay with its dates as numbers of days: a hostile feed makes millions of pairs to compare. */
type Placed<S> = { stay: S; from: number; until: number };

/**
 * Pairs known stays with incoming ones, each at most once, from the surest evidence to the weakest. The order of either list
 * decides nothing as long as no two known stays are alike. Stays that are over and no longer in the feed are left out.
 */
export function matchStays<K extends KnownStay>(
  known: readonly K[],
  incoming: readonly CalendarStay[],
  today: PlainDate,
): StayMatches<K> {
  const knownLeft = new Set(known.toSorted(compareKnown));
  const incomingLeft = new Set(distinctStays(incoming));
  const matches: StayMatches<K> = { same: [], moved: [], added: [], missing: [] };
  for (const rule of rulesFor(today)) {
    for (const pair of pairUp(rule, knownLeft, incomingLeft)) {
      const nights = effectiveNights(pair, today);
      if (sameNights(pair.known, nights)) matches.same.push(pair);
      else matches.moved.push({ ...pair, ...nights });
    }
  }
  matches.added = [...incomingLeft];
  matches.missing = [...knownLeft].filter(({ until }) => isBefore(today, until));
  return matches;
}

/**
 * By UID; by reference, should the channel change its UIDs; and where one side has no UID, by nights: Booking.com moves the
 * beginning of a stay in progress to "today" and leaves its end, and an extension moves the end.
 */
function rulesFor(today: PlainDate): Rule[] {
  const surely = (key: KeyOf): Rule => ({ known: key, incoming: key, byNights: false });
  const byNights = (key: KeyOf): Rule => ({ known: key, incoming: key, byNights: true });
  return [
    surely(({ uid, from, until }) => (uid === null ? null : `${from}/${until}/${uid}`)),
    surely(({ uid }) => uid),
    surely(({ reference }) => reference),
    byNights(({ from, until }) => `${from}/${until}`),
    byNights(({ until }) => until.toString()),
    byNights(({ from }) => from.toString()),
    {
      // Slid and extended at once: neither end is where it was. "Today" at the channel may be our tomorrow.
      known: (stay) => (isBefore(today, stay.from) ? null : 'in progress'),
      incoming: (stay) => (isBefore(today.add({ days: 1 }), stay.from) ? null : 'in progress'),
      byNights: true,
    },
  ];
}

/** Takes the pairs of one rule out of both sets: for each known stay, by date, the incoming one whose nights are nearest. */
function pairUp<K extends KnownStay>(
  rule: Rule,
  knownLeft: Set<K>,
  incomingLeft: Set<CalendarStay>,
): Pair<K>[] {
  const candidates = Map.groupBy([...incomingLeft].map(placed), ({ stay }) => rule.incoming(stay));
  const pairs: Pair<K>[] = [];
  for (const known of [...knownLeft].map(placed)) {
    const key = rule.known(known.stay);
    if (key === null) continue;
    const incoming = nearest(known, candidates.get(key) ?? [], (other) => {
      if (!incomingLeft.has(other.stay)) return false;
      if (!rule.byNights) return true;
      return known.from < other.until && other.from < known.until && couldBeSameStay(known.stay, other.stay);
    });
    if (!incoming) continue;
    pairs.push({ known: known.stay, incoming });
    knownLeft.delete(known.stay);
    incomingLeft.delete(incoming);
  }
  return pairs;
}

function nearest(
  known: Placed<KnownStay>,
  candidates: readonly Placed<CalendarStay>[],
  allowed: (incoming: Placed<CalendarStay>) => boolean,
): CalendarStay | null {
  let found: CalendarStay | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const incoming of candidates) {
    const distance = Math.abs(known.from - incoming.from) + Math.abs(known.until - incoming.until);
    if (distance >= least || !allowed(incoming)) continue;
    found = incoming.stay;
    least = distance;
  }
  return found;
}

/** Whether nothing that the two are called says that they are different stays. */
function couldBeSameStay(known: KnownStay, incoming: CalendarStay): boolean {
  if (known.uid !== null && incoming.uid !== null) return false;
  return known.reference === null || incoming.reference === null || known.reference === incoming.reference;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

function placed<S extends NightRange>(stay: S): Placed<S> {
  return { stay, from: countNights(EPOCH, stay.from), until: countNights(EPOCH, stay.until) };
}

/**
 * The nights to hold: the incoming ones, but the beginning of a stay already begun is never moved later. Booking.com's feed
 * says "from today" of a guest who came days ago.
 */
function effectiveNights({ known, incoming }: Pair<KnownStay>, today: PlainDate): NightRange {
  const begun = !isBefore(today, known.from);
  return { from: begun ? earliest(known.from, incoming.from) : incoming.from, until: incoming.until };
}

function sameNights(a: NightRange, b: NightRange): boolean {
  return a.from.equals(b.from) && a.until.equals(b.until);
}

/**
 * The stays of a feed, each once and in a fixed order: events with one UID, or with one reference, whose nights overlap are
 * one stay; events with neither are one when all that they say is the same.
 */
function distinctStays(stays: readonly CalendarStay[]): CalendarStay[] {
  const byUid = mergeBy(stays, ({ uid }) => uid);
  const byReference = mergeBy(byUid, ({ reference }) => reference);
  const byNights = mergeBy(byReference, ({ uid, reference, guestName, from, until }) =>
    uid === null && reference === null ? `${from}/${until}/${guestName}` : null,
  );
  return byNights.sort(compareStays);
}

function mergeBy(
  stays: readonly CalendarStay[],
  keyOf: (stay: CalendarStay) => string | null,
): CalendarStay[] {
  const merged: CalendarStay[] = [];
  for (const [key, group] of Map.groupBy(stays.toSorted(compareStays), keyOf)) {
    let open: CalendarStay | null = null;
    for (const stay of group) {
      if (open && key !== null && overlap(open, stay)) Object.assign(open, joined(open, stay));
      else {
        open = { ...stay };
        merged.push(open);
      }
    }
  }
  return merged;
}

function joined(a: CalendarStay, b: CalendarStay): CalendarStay {
  return {
    uid: a.uid ?? b.uid,
    reference: a.reference ?? b.reference,
    guestName: a.guestName ?? b.guestName,
    phoneLast4: a.phoneLast4 ?? b.phoneLast4,
    from: earliest(a.from, b.from),
    until: isBefore(a.until, b.until) ? b.until : a.until,
  };
}

function compareKnown(a: KnownStay, b: KnownStay): number {
  return compareStays(
    { ...a, guestName: null, phoneLast4: null },
    { ...b, guestName: null, phoneLast4: null },
  );
}
