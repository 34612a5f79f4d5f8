// Faults on demand: the list of faults that are set, and the choice of the one that strikes a request.
import { Random } from '../sample-people/random.ts';

/** Faults of the connection. They can strike every request. */
export const TRANSPORT_FAULTS = [
  'unauthorized', // 401, or the OTA's equivalent
  'forbidden', // 403
  'rate_limited', // 429 with Retry-After
  'server_error', // a 5xx
  'time_out', // no response; the request was not processed
  'time_out_after', // no response; the request was processed
  'slow', // a delayed response
  'cut_before', // the connection ends; the request was not processed
  'cut_after', // the connection ends; the request was processed
  'truncated', // half of the response; the request was processed
  'garbage', // HTTP 200 and a web page; the request was not processed
  'firewall_page', // 403 (or `status`) and the page of a firewall; the request was not processed
  'slow_read', // the response arrives piece by piece; the request was processed
  'rewritten', // parts of the response are others (`find`, `put`); the request was processed
] as const;

/** Faults of the content. The code of each OTA applies them to the requests where they make sense. */
export const CONTENT_FAULTS = [
  'refuse', // an error inside HTTP 200; the request was not processed
  'partial', // some items are refused inside HTTP 200, the others accepted
  'refuse_closures', // items that close a night are refused inside HTTP 200, the others accepted
  'lost_calendar', // a calendar that is read back has no nights
  'unreadable', // reservations in a queue have no dates; the list of reservations has them
  'no_rooms', // cancelled reservations have no rooms and no status
  'cancelled_as_new', // a reservation that is cancelled before its acknowledgement is among the new ones
  'lost_acknowledgement', // an acknowledgement is confirmed but not stored
  'duplicate', // a delivered item is delivered again
  'reorder', // later items are delivered before earlier ones
] as const;

export type FaultKind = (typeof TRANSPORT_FAULTS)[number] | (typeof CONTENT_FAULTS)[number];

export type FaultInput = {
  kind: FaultKind;
  /** strikes only requests of these kinds: `availability`, `rates`, `reservations`, `acknowledge`, … */
  on?: string | readonly string[];
  /** number of matching requests that pass before it strikes */
  spare?: number;
  /** strikes only requests whose URL or body contains this text, for example a room's id */
  containing?: string;
  /** how often it strikes; default: until it is removed or `durationMs` is over */
  count?: number;
  /** probability that it strikes a matching request, 0 to 1; default 1 */
  probability?: number;
  /** milliseconds after which it ends, from when it was set */
  durationMs?: number;
  /** seed of its random numbers */
  seed?: number;
  status?: number;
  retryAfterSeconds?: number;
  /** for `slow` and `time_out`; for `slow_read`: between two pieces of the response */
  delayMs?: number;
  /** for `slow_read`: number of pieces of the response; default 20 */
  pieces?: number;
  /** for `rewritten`: a regular expression, which a line break ends nowhere, and what stands instead of all it matches */
  find?: string;
  put?: string;
  /** for `partial`: number of refused items; default: half of them */
  items?: number;
  /** for `refuse_closures`: only counts of zero, or only closed rooms and rates; default: both */
  what?: 'counts' | 'stops';
  /** for `refuse` and `partial`: the OTA's error code */
  code?: string;
};

/**
 * Returns a predicate for the items of one request: true when `refuse_closures` strikes the item. `zero`: the
 * item sets a count of zero; `stop`: it closes a room or a rate. A request without such an item does not use
 * up a strike.
 */
export function refusedClosures(
  strike: (kind: FaultKind) => Fault | undefined,
): (item: { zero: boolean; stop: boolean }) => boolean {
  let fault: Fault | null | undefined;
  return ({ zero, stop }) => {
    if (!zero && !stop) return false;
    if (fault === undefined) fault = strike('refuse_closures') ?? null;
    return fault !== null && ((zero && fault.what !== 'stops') || (stop && fault.what !== 'counts'));
  };
}

export type Fault = FaultInput & { id: number; struck: number };

export type Faults = {
  add(input: FaultInput): Fault;
  list(): Fault[];
  remove(id: number): boolean;
  clear(): void;
  /** number of strikes of all faults, including ended and removed ones */
  struck(): number;
  /**
   * Returns the fault, of one of `kinds`, that strikes a request of kind `on`, and counts the strike;
   * undefined when none does. `text`: URL and body of the request.
   */
  strike(kinds: readonly string[], on: string, text?: string): Fault | undefined;
};

export function createFaults(random: Random, now: () => number): Faults {
  let faults: (Fault & { dice: Random; until: number; spared: number })[] = [];
  let ids = 0;
  let struck = 0;
  const current = () => {
    faults = faults.filter(
      (fault) => fault.until > now() && (fault.count === undefined || fault.struck < fault.count),
    );
    return faults;
  };
  return {
    add: (input) => {
      ids += 1;
      const dice = input.seed === undefined ? random.branch(`fault ${ids}`) : new Random(input.seed);
      const fault = {
        ...input,
        id: ids,
        struck: 0,
        spared: 0,
        dice,
        until: now() + (input.durationMs ?? Number.POSITIVE_INFINITY),
      };
      faults.push(fault);
      return fault;
    },
    list: () => current().map(({ dice: _dice, until: _until, spared: _spared, ...fault }) => fault),
    remove: (id) => {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear: () => {
      faults = [];
    },
    struck: () => struck,
    strike: (kinds, on, text = '') => {
      for (const fault of current()) {
        if (!kinds.includes(fault.kind)) continue;
        if (fault.on !== undefined && ![fault.on].flat().includes(on)) continue;
        if (fault.containing !== undefined && !text.includes(fault.containing)) continue;
        if (!fault.dice.chance(fault.probability ?? 1)) continue;
        if (fault.spared < (fault.spare ?? 0)) {
          fault.spared += 1;
          continue;
        }
        fault.struck += 1;
        struck += 1;
        return fault;
      }
      return undefined;
    },
  };
}
