// Server-sent events: one open response per listener, written as fast as the listener reads.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Caller } from '../api/admission.ts';
import type { Database } from '../db/database.ts';
import { subscriptionLapsed } from '../model/property.ts';
import { readLog } from '../pms/log.ts';
import { findValidTokens } from '../pms/tokens.ts';
import { type EventHub, encodeEvent, type LogSubscription } from './event-hub.ts';

/** The open event streams of this process. */
export type EventStreams = {
  /**
   * Sends the events after `after` and then new ones until the client disconnects. The headers have been
   * sent.
   */
  open(raw: ServerResponse, listener: Listener): void;
  /** number of streams that are open in this process under that name */
  count(countedAs: string): number;
  /** Ends all streams; clients reconnect by themselves. */
  close(): void;
};

/** Who listens, from which number on, and to which kinds of events. */
export type Listener = {
  caller: Caller;
  after: number;
  kinds: readonly string[] | undefined;
  /** the key under which the stream counts against the limit */
  countedAs: string;
};

/** Shorter than the minute after which many proxies close a silent connection. */
const KEEP_ALIVE_MS = 15_000;
/** Interval of the check for revoked tokens and lapsed subscriptions. */
const ADMISSION_MS = 5_000;
/**
 * A listener that reads nothing for this time is disconnected; it can reconnect with the last id it received.
 */
const SLOW_MS = 30_000;
/** Number of events, about 50 KB, that are written before the stream waits for the listener to read. */
const EVENTS_PER_WRITE = 100;
/**
 * Listeners that are behind read the log themselves, at most this many at once: a thousand that reconnect
 * must not take all database connections.
 */
const READERS_AT_ONCE = 4;
/** The time that a client waits before it reconnects. */
const RETRY_MS = 2_000;

type Stream = {
  readonly listener: Listener;
  keepAlive(): void;
  /** whether the subscription has lapsed */
  readonly lapsed: boolean;
  end(): void;
};

/** Creates the streams. A stream whose client reads nothing for `slowMs` is closed. */
export function createEventStreams(
  db: Database,
  hub: EventHub,
  { onError, slowMs = SLOW_MS }: { onError: (error: unknown) => void; slowMs?: number },
): EventStreams {
  const streams = new Set<Stream>();
  const counts = new Map<string, number>();
  const limitReads = pLimit(READERS_AT_ONCE);
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
      const stream = feed(raw, listener, { db, hub, limitReads, onError, slowMs });
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

/**
 * Ends streams whose token was revoked or whose subscription lapsed. A stream may stay open for days, so
 * access is checked again regularly.
 */
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
  limitReads: LimitFunction;
  onError: (error: unknown) => void;
  slowMs: number;
};

function feed(
  raw: ServerResponse,
  listener: Listener,
  { db, hub, limitReads, onError, slowMs }: Sources,
): Stream {
  const { caller, kinds } = listener;
  const { hotelId } = caller.property;
  const wanted = kinds && new Set<string>(kinds);
  let cursor = listener.after;
  let sentUpTo = cursor;
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

  /**
   * Returns the next events as text, empty if none of them is of the wanted kinds; null when there are no
   * more events.
   */
  const next = async (): Promise<string | null> => {
    let events = tail.after(cursor)?.slice(0, EVENTS_PER_WRITE);
    if (events?.length === 0) return null;
    let readTo = events?.at(-1)?.seq ?? cursor;
    if (!events) {
      const query = { after: cursor, limit: EVENTS_PER_WRITE, kinds };
      const page = await limitReads(() => readLog(db, hotelId, query));
      events = page.events.map((event) => encodeEvent(event, tail.property));
      readTo = page.readTo;
    }
    cursor = readTo;
    const shown = wanted ? events.filter(({ kind }) => wanted.has(kind)) : events;
    sentUpTo = shown.at(-1)?.seq ?? sentUpTo;
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
      raw.destroy(); // destroyed rather than ended, so that the client notices the error and reconnects
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
      // The id says how far the log was read even if no event was sent, so that a client that reconnects
      // continues there.
      raw.write(cursor > sentUpTo ? `id: ${cursor}\n\n` : ': still here\n\n');
      sentUpTo = cursor;
      if (raw.writableNeedDrain) void drained(raw, slowMs).catch(() => raw.destroy());
    },
    end,
  };
}

class SlowListenerError extends Error {}

/**
 * Resolves when the written data has been read or the connection was closed. Rejects with `SlowListenerError`
 * after `slowMs`.
 */
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
