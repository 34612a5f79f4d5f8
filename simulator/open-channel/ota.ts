// Partner that uses the open channel's JSON: accepts changes, lists its rooms for mapping, sends
// reservations.

import { refusedClosures } from '../faults.ts';
import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { createCore, type Ota, type OtaSetup, presentOta, serveOta, type Target } from '../ota.ts';
import { createJobQueues, createTargets } from '../outgoing-calls.ts';
import { readChanges } from './changes.ts';
import type { OpenChannel, OpenChannelOptions } from './context.ts';
import { acceptMessage, acceptReviewReply, listMessages, listReviews, problem } from './conversations.ts';
import { sendNews, sendReservation, sendSyncRequest } from './sending.ts';

const SETUP: OtaSetup = {
  name: 'open_channel',
  numbering: {
    hotel: (random) => `hotel-${random.digits(4)}`,
    room: (random) => `room-${random.digits(4)}`,
    rate: (random) => `rate-${random.digits(4)}`,
  },
  rules: { minStay: 'arrival', rates: true, reference: (random) => `R-${random.digits(7)}` },
  newId: (_kind, random) => random.uuid(),
  newCredentials: (random) => ({ api_key: random.letters(24) }),
};
/** Pauses before retries; shorter than the minutes of a real partner, so that a test does not wait. */
const RETRY_MS = [200, 1_000, 5_000, 15_000];

type OpenChannelOta = Ota & {
  /**
   * sets the address of a hotel's reservations: `url` + `/new_booking`, with the key `credentials.api_key`
   */
  connect(hotel: string, target: Target): void;
  /** asks innwire for a full push */
  requestFullSync(hotel: string): Promise<boolean>;
};

export async function startOpenChannel(options: OpenChannelOptions = {}): Promise<OpenChannelOta> {
  const core = createCore(SETUP, options);
  const targets = createTargets(options.innwire);
  const queues = createJobQueues(core, options.retryMs ?? RETRY_MS);
  const context: OpenChannel = { core, options, targets };
  const server = await serveOta(core, options, { routes: openChannelRoutes(context), refuse });
  const sending = {
    sold: async (one: { hotel: string; reference: string }) => {
      const reservation = core.book.find(one.reference)!;
      const revision = reservation.revisions.at(-1)!;
      queues.add(one.hotel, { run: () => sendReservation(context, reservation, revision) });
    },
    // A notification, which may get lost: innwire also polls every minute.
    said: async ({ hotel }: { hotel: string }) => void (await sendNews(context, hotel)),
    settled: () => queues.settled(),
    stop: () => queues.stop(),
  };
  return {
    ...presentOta(core, server, { newCredentials: SETUP.newCredentials, sending }),
    connect: (hotel, target) => targets.set(hotel, target),
    requestFullSync: (hotel) => sendSyncRequest(context, hotel),
  };
}

function openChannelRoutes(context: OpenChannel): Route[] {
  const { core, options } = context;
  const guarded =
    (handle: (request: Incoming) => OtaResponse): Route['handle'] =>
    (request) => {
      const account = core.account(({ api_key }) => api_key === request.headers['api-key']);
      if (!account) return refuse(401);
      const code = request.query.get('hotel_code');
      if (request.method === 'GET' && core.hotels.find(code ?? undefined)?.account !== account) {
        return problem(404, 'unknown_hotel', `there is no hotel ${code}`);
      }
      return request.fault('refuse') ? problem(200, 'busy', 'please try again') : handle(request);
    };
  const hotelOf = (request: Incoming): Hotel => core.hotels.find(request.query.get('hotel_code')!)!;
  const route = (
    method: string,
    path: string,
    kind: string,
    handle: (request: Incoming) => OtaResponse,
  ): Route => ({
    method,
    path,
    kind,
    handle: guarded(handle),
  });
  const seen = new Map<string, string>();
  const replied = new Map<string, string>();
  return [
    route('GET', '/test_connection/', 'mapping', () => ({ body: { success: true } })),
    route('GET', '/mapping_details/', 'mapping', (request) => mapping(hotelOf(request), options)),
    route('POST', '/changes/', 'changes', (request) => acceptChanges(context, request, seen)),
    route('GET', '/messages/', 'messages', (request) => listMessages(context, hotelOf(request).id, request)),
    route('POST', '/messages/', 'send_message', (request) => acceptMessage(context, request, replied)),
    route('GET', '/reviews/', 'reviews', (request) => listReviews(context, hotelOf(request).id, request)),
    route('POST', '/reviews/:id/reply/', 'reply_review', (request) => acceptReviewReply(context, request)),
  ];
}

function mapping(hotel: Hotel, { sellMode = 'per_room' }: OpenChannelOptions): OtaResponse {
  const rooms = hotel.rooms.map(({ id, title, maxPersons, rates }) => ({
    id,
    title,
    rate_plans: rates.map((rate) => ({
      id: rate.id,
      title: rate.title,
      sell_mode: sellMode,
      max_persons: maxPersons,
      currency: hotel.currency,
      read_only: rate.readOnly,
    })),
  }));
  return { body: { data: { type: 'mapping_details', attributes: { room_types: rooms } } } };
}

function acceptChanges(context: OpenChannel, request: Incoming, seen: Map<string, string>): OtaResponse {
  const read = readChanges(context, json(request.body));
  if (!read.ok) return problem(422, read.code, read.message);
  const again = seen.get(read.requestId);
  if (again) return { body: { success: true, unique_id: again } };
  request.counted(read.changes.length);
  const refuses = refusedClosures(request.fault);
  const errors: { index: number; message: string }[] = [];
  for (const [index, { closes, apply }] of read.changes.entries()) {
    if (refuses(closes)) errors.push({ index, message: 'the night cannot be closed' });
    else apply();
  }
  const unique = context.core.random.letters(8);
  if (errors.length === 0) seen.set(read.requestId, unique);
  return { body: { success: true, unique_id: unique, ...(errors.length > 0 && { errors }) } };
}

function refuse(status: number): OtaResponse {
  return problem(status, `http_${status}`, status === 401 ? 'the api-key is not known' : `HTTP ${status}`);
}
