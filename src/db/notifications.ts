// The doorbell: after a commit, readers of a property's log are told that there is something new. A hint, never the news itself.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Readers poll the log at a slow pace as well, so that a ring which is missed costs time and nothing else. Whoever is
 * rung reads after its cursor; many changes may come as one ring, and a ring may find nothing new.
 */
export type Notifications = {
  /** Something was appended to this property's log and is committed. Neither waits nor throws. */
  notify(hotelId: number): void;
  /**
   * Calls `hear` after changes of one property or of all, made in this process or – while connected – in any other.
   * `all` is also called with 'all': some rings may have been missed. Returns how to stop.
   */
  subscribe(whose: number | 'all', listener: (hotelId: number | 'all') => void): () => void;
  /** Exchanges rings with the other processes of a database. Resolves after the first attempt, whatever became of it. */
  connect(url: string): Promise<{ close(): Promise<void> }>;
};

export function createNotifications(onError: (error: Error) => void = () => {}): Notifications {
  const listeners = new Map<number | 'all', Set<(hotelId: number | 'all') => void>>();
  let relay: ((hotelId: number) => void) | undefined;
  const call = (whose: number | 'all', pending: number | 'all') => {
    for (const listener of listeners.get(whose) ?? []) {
      try {
        listener(pending);
      } catch (error) {
        onError(error as Error); // the change is committed: its answer must not become an error
      }
    }
  };
  const notifyListeners = (hotelId: number) => {
    call(hotelId, hotelId);
    call('all', hotelId);
  };
  const notifyAllListeners = () => {
    for (const whose of listeners.keys()) call(whose, whose);
  };
  return {
    notify(hotelId) {
      notifyListeners(hotelId);
      relay?.(hotelId);
    },
    subscribe(whose, listener) {
      const own = (pending: number | 'all') => listener(pending); // one who subscribes twice is called twice
      const known = listeners.get(whose) ?? new Set();
      listeners.set(whose, known.add(own));
      return () => {
        known.delete(own);
        if (known.size === 0 && listeners.get(whose) === known) listeners.delete(whose);
      };
    },
    async connect(url) {
      const connection = connectListener(url, { notifyListeners, notifyAllListeners, onError });
      relay = connection.send;
      await connection.tried;
      return {
        close() {
          relay = undefined;
          return connection.close();
        },
      };
    },
  };
}

type NotificationHandlers = {
  notifyListeners(hotelId: number): void;
  notifyAllListeners(): void;
  onError(error: Error): void;
};

/**
 * A connection of its own that listens and notifies. NOTIFY takes a lock of the whole database server until its commit
 * is on disk, so it is never part of a change: here it commits alone, without waiting for the disk, and one
 * notification carries all the properties that were rung since the last.
 */
function connectListener(
  url: string,
  { notifyListeners, notifyAllListeners, onError }: NotificationHandlers,
) {
  const stopping = new AbortController();
  const waiting = new Set<number>();
  const first = Promise.withResolvers<void>();
  let connected: pg.Client | undefined;
  let sending = false;

  const flush = async () => {
    if (sending) return;
    sending = true;
    while (connected && waiting.size > 0) {
      const hotelIds = [...waiting].slice(0, IDS_PER_NOTIFICATION);
      for (const hotelId of hotelIds) waiting.delete(hotelId);
      try {
        await connected.query(`select pg_notify('${CHANNEL}', $1)`, [hotelIds.join()]);
      } catch {
        for (const hotelId of hotelIds) waiting.add(hotelId); // for the next connection
        break;
      }
      await sleep(NOTIFY_INTERVAL_MS, undefined, { ref: false });
    }
    sending = false;
  };

  const stayOn = async (client: pg.Client, closed: Promise<unknown>) => {
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId === (client as { processID?: number }).processID) return; // our own: heard already
      for (const hotelId of payload.split(',')) if (/^\d+$/.test(hotelId)) notifyListeners(Number(hotelId));
    });
    await client.query(`listen ${CHANNEL}`);
    connected = client;
    first.resolve();
    notifyAllListeners(); // what was rung before we listened
    void flush();
    // A peer that vanished without a word is noticed by asking it.
    const beat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT_MS);
    beat.unref();
    await closed;
    clearInterval(beat);
  };

  const connectOnce = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'innwire doorbell',
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    const closed = new Promise((resolve) => client.once('end', resolve));
    client.on('error', onError);
    const hangUp = () => void client.end().catch(() => {});
    stopping.signal.addEventListener('abort', hangUp);
    try {
      await client.connect();
      await stayOn(client, closed);
    } finally {
      connected = undefined;
      stopping.signal.removeEventListener('abort', hangUp);
      hangUp();
    }
  };

  const living = (async () => {
    for (let pauseMs = FIRST_RECONNECT_DELAY_MS; !stopping.signal.aborted; ) {
      const since = performance.now();
      await connectOnce().catch((error) => stopping.signal.aborted || onError(error));
      first.resolve();
      pauseMs = performance.now() - since > MAX_RECONNECT_DELAY_MS ? FIRST_RECONNECT_DELAY_MS : pauseMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, MAX_RECONNECT_DELAY_MS);
    }
  })();

  return {
    tried: first.promise,
    send(hotelId: number) {
      waiting.add(hotelId);
      void flush();
    },
    async close() {
      stopping.abort();
      await Promise.race([living, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** The name that the processes of one database listen to. */
const CHANNEL = 'innwire_log';
/** A notification holds 8,000 bytes; an id at most 16 digits and a comma. */
const IDS_PER_NOTIFICATION = 400;
/** Under load the rings of this long travel together: a few milliseconds more for somebody else's process. */
const NOTIFY_INTERVAL_MS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 15_000;
/** Between attempts to connect again; a restart of PostgreSQL takes a second or two. */
const FIRST_RECONNECT_DELAY_MS = 100;
const MAX_RECONNECT_DELAY_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;
