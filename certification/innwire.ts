// innwire for a certification run: a server with its own database in a temporary directory, used only through
// its APIs.
import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson, startTemporaryInnwire } from '../demo/temporary-innwire.ts';

/** A request that innwire sent to the channel, and its response. */
export type SentRequest = {
  at: string;
  method: string;
  url: string;
  request: string;
  status: number | null;
  response: string | null;
};

/** A push: its entry in the log, the number of pushed nights, and its requests. */
export type Push = {
  id: number;
  items: number;
  outcome: string;
  error: string | null;
  requests: SentRequest[];
};

export type CertifiedInnwire = {
  url: string;
  hotelId: number;
  operator<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** calls the property's public API: `availability`, `bookings` … */
  api<T>(method: string, resource: string, options?: { query?: string; body?: unknown }): Promise<T>;
  /**
   * resolves when the channel has accepted or refused every night between the dates; rejects after
   * `timeoutMs`
   */
  waitUntilPushed(channel: string, window: { from: string; to: string }, timeoutMs?: number): Promise<void>;
  /**
   * Returns the pushes to the channel after the log entry `after`, oldest first. Waits up to `timeoutMs` for
   * the first one, and then for those that are not in the log yet.
   */
  pushesAfter(after: number, options?: { timeoutMs?: number }): Promise<Push[]>;
  /** returns the id of the latest log entry */
  lastLogEntry(): Promise<number>;
  /** aborted when the run should end: waiting calls then throw */
  signal: AbortSignal;
  stop(): Promise<void>;
};

export type InnwireOptions = {
  name: string;
  currency: string;
  timezone: string;
  /** lets innwire connect to loopback addresses, for the simulator */
  allowPrivateNetwork: boolean;
  signal: AbortSignal;
  now(): Temporal.Instant;
};

type LogEntry = {
  id: number;
  direction: string;
  operation: string;
  outcome: string;
  items: number;
  error: string | null;
};
type NightState = { date: string; room_id: number; state: string; message: string | null };

const POLL_MS = 250;
/** Maximum delay of a log entry; innwire writes its log once a second. */
const LOG_LATE_MS = 1_500;

/** Starts innwire with a new property. Stops and removes it when it fails. */
export async function startInnwire(options: InnwireOptions): Promise<CertifiedInnwire> {
  const { name, currency, timezone, signal, now } = options;
  const { url, operatorKey, stop } = await startTemporaryInnwire({
    name: 'certification',
    env: options.allowPrivateNetwork ? { ALLOW_PRIVATE_NETWORK: 'on' } : {},
    now,
    signal,
  });
  try {
    const operator = <T>(method: string, where: string, body?: unknown) =>
      call<T>(`${url}/operator${where}`, { method, body, key: operatorKey });
    const made = await operator<{ hotel_id: number; api_token: string }>('POST', '/properties', {
      name,
      currency,
      timezone,
    });
    const api = <T>(
      method: string,
      resource: string,
      { query = '', body }: { query?: string; body?: unknown } = {},
    ) => call<T>(`${url}/api/${resource}/${made.api_token}${query}`, { method, body });
    const observed = observe({ hotelId: made.hotel_id, operator, api, signal });
    return { url, hotelId: made.hotel_id, operator, api, signal, stop, ...observed };
  } catch (error) {
    await stop();
    throw error;
  }
}

function observe({
  hotelId,
  operator,
  api,
  signal,
}: Pick<CertifiedInnwire, 'hotelId' | 'operator' | 'api' | 'signal'>): Pick<
  CertifiedInnwire,
  'waitUntilPushed' | 'pushesAfter' | 'lastLogEntry'
> {
  const log = () => api<LogEntry[]>('GET', 'logs', { query: '?kind=sync&limit=1000' });
  return {
    lastLogEntry: async () => (await log())[0]?.id ?? 0,
    waitUntilPushed: async (channel, { from, to }, timeoutMs = 120_000) => {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const nights = await operator<NightState[]>(
          'GET',
          `/properties/${hotelId}/channels/${channel}/nights?fromdate=${from}&todate=${to}`,
        );
        const waiting = nights.filter(({ state }) => state === 'pending');
        if (waiting.length === 0) return;
        if (performance.now() > end) {
          const { date, room_id: room, message } = waiting[0]!;
          throw new Error(
            `${waiting.length} nights are not pushed after ${timeoutMs / 1_000} s, first ${date} of room ${room}: ${message ?? 'no message'}`,
          );
        }
        await sleep(POLL_MS, undefined, { signal });
      }
    },
    pushesAfter: async (after, { timeoutMs = 20_000 } = {}) => {
      const end = performance.now() + timeoutMs;
      // Without items and with outcome `ok` a push only waited for the channel's rate limit.
      const read = async () =>
        (await log()).filter(
          ({ id, direction, items, outcome }) =>
            id > after && direction === 'push' && (items > 0 || outcome !== 'ok'),
        );
      while ((await read()).length === 0 && performance.now() < end)
        await sleep(POLL_MS, undefined, { signal });
      await sleep(LOG_LATE_MS, undefined, { signal });
      return Promise.all(
        (await read()).toReversed().map(async ({ id, items, outcome, error }) => {
          const sent = await operator<SentRequest[]>('GET', `/properties/${hotelId}/logs/${id}/exchanges`);
          return { id, items, outcome, error, requests: sent.filter(({ method }) => method === 'POST') };
        }),
      );
    },
  };
}

async function call<T>(
  url: string,
  { method, body, key }: { method: string; body?: unknown; key?: string },
): Promise<T> {
  const answer = await requestJson(method, url, { body, ...(key !== undefined && { key }) });
  if (answer.status >= 400) {
    const { pathname } = new URL(url);
    const where = key ? pathname : pathname.split('/').slice(0, 3).join('/'); // the rest is the token
    throw new Error(`innwire answered ${answer.status} to ${method} ${where}: ${answer.text.slice(0, 500)}`);
  }
  return answer.body as T;
}
