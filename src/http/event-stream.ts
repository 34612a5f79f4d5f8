// Server-sent events: one open response per listener, written as fast as the listener reads.
import type { ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Caller } from '../api/admission.ts';
import type { Database } from '../db/database.ts';
import { subscriptionLapsed } from '../model/property.ts';
import { MACHINE_TIMERS, type Timers } from '../model/timers.ts';
import { readLog } from '../pms/log.ts';
import { findValidTokens } from '../pms/tokens.ts';
import { findPresentRoles } from '../pms/user-sessions.ts';
import { type EventHub, encodeEvent, type LogSubscription } from './event-hub.ts';

/** The open event streams of this process. */
type EventStreams = {
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
  /** stands before the number in the id of each event */
  idPrefix: string;
};

/** Shorter than the minute after which many proxies close a silent connection. */
const KEEP_ALIVE_MS = 15_000;
/** Interval of the check for revoked tokens, ended sessions, changed roles and lapsed subscriptions. */
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

/** Creates the streams. A stream whose client reads nothing for 30 seconds, by `timers`, is closed. */
export function createEventStreams(
  db: Database,
  hub: EventHub,
  {
    onError,
    now,
    timers = MACHINE_TIMERS,
  }: { onError: (error: unknown) => void; now: () => Temporal.Instant; timers?: Timers },
): EventStreams {
  const streams = new Set<Stream>();
  const counts = new Map<string, number>();
  const limitReads = pLimit(READERS_AT_ONCE);
  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.keepAlive();
  }, KEEP_ALIVE_MS);
  const admission = setInterval(() => void endUnauthorized(db, streams, now()).catch(onError), ADMISSION_MS);
  keepAlive.unref();
  admission.unref();
  return {
    open(raw, listener) {
      const { countedAs } = listener;
      counts.set(countedAs, (counts.get(countedAs) ?? 0) + 1);
      const stream = new EventStream(raw, listener, { db, hub, limitReads, onError, timers });
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
 * Ends streams whose token was revoked, whose session ended, whose person has another role, or whose subscription lapsed. A stream
 * may stay open for days, so access is checked again regularly.
 */
async function endUnauthorized(
  db: Database,
  streams: ReadonlySet<Stream>,
  now: Temporal.Instant,
): Promise<void> {
  await Promise.all([endRevokedTokens(db, streams), endChangedRoles(db, streams, now)]);
}

async function endChangedRoles(
  db: Database,
  streams: ReadonlySet<Stream>,
  now: Temporal.Instant,
): Promise<void> {
  const ofPeople = [...streams].filter(({ listener }) => listener.caller.sessionId !== undefined);
  if (ofPeople.length === 0) return;
  const sessions = ofPeople.map(({ listener: { caller } }) => ({
    sessionId: caller.sessionId!,
    hotelId: caller.property.hotelId,
  }));
  const roles = await findPresentRoles(db, sessions, now);
  for (const [i, stream] of ofPeople.entries())
    if (stream.lapsed || roles[i] !== stream.listener.caller.role) stream.end();
}

async function endRevokedTokens(db: Database, streams: ReadonlySet<Stream>): Promise<void> {
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
  timers: Timers;
};

/** The stream of one listener. Follows the hub; reads the log itself while the listener is behind it. */
class EventStream implements Stream {
  readonly listener: Listener;
  private readonly raw: ServerResponse;
  private readonly sources: Sources;
  private readonly tail: LogSubscription;
  private readonly kinds: ReadonlySet<string> | null;
  private cursor: number;
  private sentUpTo: number;
  private isCaughtUp = false;
  private busy = false;
  private again = false;
  private over = false;

  constructor(raw: ServerResponse, listener: Listener, sources: Sources) {
    this.raw = raw;
    this.listener = listener;
    this.sources = sources;
    this.kinds = listener.kinds ? new Set<string>(listener.kinds) : null;
    this.cursor = listener.after;
    this.sentUpTo = listener.after;
    this.tail = sources.hub.follow(listener.caller.property, (what) =>
      what === 'lost' ? this.end() : void this.pump(),
    );
    raw.once('close', () => this.leave());
    raw.write(`retry: ${RETRY_MS}\n${this.idLine(this.cursor)}\n`);
    void this.pump();
  }

  get lapsed(): boolean {
    return subscriptionLapsed(this.tail.log.property.subscription);
  }

  keepAlive(): void {
    if (this.over || this.busy) return;
    this.writePosition();
    if (this.raw.writableNeedDrain)
      void drained(this.raw, this.sources.timers).catch(() => this.raw.destroy());
  }

  /**
   * Says that the stream is open, and how far the log was read even if no event was sent, so that a client that reconnects continues
   * there.
   */
  private writePosition(): void {
    this.raw.write(this.cursor > this.sentUpTo ? `${this.idLine(this.cursor)}\n` : ': still here\n\n');
    this.sentUpTo = this.cursor;
  }

  end(): void {
    if (this.over) return;
    this.leave();
    this.raw.end();
  }

  private leave(): void {
    this.over = true;
    this.tail.leave();
  }

  private async pump(): Promise<void> {
    this.again = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.again && !this.over) {
        this.again = false;
        for (let text = await this.next(); text !== null && !this.over; text = await this.next()) {
          if (text !== '' && !this.raw.write(text)) await drained(this.raw, this.sources.timers);
        }
        if (!this.isCaughtUp && !this.over) this.writeCaughtUp();
      }
    } catch (error) {
      if (!this.over && !(error instanceof SlowListenerError)) this.sources.onError(error);
      this.leave();
      this.raw.destroy(); // destroyed rather than ended, so that the client notices the error and reconnects
    }
    this.busy = false;
  }

  /** Writes the position once everything is sent that the log contained when the stream was opened. */
  private writeCaughtUp(): void {
    if (this.cursor < this.listener.caller.property.lastSeq) return;
    this.isCaughtUp = true;
    this.writePosition();
  }

  /**
   * Returns the next events as text, empty if none of them is of the wanted kinds; null when there are no
   * more events.
   */
  private async next(): Promise<string | null> {
    let events = this.tail.log.after(this.cursor)?.slice(0, EVENTS_PER_WRITE);
    if (events?.length === 0) return null;
    let readTo = events?.at(-1)?.seq ?? this.cursor;
    if (!events) {
      const { db, limitReads } = this.sources;
      const { caller, kinds } = this.listener;
      const query = { after: this.cursor, limit: EVENTS_PER_WRITE, kinds };
      const page = await limitReads(() => readLog(db, caller.property.hotelId, query));
      events = page.events.map((event) => encodeEvent(event, this.tail.log.property));
      readTo = page.readTo;
    }
    this.cursor = readTo;
    const { kinds } = this;
    const shown = kinds ? events.filter(({ kind }) => kinds.has(kind)) : events;
    this.sentUpTo = shown.at(-1)?.seq ?? this.sentUpTo;
    const { scopes } = this.listener.caller;
    return shown.map((event) => this.idLine(event.seq) + event.dataFor(scopes)).join('');
  }

  private idLine(seq: number): string {
    return `id: ${this.listener.idPrefix}${seq}\n`;
  }
}

class SlowListenerError extends Error {}

/**
 * Resolves when the written data has been read or the connection was closed. Rejects with `SlowListenerError`
 * after `SLOW_MS`.
 */
async function drained(raw: ServerResponse, timers: Timers): Promise<void> {
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
  const slow = timers.sleep(SLOW_MS, done.signal, { ref: false }).then(() => {
    throw new SlowListenerError();
  });
  slow.catch(() => {});
  try {
    await Promise.race([gone, slow]);
  } finally {
    done.abort();
  }
}
