// Expedia: EQC for rates and availability, products and bookings; GraphQL for messages and reviews.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { createCore, type Ota, type OtaSetup, presentOta, serveOta } from '../ota.ts';
import type { SaleRules } from '../sale-rules.ts';
import { document, el } from '../xml.ts';
import { acceptUpdates } from './availability.ts';
import { confirmBookings, retrieveBookings } from './bookings.ts';
import type { Expedia, ExpediaOptions } from './context.ts';
import { lodgingRoutes } from './graphql.ts';
import { readProducts } from './products.ts';

const SETUP: OtaSetup = {
  name: 'expedia',
  numbering: {
    hotel: (random) => random.digits(7),
    room: (random) => random.digits(9),
    rate: (random) => random.digits(8),
  },
  rules: { minStay: 'arrival', rates: true, oneRoomEach: true, reference: (random) => random.digits(10) },
  newId: (_kind, random) => random.uuid(),
  newCredentials: (random) => ({
    username: `EQC${random.digits(6)}`,
    password: random.letters(12),
    key: random.uuid(),
    secret: random.letters(24),
  }),
};

type ExpediaOta = Ota & {
  expireTokens(): void;
  /** changes options of the running OTA */
  setOptions(options: Pick<ExpediaOptions, 'oneRequestPer' | 'goesOnMs' | 'namesConfirmations'>): void;
};

export async function startExpedia(requested: ExpediaOptions = {}): Promise<ExpediaOta> {
  const options = { ...requested };
  const core = createCore({ ...SETUP, rules: { ...SETUP.rules, collects: collectsFor(options) } }, options);
  const context: Expedia = { core, options };
  const namesConfirmations = () => options.namesConfirmations ?? false;
  const lodging = lodgingRoutes({ core, idSource: 'EXPEDIA', namesConfirmations });
  const eqc = (
    path: string,
    kind: string,
    take: (context: Expedia, request: Incoming) => OtaResponse,
  ): Route => ({
    method: 'POST',
    path: `/eqc/${path}`,
    kind,
    handle: (request) => take(context, request),
  });
  const routes = [
    eqc('ar', 'availability', acceptUpdates),
    eqc('parr', 'mapping', readProducts),
    eqc('br', 'reservations', retrieveBookings),
    eqc('bc', 'acknowledge', confirmBookings),
    ...lodging.routes,
  ];
  const server = await serveOta(core, options, { routes, refuse, goesOnMs: () => options.goesOnMs ?? 0 });
  return {
    ...presentOta(core, server, { newCredentials: SETUP.newCredentials }),
    expireTokens: lodging.expireTokens,
    setOptions: (changed) => void Object.assign(options, changed),
  };
}

/** Who takes the price: by the first booking's number, unless the sale says it. */
function collectsFor({ hotelCollect = true }: ExpediaOptions): NonNullable<SaleRules['collects']> {
  if (!hotelCollect) return () => 'ota';
  return (order, wanted) => wanted ?? (Number(order) % 2 === 0 ? 'property' : 'ota');
}

const ANSWERS: Record<string, [name: string, version: string]> = {
  '/eqc/ar': ['AvailRateUpdateRS', 'AR/2007/02'],
  '/eqc/parr': ['ProductAvailRateRetrievalRS', 'PAR/2013/07'],
  '/eqc/br': ['BookingRetrievalRS', 'BR/2014/01'],
  '/eqc/bc': ['BookingConfirmRS', 'BC/2007/08'],
};

/**
 * Builds an error response: EQC reports refused logins inside HTTP 200, errors before EQC are a gateway's
 * page.
 */
function refuse(status: number, request: Incoming): OtaResponse {
  const [name, version] = ANSWERS[request.path] ?? [];
  if (!name) return { status, body: { errors: [{ message: `HTTP ${status}` }] } };
  const xmlns = `http://www.expediaconnect.com/EQC/${version}`;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  if (status !== 401 && status !== 403) {
    return {
      status,
      headers: { 'content-type': 'text/html' },
      body: `<html><body>HTTP ${status}</body></html>`,
    };
  }
  const [code, text] =
    status === 401
      ? [1001, 'Authentication error: invalid username or password']
      : [1003, "The user account provided doesn't have the right access level"];
  return { headers, body: document(el(name, { xmlns }, el('Error', { code }, text))) };
}
