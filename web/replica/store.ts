// Keeps the copy up to date: reads the snapshot, follows the stream, reads again what events do not carry, and reconnects.
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { todayIn } from '../days.ts';
import {
  advance,
  applyEvents,
  applyRead,
  applySnapshot,
  isStale,
  NOTHING_STALE,
  type Stale,
} from './apply.ts';
import { readEventStream, type StreamPart } from './event-stream.ts';
import { type DeskDays, type DeskSource, openEvents, Refusal, readDesk } from './server.ts';
import type { ReplicaPart, ReplicaState } from './state.ts';

/**
 * The connection. `live`: everything that was committed before the connection was made is here, and what follows is on its way; `offline`: the
 * last try failed, and another one follows; `refused`: the server wants no further try with this token (401, 403, 404, 402).
 */
export type ReplicaLink = {
  state: 'connecting' | 'live' | 'offline' | 'refused';
  /** when the server was last reached, in milliseconds since 1970; null = never */
  receivedAt: number | null;
  /** of the last refusal; null = none */
  status: number | null;
  /** the copy is still the one that was kept: it lacks what was committed since */
  isKept: boolean;
};

export type Replica = {
  /** the copy; null until the first snapshot is here */
  readonly state: ReadonlySignal<ReplicaState | null>;
  readonly link: ReadonlySignal<ReplicaLink>;
  /** one part of the copy, which changes only when one of its records does; null until the first snapshot is here */
  part<Part extends ReplicaPart>(part: Part): ReadonlySignal<ReplicaState[Part] | null>;
  /** shows other days, or with null those of the start; the present ones stay until the answer is here */
  show(days: DeskDays | null): void;
  /** tries at once to connect, after `offline` or `refused` */
  retry(): void;
  /** gives the connection up, which may be broken without having said so, and makes it again */
  reconnect(): void;
  /**
   * Calls a function with the events that arrive, once they are in the copy; with null after the whole snapshot was read again, because
   * anything may have changed. Returns how to end that.
   */
  onEvents(listener: EventListener): () => void;
  /** reads the whole snapshot again */
  reload(): void;
  /** the copy if nothing of it is known to be out of date; else null */
  settled(): ReplicaState | null;
  close(): void;
};

type EventListener = (events: readonly DeskEvent[] | null) => void;

/** A copy that was kept, and when the server was last reached, in milliseconds since 1970. */
type KeptReplica = { state: ReplicaState; receivedAt: number };

type ReplicaOptions = DeskSource & {
  /** a copy that was kept, to begin with; null = none */
  kept?: Promise<KeptReplica | null>;
  /** the days to show first; absent = as the server chooses: two weeks back, two months ahead */
  days?: DeskDays;
  /** the clock, in milliseconds since 1970 */
  now?: () => number;
  /** longest silence of the server, which says something every 15 seconds */
  silenceMs?: number;
  /** the first pause before a further try; it doubles up to `MAX_PAUSE_MS` */
  pauseMs?: number;
};

/** A snapshot takes a tenth of a second; through a bad connection its megabyte may take long. */
const READ_TIMEOUT_MS = 60_000;
const SILENCE_MS = 40_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Refusals that a further try does not change. */
const FINAL: ReadonlySet<number> = new Set([401, 402, 403, 404]);
/** Refusals of a position in the log: its events were removed, or it is beyond the end of a restored one. */
const LOST: ReadonlySet<number> = new Set([400, 410]);

/** Pauses between two questions whether it is the next day, which begins at the property when its server says so. */
const DAY_PAUSE_MS = 60_000;
const MAX_DAY_PAUSE_MS = 3_600_000;
/** How often the day is compared while the server cannot be reached. */
const DAY_CHECK_MS = 10_000;

/** Starts a copy. It connects at once, and until `close` whenever the connection breaks. */
export function openReplica(options: ReplicaOptions): Replica {
  const copy = new ReplicaStore(options);
  void copy.run();
  return copy;
}

class ReplicaStore implements Replica {
  readonly state = signal<ReplicaState | null>(null);
  readonly link = signal<ReplicaLink>({ state: 'connecting', receivedAt: null, status: null, isKept: false });
  private readonly options: ReplicaOptions;
  private readonly closed = new AbortController();
  private readonly parts = new Map<ReplicaPart, ReadonlySignal<unknown>>();
  private readonly listeners = new Set<EventListener>();
  private days: DeskDays | null;
  private stale: Stale = { ...NOTHING_STALE, everything: true };
  /** how often the whole snapshot was wanted anew: a read that was begun before cannot have answered it */
  private wanted = 0;
  /** the reads that are under way */
  private reading: Promise<void> | null = null;
  /** events that came since the read that is under way was begun */
  private since: DeskEvent[] = [];
  private connection: AbortController | null = null;
  private failures = 0;
  /** stale records are read in the background, or wait for a further try */
  private rereading = false;
  private rereadPauseMs = 0;
  private tryNow: () => void = () => {};
  /** the day on which the server last said that it is so */
  private saidToday: number | null = null;
  /** when the snapshot may be read again for a new day: the clock of this machine may be fast, or wrong */
  private nextDayReadAt = 0;
  private dayPauseMs = DAY_PAUSE_MS;

  constructor(options: ReplicaOptions) {
    this.options = options;
    this.days = options.days ?? null;
  }

  part<Part extends ReplicaPart>(part: Part): ReadonlySignal<ReplicaState[Part] | null> {
    const known = this.parts.get(part) ?? computed(() => this.state.value?.[part] ?? null);
    this.parts.set(part, known);
    return known as ReadonlySignal<ReplicaState[Part] | null>;
  }

  onEvents(listener: EventListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  show(days: DeskDays | null): void {
    if (this.days?.from === days?.from && this.days?.until === days?.until) return;
    this.days = days;
    this.reload();
  }

  reconnect(): void {
    this.connection?.abort();
  }

  retry(): void {
    this.failures = 0;
    this.tryNow();
  }

  reload(): void {
    this.wantEverything();
    this.tryNow();
    this.readAgain();
  }

  close(): void {
    this.closed.abort();
    this.tryNow();
  }

  settled(): ReplicaState | null {
    return this.reading || isStale(this.stale) ? null : this.state.value;
  }

  async run(): Promise<void> {
    await this.startWithKept();
    const clock = setInterval(() => this.followDay(), DAY_CHECK_MS);
    this.closed.signal.addEventListener('abort', () => clearInterval(clock), { once: true });
    while (!this.closed.signal.aborted) {
      try {
        await this.follow();
        this.setLink('connecting', null);
      } catch (error) {
        if (this.closed.signal.aborted) return;
        const status = error instanceof Refusal ? error.status : null;
        if (status !== null && LOST.has(status) && this.state.value !== null) {
          this.wantEverything();
          if (this.failures === 0) {
            this.failures = 1;
            continue;
          }
        }
        this.failures += 1;
        this.setLink(status !== null && FINAL.has(status) ? 'refused' : 'offline', status);
      }
      await this.pause();
    }
  }

  /** Shows the copy that was kept. The stream goes on from its event; what the log no longer has is read as after any long break. */
  private async startWithKept(): Promise<void> {
    const kept = await this.options.kept;
    if (!kept || this.closed.signal.aborted || this.state.value !== null) return;
    this.saidToday = kept.state.today;
    this.stale = { ...this.stale, everything: this.days !== null };
    batch(() => {
      this.state.value = kept.state;
      this.link.value = { ...this.link.value, receivedAt: kept.receivedAt, isKept: true };
    });
    this.followDay();
  }

  /** While the server cannot be reached, the day changes by the clock of this machine. It never is one before the server's last. */
  private followDay(): void {
    const state = this.state.value;
    if (state === null || this.link.value.state === 'live') return;
    const today = Math.max(this.saidToday ?? 0, todayIn(state.property.timezone, this.now()));
    if (today !== state.today) this.state.value = { ...state, today };
  }

  /** Reads the snapshot, if it is needed, and follows the stream until it ends. Throws when it cannot, or when the connection breaks. */
  private async follow(): Promise<void> {
    const connection = new AbortController();
    this.connection = connection;
    const signal = AbortSignal.any([connection.signal, this.closed.signal]);
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const restartAlarm = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => connection.abort(), this.options.silenceMs ?? SILENCE_MS);
    };
    restartAlarm();
    try {
      if (this.stale.everything) await this.settle();
      const body = await openEvents(this.options, this.state.value!.seq, signal);
      this.failures = 0;
      this.readNewDay(this.state.value!.property.timezone);
      this.readAgain();
      for await (const part of readEventStream(body)) {
        restartAlarm();
        this.take(part);
      }
    } finally {
      clearTimeout(alarm);
      connection.abort();
    }
  }

  private take({ events, readTo, isCaughtUp }: StreamPart): void {
    const known = this.state.value!;
    const { state, stale } = applyEvents(known, this.stale, events);
    this.stale = stale;
    if (this.reading) this.since.push(...events);
    batch(() => {
      this.state.value = readTo === null ? state : advance(state, readTo);
      if (isCaughtUp || this.link.value.state === 'live') this.setLink('live', null);
    });
    if (events.length > 0) this.announce(events);
    this.readNewDay(state.property.timezone);
    this.readAgain();
  }

  /** Marks the snapshot to be read again when the day changed: the server says whether it has there, and is asked again if not. */
  private readNewDay(timezone: string): void {
    const now = this.now();
    if (todayIn(timezone, now) === this.saidToday) {
      this.dayPauseMs = DAY_PAUSE_MS;
      return;
    }
    if (now < this.nextDayReadAt) return;
    this.nextDayReadAt = now + this.dayPauseMs;
    this.dayPauseMs = Math.min(MAX_DAY_PAUSE_MS, this.dayPauseMs * 2);
    this.wantEverything();
  }

  private wantEverything(): void {
    this.wanted += 1;
    this.stale = { ...this.stale, everything: true };
  }

  /** Reads again what is stale, in the background; if that fails, once more after a pause, which doubles with each failure. */
  private readAgain(): void {
    if (!isStale(this.stale) || this.state.value === null || this.rereading) return;
    this.rereading = true;
    this.settle().then(
      () => this.endRereading(0),
      () => this.endRereading(Math.min(MAX_PAUSE_MS, 2 * this.rereadPauseMs || this.firstPauseMs())),
    );
  }

  /** Reads what became stale meanwhile, at once or after a pause. */
  private endRereading(pauseMs: number): void {
    this.rereadPauseMs = pauseMs;
    const again = () => {
      this.rereading = false;
      if (!this.closed.signal.aborted) this.readAgain();
    };
    if (pauseMs === 0) again();
    else setTimeout(again, pauseMs);
  }

  private firstPauseMs(): number {
    return this.options.pauseMs ?? PAUSE_MS;
  }

  /** Reads again until nothing is stale, one request after another. Throws when one fails; what it was for stays stale. */
  private settle(): Promise<void> {
    const read = async () => {
      while (isStale(this.stale)) {
        const signal = AbortSignal.any([this.closed.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
        if (this.stale.everything) await this.readEverything(signal);
        else await this.readStale(signal);
      }
    };
    this.reading ??= read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readEverything(signal: AbortSignal): Promise<void> {
    const { days, wanted } = this;
    this.since = [];
    const answer = await readDesk(this.options, days, { signal });
    // Other days are wanted meanwhile: they are read next.
    if (days !== this.days) return;
    const { state, stale } = applySnapshot({ answer, since: this.since });
    this.stale = { ...stale, everything: stale.everything || wanted !== this.wanted };
    this.saidToday = state.today;
    batch(() => {
      this.state.value = state;
      this.link.value = { ...this.link.value, isKept: false };
    });
    this.announce(null);
  }

  private announce(events: readonly DeskEvent[] | null): void {
    for (const listener of this.listeners) listener(events);
  }

  private async readStale(signal: AbortSignal): Promise<void> {
    const { from, until } = this.state.value!;
    const asked = askedFor(this.stale);
    const query = queryFor(asked);
    this.since = [];
    const answer = await readDesk(this.options, { from, until }, { ...query, signal });
    const read = { asked, answer, since: this.since };
    const { state, stale } = applyRead(this.state.value!, this.stale, read);
    this.stale = stale;
    this.state.value = state;
  }

  private setLink(state: ReplicaLink['state'], status: number | null): void {
    const isLive = state === 'live';
    const { receivedAt, isKept } = this.link.value;
    this.link.value = {
      state,
      receivedAt: isLive ? this.now() : receivedAt,
      status,
      isKept: isKept && !isLive,
    };
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Waits before a further try: longer each time, and after a final refusal until somebody wants one. */
  private async pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.tryNow = resolve;
    const longest = Math.min(MAX_PAUSE_MS, this.firstPauseMs() * 2 ** Math.max(0, this.failures - 1));
    // Desks that lost the same server do not all come back at once.
    const pauseMs = longest * (0.5 + Math.random() / 2);
    const timer = this.link.value.state === 'refused' ? undefined : setTimeout(resolve, pauseMs);
    await promise;
    clearTimeout(timer);
  }
}

/** Ids that one request can name. */
const MAX_IDS = 1_000;

/** Returns what to read next of what is stale. */
export function askedFor({ bookings, rooms }: Stale): { bookings: number[]; rooms: number[] } {
  const some = (ids: ReadonlyMap<number, number>) => [...ids.keys()].slice(0, MAX_IDS);
  return { bookings: some(bookings), rooms: some(rooms) };
}

/** Returns the query for records that are read again. */
export function queryFor({ bookings, rooms }: { bookings: readonly number[]; rooms: readonly number[] }) {
  return {
    parts: [...(bookings.length > 0 ? ['bookings'] : []), ...(rooms.length > 0 ? ['nights'] : [])].join(),
    ...(bookings.length > 0 && { bookings: bookings.join() }),
    ...(rooms.length > 0 && { rooms: rooms.join() }),
  };
}
