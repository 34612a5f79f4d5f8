// Control interface of a running simulator: JSON commands and queries, and a page that shows the calendars.
import { readFileSync } from 'node:fs';
import { Random } from '../sample-people/random.ts';
import { addDays } from './dates.ts';
import { CONTENT_FAULTS, createFaults, type FaultInput, TRANSPORT_FAULTS } from './faults.ts';
import {
  type Incoming,
  type OtaResponse,
  type OtaServer,
  type Route,
  startOtaServer,
} from './http-server.ts';
import { type InnwireAddress, readOurNights } from './innwire-nights.ts';
import { json } from './json.ts';
import type { Ota, Target } from './ota.ts';
import { createRequestLog } from './request-log.ts';
import { NotSellableError } from './sales.ts';
import type { Simulator } from './simulator.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { MACHINE_WAITS } from './waits.ts';

const PAGE = new URL('./page.html', import.meta.url);
/** Number of days that the page shows. */
const DAYS_SHOWN = 21;

/** Address and API token of innwire; `rooms`: ids of innwire's rooms by the OTAs' room ids. */
type Body = Record<string, unknown>;
type Command = (ota: Ota, body: Body) => unknown;
type ControlState = { innwire: InnwireAddress | undefined; traffic: Traffic | undefined };

/** Starts the control interface on 127.0.0.1. */
export async function openControl(
  simulator: Simulator,
  { port, seed }: { port: number; seed: number },
): Promise<OtaServer> {
  const state: ControlState = { innwire: undefined, traffic: undefined };
  const random = new Random(seed);
  const log = createRequestLog();
  const refuse = (status: number): OtaResponse => ({ status, body: { error: `HTTP ${status}` } });
  const server = await startOtaServer({
    port,
    routes: [...pageRoutes(simulator, state, seed), ...otaRoutes(simulator)],
    faults: createFaults(random, Date.now),
    log,
    waits: MACHINE_WAITS,
    refuse,
    latencyMs: 0,
  });
  return {
    url: server.url,
    close: async () => {
      state.traffic?.stop();
      await server.close();
    },
  };
}

/** The page, and the commands that concern all OTAs. */
function pageRoutes(simulator: Simulator, state: ControlState, seed: number): Route[] {
  return [
    { method: 'GET', path: '/', kind: 'page', handle: showPage },
    {
      method: 'GET',
      path: '/control',
      kind: 'control',
      handle: () => ({ body: { otas: simulator.otas.map(describe) } }),
    },
    {
      method: 'GET',
      path: '/control/calendars',
      kind: 'control',
      handle: (request) => calendars(simulator, state.innwire, request),
    },
    {
      method: 'POST',
      path: '/control/innwire',
      kind: 'control',
      handle: answering((body) => {
        const { url, token, rooms = {} } = body as Partial<InnwireAddress>;
        if (typeof url !== 'string' || typeof token !== 'string')
          throw new BadCommandError('url and token are required');
        state.innwire = { url: url.replace(/\/+$/, ''), token, rooms };
        return { ok: true };
      }),
    },
    {
      method: 'POST',
      path: '/control/life',
      kind: 'control',
      handle: answering(({ perMinute }) => {
        state.traffic?.stop();
        state.traffic =
          typeof perMinute === 'number' && perMinute > 0
            ? startTraffic(simulator, { perMinute, seed })
            : undefined;
        return { ok: true };
      }),
    },
  ];
}

class BadCommandError extends Error {}

const COMMANDS: Record<string, Command> = {
  hotels: (ota, body) => ota.hotel(body),
  accounts: (ota, { name }) => ota.addAccount(text(name, 'name')),
  connect: (ota, { hotel, ...target }) => {
    if (!('connect' in ota)) throw new BadCommandError(`${ota.name} does not call innwire`);
    const { url, credentials = {}, paths } = target as Partial<Target>;
    const to = { url: text(url, 'url'), credentials, ...(paths && { paths }) };
    (ota.connect as (hotel: string, target: Target) => void)(text(hotel, 'hotel'), to);
    return { ok: true };
  },
  sell: (ota, body) => ota.sell(body),
  modify: (ota, { reference, ...change }) => ota.modify(text(reference, 'reference'), change),
  cancel: (ota, { reference }) => ota.cancel(text(reference, 'reference')),
  write: (ota, { reference, text: message }) =>
    ota.write(text(reference, 'reference'), message as string | undefined),
  ask: (ota, { hotel, text: message, guest, seller }) =>
    ota.ask({
      hotel: text(hotel, 'hotel'),
      ...(typeof message === 'string' && { text: message }),
      ...(typeof seller === 'string' && { seller }),
      ...(guest !== undefined && { guest: guest as object }),
    }),
  review: (ota, { reference, ...input }) => ota.review(text(reference, 'reference'), input),
  fall_back: (ota, { reference }) => {
    ota.fallBack(text(reference, 'reference'));
    return { ok: true };
  },
  acknowledge_elsewhere: (ota, { hotel }) => {
    ota.acknowledgeElsewhere(hotel as string | undefined);
    return { ok: true };
  },
  faults: (ota, body) => {
    const known: readonly string[] = [...TRANSPORT_FAULTS, ...CONTENT_FAULTS];
    if (!known.includes(String(body['kind'])))
      throw new BadCommandError(`kind must be one of ${known.join(', ')}`);
    return ota.faults.add(body as FaultInput);
  },
  pull: (ota, { hotel, everything }) =>
    extraMethod(ota, 'pull')(hotel, everything ? 'everything' : undefined),
  poll: (ota, { hotel }) => extraMethod(ota, 'poll')(hotel),
  request_full_sync: (ota, { hotel }) => extraMethod(ota, 'requestFullSync')(hotel),
  test_notification: (ota, { hotel }) => extraMethod(ota, 'testNotification')(hotel),
  expire_tokens: (ota) => extraMethod(ota, 'expireTokens')(),
  set_recovery_programme: (ota, { on }) => extraMethod(ota, 'setRecoveryProgramme')(on === true),
  set_channel: (ota, { hotel, channel, isActive, expectedRemovalDate }) =>
    extraMethod(ota, 'setChannel')(text(hotel, 'hotel'), text(channel, 'channel'), {
      ...(typeof isActive === 'boolean' && { isActive }),
      ...(expectedRemovalDate !== undefined && { expectedRemovalDate }),
    }),
  remove_channel: (ota, { hotel, channel }) =>
    extraMethod(ota, 'removeChannel')(text(hotel, 'hotel'), text(channel, 'channel')),
  request_booking: (ota, body) => extraMethod(ota, 'requestBooking')(stayOf(body)),
  ask_about: (ota, body) => extraMethod(ota, 'askAbout')(stayOf(body)),
  request_alteration: (ota, { reference, ...change }) =>
    extraMethod(ota, 'requestAlteration')(text(reference, 'reference'), change),
  report: (ota, { hotel, event, channel }) =>
    extraMethod(ota, 'report')(text(hotel, 'hotel'), text(event, 'event'), {
      ...(channel !== undefined && { code: text(channel, 'channel') }),
    }),
};

function stayOf({ hotel, room, rate, arrival, ...more }: Record<string, unknown>): Record<string, unknown> {
  const given = { hotel: text(hotel, 'hotel'), room: text(room, 'room'), rate: text(rate, 'rate') };
  return { ...more, ...given, arrival: text(arrival, 'arrival') };
}

const QUERIES: Record<string, (ota: Ota, query: URLSearchParams) => unknown> = {
  hotels: (ota) => ota.hotels(),
  calendar: (ota, query) => ota.calendar(query.get('hotel') ?? undefined),
  reservations: (ota, query) => ota.reservations(query.get('hotel') ?? undefined),
  acknowledgements: (ota, query) => {
    const hotel = query.get('hotel') ?? undefined;
    return { acknowledged: ota.acknowledgements(hotel), outstanding: ota.outstanding(hotel) };
  },
  messages: (ota, query) => ota.messages(query.get('hotel') ?? undefined),
  reviews: (ota, query) => ota.reviews(query.get('hotel') ?? undefined),
  counters: (ota) => ota.counters(),
  requests: (ota, query) => ota.requests(query.get('kind') ?? undefined),
  faults: (ota) => ota.faults.list(),
  problems: (ota) => extraMethod(ota, 'problems')(),
  channels: (ota, query) => extraMethod(ota, 'channels')(text(query.get('hotel'), 'hotel')),
};

function otaRoutes(simulator: Simulator): Route[] {
  const named = ({ params }: Incoming) => simulator.otas.find(({ name }) => name === params['ota']);
  const none: OtaResponse = { status: 404, body: { error: 'there is no such OTA, or no such command' } };
  return [
    {
      method: 'GET',
      path: '/control/:ota/:command',
      kind: 'control',
      handle: (request) => {
        const ota = named(request);
        const read = QUERIES[request.params['command']!];
        return ota && read ? answering(() => read(ota, request.query) ?? null)(request) : none;
      },
    },
    {
      method: 'POST',
      path: '/control/:ota/:command',
      kind: 'control',
      handle: (request) => {
        const ota = named(request);
        const run = COMMANDS[request.params['command']!];
        return ota && run ? answering((body) => run(ota, body))(request) : none;
      },
    },
    {
      method: 'DELETE',
      path: '/control/:ota/faults',
      kind: 'control',
      handle: (request) => {
        named(request)?.faults.clear();
        return { body: { ok: true } };
      },
    },
    {
      method: 'DELETE',
      path: '/control/:ota/faults/:id',
      kind: 'control',
      handle: (request) => ({
        body: { ok: named(request)?.faults.remove(Number(request.params['id'])) ?? false },
      }),
    },
  ];
}

/**
 * Wraps a command in a route handler. Responds 409 when the OTA's calendar or reservations do not allow it,
 * 400 when the body is invalid, 415 when a POST is not JSON.
 */
function answering(work: (body: Body) => unknown): Route['handle'] {
  return async (request) => {
    if (request.method === 'POST' && !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return {
        status: 415,
        body: {
          error: "Content-Type must be application/json: with curl, add -H 'content-type: application/json'",
        },
      };
    }
    const body = request.body === '' ? {} : json(request.body);
    if (!body) return { status: 400, body: { error: 'the body must be a JSON object' } };
    try {
      return { body: (await work(body)) ?? { ok: true } };
    } catch (error) {
      const status = error instanceof NotSellableError ? 409 : 400;
      return { status, body: { error: (error as Error).message } };
    }
  };
}

function extraMethod(ota: Ota, name: string): (...given: unknown[]) => unknown {
  const method = (ota as unknown as Record<string, unknown>)[name];
  if (typeof method !== 'function') throw new BadCommandError(`${ota.name} has no ${name}`);
  return method as (...given: unknown[]) => unknown;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new BadCommandError(`${name} is required`);
  return value;
}

function describe(ota: Ota): Record<string, unknown> {
  return { name: ota.name, url: ota.url, credentials: ota.credentials, hotels: ota.hotels() };
}

function showPage(): OtaResponse {
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: readFileSync(PAGE, 'utf8') };
}

async function calendars(
  simulator: Simulator,
  innwire: InnwireAddress | undefined,
  request: Incoming,
): Promise<OtaResponse> {
  const from = request.query.get('from') ?? new Date().toISOString().slice(0, 10);
  const to = request.query.get('to') ?? addDays(from, DAYS_SHOWN - 1);
  const shown = (date: string) => date >= from && date <= to;
  const ours = innwire ? await readOurNights(innwire, from, to) : undefined;
  return {
    body: {
      from,
      to,
      ours,
      rooms: innwire?.rooms ?? {},
      otas: simulator.otas.map((ota) => ({
        name: ota.name,
        hotels: ota.hotels(),
        nights: ota.calendar().filter(({ date }) => shown(date)),
        acknowledged: ota.acknowledgements(),
        outstanding: ota.outstanding(),
        // A listing at Airbnb is one unit, free or not.
        ...(ota.name === 'airbnb' && { most: 1 }),
        faults: ota.faults.list(),
      })),
    },
  };
}
