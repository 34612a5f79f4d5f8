// The front desk of the house of house.ts in Chromium: a server with a database of its own, a copy of the built desk, and pages in
// which somebody is signed in. The server's clock, and that of the pages, began at that house's afternoon.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import type { StaffRole } from '../../src/model/staff.ts';
import { buildServer, OPERATOR_KEY } from '../harness/api.ts';
import { type ChannelWorker, startChannelWorker } from '../harness/channel-worker.ts';
import { useDatabase } from '../harness/database.ts';
import { newLastingPort } from '../harness/ports.ts';
import { launchChromium, openWindow } from './chart/chromium.ts';
import { buildHouse, type FurnishedHouse } from './house.ts';

export const SCREEN = { width: 1_440, height: 900 };
export const PHONE = { width: 390, height: 844 };

type PageOptions = BrowserContextOptions & {
  /** null = a visitor; absent = the owner */
  role?: StaffRole | null;
};

export type DeskFixture = {
  readonly url: string;
  readonly db: Database;
  readonly house: FurnishedHouse;
  /** the folder with the file's own copy of the built desk */
  readonly folder: string;
  /** Opens a page in a new browser window with its own cookies. Errors of the page are thrown by `close` of the test file. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /** Sends a request to the server, and returns the body of its answer. Throws unless the status is 200. */
  send(method: string, path: string, body?: unknown): Promise<any>;
  /** the clock of the server, which pages have too */
  now(): Temporal.Instant;
  /** Returns the booking of a guest of the house as it is now. */
  bookingOf(name: string): Promise<any>;
  /** Stops the server as if it were killed: open connections break. */
  stop(): Promise<void>;
  /** Starts it again, at the same address, with the same database. */
  start(): Promise<void>;
};

type Server = Omit<DeskFixture, 'house' | 'bookingOf'>;

/** Starts a server that nobody has used yet, with the worker that exchanges with channels; otherwise as `useDesk`. */
export function useNewServer(): Server {
  const fixture = useServer(async () => {});
  let worker: ChannelWorker;
  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {} };
    worker = await startChannelWorker({ db: fixture.db, now: fixture.now, log });
  });
  afterAll(() => worker?.stop());
  return fixture;
}

/** Starts all of it for a test file; call at its top, in a `describe` that is skipped without Chromium. */
export function useDesk(): DeskFixture {
  let house: FurnishedHouse;
  const server = useServer(async (parts) => {
    house = await buildHouse(parts);
  });
  const bookingOf: DeskFixture['bookingOf'] = async (name) => {
    const { orderId } = house.stays[name]!;
    const [booking] = await server.send('GET', `/api/bookings/${house.token}?order_id=${orderId}`);
    return booking;
  };
  return Object.defineProperties(server, {
    house: { get: () => house },
    bookingOf: { value: bookingOf },
  }) as unknown as DeskFixture;
}

function useServer(furnish: (parts: Parameters<typeof buildHouse>[0]) => Promise<void>): Server {
  const database = useDatabase();
  let offsetMs = 0;
  let app: FastifyInstance;
  let browser: Browser;
  let deskFolder: string;
  let url: string;
  const cookies = new Map<StaffRole, string>();
  const problems: string[] = [];
  const now = () => Temporal.Instant.fromEpochMilliseconds(Date.now() + offsetMs);

  const start = async () => {
    app = await buildServer(database.db, { now, baseUrl: () => url, deskFolder });
    await app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
  };

  beforeAll(async () => {
    [browser, deskFolder] = await Promise.all([launchChromium(), copyDesk()]);
    url = `http://127.0.0.1:${await newLastingPort()}`;
    await start();
    const setTime = (time: Temporal.Instant) => {
      offsetMs = time.epochMilliseconds - Date.now();
    };
    await furnish({ db: database.db, now, setTime, send });
  });
  // Runs before the database is dropped: hooks run in reverse order.
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    if (deskFolder) await rm(deskFolder, { recursive: true, force: true });
    if (problems.length > 0) throw new Error(`Errors in pages:\n${problems.join('\n')}`);
  });

  const send: DeskFixture['send'] = async (method, address, body) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: address,
      headers: { authorization: `Bearer ${OPERATOR_KEY}` },
      ...(body !== undefined && { payload: body as object }),
    });
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${address}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const cookieOf = async (role: StaffRole): Promise<string> => {
    const known =
      cookies.get(role) ?? (await signIn(app, url, await send('POST', '/operator/users', personOf(role))));
    cookies.set(role, known);
    return known;
  };
  return {
    get url() {
      return url;
    },
    get db() {
      return database.db;
    },
    get folder() {
      return deskFolder;
    },
    now,
    send,
    start,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
    },
    async open(address, { role = 'owner', ...options } = {}) {
      const context = await openWindow(browser, {
        viewport: SCREEN,
        locale: 'en-GB',
        // Only one file tests it; in the others it would load every part of the desk for each page.
        serviceWorkers: 'block',
        ...options,
      });
      await context.addInitScript(shiftClock, offsetMs);
      if (role) await addCookie(context, url, await cookieOf(role));
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(`${address}: ${error.stack ?? error}`));
      await page.goto(`${url}${address}`);
      return page;
    },
  };
}

/** Whether all of the title in the head of the page is in sight. */
export function isTitleWhole(page: Page): Promise<boolean> {
  return page.locator('.head h1').evaluate((title) => title.scrollWidth <= title.clientWidth);
}

/** Copies the built desk into a temporary folder, in which a test may change it. */
async function copyDesk(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'innwire-desk-copy-'));
  await cp(inject('builtDesk'), folder, { recursive: true });
  return folder;
}

function personOf(role: StaffRole): object {
  const names: Record<StaffRole, string> = {
    owner: 'Maria Thoma',
    manager: 'Paul Lang',
    desk: 'Ana Costa',
    housekeeping: 'Rosa Lima',
    accounting: 'Emil Roth',
    read: 'Ines Wolf',
  };
  return { name: names[role], role, all_properties: true };
}

/** Signs in with the link of a person, and returns the cookie. */
async function signIn(app: FastifyInstance, url: string, { link }: { link: string }): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/session',
    headers: { host: new URL(url).host, origin: url },
    payload: { secret: link.slice(link.indexOf('#') + 1) },
  });
  return String(answer.headers['set-cookie']).split(';')[0]!;
}

function addCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string];
  return context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
}

/** Runs in pages before their scripts: their clock goes as fast as usual, and shows the time of the server. */
function shiftClock(offset: number): void {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(Real.now() + offset);
      else super(...(parts as [number]));
    }

    static override now() {
      return Real.now() + offset;
    }
  } as DateConstructor;
}
