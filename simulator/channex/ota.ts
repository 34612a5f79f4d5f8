// Channex, an aggregator: one connection for several OTAs.

import type { OtaReservation } from '../book.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { createLimit } from '../limits.ts';
import { createCore, type Ota, type OtaCore, type OtaSetup, presentOta, serveOta } from '../ota.ts';
import { callOut, createJobQueues } from '../outgoing-calls.ts';
import { acceptValues, closeNights, readValues } from './ari.ts';
import { acceptAcknowledgement, feed, isOffered, listBookings, oneBooking, oneRevision } from './bookings.ts';
import { type ChannelActions, createChannels, type WebhookContent } from './channels.ts';
import {
  type Channex,
  type ChannexOptions,
  failure,
  newPropertyRecord,
  type PropertyRecord,
  SELLERS,
  success,
  validation,
} from './context.ts';
import { hotelRoutes, type MakeRoute } from './listing.ts';
import { createLiveFeed, type LiveFeedActions } from './live-feed.ts';
import {
  attachment,
  bookingMessages,
  listReviews,
  needsNoReply,
  oneReview,
  replyToReview,
  reviewGuest,
  threadMessages,
  threads,
} from './messages-and-reviews.ts';
import { setupRoutes } from './setup.ts';

const SETUP: OtaSetup = {
  name: 'channex',
  numbering: {
    hotel: (random) => random.uuid(),
    room: (random) => random.uuid(),
    rate: (random) => random.uuid(),
  },
  rules: {
    minStay: 'arrival',
    rates: true,
    // allow_availability_autoupdate_on_confirmation is always true; those on modification and on cancellation
    // are false unless set.
    countsChanges: false,
    reference: (random) => random.digits(10),
  },
  newId: (_kind, random) => random.uuid(),
  newCredentials: (random) => ({ api_key: random.letters(32) }),
};
/** OTAs whose messages Channex passes on. */
const MESSAGING_SELLERS = Object.keys(SELLERS).filter((name) => SELLERS[name]!.messages);
const CALLS_PER_MINUTE = 10;
/** What a key may send in a window: of all requests, and of each route. */
const OF_KEY = [
  { windowMs: 60_000, all: 600, ofRoute: 300 },
  { windowMs: 3_600_000, all: 18_000, ofRoute: 3_600 },
  { windowMs: 86_400_000, all: 216_000, ofRoute: Number.POSITIVE_INFINITY },
];
/**
 * Pauses before the retries of a webhook call. A client that misses all of them finds the data in the feed.
 */
const WEBHOOK_RETRY_MS = [500, 2_000, 10_000];

type ChannexOta = Ota &
  ChannelActions &
  LiveFeedActions & {
    /** changes settings of a property, as people do at Channex */
    setProperty(hotel: string, settings: Partial<PropertyRecord>): void;
  };

export async function startChannex(options: ChannexOptions = {}): Promise<ChannexOta> {
  const core = createCore(SETUP, options);
  // Separate random sources: sales must not depend on the number of requests.
  const sellers = core.random.branch('sellers');
  const questions = core.random.branch('questions');
  const context = createContext(core, options, {
    sell: (input) => ota.sell(input),
    modify: (reference, change) => ota.modify(reference, change),
    cancel: (reference) => ota.cancel(reference),
  });
  const webhooks = createWebhooks(context);
  const channels = createChannels(context, webhooks.send);
  const liveFeed = createLiveFeed({ context, send: webhooks.send });
  const server = await serveOta(core, options, {
    routes: channexRoutes(context, { webhooks, channels, liveFeed }),
    refuse,
  });
  const sending = {
    sold: async (one: OtaReservation) => webhooks.send(one.hotel, 'booking'),
    said: async ({ hotel }: { hotel: string }) => webhooks.send(hotel, 'message'),
    settled: webhooks.settled,
    stop: webhooks.stop,
  };
  const ota = presentOta(core, server, {
    newCredentials: SETUP.newCredentials,
    sending,
    stillOffers: (revision) => isOffered(context, revision),
  });
  return {
    ...ota,
    ...channels.actions,
    ...liveFeed.actions,
    setProperty: (hotel, settings) => {
      Object.assign(context.property(hotel), settings);
      closeNights(context, hotel);
    },
    sell: async (input = {}) => {
      const seller = input.seller ?? sellers.pick(Object.keys(SELLERS));
      const reference = input.reference ?? SELLERS[seller]?.reference(sellers) ?? sellers.digits(10);
      return ota.sell({ ...input, seller, reference });
    },
    ask: async ({ seller = questions.pick(MESSAGING_SELLERS), ...question }) => {
      if (!MESSAGING_SELLERS.includes(seller))
        throw new Error(
          `Channex passes on no questions of ${seller}, only of ${MESSAGING_SELLERS.join(', ')}`,
        );
      return ota.ask({ ...question, seller });
    },
  };
}

function createContext(core: OtaCore, options: ChannexOptions, crs: Channex['crs']): Channex {
  const bookings = new Map<string, string>();
  const properties = new Map<string, PropertyRecord>();
  // Separate random sources: sales must not depend on the number of requests.
  const tasks = core.random.branch('tasks');
  const ids = core.random.branch('booking ids');
  return {
    core,
    options,
    bookingId: (reference) => {
      const id = bookings.get(reference) ?? ids.uuid();
      bookings.set(reference, id);
      return id;
    },
    taskId: () => tasks.uuid(),
    ofBooking: (id) => core.book.find([...bookings].find(([, own]) => own === id)?.[0]),
    property: (id) => {
      const record = properties.get(id) ?? newPropertyRecord();
      properties.set(id, record);
      return record;
    },
    crs,
  };
}

type Parts = {
  webhooks: ReturnType<typeof createWebhooks>;
  channels: ReturnType<typeof createChannels>;
  liveFeed: ReturnType<typeof createLiveFeed>;
};

function channexRoutes(context: Channex, { webhooks, channels, liveFeed }: Parts): Route[] {
  const limit = createLimit(context.options.callsPerMinute ?? CALLS_PER_MINUTE, 60_000, context.core.now);
  const keyWait = createKeyLimits(context.core.now);
  const guarded =
    (routeName: string, handle: Parameters<MakeRoute>[3]): Route['handle'] =>
    (request) => {
      const account = context.core.account(({ api_key }) => api_key === request.headers['user-api-key']);
      if (!account) return refuse(401);
      if (context.core.limits && keyWait(account, routeName) > 0) return refuse(429);
      return request.fault('refuse')
        ? failure(500, 'internal_server_error', 'Internal Server Error')
        : handle(context, request, account);
    };
  const route = (
    method: string,
    path: string,
    kind: string,
    handle: Parameters<typeof guarded>[1],
  ): Route => ({
    method,
    path: `/api/v1${path}`,
    kind,
    handle: guarded(`${method} ${path}`, handle),
  });
  const ari = (kind: 'availability' | 'restrictions'): Route[] => [
    route('POST', `/${kind}`, kind === 'availability' ? kind : 'rates', (_context, request, account) =>
      acceptValues(context, request, {
        kind,
        account,
        limit,
        changed: (property) => webhooks.send(property, 'ari'),
      }),
    ),
    route('GET', `/${kind}`, 'read_back', (_context, request, account) =>
      readValues(context, request, { kind, account }),
    ),
  ];
  return [
    ...ari('availability'),
    ...ari('restrictions'),
    ...hotelRoutes(route),
    ...setupRoutes(route),
    route('GET', '/channels', 'otas', channels.list),
    route('GET', '/booking_revisions/feed', 'reservations', feed),
    route('GET', '/booking_revisions/:id', 'reservations', oneRevision),
    route('POST', '/booking_revisions/:id/ack', 'acknowledge', acceptAcknowledgement),
    route('GET', '/bookings', 'list_reservations', listBookings),
    route('GET', '/bookings/:id', 'reservations', oneBooking),
    ...messageRoutes(route),
    route('GET', '/reviews', 'reviews', listReviews),
    route('GET', '/reviews/:id', 'reviews', oneReview),
    route('POST', '/reviews/:id/reply', 'reply_review', replyToReview),
    route('POST', '/reviews/:id/guest_review', 'review_guest', reviewGuest),
    ...liveFeed.routes(route),
    route('POST', '/webhooks', 'webhooks', (_context, request) => webhooks.add(request)),
  ];
}

function messageRoutes(route: MakeRoute): Route[] {
  return [
    route('GET', '/bookings/:id/messages', 'messages', bookingMessages),
    route('POST', '/bookings/:id/messages', 'send_message', bookingMessages),
    route('GET', '/attachments/:id/:name', 'attachment', attachment),
    route('GET', '/message_threads', 'messages', threads),
    route('GET', '/message_threads/:id/messages', 'messages', threadMessages),
    route('POST', '/message_threads/:id/messages', 'send_message', threadMessages),
    route('POST', '/message_threads/:id/no_reply_needed', 'no_reply_needed', needsNoReply),
  ];
}

/** Returns a function that counts a request of a key and returns the seconds until it is allowed; 0 = it is. */
function createKeyLimits(now: () => number): (account: string, routeName: string) => number {
  const windows = OF_KEY.map(({ windowMs, all, ofRoute }) => ({
    all: createLimit(all, windowMs, now),
    ofRoute: createLimit(ofRoute, windowMs, now),
  }));
  return (account, routeName) =>
    Math.max(
      ...windows.flatMap(({ all, ofRoute }) => [all.wait(account), ofRoute.wait(`${account} ${routeName}`)]),
    );
}

/**
 * Calls registered webhooks. The calls of sales, messages and values contain only the kind of the event; the
 * feed has the data. Other events have a payload, unless the webhook was registered with `send_data: false`
 * (docs.channex.io, "Webhook Collection": "No Data Version").
 */
function createWebhooks({ core }: Channex) {
  type Hook = {
    property: string | undefined;
    url: string;
    mask: string;
    headers: Record<string, string>;
    active: boolean;
    sendData: boolean;
  };
  const hooks: Hook[] = [];
  const queues = createJobQueues(core, WEBHOOK_RETRY_MS);
  return {
    add: (request: Incoming): OtaResponse => {
      const given = json(request.body)?.['webhook'] as Record<string, unknown> | undefined;
      if (typeof given?.['callback_url'] !== 'string')
        return validation({ callback_url: ["can't be blank"] });
      if (typeof given['event_mask'] !== 'string') return validation({ event_mask: ["can't be blank"] });
      hooks.push({
        property: given['property_id'] as string | undefined,
        url: given['callback_url'],
        mask: given['event_mask'],
        headers: (given['headers'] ?? {}) as Record<string, string>,
        active: given['is_active'] !== false,
        sendData: given['send_data'] !== false,
      });
      return success({ type: 'webhook', id: core.random.uuid(), attributes: given });
    },
    send: (
      hotel: string,
      event: string,
      { payload, timestamp = core.stamp() }: WebhookContent = {},
    ): void => {
      for (const { property, url, mask, headers, active, sendData } of hooks) {
        const wanted = mask === '*' || mask.split(';').includes(event);
        if (!active || !wanted || (property !== undefined && property !== hotel)) continue;
        const data = sendData && payload !== undefined && { payload };
        const call = {
          kind: 'hint',
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ event, ...data, property_id: hotel, user_id: null, timestamp }),
        };
        let attempts = 0;
        queues.add(url, {
          run: async () => {
            attempts += 1;
            const answered = await callOut(core, call);
            return (answered !== undefined && answered.status < 300) || attempts > WEBHOOK_RETRY_MS.length;
          },
        });
      }
    },
    settled: () => queues.settled(),
    stop: () => queues.stop(),
  };
}

const TITLES: Record<number, [code: string, title: string]> = {
  401: ['unauthorized', 'Unauthorized'],
  403: ['forbidden', 'Forbidden'],
  404: ['resource_not_found', 'Resource Not Found'],
  429: ['http_too_many_requests', 'Too Many Requests'],
};

function refuse(status: number): OtaResponse {
  const [code, title] = TITLES[status] ?? ['internal_server_error', 'Internal Server Error'];
  return failure(status, code, title);
}
