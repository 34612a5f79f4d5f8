// Vrbo, which accepts no updates: it reads innwire's feeds, requests each booking and polls for changes.
import type { OtaReservation, Stay } from '../book.ts';
import { daysBetween } from '../dates.ts';
import { lodgingRoutes } from '../expedia/graphql.ts';
import type { OtaResponse } from '../http-server.ts';
import { createCore, type Ota, type OtaSetup, presentOta, serveOta, type Target } from '../ota.ts';
import { createTargets } from '../outgoing-calls.ts';
import type { SaleInput } from '../sale-input.ts';
import { NotSellableError } from '../sales.ts';
import { type PollState, pollUpdates, requestBooking } from './bookings.ts';
import type { FeedProblem, Vrbo, VrboOptions } from './context.ts';
import { type FeedVersions, pullFeeds } from './feeds.ts';

const SETUP: OtaSetup = {
  name: 'vrbo',
  numbering: {
    hotel: (random) => `PM_${random.digits(6)}`,
    room: (random) => `U-${random.digits(4)}`,
    rate: (random) => random.digits(6),
  },
  rules: {
    minStay: 'arrival',
    rates: false,
    reference: (random) => random.uuid(),
    collects: (_order, wanted) => wanted ?? 'ota',
  },
  newId: (_kind, random) => random.uuid(),
  newCredentials: (random) => ({ key: random.uuid(), secret: random.letters(24) }),
};

type VrboOta = Ota & {
  /**
   * sets the address of an advertiser's feeds, with `PATHS` below `url`, and their `username` and `password`
   */
  connect(hotel: string, target: Target): void;
  /** reads the feeds of one advertiser or of all; `everything`: unchanged content too */
  pull(hotel?: string, everything?: 'everything'): Promise<boolean>;
  /** polls for innwire's changes of bookings */
  poll(hotel?: string): Promise<boolean>;
  /** problems of innwire's feeds and responses */
  problems(): FeedProblem[];
  /** total of a booking's order in the last update that was read */
  charged(reference: string): number | undefined;
  expireTokens(): void;
};

export async function startVrbo(options: VrboOptions = {}): Promise<VrboOta> {
  const core = createCore(SETUP, options);
  const problems: FeedProblem[] = [];
  const context: Vrbo = {
    core,
    options,
    targets: createTargets(options.innwire),
    problems,
    notice: new Map(),
    charged: new Map(),
    note: (url, problem) => problems.push({ at: core.stamp(), url, problem }),
  };
  const lodging = lodgingRoutes({ core, idSource: 'VRBO' });
  const server = await serveOta(core, options, { routes: lodging.routes, refuse });
  const feeds: FeedVersions = new Map();
  const pollState: PollState = { seen: new Map(), until: new Map() };
  const each = async (
    hotel: string | undefined,
    work: (one: ReturnType<Ota['hotel']>) => Promise<boolean>,
  ) => {
    const hotels = core.hotels.all().filter(({ id }) => hotel === undefined || id === hotel);
    const done = await Promise.all(hotels.map(work));
    return done.every(Boolean);
  };
  const pull: VrboOta['pull'] = (hotel, everything) => {
    if (everything) feeds.clear();
    return each(hotel, (one) => pullFeeds(context, one, feeds));
  };
  const poll: VrboOta['poll'] = (hotel) => each(hotel, (one) => pollUpdates(context, one, pollState));
  const stop = repeat(options.everyMs, async () => {
    await pull();
    await poll();
  });
  const ota = presentOta(core, server, { newCredentials: SETUP.newCredentials, sending: { stop } });
  return {
    ...ota,
    hotel: (input = {}) => ota.hotel({ rooms: [], ...input }),
    sell: (input = {}) => sell(context, input),
    // There is no public message for a traveller's change: it counts as sent by e-mail.
    modify: async (reference, change) => byMail(ota, await ota.modify(reference, change)),
    cancel: async (reference) => byMail(ota, await ota.cancel(reference)),
    connect: (hotel, target) => context.targets.set(hotel, target),
    pull,
    poll,
    problems: () => [...problems],
    charged: (reference) => context.charged.get(reference),
    expireTokens: lodging.expireTokens,
  };
}

/** Sells a stay of one room after innwire's consent. Throws when it refuses or does not respond. */
async function sell(context: Vrbo, input: SaleInput): Promise<OtaReservation> {
  const { core } = context;
  const one = core.market.sell({ ...input, ...(input.rooms && { rooms: input.rooms.slice(0, 1) }) });
  try {
    if (!input.force) requireNotice(context, one.stays[0]!);
    await requestBooking(context, one);
  } catch (error) {
    core.market.undo(one.reference);
    throw error;
  }
  core.emit({ kind: 'sold', hotel: one.hotel, reference: one.reference, revision: 1 });
  return structuredClone(one);
}

/** Throws when a stay arrives within the notice period of the feeds. */
function requireNotice({ core, notice }: Vrbo, { room, arrival }: Stay): void {
  const needed = notice.get(`${room} ${arrival}`) ?? 0;
  const given = daysBetween(core.today(), arrival);
  if (given < needed) throw new NotSellableError(`the arrival ${arrival} needs ${needed} days of notice`);
}

function byMail<T extends { reference: string }>(ota: Ota, reservation: T): T {
  ota.fallBack(reservation.reference);
  return reservation;
}

/** Runs `work` repeatedly, `everyMs` after the last run ended. Returns a function that stops it. */
function repeat(everyMs: number | undefined, work: () => Promise<void>): () => void {
  if (everyMs === undefined) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = () => {
    timer = setTimeout(async () => {
      await work().catch(() => undefined);
      if (!stopped) next();
    }, everyMs).unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function refuse(status: number): OtaResponse {
  return { status, body: { errors: [{ message: `HTTP ${status}` }] } };
}
