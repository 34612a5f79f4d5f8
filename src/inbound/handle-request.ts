// Carries out inbound requests of channels: everything is stored before it is answered.
import type {
  Adapter,
  ConnectionView,
  Inbound,
  InboundAnswer,
  InboundRequest,
  RequestedStay,
  StoredReservation,
} from '../channels/channel.ts';
import { viewOf } from '../channels/connection-view.ts';
import { findAdapter } from '../channels/registry.ts';
import type { Database } from '../db/database.ts';
import type { RequestRefusal } from '../model/booking-request.ts';
import { PULLS } from '../model/channel.ts';
import type { OtaReport } from '../model/connected-ota.ts';
import { countNights } from '../model/night.ts';
import type { PullOperation } from '../model/sync-operations.ts';
import { recordResponseSent } from '../pms/channel-sync/ingest/acceptances.ts';
import { listChangedSince } from '../pms/channel-sync/ingest/changed-since.ts';
import { ingestMessage } from '../pms/channel-sync/ingest/messages.ts';
import { checkAlteration, checkRequest } from '../pms/channel-sync/ingest/requests.ts';
import { type IngestSource, ingestReservation } from '../pms/channel-sync/ingest/reservations.ts';
import { type LoadedConnection, loadConnection } from '../pms/channel-sync/load-connection.ts';
import { storeOtaReports } from '../pms/channel-sync/otas.ts';
import type { ConnectionKey } from '../pms/channel-sync/ownership.ts';
import { recordLastSync } from '../pms/channel-sync/record-pushed.ts';
import { requestRecovery } from '../pms/channel-sync/recovery.ts';
import { storeCycles } from '../pms/channel-sync/sync-log.ts';
import { requestPull, resyncConnection } from '../pms/connections.ts';
import { listNights } from '../pms/inventory/calendar.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../pms/property-transaction.ts';
import { refusalOf } from '../pms/reservations/request-rules.ts';
import { isRetired } from '../pms/rooms.ts';

export type InboundOptions = {
  db: Database;
  now: () => Temporal.Instant;
  /** our address, as channels reach it */
  baseUrl: () => string;
};

type InboundContext = {
  context: InboundOptions;
  key: ConnectionKey;
  loaded: LoadedConnection;
  adapter: Adapter;
  view: ConnectionView;
};

type HandledRequest = {
  report(error: unknown): void;
  /** true once the whole response was sent; false when the TCP connection ended before */
  answered: Promise<boolean>;
};

/**
 * Carries out an inbound request and returns the response; null when the protocol accepts no inbound
 * requests. `report` gets errors of the sync log and other records: the request itself was carried out by
 * then, and its response must say so.
 */
export async function handleInbound(
  context: InboundOptions,
  key: ConnectionKey,
  request: InboundRequest,
  { report, answered }: HandledRequest,
): Promise<InboundAnswer | null> {
  const started = performance.now();
  const loaded = await loadConnection(context.db, key, context.now());
  const adapter = findAdapter(loaded.connection.protocol);
  if (!adapter?.inbound || loaded.property.sandboxAt) return null;
  const view = viewOf(loaded, adapter);
  const inbound: InboundContext = { context, key, loaded, adapter, view };
  const decoded = adapter.inbound.decode(request, view);
  const { paused } = loaded.connection;
  const action: Inbound =
    paused && decoded.kind !== 'refused'
      ? { kind: 'refused', answer: withRetryAfter(adapter.inbound.unavailable(PAUSED)) }
      : decoded;
  const { answer, items, refusal } = await perform(inbound, action);
  try {
    if (action.kind !== 'refused') await recordVisit(inbound, action);
    // Queries of the calendar come every minute and change nothing.
    if (!READ_ONLY_KINDS.has(action.kind)) {
      const durationMs = performance.now() - started;
      await recordRequest(inbound, { request, action, answer, items, refusal: refusal ?? null, durationMs });
    }
  } catch (error) {
    report(error);
  }
  if (!adapter.orderLookup && action.kind === 'reservations' && action.request) {
    void recordDelivery(inbound, action, answered).catch(report);
  }
  return answer;
}

/** For channels without order lookup: a response that was sent completely counts as received. */
async function recordDelivery(
  { context, key }: InboundContext,
  { reservations }: ReservationsAction,
  answered: Promise<boolean>,
) {
  if (!(await answered)) return;
  const references = reservations.map(({ reference }) => reference);
  await recordResponseSent(context.db, key, references);
}

/**
 * Adds `Retry-After`: long enough to avoid constant repetition, short enough for a guest who waits for a
 * booking.
 */
function withRetryAfter(answer: InboundAnswer): InboundAnswer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(RETRY_AFTER_SECONDS) } };
}

const RETRY_AFTER_SECONDS = 60;
const PAUSED = 'This connection is paused for a while: send this again later.';

/**
 * Records the time of the last contact. For a channel that fetches our calendar, that is how far it is up to
 * date, and every fetch is recorded; for the others one record in `VISIT_RECORD_SECONDS` is enough.
 */
async function recordVisit({ context, key, loaded }: InboundContext, { kind }: Inbound): Promise<void> {
  const [at, last] = [context.now(), loaded.connection.lastSyncAt];
  if (kind !== 'calendar' && last && at.since(last).total('seconds') < VISIT_RECORD_SECONDS) return;
  await recordLastSync(context.db, [{ ...key, at }]);
}

const VISIT_RECORD_SECONDS = 10;

const READ_ONLY_KINDS = new Set<Inbound['kind']>([
  'calendar',
  'availability',
  'alteration',
  'changed_since',
  'answered',
]);

/** `refusal`: why a request to book was refused. */
type ActionResult = { answer: InboundAnswer; items: number; refusal?: RequestRefusal | undefined };

async function perform(inbound: InboundContext, action: Inbound): Promise<ActionResult> {
  switch (action.kind) {
    case 'reservations': {
      const stored = [];
      for (const reservation of action.reservations) stored.push(await store(inbound, action, reservation));
      const refusal = stored.find((one) => one.refusal)?.refusal;
      return { answer: action.answer(stored), items: stored.length, refusal };
    }
    case 'availability': {
      const refusals = await Promise.all(
        action.stays.map((stay) => checkBookingRequest(inbound, action, stay)),
      );
      return { answer: action.answer(refusals), items: 0 };
    }
    case 'alteration':
      return { answer: action.answer(await checkBookingChange(inbound, action)), items: 0 };
    case 'messages':
      for (const message of action.messages) {
        await inTransaction(inbound, (tx) => ingestMessage(tx, inbound.key.channel, message));
      }
      return { answer: action.answer, items: action.messages.length };
    case 'resync':
      await inTransaction(inbound, (tx) => resyncConnection(tx, inbound.key.channel));
      return { answer: action.answer, items: 0 };
    case 'hint':
      await inTransaction(inbound, (tx) => requestPull(tx, inbound.key.channel, PULLS));
      inbound.context.db.notifications.notify(inbound.key.hotelId);
      return { answer: action.answer, items: 0 };
    case 'reports':
      await inTransaction(inbound, (tx) => storeReports(tx, inbound.key, action.reports));
      inbound.context.db.notifications.notify(inbound.key.hotelId);
      return { answer: action.answer, items: action.reports.length };
    case 'calendar':
      return { answer: action.answer(await readCalendar(inbound, action)), items: 0 };
    case 'changed_since':
      return {
        answer: action.answer(await listChangedSince(inbound.context.db, inbound.key, action.since)),
        items: 0,
      };
    case 'answered':
    case 'refused':
      return { answer: action.answer, items: 0 };
  }
}

/** Stores reports about OTAs, and has them listed again. */
async function storeReports(
  tx: PropertyTransaction,
  { channel }: ConnectionKey,
  reports: readonly OtaReport[],
): Promise<void> {
  await storeOtaReports(tx, channel, reports);
  const isUnread = reports.some(({ kind }) => kind === 'booking_unacknowledged');
  // It may have left the queue already.
  if (isUnread) await requestRecovery(tx, channel);
  await requestPull(tx, channel, isUnread ? ['otas', 'reservations'] : ['otas']);
}

type ReservationsAction = Extract<Inbound, { kind: 'reservations' }>;

/** Stores a reservation of the channel. Nothing is stored of a request to book that is refused. */
async function store(
  inbound: InboundContext,
  { request }: ReservationsAction,
  reservation: ReservationsAction['reservations'][number],
): Promise<StoredReservation> {
  const source: IngestSource = {
    ...sourceOf(inbound),
    countsSalesItself: inbound.adapter.ari?.expectsEchoOfSales === false,
    ...(request && { request }),
  };
  try {
    const { reservationIds, conflict, isUnsure } = await inTransaction(inbound, async (tx) => {
      const ingested = await ingestReservation(tx, source, reservation);
      const isUndated = reservation.provisional === true && ingested.outcome !== 'known';
      const isUnsure = isUndated || ingested.isUnsure === true;
      if (isUnsure) await requestPull(tx, inbound.key.channel, ['reservations']);
      return { ...ingested, isUnsure };
    });
    if (isUnsure) inbound.context.db.notifications.notify(inbound.key.hotelId);
    return { reservation, reservationIds, conflict };
  } catch (error) {
    const refusal = request ? refusalOf(error) : null;
    if (refusal) return { reservation, reservationIds: [], conflict: null, refusal };
    throw error;
  }
}

function sourceOf({ loaded, key }: InboundContext) {
  return { property: loaded.property, channel: key.channel, rooms: loaded.connection.rooms };
}

function checkBookingRequest(
  inbound: InboundContext,
  { request }: Extract<Inbound, { kind: 'availability' }>,
  stay: RequestedStay,
): Promise<RequestRefusal | null> {
  const wanted = { ...stay, externalRate: null };
  return checkRequest(inbound.context.db, sourceOf(inbound), request, { wanted, now: inbound.context.now() });
}

function checkBookingChange(
  inbound: InboundContext,
  { reference, request, stay }: Extract<Inbound, { kind: 'alteration' }>,
): Promise<RequestRefusal | null> {
  const wanted = { ...stay, externalRate: null };
  return checkAlteration(inbound.context.db, sourceOf(inbound), request, {
    reference,
    wanted,
    now: inbound.context.now(),
  });
}

function inTransaction<T>(
  { context, key }: InboundContext,
  work: (tx: PropertyTransaction) => Promise<T>,
): Promise<T> {
  return inPropertyTransaction(
    context.db,
    { hotelId: key.hotelId, now: context.now(), actor: { kind: 'channel', channel: key.channel } },
    work,
  );
}

async function readCalendar(
  { context, key, view }: InboundContext,
  { window, rooms }: Extract<Inbound, { kind: 'calendar' }>,
) {
  const inbound = view.rooms.filter((room) => rooms.includes(room.externalRoom));
  const until = window.to.add({ days: 1 });
  const size = countNights(window.from, until);
  const nights = await Promise.all(
    inbound.map(async ({ roomId }) => {
      const wanted = { from: window.from, until, roomId, retired: true };
      const [found, retired] = await Promise.all([
        listNights(context.db, key.hotelId, wanted, { size, after: null }),
        isRetired(context.db, key.hotelId, roomId),
      ]);
      return retired ? found.map((night) => ({ ...night, available: 0 })) : found;
    }),
  );
  return nights.flat().map(({ hotelId: _, roomId, date, ...values }) => ({ roomId, date, values }));
}

type RequestRecord = {
  request: InboundRequest;
  action: Inbound;
  answer: InboundAnswer;
  items: number;
  refusal: RequestRefusal | null;
  durationMs: number;
};

function summaryOf(action: Inbound): string {
  if (action.kind !== 'reservations' || !action.request) return `sent ${action.kind}`;
  return `asked to book ${action.reservations[0]?.reference}`;
}

function operationOf({ kind }: Inbound): PullOperation {
  return kind === 'calendar' ? 'calendar request' : kind;
}

async function recordRequest(
  { context, key, adapter }: InboundContext,
  { request, action, answer, items, refusal, durationMs }: RequestRecord,
): Promise<void> {
  const failed = answer.status >= 400 || refusal !== null;
  const at = context.now();
  const reason = failed ? adapter.redact(refusal?.message ?? answer.body).slice(0, 500) : null;
  await storeCycles(context.db, key.hotelId, [
    {
      entry: {
        channel: key.channel,
        createdAt: at,
        summary: `${key.channel} ${summaryOf(action)}${failed ? ', which was refused' : ''}`,
        direction: 'pull',
        operation: operationOf(action),
        outcome: failed ? 'failed' : 'ok',
        items,
        error: reason,
        durationMs,
      },
      exchanges: [
        {
          at,
          method: request.method,
          url: adapter.redact(`/channels/***${request.path}`),
          request: adapter.redact(request.body),
          status: answer.status,
          response: adapter.redact(answer.body),
          error: reason,
          durationMs,
        },
      ],
    },
  ]);
}
