// Common core of the simulated OTAs. Each OTA adds its wire format and its rules.

import { Random } from '../sample-people/random.ts';
import { createBook, type OtaReservation, type ReservationBook, type Revision } from './book.ts';
import {
  createCalendar,
  type OtaCalendar,
  type OtaNight,
  type OtaRoomNight,
  type RateNight,
} from './calendar.ts';
import {
  type Conversations,
  createConversations,
  type GuestFile,
  type GuestMessage,
  type GuestReview,
  type InquiryInput,
  type ReviewInput,
} from './conversations.ts';
import { createFaults, type Faults } from './faults.ts';
import {
  createHotelList,
  FIRST_ACCOUNT,
  type Hotel,
  type HotelInput,
  type HotelList,
  type Numbering,
} from './hotel.ts';
import { type OtaServer, type OtaServerOptions, startOtaServer } from './http-server.ts';
import { acknowledge, isWaiting } from './mark-acknowledged.ts';
import { type Count, createRequestLog, type RequestEntry, type RequestLog } from './request-log.ts';
import type { ChangeInput, SaleInput } from './sale-input.ts';
import type { SaleRules } from './sale-rules.ts';
import { createSales, type Sales } from './sales.ts';
import { MACHINE_WAITS, type Waits } from './waits.ts';

export type Credentials = Record<string, string>;

/** Address and credentials of innwire, for OTAs that call it. */
export type Target = {
  url: string;
  credentials: Credentials;
  /** paths below `url`, where they differ from the OTA's usual ones */
  paths?: Record<string, string>;
};

export type OtaOptions = {
  port?: number;
  seed?: number;
  /** milliseconds since 1970; default: the clock of the machine */
  now?: () => number;
  /** by which it waits; default: the clock of the machine */
  waits?: Waits;
  /** minimum duration of every response, in milliseconds */
  latencyMs?: number;
  /** false: rate limits are not enforced */
  limits?: boolean;
  /** false: a sale or a cancellation does not change the OTA's own count */
  counts?: boolean;
};

export type OtaEvent = {
  ota: string;
  at: number;
  kind:
    | 'pushed'
    | 'sold'
    | 'modified'
    | 'cancelled'
    | 'acknowledged'
    | 'message'
    | 'reply'
    | 'review'
    | 'review_reply';
  hotel: string;
  reference?: string;
  revision?: number;
  room?: string;
  rate?: string;
  dates?: readonly string[];
  values?: OtaRoomNight | RateNight;
  text?: string;
};

export type Ota = {
  name: string;
  url: string;
  credentials: Credentials;
  /** adds a further account; returns its credentials, which differ from the first account's */
  addAccount(name: string): Credentials;
  hotel(input?: HotelInput): Hotel;
  hotels(): Hotel[];
  sell(input?: SaleInput): Promise<OtaReservation>;
  modify(reference: string, change?: ChangeInput): Promise<OtaReservation>;
  cancel(reference: string): Promise<OtaReservation>;
  /**
   * Ends the OTA's wait for acknowledgements of a reservation, as if it had sent an e-mail instead: its
   * outstanding revisions are never delivered again.
   */
  fallBack(reference: string): void;
  /** Deletes a reservation at the OTA without notifying innwire. */
  forget(reference: string): void;
  /**
   * Acknowledges all outstanding revisions on behalf of another system, as for reservations sold before
   * innwire was connected.
   */
  acknowledgeElsewhere(hotel?: string): void;
  write(reference: string, text?: string, files?: readonly GuestFile[]): Promise<GuestMessage>;
  /** starts an inquiry without a reservation; `sell({ thread })` turns it into one */
  ask(question: InquiryInput): Promise<GuestMessage>;
  /** adds a message of the OTA itself to a conversation */
  announce(thread: string, text: string): GuestMessage;
  review(reference: string, input?: ReviewInput): Promise<GuestReview>;
  /** the OTA's calendar by night; contains only fields that were pushed */
  calendar(hotel?: string): OtaNight[];
  /** deletes the OTA's calendar of a hotel's rooms */
  forgetCalendar(hotel: string): void;
  reservations(hotel?: string): OtaReservation[];
  /** number of revisions that innwire acknowledged, or accepted when they were sent to it */
  acknowledgements(hotel?: string): number;
  /** number of revisions that wait for an acknowledgement */
  outstanding(hotel?: string): number;
  messages(hotel?: string): GuestMessage[];
  reviews(hotel?: string): GuestReview[];
  counters(): Record<string, Count>;
  requests(kind?: string): RequestEntry[];
  forgetRequests(): void;
  faults: Faults;
  /** calls the listener with every event of this OTA until the returned function is called */
  watch(listener: (event: OtaEvent) => void): () => void;
  /** resolves when no request that this OTA sends is running or queued */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** Internal state and functions of an OTA, for the modules of its wire format. */
export type OtaCore = {
  name: string;
  random: Random;
  now(): number;
  waits: Waits;
  /** yyyy-mm-dd, in UTC */
  today(): string;
  stamp(): string;
  hotels: HotelList;
  calendar: OtaCalendar;
  book: ReservationBook;
  market: Sales;
  conversations: Conversations;
  faults: Faults;
  log: RequestLog;
  accounts: Map<string, Credentials>;
  limits: boolean;
  emit(event: Omit<OtaEvent, 'ota' | 'at'>): void;
  /** stores pushed values of a room's nights and emits an event */
  setRoom(key: { hotel: string; room: string }, dates: readonly string[], values: OtaRoomNight): void;
  setRate(
    key: { hotel: string; room: string; rate: string },
    dates: readonly string[],
    values: RateNight,
  ): void;
  watch(listener: (event: OtaEvent) => void): () => void;
  account(matches: (credentials: Credentials) => boolean): string | undefined;
};

export type OtaSetup = {
  name: string;
  numbering: Numbering;
  rules: Omit<SaleRules, 'counts'>;
  newId: Parameters<typeof createConversations>[0]['newId'];
  newCredentials(random: Random): Credentials;
};

/**
 * Creates the state that all OTAs have: hotels, calendar, reservations, conversations, faults and request
 * log.
 */
export function createCore(setup: OtaSetup, options: OtaOptions): OtaCore {
  const random = new Random(options.seed ?? 1).branch(setup.name);
  const now = options.now ?? Date.now;
  const hotels = createHotelList(random.branch('hotels'), setup.numbering);
  const calendar = createCalendar();
  const ids = random.branch('ids');
  const book = createBook(now, () => ids.uuid());
  const rules = { ...setup.rules, counts: options.counts ?? true };
  const listeners = new Set<(event: OtaEvent) => void>();
  const accounts = new Map([[FIRST_ACCOUNT, setup.newCredentials(random.branch('account'))]]);
  const emit: OtaCore['emit'] = (event) => {
    for (const listener of listeners) listener({ ota: setup.name, at: Date.now(), ...event });
  };
  const market = createSales({ random: random.branch('market'), now, hotels, calendar, book, rules });
  const conversations = createConversations({ random: random.branch('talk'), now, book, newId: setup.newId });
  const sell: Sales['sell'] = (input) => conversations.bind(input.thread, market.sell(input));
  return {
    name: setup.name,
    random,
    now,
    waits: options.waits ?? MACHINE_WAITS,
    today: () => new Date(now()).toISOString().slice(0, 10),
    stamp: () => new Date(now()).toISOString(),
    hotels,
    calendar,
    book,
    market: { ...market, sell },
    conversations,
    faults: createFaults(random.branch('faults'), now),
    log: createRequestLog(),
    accounts,
    limits: options.limits ?? true,
    emit,
    setRoom: ({ hotel, room }, dates, values) => {
      for (const date of dates) calendar.setRoom(room, date, values);
      emit({ kind: 'pushed', hotel, room, dates, values });
    },
    setRate: ({ hotel, room, rate }, dates, values) => {
      for (const date of dates) calendar.setRate({ room, rate }, date, values);
      emit({ kind: 'pushed', hotel, room, rate, dates, values });
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    account: (matches) => [...accounts].find(([, credentials]) => matches(credentials))?.[0],
  };
}

/** Starts the server of an OTA, with the faults and the request log of its state. */
export function serveOta(
  { faults, log, waits }: OtaCore,
  { port = 0, latencyMs = 0 }: OtaOptions,
  wire: Pick<OtaServerOptions, 'routes' | 'refuse' | 'goesOnMs'>,
): Promise<OtaServer> {
  return startOtaServer({ port, latencyMs, faults, log, waits, ...wire });
}

/**
 * Handlers of OTAs that call innwire: `sold` after a sale, change or cancellation, `said` after a guest's
 * message.
 */
type PushHandlers = {
  sold?(reservation: OtaReservation): Promise<void>;
  said?(message: GuestMessage): Promise<void>;
  settled?(): Promise<void>;
  stop?(): void;
};

type PresentOptions = {
  newCredentials: OtaSetup['newCredentials'];
  sending?: PushHandlers;
  stillOffers?(revision: Revision): boolean;
};

/** Builds the public interface of an OTA from its state and its server. */
export function presentOta(
  core: OtaCore,
  server: OtaServer,
  { newCredentials, sending = {}, stillOffers = isWaiting }: PresentOptions,
): Ota {
  const after = async (
    kind: 'sold' | 'modified' | 'cancelled',
    reservation: OtaReservation,
  ): Promise<OtaReservation> => {
    const { hotel, reference } = reservation;
    core.emit({ kind, hotel, reference, revision: reservation.revisions.length });
    await sending.sold?.(reservation);
    return structuredClone(reservation);
  };
  return {
    name: core.name,
    url: server.url,
    credentials: core.accounts.get(FIRST_ACCOUNT)!,
    addAccount: (name) => {
      const credentials = newCredentials(core.random.branch(`account ${name}`));
      core.accounts.set(name, credentials);
      return credentials;
    },
    hotel: (input = {}) => core.hotels.add(input),
    hotels: () => core.hotels.all(),
    sell: async (input = {}) => after('sold', core.market.sell(input)),
    modify: async (reference, change = {}) => after('modified', core.market.modify(reference, change)),
    cancel: async (reference) => after('cancelled', core.market.cancel(reference)),
    fallBack: (reference) => {
      for (const one of core.book.find(reference)?.revisions ?? [])
        if (!one.acknowledged) one.fellBack = true;
    },
    forget: (reference) => core.market.undo(reference),
    ...presentAcknowledgements(core, stillOffers),
    ...presentConversations(core, sending),
    calendar: (hotel) =>
      core.calendar.nights(
        core.hotels
          .all()
          .filter(({ id }) => hotel === undefined || id === hotel)
          .flatMap(({ rooms }) => rooms.map(({ id }) => id)),
      ),
    forgetCalendar: (hotel) => {
      for (const { id } of core.hotels.find(hotel)?.rooms ?? []) core.calendar.clear(id);
    },
    reservations: (hotel) => structuredClone(core.book.all(hotel)),
    messages: (hotel) => structuredClone(core.conversations.messages(hotel)),
    reviews: (hotel) => structuredClone(core.conversations.reviews(hotel)),
    counters: () => core.log.counters(),
    requests: (kind) => core.log.entries(kind),
    forgetRequests: () => core.log.clear(),
    faults: core.faults,
    watch: core.watch,
    settled: async () => sending.settled?.(),
    close: async () => {
      sending.stop?.();
      await server.close();
    },
  };
}

function presentAcknowledgements(
  core: OtaCore,
  stillOffers: (revision: Revision) => boolean,
): Pick<Ota, 'acknowledgeElsewhere' | 'acknowledgements' | 'outstanding'> {
  const revisions = (hotel?: string) => core.book.all(hotel).flatMap((one) => one.revisions);
  return {
    acknowledgeElsewhere: (hotel) => {
      for (const one of core.book.all(hotel)) acknowledge(core, one, one.revisions.length);
    },
    acknowledgements: (hotel) => revisions(hotel).filter(({ acknowledged }) => acknowledged).length,
    outstanding: (hotel) => revisions(hotel).filter(stillOffers).length,
  };
}

function presentConversations(
  core: OtaCore,
  sending: PushHandlers,
): Pick<Ota, 'write' | 'ask' | 'announce' | 'review'> {
  return {
    write: async (reference, text, files) => {
      const message = core.conversations.write(reference, text, files);
      core.emit({ kind: 'message', hotel: message.hotel, reference, text: message.text });
      await sending.said?.(message);
      return { ...message };
    },
    ask: async (question) => {
      const message = core.conversations.ask(question);
      core.emit({ kind: 'message', hotel: message.hotel, text: message.text });
      await sending.said?.(message);
      return { ...message };
    },
    announce: core.conversations.announce,
    review: async (reference, input) => {
      const review = core.conversations.review(reference, input);
      core.emit({ kind: 'review', hotel: review.hotel, reference });
      return { ...review };
    },
  };
}
