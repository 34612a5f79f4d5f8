// Booking.com: OTA XML for rates and availability, reservations to pull and acknowledge, JSON for messages
// and reviews.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { createLimit } from '../limits.ts';
import { createCore, type Ota, type OtaSetup, presentOta, serveOta } from '../ota.ts';
import { acceptAvailability } from './availability.ts';
import type { BookingCom, BookingComOptions, Guarded } from './context.ts';
import { refuse, wrongHeaders } from './errors.ts';
import { products, roomRates, rooms } from './mapping.ts';
import { bookingMessages } from './messages.ts';
import { missedReservations } from './missed-reservations.ts';
import { acceptRates } from './rates.ts';
import { bookingReservations, waits } from './reservations.ts';
import { bookingReviews } from './reviews.ts';
import { reservationsSummary } from './summary.ts';

const TOKEN_TTL_MS = 3_600_000;
const TOKENS_PER_HOUR = 30;
const CALLS_PER_MINUTE = 10_000;

const SETUP: OtaSetup = {
  name: 'booking_com',
  numbering: {
    hotel: (random) => random.digits(7),
    room: (random) => random.digits(9),
    rate: (random) => random.digits(7),
  },
  rules: { minStay: 'through', rates: true, reference: (random) => `4${random.digits(9)}` },
  newId: (kind, random) => (kind === 'review' ? random.letters(14) : random.uuid()),
  newCredentials: (random) => ({
    client_id: random.uuid(),
    client_secret: random.letters(24),
    username: `machine${random.digits(5)}`,
    password: random.letters(16),
  }),
};

export async function startBookingCom(
  options: BookingComOptions = {},
): Promise<Ota & { expireTokens(): void; setRecoveryProgramme(isOn: boolean): void }> {
  const core = createCore(SETUP, options);
  const called = createLimit(CALLS_PER_MINUTE, 60_000, core.now);
  let url = '';
  const context: BookingCom = { core, options, recoversMissed: false, url: () => url };
  const tokens = createTokens(context);
  const guarded =
    (handle: (request: Incoming, account: string) => OtaResponse): Route['handle'] =>
    (request) => {
      const account = tokens.accountOf(request);
      if (!account) return refuse(401, request);
      const wait = core.limits ? called.wait(account) : 0;
      if (wait) return { ...refuse(429, request), headers: { 'retry-after': String(wait) } };
      return handle(request, account);
    };
  const routes: Route[] = [
    { method: 'POST', path: '/token-based-authentication/exchange', kind: 'token', handle: tokens.exchange },
    ...xmlRoutes(context, guarded),
    ...bookingMessages(context, guarded),
    ...bookingReviews(context, guarded),
    missedReservations(context, guarded),
  ];
  const server = await serveOta(core, options, { routes, refuse });
  url = server.url;
  return {
    ...presentOta(core, server, {
      newCredentials: SETUP.newCredentials,
      stillOffers: (revision) => waits(context, revision),
    }),
    /** invalidates every token issued so far */
    expireTokens: tokens.expire,
    /** puts all accounts into the Reservation Recovery programme, or takes them out */
    setRecoveryProgramme: (isOn) => {
      context.recoversMissed = isOn;
    },
  };
}

/** The tokens that clients exchange their credentials for, and the accounts that requests belong to. */
function createTokens({ core, options }: BookingCom) {
  const tokens = new Map<string, { account: string; until: number }>();
  const issued = createLimit(TOKENS_PER_HOUR, 3_600_000, core.now);
  const exchange = (request: Incoming): OtaResponse => {
    const given = json(request.body);
    const account = core.account(
      ({ client_id, client_secret }) =>
        given?.['client_id'] === client_id && given?.['client_secret'] === client_secret,
    );
    if (!account) return refuse(401, request);
    const wait = core.limits ? issued.wait(account) : 0;
    if (wait) return { ...refuse(429, request), headers: { 'retry-after': String(wait) } };
    const jwt = `eyJhbGciOiJSUzI1NiJ9.${core.random.letters(32)}.${core.random.letters(16)}`;
    tokens.set(jwt, { account, until: core.now() + TOKEN_TTL_MS });
    return { body: { jwt, ruid: 'simulated' } };
  };
  const accountOf = (request: Incoming): string | undefined => {
    const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme === 'Bearer') {
      const token = tokens.get(secret);
      return token && token.until > core.now() ? token.account : undefined;
    }
    if (scheme !== 'Basic' || !options.basicAuth) return undefined;
    const [user, password] = Buffer.from(secret, 'base64').toString().split(':');
    return core.account(({ username, password: own }) => username === user && own === password);
  };
  return { exchange, accountOf, expire: () => tokens.clear() };
}

function xmlRoutes(context: BookingCom, guarded: Guarded): Route[] {
  const post = (
    path: string,
    kind: string,
    take: (context: BookingCom, request: Incoming, account: string) => OtaResponse,
  ): Route => ({
    method: 'POST',
    path,
    kind,
    handle: guarded((request, account) => wrongHeaders(request) ?? take(context, request, account)),
  });
  return [
    post('/hotels/ota/OTA_HotelAvailNotif', 'availability', acceptAvailability),
    post('/hotels/ota/OTA_HotelRateAmountNotif', 'rates', acceptRates),
    {
      method: 'GET',
      path: '/hotels/ota/OTA_HotelProductNotif',
      kind: 'mapping',
      handle: guarded((request, account) => wrongHeaders(request) ?? products(context, request, account)),
    },
    post('/hotels/xml/roomrates', 'mapping', roomRates),
    post('/hotels/xml/rooms', 'mapping', rooms),
    post('/hotels/xml/reservationssummary', 'list_reservations', reservationsSummary),
    ...bookingReservations(context, guarded),
  ];
}
