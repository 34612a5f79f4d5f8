// An OTA: what all of them have in common. Each adds its wire format, its rules and its peculiarities.
import { acknowledge, isWaiting } from './acknowledge.ts';
import { type Book, createBook, type Reservation, type Revision } from './book.ts';
import { type Calendar, createCalendar, type Night, type RateNight, type RoomNight } from './calendar.ts';
import {
  type Conversations,
  createConversations,
  type Message,
  type Question,
  type Review,
  type ReviewWish,
} from './conversations.ts';
import type { Exchange } from './exchange.ts';
import { createFaults, type Faults } from './faults.ts';
import {
  createHotelList,
  FIRST_ACCOUNT,
  type Hotel,
  type HotelList,
  type HotelWish,
  type Numbering,
} from './hotel.ts';
import { createMarket, type Market, type MarketRules } from './market.ts';
import { createRandom, type Random } from './random.ts';
import { type Count, createRequestLog, type RequestEntry, type RequestLog } from './request-log.ts';
import type { ChangeWish, SaleWish } from './wishes.ts';

export type OtaName = 'booking_com' | 'expedia' | 'airbnb' | 'vrbo' | 'channex' | 'open_channel';
export type Credentials = Record<string, string>;

/** Where innwire is, for OTAs that call it. */
export type Target = {
  url: string;
  credentials: Credentials;
  /** where below `url`, if not at the OTA's usual place */
  paths?: Record<string, string>;
};

export type OtaOptions = {
  port?: number;
  seed?: number;
  /** milliseconds since 1970; the clock of the machine without it */
  now?: () => number;
  /** every answer takes at least so long */
  latencyMs?: number;
  /** false: no rate limits are enforced */
  limits?: boolean;
  /** false: a sale and a cancellation leave the OTA's own count as it is */
  counts?: boolean;
};

export type OtaEvent = {
  ota: OtaName;
  at: number;
  kind:
    | 'told'
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
  values?: RoomNight | RateNight;
  text?: string;
};

export type Ota = {
  name: OtaName;
  url: string;
  credentials: Credentials;
  /** a further account, with other credentials than the first */
  addAccount(name: string): Credentials;
  hotel(wish?: HotelWish): Hotel;
  hotels(): Hotel[];
  sell(wish?: SaleWish): Promise<Reservation>;
  modify(reference: string, change?: ChangeWish): Promise<Reservation>;
  cancel(reference: string): Promise<Reservation>;
  /** The OTA gives up waiting for an acknowledgement and writes an e-mail: what is outstanding is never told again. */
  fallBack(reference: string): void;
  /** The OTA has no such booking any more, and says nothing of it. */
  forget(reference: string): void;
  /** Another system reads and acknowledges all that waits: what was sold before we were connected. */
  acknowledgeElsewhere(hotel?: string): void;
  write(reference: string, text?: string): Promise<Message>;
  /** a question without a reservation; `sell({ thread })` makes one of it */
  ask(question: Question): Promise<Message>;
  /** what the OTA itself writes into a conversation */
  announce(thread: string, text: string): Message;
  review(reference: string, wish?: ReviewWish): Promise<Review>;
  /** what it believes of each night: only the fields that it was told */
  calendar(hotel?: string): Night[];
  /** it loses what it was told of a hotel's rooms */
  forgetCalendar(hotel: string): void;
  reservations(hotel?: string): Reservation[];
  /** revisions that we acknowledged, or took when they were sent to us */
  acknowledgements(hotel?: string): number;
  /** revisions that wait for that */
  outstanding(hotel?: string): number;
  messages(hotel?: string): Message[];
  reviews(hotel?: string): Review[];
  counters(): Record<string, Count>;
  requests(kind?: string): RequestEntry[];
  forgetRequests(): void;
  faults: Faults;
  /** tells of everything that happens here, until the function it returns is called */
  watch(listener: (event: OtaEvent) => void): () => void;
  /** resolves when nothing that this OTA sends by itself is under way or waiting */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** The inside of an OTA, for its wire format. */
export type Core = {
  name: OtaName;
  random: Random;
  now(): number;
  /** yyyy-mm-dd, in UTC */
  today(): string;
  stamp(): string;
  hotels: HotelList;
  calendar: Calendar;
  book: Book;
  market: Market;
  talk: Conversations;
  faults: Faults;
  log: RequestLog;
  accounts: Map<string, Credentials>;
  limits: boolean;
  tell(event: Omit<OtaEvent, 'ota' | 'at'>): void;
  /** stores what was sent to it for a room's nights */
  tellRoom(key: { hotel: string; room: string }, dates: readonly string[], values: RoomNight): void;
  tellRate(
    key: { hotel: string; room: string; rate: string },
    dates: readonly string[],
    values: RateNight,
  ): void;
  watch(listener: (event: OtaEvent) => void): () => void;
  account(matches: (credentials: Credentials) => boolean): string | undefined;
};

export type CoreSetup = {
  name: OtaName;
  numbering: Numbering;
  rules: Omit<MarketRules, 'counts'>;
  newId: Parameters<typeof createConversations>[0]['newId'];
  newCredentials(random: Random): Credentials;
};

export function createCore(setup: CoreSetup, options: OtaOptions): Core {
  const random = createRandom(options.seed ?? 1).branch(setup.name);
  const now = options.now ?? Date.now;
  const hotels = createHotelList(random.branch('hotels'), setup.numbering);
  const calendar = createCalendar();
  const ids = random.branch('ids');
  const book = createBook(now, () => ids.uuid());
  const rules = { ...setup.rules, counts: options.counts ?? true };
  const listeners = new Set<(event: OtaEvent) => void>();
  const accounts = new Map([[FIRST_ACCOUNT, setup.newCredentials(random.branch('account'))]]);
  const tell: Core['tell'] = (event) => {
    for (const listener of listeners) listener({ ota: setup.name, at: Date.now(), ...event });
  };
  const market = createMarket({ random: random.branch('market'), now, hotels, calendar, book, rules });
  const talk = createConversations({ random: random.branch('talk'), now, book, newId: setup.newId });
  const sell: Market['sell'] = (wish) => talk.bind(wish.thread, market.sell(wish));
  return {
    name: setup.name,
    random,
    now,
    today: () => new Date(now()).toISOString().slice(0, 10),
    stamp: () => new Date(now()).toISOString(),
    hotels,
    calendar,
    book,
    market: { ...market, sell },
    talk,
    faults: createFaults(random.branch('faults'), Date.now),
    log: createRequestLog(),
    accounts,
    limits: options.limits ?? true,
    tell,
    tellRoom: ({ hotel, room }, dates, values) => {
      for (const date of dates) calendar.setRoom(room, date, values);
      tell({ kind: 'told', hotel, room, dates, values });
    },
    tellRate: ({ hotel, room, rate }, dates, values) => {
      for (const date of dates) calendar.setRate({ room, rate }, date, values);
      tell({ kind: 'told', hotel, room, rate, dates, values });
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    account: (matches) => [...accounts].find(([, credentials]) => matches(credentials))?.[0],
  };
}

/** What happens after a sale, a change, a cancellation or a guest's word, for OTAs that tell us by themselves. */
export type Sending = {
  sold?(reservation: Reservation): Promise<void>;
  said?(message: Message): Promise<void>;
  settled?(): Promise<void>;
  stop?(): void;
};

type Presenting = {
  newCredentials: CoreSetup['newCredentials'];
  sending?: Sending;
  stillOffers?(revision: Revision): boolean;
};

export function presentOta(
  core: Core,
  exchange: Exchange,
  { newCredentials, sending = {}, stillOffers = isWaiting }: Presenting,
): Ota {
  const after = async (
    kind: 'sold' | 'modified' | 'cancelled',
    reservation: Reservation,
  ): Promise<Reservation> => {
    const { hotel, reference } = reservation;
    core.tell({ kind, hotel, reference, revision: reservation.revisions.length });
    await sending.sold?.(reservation);
    return structuredClone(reservation);
  };
  const revisions = (hotel?: string) => core.book.all(hotel).flatMap((one) => one.revisions);
  return {
    name: core.name,
    url: exchange.url,
    credentials: core.accounts.get(FIRST_ACCOUNT)!,
    addAccount: (name) => {
      const credentials = newCredentials(core.random.branch(`account ${name}`));
      core.accounts.set(name, credentials);
      return credentials;
    },
    hotel: (wish = {}) => core.hotels.add(wish),
    hotels: () => core.hotels.all(),
    sell: async (wish = {}) => after('sold', core.market.sell(wish)),
    modify: async (reference, change = {}) => after('modified', core.market.modify(reference, change)),
    cancel: async (reference) => after('cancelled', core.market.cancel(reference)),
    fallBack: (reference) => {
      for (const one of core.book.find(reference)?.revisions ?? [])
        if (!one.acknowledged) one.fellBack = true;
    },
    forget: (reference) => core.market.undo(reference),
    acknowledgeElsewhere: (hotel) => {
      for (const one of core.book.all(hotel)) acknowledge(core, one, one.revisions.length);
    },
    write: async (reference, text) => {
      const message = core.talk.write(reference, text);
      core.tell({ kind: 'message', hotel: message.hotel, reference, text: message.text });
      await sending.said?.(message);
      return { ...message };
    },
    ask: async (question) => {
      const message = core.talk.ask(question);
      core.tell({ kind: 'message', hotel: message.hotel, text: message.text });
      await sending.said?.(message);
      return { ...message };
    },
    announce: core.talk.announce,
    review: async (reference, wish) => {
      const review = core.talk.review(reference, wish);
      core.tell({ kind: 'review', hotel: review.hotel, reference });
      return { ...review };
    },
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
    acknowledgements: (hotel) => revisions(hotel).filter(({ acknowledged }) => acknowledged).length,
    outstanding: (hotel) => revisions(hotel).filter(stillOffers).length,
    messages: (hotel) => structuredClone(core.talk.messages(hotel)),
    reviews: (hotel) => structuredClone(core.talk.reviews(hotel)),
    counters: () => core.log.counters(),
    requests: (kind) => core.log.entries(kind),
    forgetRequests: () => core.log.clear(),
    faults: core.faults,
    watch: core.watch,
    settled: async () => sending.settled?.(),
    close: async () => {
      sending.stop?.();
      await exchange.close();
    },
  };
}
