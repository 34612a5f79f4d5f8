// Matches the stays of a successful fetch with the known ones: by UID, by the channel's reference, else by
// nights.
import { countNights, earliest, isBefore, type NightRange, type PlainDate } from '../night.ts';
import { type CalendarStay, compareStays, overlap } from './stay.ts';

/** A stay that came from this feed before: the members that matching needs. */
export type KnownStay = NightRange & { uid: string | null; reference: string | null };

type StayMatches<K extends KnownStay> = {
  same: { known: K; incoming: CalendarStay }[];
  /** `from` and `until` are the nights to store: not always the incoming ones (see effectiveNights) */
  moved: ({ known: K; incoming: CalendarStay } & NightRange)[];
  added: CalendarStay[];
  /** known, not yet over, and not in the feed: see decideAbsences */
  missing: K[];
};

type Pair<K> = { known: K; incoming: CalendarStay };
type KeyOf = (stay: KnownStay) => string | null;
/**
 * Stays with equal keys may be the same; with `byNights` only if one of the two has no UID and they share a
 * night.
 */
type Rule = { known: KeyOf; incoming: KeyOf; byNights: boolean };
/** A stay with its dates as day numbers: a hostile feed makes millions of pairs to compare. */
type WithDayNumbers<S> = { stay: S; from: number; until: number };

/**
 * Matches known stays with incoming ones, each at most once, by the strongest rule first. The result does not
 * depend on the order of either list as long as no two known stays are equal. Known stays that are over and
 * not in the feed are omitted.
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
 * The rules, strongest first: by UID; by reference, in case the channel changes its UIDs; and where one side
 * has no UID, by nights: Booking.com moves the beginning of a stay in progress to "today" and leaves its end,
 * and an extension moves the end.
 */
function rulesFor(today: PlainDate): Rule[] {
  const byKey = (key: KeyOf): Rule => ({ known: key, incoming: key, byNights: false });
  const byNights = (key: KeyOf): Rule => ({ known: key, incoming: key, byNights: true });
  return [
    byKey(({ uid, from, until }) => (uid === null ? null : `${from}/${until}/${uid}`)),
    byKey(({ uid }) => uid),
    byKey(({ reference }) => reference),
    byNights(({ from, until }) => `${from}/${until}`),
    byNights(({ until }) => until.toString()),
    byNights(({ from }) => from.toString()),
    {
      // Beginning moved to today and end extended at once: neither end matches. The channel's "today" may be
      // our tomorrow.
      known: (stay) => (isBefore(today, stay.from) ? null : 'in progress'),
      incoming: (stay) => (isBefore(today.add({ days: 1 }), stay.from) ? null : 'in progress'),
      byNights: true,
    },
  ];
}

/**
 * Removes the pairs of one rule from both sets: for each known stay, by date, the incoming one with the
 * nearest nights.
 */
function pairUp<K extends KnownStay>(
  rule: Rule,
  knownLeft: Set<K>,
  incomingLeft: Set<CalendarStay>,
): Pair<K>[] {
  const candidates = Map.groupBy([...incomingLeft].map(withDayNumbers), ({ stay }) => rule.incoming(stay));
  const pairs: Pair<K>[] = [];
  for (const known of [...knownLeft].map(withDayNumbers)) {
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
  known: WithDayNumbers<KnownStay>,
  candidates: readonly WithDayNumbers<CalendarStay>[],
  allowed: (incoming: WithDayNumbers<CalendarStay>) => boolean,
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

/** Whether neither UIDs nor references show that the two are different stays. */
function couldBeSameStay(known: KnownStay, incoming: CalendarStay): boolean {
  if (known.uid !== null && incoming.uid !== null) return false;
  return known.reference === null || incoming.reference === null || known.reference === incoming.reference;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

function withDayNumbers<S extends NightRange>(stay: S): WithDayNumbers<S> {
  return { stay, from: countNights(EPOCH, stay.from), until: countNights(EPOCH, stay.until) };
}

/**
 * Returns the nights to store: the incoming ones, except that the beginning of a stay in progress never moves
 * later. Booking.com's feed shows a guest who arrived days ago as arriving today.
 */
function effectiveNights({ known, incoming }: Pair<KnownStay>, today: PlainDate): NightRange {
  const begun = !isBefore(today, known.from);
  return { from: begun ? earliest(known.from, incoming.from) : incoming.from, until: incoming.until };
}

function sameNights(a: NightRange, b: NightRange): boolean {
  return a.from.equals(b.from) && a.until.equals(b.until);
}

/**
 * Returns the distinct stays of a feed in a fixed order: overlapping events with the same UID or reference
 * are one stay; events with neither are one if nights and guest's name are equal.
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
