// Airbnb's partner API, from public source code; Airbnb's own documents confirm none of it.

import type { OtaReservation } from '../book.ts';
import { FIRST_ACCOUNT } from '../hotel.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { createLimit } from '../limits.ts';
import { createCore, type Ota, type OtaSetup, presentOta, serveOta, type Target } from '../ota.ts';
import { createJobQueues, createTargets } from '../outgoing-calls.ts';
import type { SaleInput } from '../sale-input.ts';
import { NotSellableError } from '../sales.ts';
import { acceptOperations, putCalendar, readCalendar, reopen } from './calendar.ts';
import { type Airbnb, type AirbnbOptions, failure, invalid, notFound } from './context.ts';
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
import {
  notifyMessage,
  notifyReservation,
  notifyTest,
  requestAlteration,
  requestBooking,
} from './webhooks.ts';

const SETUP: OtaSetup = {
  name: 'airbnb',
  numbering: {
    hotel: (random) => `9${random.digits(7)}`,
    room: (random) => `8${random.digits(7)}`,
    rate: (random) => random.digits(6),
  },
  rules: {
    minStay: 'arrival',
    rates: false,
    reference: (random) => `HM${random.letters(8)}`,
    // Guests always pay Airbnb.
    collects: () => 'ota',
  },
  newId: (_kind, random) => random.digits(8),
  newCredentials: (random) => ({
    client_id: random.letters(24),
    client_secret: random.letters(32),
    code: random.letters(16),
    refresh_token: random.letters(32),
    access_token: random.letters(32),
  }),
};
const TOKEN_TTL_MS = 24 * 3_600_000;
const OPERATIONS_PER_MINUTE = 160;
const MESSAGES_PER_MINUTE = 50;
const RETRY_MS = [200, 1_000, 5_000, 15_000];

type AirbnbOta = Ota & {
  /** sets the address of innwire's webhooks for a host */
  connect(hotel: string, target: Target): void;
  testNotification(hotel: string): void;
  expireTokens(): void;
};

export async function startAirbnb(options: AirbnbOptions = {}): Promise<AirbnbOta> {
  const core = createCore(SETUP, options);
  const context: Airbnb = {
    core,
    options,
    targets: createTargets(options.innwire),
    queues: createJobQueues(core, options.retryMs ?? RETRY_MS),
    pushedWhileBooked: new Map(),
    requestsFirst: new Set(),
    limits: {
      operations: createLimit(OPERATIONS_PER_MINUTE, 60_000, core.now),
      messages: createLimit(MESSAGES_PER_MINUTE, 60_000, core.now),
    },
  };
  const tokens = createTokens(context);
  const routes = [...tokens.routes, ...apiRoutes(context, tokens.accountOf)];
  const server = await serveOta(core, options, { routes, refuse });
  const sending = {
    sold: async ({ reference, hotel }: { reference: string; hotel: string }) => {
      reopen(context, core.hotels.find(hotel)!);
      notifyReservation(context, core.book.find(reference)!);
    },
    said: async (message: Parameters<typeof notifyMessage>[1]) => notifyMessage(context, message),
    settled: () => context.queues.settled(),
    stop: () => context.queues.stop(),
  };
  const ota = presentOta(core, server, { newCredentials: SETUP.newCredentials, sending });
  return {
    ...ota,
    sell: (input = {}) => sell(context, input),
    modify: async (reference, change = {}) => {
      requireConfirmed(context, reference);
      const one = core.book.find(reference);
      if (one && !change.force) await requestAlteration(context, one, change);
      return ota.modify(reference, change);
    },
    cancel: async (reference) => {
      requireConfirmed(context, reference);
      return ota.cancel(reference);
    },
    connect: (hotel, target) => context.targets.set(hotel, target),
    testNotification: (hotel) => notifyTest(context, hotel),
    expireTokens: tokens.expire,
  };
}

/** Sells a stay of one room, after innwire's consent unless the sale is forced. Throws when it refuses. */
async function sell(context: Airbnb, input: SaleInput): Promise<OtaReservation> {
  const { core, requestsFirst } = context;
  const one = core.market.sell({ ...input, ...(input.rooms && { rooms: input.rooms.slice(0, 1) }) });
  try {
    requestsFirst.add(one.reference);
    if (!input.force) await requestBooking(context, one);
  } catch (error) {
    core.market.undo(one.reference);
    // Availability that was pushed for these nights in the meantime takes effect.
    reopen(context, core.hotels.find(one.hotel)!);
    throw error;
  } finally {
    requestsFirst.delete(one.reference);
  }
  core.emit({ kind: 'sold', hotel: one.hotel, reference: one.reference, revision: 1 });
  notifyReservation(context, one);
  return structuredClone(one);
}

/** Throws while a booking waits for the host's consent: it can be neither changed nor cancelled yet. */
function requireConfirmed({ requestsFirst }: Airbnb, reference: string): void {
  if (requestsFirst.has(reference)) throw new NotSellableError(`${reference} waits for the host`);
}

type Guarded = (context: Airbnb, request: Incoming, account: string) => OtaResponse;

function apiRoutes(context: Airbnb, accountOf: (request: Incoming) => string | undefined): Route[] {
  const route = (method: string, path: string, kind: string, handle: Guarded): Route => ({
    method,
    path: `/v2${path}`,
    kind,
    handle: (request) => {
      const account = accountOf(request);
      if (!account) return refuse(401);
      return request.fault('refuse')
        ? failure(500, 'internal_error', 'Internal error')
        : handle(context, request, account);
    },
  });
  return [
    ...listingRoutes(route),
    route('GET', '/calendars/:listing/:start/:end', 'read_back', readCalendar),
    route('PUT', '/calendars/:listing/:start/:end', 'availability', putCalendar),
    route('POST', '/calendar_operations', 'availability', acceptOperations),
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
    [first['access_token']!, { account: FIRST_ACCOUNT, until: core.now() + TOKEN_TTL_MS }],
  ]);
  const issueToken = (request: Incoming): OtaResponse => {
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
    const until = core.now() + TOKEN_TTL_MS;
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
  const check = (request: Incoming): OtaResponse => {
    const token = given.get(request.params['token']!);
    return token
      ? { body: { authorization: { valid: token.until > core.now() } } }
      : notFound('The authorization');
  };
  const revoke = (request: Incoming): OtaResponse => {
    given.delete(request.params['token']!);
    return { body: {} };
  };
  const routes: Route[] = [
    { method: 'POST', path, kind: 'token', handle: issueToken },
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

function refuse(status: number): OtaResponse {
  const types: Record<number, string> = {
    401: 'authentication_required',
    403: 'forbidden',
    404: 'record_not_found',
    429: 'rate_limit_exceeded',
  };
  return failure(status, types[status] ?? 'internal_error', `HTTP ${status}`);
}
