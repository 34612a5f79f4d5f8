// Harm on demand: which faults are set, and which of them strikes a request.
import { createRandom, type Random } from './random.ts';

/** Faults of the connection: they strike whatever is asked. */
export const TRANSPORT_FAULTS = [
  'unauthorized', // 401, or what the OTA says instead
  'forbidden', // 403
  'rate_limited', // 429 with Retry-After
  'server_error', // a 5xx
  'time_out', // no answer; nothing was done
  'time_out_after', // no answer; it was done
  'slow', // an answer, late
  'cut_before', // the connection ends; nothing was done
  'cut_after', // the connection ends; it was done
  'truncated', // half an answer; it was done
  'garbage', // HTTP 200 and a web page; nothing was done
  'firewall_page', // 403 (or `status`) and the page of a firewall in front of the OTA; nothing was done
  'slow_read', // the answer arrives piece by piece; it was done
] as const;

/** Faults of the content: the OTA's own code asks for them where they make sense. */
export const CONTENT_FAULTS = [
  'refuse', // an error inside HTTP 200; nothing was done
  'partial', // some items are refused inside HTTP 200, the others taken
  'refuse_closures', // what closes a night is refused inside HTTP 200, the rest taken
  'lost_calendar', // a calendar that is read back has no nights
  'unreadable', // reservations in a queue come without their dates; the list of reservations has them
  'lost_acknowledgement', // an acknowledgement is thanked for and forgotten
  'duplicate', // something that was delivered comes again
  'reorder', // later things come before earlier ones
] as const;

export type FaultKind = (typeof TRANSPORT_FAULTS)[number] | (typeof CONTENT_FAULTS)[number];

export type FaultInput = {
  kind: FaultKind;
  /** strikes requests of these kinds only: `availability`, `rates`, `reservations`, `acknowledge`, … */
  on?: string | readonly string[];
  /** so many requests that it could strike pass first */
  spare?: number;
  /** strikes requests only whose address or body contains this text: a room's id, say */
  containing?: string;
  /** how often; without it, until it is removed or its time is over */
  count?: number;
  /** how likely it strikes a request that it could strike; 1 without it */
  probability?: number;
  /** ends so long after it was set */
  durationMs?: number;
  /** for its own dice */
  seed?: number;
  status?: number;
  retryAfterSeconds?: number;
  /** for `slow` and `time_out`; for `slow_read`: between two pieces of the answer */
  delayMs?: number;
  /** for `slow_read`: in how many pieces the answer arrives; 20 without it */
  pieces?: number;
  /** for `partial`: how many of the items; half of them without it */
  items?: number;
  /** for `refuse_closures`: only counts of zero, or only closed rooms and rates; both without it */
  what?: 'counts' | 'stops';
  /** for `refuse` and `partial`: the OTA's own code */
  code?: string;
};

/**
 * Tells of each item of a request whether `refuse_closures` strikes it: `zero` = it sets a count of none, `stop` = it closes a
 * room or a rate. A request without such an item is not struck.
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
  /** how often any fault struck, also those that are gone */
  struck(): number;
  /** The fault that strikes a request of this kind now, out of those asked for; `text` is its address and body. */
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
      const dice = input.seed === undefined ? random.branch(`fault ${ids}`) : createRandom(input.seed);
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
