// Notifications after commits: readers of a property's log are notified of new entries, in this process and,
// by NOTIFY, in others.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type RetryPolicy, retryDelaySeconds } from '../model/retry-policy.ts';
import { waitAtMost } from '../model/timers.ts';

/**
 * Notifications carry no data: a listener reads the log after its cursor. Several changes may come as one
 * notification, and there may be nothing new. Readers also poll the log slowly, so a lost notification only
 * delays them.
 */
export type Notifications = {
  /** Announces a committed entry in this property's log. Neither waits nor throws. */
  notify(hotelId: number): void;
  /**
   * Calls `listener` after changes of one property or of all, made in this process or, while connected, in
   * any other. A listener to 'all' is also called with 'all': notifications may have been lost. Returns the
   * function that unsubscribes.
   */
  subscribe(whose: number | 'all', listener: (hotelId: number | 'all') => void): () => void;
  /**
   * Exchanges notifications with the other processes of a database. Resolves after the first attempt,
   * successful or not.
   */
  connect(url: string): Promise<{ close(): Promise<void> }>;
};

/**
 * Creates the notifications of this process; `connect` adds the others. `onError` gets what listeners throw,
 * and the errors of that connection.
 */
export function createNotifications(onError: (error: Error) => void = () => {}): Notifications {
  const listeners = new Map<number | 'all', Set<(hotelId: number | 'all') => void>>();
  let relay: ((hotelId: number) => void) | undefined;
  const call = (whose: number | 'all', pending: number | 'all') => {
    for (const listener of listeners.get(whose) ?? []) {
      try {
        listener(pending);
      } catch (error) {
        onError(error as Error); // the change is committed: its response must not become an error
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
      const own = (pending: number | 'all') => listener(pending); // subscribed twice, called twice
      const known = listeners.get(whose) ?? new Set();
      listeners.set(whose, known.add(own));
      return () => {
        known.delete(own);
        if (known.size === 0 && listeners.get(whose) === known) listeners.delete(whose);
      };
    },
    async connect(url) {
      const connection = new ListenerConnection(url, { notifyListeners, notifyAllListeners, onError });
      relay = (hotelId) => connection.send(hotelId);
      await connection.firstAttempt;
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
 * A dedicated connection for LISTEN and NOTIFY, which reconnects until closed. NOTIFY takes a lock of the
 * whole database server until its commit is on disk, so it is never part of a change: here it commits alone
 * and asynchronously, and one notification carries all properties that changed since the last.
 */
class ListenerConnection {
  private readonly closing = new AbortController();
  private readonly unsent = new Set<number>();
  private readonly first = Promise.withResolvers<void>();
  private readonly loop: Promise<void>;
  private readonly url: string;
  private readonly handlers: NotificationHandlers;
  private connected: pg.Client | undefined;
  private sending = false;

  /** Connects to the database with this URL, and goes on trying. */
  constructor(url: string, handlers: NotificationHandlers) {
    this.url = url;
    this.handlers = handlers;
    this.loop = this.reconnect();
  }

  /** Resolves when the first attempt to connect has succeeded or failed. */
  get firstAttempt(): Promise<void> {
    return this.first.promise;
  }

  /** Sends a notification for the property as soon as there is a connection. */
  send(hotelId: number): void {
    this.unsent.add(hotelId);
    void this.flush();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await waitAtMost(CLOSE_TIMEOUT_MS, this.loop);
  }

  private async reconnect(): Promise<void> {
    const { signal } = this.closing;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const since = performance.now();
      await this.connectOnce().catch((error) => signal.aborted || this.handlers.onError(error));
      this.first.resolve();
      if (performance.now() - since > LASTING_MS) failures = 1;
      const pauseMs = retryDelaySeconds(RECONNECTIONS, failures)! * 1_000;
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  private async connectOnce(): Promise<void> {
    const { signal } = this.closing;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'innwire notifications',
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    const closed = new Promise((resolve) => client.once('end', resolve));
    client.on('error', this.handlers.onError);
    const disconnect = () => void client.end().catch(() => {});
    signal.addEventListener('abort', disconnect);
    try {
      await client.connect();
      await this.listen(client, closed);
    } finally {
      this.connected = undefined;
      signal.removeEventListener('abort', disconnect);
      disconnect();
    }
  }

  private async listen(client: pg.Client, closed: Promise<unknown>): Promise<void> {
    const { notifyListeners, notifyAllListeners } = this.handlers;
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId === (client as { processID?: number }).processID) return; // our own: already delivered
      for (const hotelId of payload.split(',')) if (/^\d+$/.test(hotelId)) notifyListeners(Number(hotelId));
    });
    await client.query(`listen ${CHANNEL}`);
    this.connected = client;
    this.first.resolve();
    notifyAllListeners(); // for notifications sent before we listened
    void this.flush();
    // Detects a server that vanished without closing the connection.
    const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT_MS);
    heartbeat.unref();
    await closed;
    clearInterval(heartbeat);
  }

  private async flush(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const { unsent } = this;
    while (this.connected && unsent.size > 0) {
      const hotelIds = [...unsent].slice(0, IDS_PER_NOTIFICATION);
      for (const hotelId of hotelIds) unsent.delete(hotelId);
      try {
        await this.connected.query(`select pg_notify('${CHANNEL}', $1)`, [hotelIds.join()]);
      } catch {
        for (const hotelId of hotelIds) unsent.add(hotelId); // for the next connection
        break;
      }
      await sleep(NOTIFY_INTERVAL_MS, undefined, { ref: false });
    }
    this.sending = false;
  }
}

/** The channel of LISTEN and NOTIFY. */
const CHANNEL = 'innwire_log';
/** A payload holds 8,000 bytes; an id takes at most 16 digits and a comma. */
const IDS_PER_NOTIFICATION = 400;
/** Minimum interval between notifications: under load, changes within it are sent together. */
const NOTIFY_INTERVAL_MS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 15_000;
/** A restart of PostgreSQL takes a second or two. */
const RECONNECTIONS: RetryPolicy = { seconds: [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5] };
/** After a connection that lasted so long, the next one begins with the shortest pause. */
const LASTING_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;
