// Server-sent events: one open answer for each listener, fed from the log at the pace at which it reads.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../api/admission.ts';
import type { Database } from '../db/database.ts';
import { subscriptionLapsed } from '../model/property.ts';
import { readLog } from '../pms/log.ts';
import { findValidTokens } from '../pms/tokens.ts';
import { type EventHub, encodeEvent, type LogSubscription } from './event-hub.ts';

export type EventStreams = {
  /** Sends what follows `after`, and then whatever comes, until the client goes. The headers have been sent. */
  open(raw: ServerResponse, listener: Listener): void;
  /** streams that are open in this process under that name */
  count(countedAs: string): number;
  /** Ends all; clients come back on their own. */
  close(): void;
};

export type Listener = {
  caller: Caller;
  after: number;
  kinds: readonly string[] | undefined;
  /** the name under which the stream is counted */
  countedAs: string;
};

/** Shorter than the minute after which many proxies end a silent connection. */
const KEEP_ALIVE_MS = 15_000;
/** A revoked token's streams end within this. */
const ADMISSION_MS = 5_000;
/** A listener that takes nothing for so long is dropped; it comes back with the last id it saw. */
const SLOW_MS = 30_000;
/** Written before the listener must have taken some of it: 50 KB or so. */
const EVENTS_PER_WRITE = 100;
/** Listeners that are behind read the log themselves, so many at once: a thousand that come back must not take all connections. */
const READERS_AT_ONCE = 4;
/** What a client waits before it comes back. */
const RETRY_MS = 2_000;

type Stream = {
  readonly listener: Listener;
  keepAlive(): void;
  /** the subscription has lapsed */
  readonly lapsed: boolean;
  end(): void;
};

export function createEventStreams(
  db: Database,
  hub: EventHub,
  { onError, slowMs = SLOW_MS }: { onError: (error: unknown) => void; slowMs?: number },
): EventStreams {
  const streams = new Set<Stream>();
  const counts = new Map<string, number>();
  const readSlots = createSemaphore(READERS_AT_ONCE);
  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.keepAlive();
  }, KEEP_ALIVE_MS);
  const admission = setInterval(() => void endUnauthorized(db, streams).catch(onError), ADMISSION_MS);
  keepAlive.unref();
  admission.unref();
  return {
    open(raw, listener) {
      const { countedAs } = listener;
      counts.set(countedAs, (counts.get(countedAs) ?? 0) + 1);
      const stream = feed(raw, listener, { db, hub, readSlots, onError, slowMs });
      streams.add(stream);
      raw.once('close', () => {
        streams.delete(stream);
        const left = counts.get(countedAs)! - 1;
        if (left > 0) counts.set(countedAs, left);
        else counts.delete(countedAs);
      });
    },
    count: (countedAs) => counts.get(countedAs) ?? 0,
    close() {
      clearInterval(keepAlive);
      clearInterval(admission);
      for (const stream of streams) stream.end();
    },
  };
}

/** A stream may stay open for days: what was allowed when it began is looked at again. */
async function endUnauthorized(db: Database, streams: ReadonlySet<Stream>): Promise<void> {
  const live = [...streams].filter(({ listener }) => listener.caller.tokenId !== null);
  if (live.length === 0) return;
  const valid = await findValidTokens(
    db,
    live.map(({ listener: { caller } }) => ({
      hotelId: caller.property.hotelId,
      tokenId: caller.tokenId!,
    })),
  );
  for (const stream of live) {
    if (stream.lapsed || !valid.has(stream.listener.caller.tokenId!)) stream.end();
  }
}

type Sources = {
  db: Database;
  hub: EventHub;
  readSlots: <T>(work: () => Promise<T>) => Promise<T>;
  onError: (error: unknown) => void;
  slowMs: number;
};

function feed(
  raw: ServerResponse,
  listener: Listener,
  { db, hub, readSlots, onError, slowMs }: Sources,
): Stream {
  const { caller, kinds } = listener;
  const { hotelId } = caller.property;
  const wanted = kinds && new Set<string>(kinds);
  let cursor = listener.after;
  let told = cursor;
  let busy = false;
  let again = false;
  let over = false;

  const end = () => {
    if (over) return;
    over = true;
    tail.leave();
    raw.end();
  };
  const tail: LogSubscription = hub.follow(caller.property, (what) =>
    what === 'lost' ? end() : void pump(),
  );

  /** The next events as text; null when there are none. */
  const next = async (): Promise<string | null> => {
    let events = tail.after(cursor)?.slice(0, EVENTS_PER_WRITE);
    if (events?.length === 0) return null;
    let readTo = events?.at(-1)?.seq ?? cursor;
    if (!events) {
      const query = { after: cursor, limit: EVENTS_PER_WRITE, kinds };
      const page = await readSlots(() => readLog(db, hotelId, query));
      events = page.events.map((event) => encodeEvent(event, tail.property));
      readTo = page.readTo;
    }
    cursor = readTo;
    const shown = wanted ? events.filter(({ kind }) => wanted.has(kind)) : events;
    told = shown.at(-1)?.seq ?? told;
    return shown.map(({ block }) => block).join('');
  };
  const pump = async () => {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again && !over) {
        again = false;
        for (let text = await next(); text !== null && !over; text = await next()) {
          if (text !== '' && !raw.write(text)) await drained(raw, slowMs);
        }
      }
    } catch (error) {
      if (!over && !(error instanceof SlowListenerError)) onError(error);
      over = true;
      tail.leave();
      raw.destroy(); // not an end: the client sees that it broke off, and comes back
    }
    busy = false;
  };

  raw.once('close', () => {
    over = true;
    tail.leave();
  });
  raw.write(`retry: ${RETRY_MS}\nid: ${cursor}\n\n`);
  void pump();
  return {
    listener,
    get lapsed() {
      return subscriptionLapsed(tail.property.subscription);
    },
    keepAlive() {
      if (over || busy) return;
      // Also tells how far the log was read without finding anything wanted, so that a client that comes back is there.
      raw.write(cursor > told ? `id: ${cursor}\n\n` : ': still here\n\n');
      told = cursor;
      if (raw.writableNeedDrain) void drained(raw, slowMs).catch(() => raw.destroy());
    },
    end,
  };
}

class SlowListenerError extends Error {}

/** Resolves when what was written has been taken; rejects when nothing of it is for a while. */
async function drained(raw: ServerResponse, slowMs: number): Promise<void> {
  if (!raw.writableNeedDrain) return;
  const done = new AbortController();
  const gone = new Promise<void>((resolve) => {
    raw.once('drain', resolve);
    raw.once('close', resolve);
    done.signal.addEventListener('abort', () => {
      raw.off('drain', resolve);
      raw.off('close', resolve);
    });
  });
  const slow = sleep(slowMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new SlowListenerError();
  });
  slow.catch(() => {});
  try {
    await Promise.race([gone, slow]);
  } finally {
    done.abort();
  }
}

/** Lets so many run at once; the others wait in line. */
function createSemaphore(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const go = waiting.shift();
      if (go) go();
      else running -= 1;
    }
  };
}
