// Airbnb's partner API as public code describes it; nothing of it is confirmed by Airbnb's own documents.
import { createLanes, createTargets } from '../calling.ts';
import { type Answer, type Incoming, openExchange, type Route } from '../exchange.ts';
import { FIRST_ACCOUNT } from '../hotel.ts';
import { json } from '../json.ts';
import { createLimit } from '../limits.ts';
import { NotSellable } from '../market.ts';
import { type CoreSetup, createCore, type Ota, presentOta, type Target } from '../ota.ts';
import { putCalendar, readCalendar, reopen, takeOperations } from './calendar.ts';
import { type Airbnb, type AirbnbOptions, failure, invalid, notFound } from './here.ts';
import { listingRoutes } from './listings.ts';
import {
  decide,
  listReservations,
  listReviews,
  oneReservation,
  oneThread,
  postMessage,
  threads,
} from './reservations.ts';
import { askForAlteration, askForBooking, notifyMessage, notifyReservation, notifyTest } from './webhooks.ts';

const SETUP: CoreSetup = {
  name: 'airbnb',
  numbering: {
    hotel: (random) => `9${random.digits(7)}`,
    room: (random) => `8${random.digits(7)}`,
    rate: (random) => random.digits(6),
  },
  rules: { minStay: 'arrival', rates: false, reference: (random) => `HM${random.letters(8)}` },
  newId: (_kind, random) => random.digits(8),
  newCredentials: (random) => ({
    client_id: random.letters(24),
    client_secret: random.letters(32),
    code: random.letters(16),
    refresh_token: random.letters(32),
    access_token: random.letters(32),
  }),
};
const TOKEN_LIVES_MS = 24 * 3_600_000;
const OPERATIONS_PER_MINUTE = 160;
const MESSAGES_PER_MINUTE = 50;
const RETRY_MS = [200, 1_000, 5_000, 15_000];

export type AirbnbOta = Ota & {
  /** where our webhooks for a host are */
  connect(hotel: string, target: Target): void;
  testNotification(hotel: string): void;
  expireTokens(): void;
};

export async function startAirbnb(options: AirbnbOptions = {}): Promise<AirbnbOta> {
  const core = createCore(SETUP, options);
  const here: Airbnb = {
    core,
    options,
    targets: createTargets(options.innwire),
    lanes: createLanes(core, options.retryMs ?? RETRY_MS),
    wished: new Map(),
    asking: new Set(),
    limits: {
      operations: createLimit(OPERATIONS_PER_MINUTE, 60_000, core.now),
      messages: createLimit(MESSAGES_PER_MINUTE, 60_000, core.now),
    },
  };
  const tokens = createTokens(here);
  const { faults, log } = core;
  const routes = [...tokens.routes, ...apiRoutes(here, tokens.accountOf)];
  const exchange = await openExchange({
    port: options.port ?? 0,
    routes,
    faults,
    log,
    refuse,
    latencyMs: options.latencyMs ?? 0,
  });
  const sending = {
    sold: async ({ reference, hotel }: { reference: string; hotel: string }) => {
      reopen(here, core.hotels.find(hotel)!);
      notifyReservation(here, core.book.find(reference)!);
    },
    said: async (message: Parameters<typeof notifyMessage>[1]) => notifyMessage(here, message),
    settled: () => here.lanes.settled(),
    stop: () => here.lanes.stop(),
  };
  const ota = presentOta(core, exchange, { newCredentials: SETUP.newCredentials, sending });
  return {
    ...ota,
    sell: async (wish = {}) => {
      const one = core.market.sell({ ...wish, ...(wish.rooms && { rooms: wish.rooms.slice(0, 1) }) });
      try {
        here.asking.add(one.reference);
        if (!wish.force) await askForBooking(here, one);
      } catch (error) {
        core.market.undo(one.reference);
        // What it was told meanwhile of these nights holds.
        reopen(here, core.hotels.find(one.hotel)!);
        throw error;
      } finally {
        here.asking.delete(one.reference);
      }
      core.tell({ kind: 'sold', hotel: one.hotel, reference: one.reference, revision: 1 });
      notifyReservation(here, one);
      return structuredClone(one);
    },
    modify: async (reference, change = {}) => {
      refuseWhileAsking(here, reference);
      const one = core.book.find(reference);
      if (one && !change.force) await askForAlteration(here, one, change);
      return ota.modify(reference, change);
    },
    cancel: async (reference) => {
      refuseWhileAsking(here, reference);
      return ota.cancel(reference);
    },
    connect: (hotel, target) => here.targets.set(hotel, target),
    testNotification: (hotel) => notifyTest(here, hotel),
    expireTokens: tokens.expire,
  };
}

/** What is not sold yet can be neither changed nor cancelled. */
function refuseWhileAsking({ asking }: Airbnb, reference: string): void {
  if (asking.has(reference)) throw new NotSellable(`${reference} waits for the host`);
}

type Guarded = (here: Airbnb, request: Incoming, account: string) => Answer;

function apiRoutes(here: Airbnb, accountOf: (request: Incoming) => string | undefined): Route[] {
  const route = (method: string, path: string, kind: string, handle: Guarded): Route => ({
    method,
    path: `/v2${path}`,
    kind,
    handle: (request) => {
      const account = accountOf(request);
      if (!account) return refuse(401);
      return request.fault('refuse')
        ? failure(500, 'internal_error', 'Internal error')
        : handle(here, request, account);
    },
  });
  return [
    ...listingRoutes(route),
    route('GET', '/calendars/:listing/:start/:end', 'read_back', readCalendar),
    route('PUT', '/calendars/:listing/:start/:end', 'availability', putCalendar),
    route('POST', '/calendar_operations', 'availability', takeOperations),
    route('GET', '/reservations', 'reservations', listReservations),
    route('GET', '/reservations/:code', 'reservations', oneReservation),
    route('PUT', '/reservations/:code', 'decide', decide),
    route('GET', '/threads', 'messages', threads),
    route('GET', '/threads/:thread', 'messages', oneThread),
    route('POST', '/messages', 'send_message', postMessage),
    route('GET', '/reviews', 'reviews', listReviews),
  ];
}

function createTokens({ core }: Airbnb) {
  const first = core.accounts.get(FIRST_ACCOUNT)!;
  const given = new Map([
    [first['access_token']!, { account: FIRST_ACCOUNT, until: core.now() + TOKEN_LIVES_MS }],
  ]);
  const exchange = (request: Incoming): Answer => {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':');
    const account = core.account(
      ({ client_id, client_secret }) => client_id === id && client_secret === secret,
    );
    if (scheme !== 'Basic' || !account) return refuse(401);
    const own = core.accounts.get(account)!;
    const body = json(request.body);
    if (body?.['code'] !== own['code'] && body?.['refresh_token'] !== own['refresh_token']) {
      return invalid('code or refresh_token is not valid');
    }
    const access = core.random.letters(32);
    const until = core.now() + TOKEN_LIVES_MS;
    given.set(access, { account, until });
    const host = core.hotels.all().find((hotel) => hotel.account === account);
    return {
      body: {
        access_token: access,
        expires_at: Math.floor(until / 1_000),
        refresh_token: own['refresh_token'],
        user_id: Number(host?.id ?? 0),
      },
    };
  };
  const path = '/v2/oauth2/authorizations';
  const check = (request: Incoming): Answer => {
    const token = given.get(request.params['token']!);
    return token
      ? { body: { authorization: { valid: token.until > core.now() } } }
      : notFound('The authorization');
  };
  const revoke = (request: Incoming): Answer => {
    given.delete(request.params['token']!);
    return { body: {} };
  };
  const routes: Route[] = [
    { method: 'POST', path, kind: 'token', handle: exchange },
    { method: 'GET', path: `${path}/:token`, kind: 'token', handle: check },
    { method: 'DELETE', path: `${path}/:token`, kind: 'token', handle: revoke },
  ];
  return {
    routes,
    accountOf: ({ headers }: Incoming): string | undefined => {
      const token = given.get(String(headers['x-airbnb-oauth-token']));
      if (!token || token.until <= core.now()) return undefined;
      return headers['x-airbnb-api-key'] === core.accounts.get(token.account)?.['client_id']
        ? token.account
        : undefined;
    },
    expire: () => given.clear(),
  };
}

function refuse(status: number): Answer {
  const types: Record<number, string> = {
    401: 'authentication_required',
    403: 'forbidden',
    404: 'record_not_found',
    429: 'rate_limit_exceeded',
  };
  return failure(status, types[status] ?? 'internal_error', `HTTP ${status}`);
}
