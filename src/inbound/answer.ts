// Doing what an inbound request means, and what goes back: stored first, answered second.
import type {
  Adapter,
  ConnectionView,
  Inbound,
  InboundAnswer,
  InboundRequest,
  RequestedStay,
  StoredReservation,
} from '../channels/channel.ts';
import { findAdapter } from '../channels/registry.ts';
import { viewOf } from '../channels/view.ts';
import type { Refusal } from '../model/booking-request.ts';
import { PULLS } from '../model/channel.ts';
import { countNights } from '../model/night.ts';
import { type Change, changeProperty } from '../pms/change.ts';
import { noteHeard } from '../pms/channel-sync/confirm.ts';
import { storeRounds } from '../pms/channel-sync/exchanges.ts';
import { recordAnswered } from '../pms/channel-sync/intake/acceptances.ts';
import { listChangedSince } from '../pms/channel-sync/intake/changed-since.ts';
import { takeInMessage } from '../pms/channel-sync/intake/messages.ts';
import { judgeAlteration, judgeRequest } from '../pms/channel-sync/intake/requests.ts';
import { type IntakeSource, takeInReservation } from '../pms/channel-sync/intake/reservations.ts';
import { type LoadedConnection, loadConnection } from '../pms/channel-sync/load.ts';
import type { ConnectionKey } from '../pms/channel-sync/ownership.ts';
import { exchangeAnew, wantPull } from '../pms/connections.ts';
import { listNights } from '../pms/inventory/calendar.ts';
import { refusalOf } from '../pms/reservations/request-rules.ts';
import { isRetired } from '../pms/rooms.ts';
import type { InboundContext } from './routes.ts';

type Asked = {
  context: InboundContext;
  key: ConnectionKey;
  loaded: LoadedConnection;
  adapter: Adapter;
  view: ConnectionView;
};

type Exchanged = {
  report(error: unknown): void;
  /** true once the whole answer has left; false when the connection ended before */
  answered: Promise<boolean>;
};

/**
 * Null when this protocol takes nothing in. `report` gets what could not be recorded: what was sent is stored by then, and the
 * answer must say so.
 */
export async function answerInbound(
  context: InboundContext,
  key: ConnectionKey,
  request: InboundRequest,
  { report, answered }: Exchanged,
): Promise<InboundAnswer | null> {
  const started = performance.now();
  const loaded = await loadConnection(context.db, key, context.now());
  const adapter = findAdapter(loaded.connection.protocol);
  if (!adapter?.inbound || loaded.property.sandboxAt) return null;
  const view = viewOf(loaded);
  const asked: Asked = { context, key, loaded, adapter, view };
  const decoded = adapter.inbound.decode(request, view);
  const { paused } = loaded.connection;
  const meant: Inbound =
    paused && decoded.kind !== 'refused'
      ? { kind: 'refused', answer: later(adapter.inbound.unavailable(PAUSED)) }
      : decoded;
  const { answer, items, refusal } = await carryOut(asked, meant);
  try {
    if (meant.kind !== 'refused') await noteVisit(asked, meant);
    // Questions about the calendar come every minute and change nothing.
    if (!QUESTIONS.has(meant.kind)) {
      const durationMs = performance.now() - started;
      await note(asked, { request, meant, answer, items, refusal: refusal ?? null, durationMs });
    }
  } catch (error) {
    report(error);
  }
  if (!adapter.orderLookup && meant.kind === 'reservations' && meant.request) {
    void recordDelivery(asked, meant, answered).catch(report);
  }
  return answer;
}

/** Of a channel that cannot be asked later, an answer that left whole is taken for one that arrived. */
async function recordDelivery({ context, key }: Asked, { reservations }: Booked, answered: Promise<boolean>) {
  if (!(await answered)) return;
  const references = reservations.map(({ reference }) => reference);
  await recordAnswered(context.db, key, references);
}

/** Long enough not to be asked all the time, short enough for a booking that a guest waits for. */
function later(answer: InboundAnswer): InboundAnswer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(RETRY_AFTER_SECONDS) } };
}

const RETRY_AFTER_SECONDS = 60;
const PAUSED = 'This connection is paused for a while: send this again later.';

/** They were here. A channel that fetches our calendar is as far as its last visit; of the rest it is enough to know roughly. */
async function noteVisit({ context, key, loaded }: Asked, { kind }: Inbound): Promise<void> {
  const [at, last] = [context.now(), loaded.connection.lastSyncAt];
  if (kind !== 'calendar' && last && at.since(last).total('seconds') < VISIT_SECONDS) return;
  await noteHeard(context.db, [{ ...key, at }]);
}

const VISIT_SECONDS = 10;

const QUESTIONS = new Set<Inbound['kind']>([
  'calendar',
  'availability',
  'alteration',
  'changed_since',
  'answered',
]);

/** `refusal`: why a request to book was refused. */
type Done = { answer: InboundAnswer; items: number; refusal?: Refusal | undefined };

async function carryOut(asked: Asked, meant: Inbound): Promise<Done> {
  switch (meant.kind) {
    case 'reservations': {
      const stored = [];
      for (const reservation of meant.reservations) stored.push(await store(asked, meant, reservation));
      const refusal = stored.find((one) => one.refusal)?.refusal;
      return { answer: meant.answer(stored), items: stored.length, refusal };
    }
    case 'availability': {
      const refusals = await Promise.all(meant.stays.map((stay) => judge(asked, meant, stay)));
      return { answer: meant.answer(refusals), items: 0 };
    }
    case 'alteration':
      return { answer: meant.answer(await judgeChange(asked, meant)), items: 0 };
    case 'messages':
      for (const message of meant.messages) {
        await change(asked, (tx) => takeInMessage(tx, asked.key.channel, message));
      }
      return { answer: meant.answer, items: meant.messages.length };
    case 'resync':
      await change(asked, (tx) => exchangeAnew(tx, asked.key.channel));
      return { answer: meant.answer, items: 0 };
    case 'hint':
      await change(asked, (tx) => wantPull(tx, asked.key.channel, PULLS));
      asked.context.db.doorbell.ring(asked.key.hotelId);
      return { answer: meant.answer, items: 0 };
    case 'calendar':
      return { answer: meant.answer(await readCalendar(asked, meant)), items: 0 };
    case 'changed_since':
      return {
        answer: meant.answer(await listChangedSince(asked.context.db, asked.key, meant.since)),
        items: 0,
      };
    case 'answered':
    case 'refused':
      return { answer: meant.answer, items: 0 };
  }
}

type Booked = Extract<Inbound, { kind: 'reservations' }>;

/** Stores what the channel sold; of a request to book that is refused, nothing is stored. */
async function store(
  asked: Asked,
  { request }: Booked,
  reservation: Booked['reservations'][number],
): Promise<StoredReservation> {
  const source: IntakeSource = {
    ...sourceOf(asked),
    countsOwnSales: asked.adapter.ari?.wantsOwnSales === false,
    ...(request && { request }),
  };
  try {
    const { reservationIds, conflict, outcome } = await change(asked, async (tx) => {
      const taken = await takeInReservation(tx, source, reservation);
      if (reservation.provisional && taken.outcome === 'superseded') {
        await wantPull(tx, asked.key.channel, ['reservations']);
      }
      return taken;
    });
    if (outcome === 'superseded') asked.context.db.doorbell.ring(asked.key.hotelId);
    return { reservation, reservationIds, conflict };
  } catch (error) {
    const refusal = request ? refusalOf(error) : null;
    if (refusal) return { reservation, reservationIds: [], conflict: null, refusal };
    throw error;
  }
}

function sourceOf({ loaded, key }: Asked) {
  return { property: loaded.property, channel: key.channel, rooms: loaded.connection.rooms };
}

function judge(
  asked: Asked,
  { request }: Extract<Inbound, { kind: 'availability' }>,
  stay: RequestedStay,
): Promise<Refusal | null> {
  const wanted = { ...stay, externalRate: null };
  return judgeRequest(asked.context.db, sourceOf(asked), request, { wanted, now: asked.context.now() });
}

function judgeChange(
  asked: Asked,
  { reference, request, stay }: Extract<Inbound, { kind: 'alteration' }>,
): Promise<Refusal | null> {
  const wanted = { ...stay, externalRate: null };
  return judgeAlteration(asked.context.db, sourceOf(asked), request, {
    reference,
    wanted,
    now: asked.context.now(),
  });
}

function change<T>({ context, key }: Asked, work: (tx: Change) => Promise<T>): Promise<T> {
  return changeProperty(context.db, { hotelId: key.hotelId, now: context.now() }, work);
}

async function readCalendar(
  { context, key, view }: Asked,
  { window, rooms }: Extract<Inbound, { kind: 'calendar' }>,
) {
  const asked = view.rooms.filter((room) => rooms.includes(room.externalRoom));
  const until = window.to.add({ days: 1 });
  const size = countNights(window.from, until);
  const nights = await Promise.all(
    asked.map(async ({ roomId }) => {
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

type Outcome = {
  request: InboundRequest;
  meant: Inbound;
  answer: InboundAnswer;
  items: number;
  refusal: Refusal | null;
  durationMs: number;
};

function didWhat(meant: Inbound): string {
  if (meant.kind !== 'reservations' || !meant.request) return `sent ${meant.kind}`;
  return `asked to book ${meant.reservations[0]?.reference}`;
}

async function note(
  { context, key, adapter }: Asked,
  { request, meant, answer, items, refusal, durationMs }: Outcome,
): Promise<void> {
  const failed = answer.status >= 400 || refusal !== null;
  const at = context.now();
  const words = failed ? adapter.redact(refusal?.message ?? answer.body).slice(0, 500) : null;
  await storeRounds(context.db, [
    {
      entry: {
        ...key,
        createdAt: at,
        summary: `${key.channel} ${didWhat(meant)}${failed ? ', which was refused' : ''}`,
        direction: 'pull',
        operation: meant.kind,
        outcome: failed ? 'failed' : 'ok',
        items,
        error: words,
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
          error: words,
          durationMs,
        },
      ],
    },
  ]);
}
