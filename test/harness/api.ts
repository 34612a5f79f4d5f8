// The whole server for one test file, without a port, and a client for its APIs.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { TrustProxy } from '../../src/config.ts';
import type { Database, DatabaseLimits } from '../../src/db/database.ts';
import type { FreeSpace } from '../../src/db/free-space.ts';
import { type AppOptions, buildApp } from '../../src/http/app.ts';
import type { McpOptions } from '../../src/http/mcp.ts';
import { registerInbound } from '../../src/inbound/routes.ts';
import { openChannelReads } from '../../src/jobs/channels/open-channel-reads.ts';
import { useDatabase } from './database.ts';

export const OPERATOR_KEY = 'the-operator-key-of-the-tests';
export const CALENDAR_DOMAIN = 'tests.innwire';

export type ApiResponse<Body = any> = {
  status: number;
  body: Body;
  headers: Record<string, string | undefined>;
  text: string;
};

export type Api = {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly url: string;
  /** the server's time: a fixed instant, or null for the running clock */
  clock: Temporal.Instant | null;
  /** the server's base URL in links */
  baseUrl: string;
  /** sends a request */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  /** sends a request with the operator key */
  operator(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** whether a request or a stream waits for events of the property */
  isFollowed(hotelId: number): boolean;
  /** creates a property with rooms through the operator API */
  property(options?: PropertyOptions): Promise<TestProperty>;
};

type RequestOptions = {
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
  ip?: string;
};

export type PropertyOptions = {
  name?: string;
  currency?: string;
  timezone?: string;
  settings?: object;
  rooms?: { name?: string; capacity?: number; price?: number; units?: number; min_stay?: number }[];
};
export type TestProperty = { hotelId: number; token: string; rooms: number[]; room: number };

/**
 * Builds a further server on a database, besides the one of `useApi`. By default it does not log and has no
 * rate limits.
 */
export function buildServer(
  db: Database,
  own: Partial<Omit<AppOptions, 'db'>> = {},
): Promise<FastifyInstance> {
  return buildApp({
    db,
    operatorKey: OPERATOR_KEY,
    baseUrl: () => 'http://innwire.test',
    limits: { sandbox: 1_000_000, live: 1_000_000 },
    trustProxy: false,
    logger: pino({ level: 'silent' }),
    now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
    refreshSandbox: async () => {},
    calendarDomain: CALENDAR_DOMAIN,
    ...own,
  });
}

/** Creates a logger that keeps its lines as text. */
export function keepLog(level: string): { logger: Logger; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return { logger: pino({ level }, stream), text: () => text };
}

type Follower = { hotelId: number };

/** Returns a view of a database that keeps, in `followers`, who listens to the changes of one property. */
function recordFollowers(db: Database, followers: Set<Follower>): Database {
  const subscribe: Database['notifications']['subscribe'] = (whose, listener) => {
    const unsubscribe = db.notifications.subscribe(whose, listener);
    if (whose === 'all') return unsubscribe;
    const follower = { hotelId: whose };
    followers.add(follower);
    return () => {
      followers.delete(follower);
      unsubscribe();
    };
  };
  return { ...db, notifications: { ...db.notifications, subscribe } };
}

/** Starts a server for a test file or a `describe`; call at its top. */
export function useApi(
  options: {
    limits?: { sandbox: number; live: number };
    poolSize?: number;
    /** limits of the database, for tests about them */
    databaseLimits?: Partial<DatabaseLimits>;
    mcp?: McpOptions;
    trustProxy?: TrustProxy;
    /** as ALLOW_PRIVATE_NETWORK; default true, because servers of tests have no certificate */
    allowHttp?: boolean;
    testProperties?: boolean;
    /** default: it does not log */
    logger?: Logger;
    /** how much is free on the disk of the database; absent = not known */
    freeSpace?: FreeSpace;
    /** the sample property is there, as of the beginning of the tests whatever `clock` says; without it every request for it fails */
    sample?: boolean;
    /** the running clock, used while `clock` is null; default: real time */
    now?: () => Temporal.Instant;
    /** returns the view of the database that the test uses */
    viewOfDatabase?: (db: Database) => Database;
    /** wraps each request */
    during?: <T>(request: Promise<T>, isChange: boolean) => Promise<T>;
  } = {},
): Api {
  const { poolSize, databaseLimits, sample = false } = options;
  const database = useDatabase({
    sample,
    ...(poolSize && { poolSize }),
    ...(databaseLimits && { limits: databaseLimits }),
    freeSpace: options.freeSpace,
  });
  let app: FastifyInstance;
  const followers = new Set<Follower>();
  const running = options.now ?? (() => Temporal.Instant.fromEpochMilliseconds(Date.now()));
  const now = () => api.clock ?? running();

  beforeAll(async () => {
    const reads = openChannelReads({ version: '0', allowPrivateNetwork: true, now });
    app = await buildServer(recordFollowers(database.db, followers), {
      previewChannel: reads.preview,
      readAttachment: reads.readAttachment,
      baseUrl: () => api.baseUrl,
      ...(options.limits && { limits: options.limits }),
      trustProxy: options.trustProxy ?? false,
      allowHttp: options.allowHttp ?? true,
      testProperties: options.testProperties ?? false,
      ...(options.logger && { logger: options.logger }),
      now,
      refreshSandbox: async () => {
        if (!sample) throw new Error('Only useApi({ sample: true }) has the sample property.');
      },
      ...(options.mcp && { mcp: options.mcp }),
    });
    app.addHook('onClose', () => reads.close());
    registerInbound(app, { db: database.db, now, baseUrl: () => api.baseUrl });
  });
  // Runs before the database is dropped: hooks run in reverse order.
  afterAll(() => app.close());

  const api: Api = {
    clock: null,
    baseUrl: 'http://innwire.test',
    get app() {
      return app;
    },
    get db() {
      return options.viewOfDatabase?.(database.db) ?? database.db;
    },
    url: database.url,
    async request(method, path, { body, raw, headers = {}, ip } = {}) {
      const { during = (request) => request } = options;
      const sent = app.inject({
        method: method as 'GET',
        url: path,
        ...(ip && { remoteAddress: ip }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
        ...(raw !== undefined && { payload: raw }),
      });
      const answer = await during(sent, method !== 'GET');
      const isJson = /json/.test(String(answer.headers['content-type']));
      return {
        status: answer.statusCode,
        headers: answer.headers as ApiResponse['headers'],
        text: answer.body,
        body: isJson && answer.body ? JSON.parse(answer.body) : undefined,
      };
    },
    get: (path, headers) => api.request('GET', path, headers ? { headers } : {}),
    post: (path, body, headers) => api.request('POST', path, { body, ...(headers && { headers }) }),
    delete: (path, headers) => api.request('DELETE', path, headers ? { headers } : {}),
    operator: (method, path, body) =>
      api.request(method, `/operator${path}`, { body, headers: { authorization: `Bearer ${OPERATOR_KEY}` } }),
    isFollowed: (hotelId) => [...followers].some((follower) => follower.hotelId === hotelId),
    async property({ rooms = [{}], ...profile } = {}) {
      const made = await api.operator('POST', '/properties', {
        name: 'Quinta do Mar',
        currency: 'EUR',
        timezone: 'Europe/Lisbon',
        ...profile,
      });
      const { hotel_id: hotelId, api_token: token } = made.body;
      const ids: number[] = [];
      for (const [i, room] of rooms.entries()) {
        const wanted = { name: `Room ${i + 1}`, capacity: 2, price: 100, ...room };
        ids.push((await api.operator('POST', `/properties/${hotelId}/rooms`, wanted)).body.room_id);
      }
      return { hotelId, token, rooms: ids, room: ids[0]! };
    },
  };
  return api;
}
