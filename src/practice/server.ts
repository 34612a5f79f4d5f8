// The practice channel answers what innwire sends it, in this process: no request leaves it. Other addresses are requested as before.
import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { todayAt } from '../model/property.ts';
import type { Outgoing, OutgoingResponse } from '../outgoing/http.ts';
import { type LoadedConnection, loadConnection } from '../pms/channel-sync/load-connection.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { listRooms } from '../pms/rooms.ts';
import { Problem } from '../problems.ts';
import { hotelIdOf, isPracticeAddress, PRACTICE_CHANNEL } from './channel.ts';
import { storeNights } from './nights.ts';
import { sellFirstStays } from './sales.ts';
import { readChanges, writeMapping } from './wire.ts';

type PracticeContext = {
  db: Database;
  now: () => Temporal.Instant;
  /** gets errors of its first sales, which nobody waits for */
  report: (error: unknown) => void;
};

type SentRequest = Parameters<Outgoing['send']>[0];

/** Returns a client that passes requests for the practice channel to it, and all others on. */
export function withPracticeChannel(outgoing: Outgoing, context: PracticeContext): Outgoing {
  return {
    close: () => outgoing.close(),
    send: async (request) => {
      if (!isPracticeAddress(request.url)) return outgoing.send(request);
      const startedMs = performance.now();
      const { status, body } = await answerRequest(context, request);
      return responseOf(request, { status, body, durationMs: performance.now() - startedMs });
    },
  };
}

function responseOf(
  { url }: SentRequest,
  { status, body, durationMs }: { status: number; body: object; durationMs: number },
): OutgoingResponse {
  const text = JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text),
    text: () => text,
    url: String(url),
    durationMs,
  };
}

type PracticeAnswer = { status: number; body: object };

const refuse = (status: number, message: string): PracticeAnswer => ({
  status,
  body: { success: false, message },
});

async function answerRequest(context: PracticeContext, request: SentRequest): Promise<PracticeAnswer> {
  const { pathname, searchParams } = new URL(request.url);
  const body = typeof request.body === 'string' ? request.body : '';
  const code = /"hotel_code":"([^"]*)"/.exec(body)?.[1] ?? searchParams.get('hotel_code');
  const loaded = await loadPractice(context, hotelIdOf(code ?? null));
  const key = new Headers(request.headers).get('api-key');
  if (!loaded || !isSame(key ?? '', loaded.credentials['api_key'] ?? ''))
    return refuse(401, 'The practice channel knows no such property, or not this key: connect it again.');
  switch (`${request.method ?? 'GET'} ${pathname}`) {
    case 'GET /mapping_details/': {
      const { hotelId, currency } = loaded.property;
      const rooms = await listRooms(context.db, hotelId, {}, { size: 10_000, after: null });
      return { status: 200, body: writeMapping(rooms, currency) };
    }
    case 'POST /changes/':
      return receiveChanges(context, loaded, body);
    default:
      return refuse(404, 'The practice channel has mapping_details and changes.');
  }
}

async function loadPractice(
  { db, now }: PracticeContext,
  hotelId: number | null,
): Promise<LoadedConnection | null> {
  if (hotelId === null) return null;
  try {
    return await loadConnection(db, { hotelId, channel: PRACTICE_CHANNEL }, now());
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return wanted !== '' && a.length === b.length && timingSafeEqual(a, b);
}

async function receiveChanges(
  { db, now, report }: PracticeContext,
  { property }: LoadedConnection,
  body: string,
): Promise<PracticeAnswer> {
  const { hotelId, currency } = property;
  const changes = readChanges(body, currency);
  if (!changes) return refuse(422, 'The changes cannot be read.');
  const at = now();
  const change = { hotelId, now: at, actor: { kind: 'channel' as const, channel: PRACTICE_CHANNEL } };
  await inPropertyTransaction(db, change, (tx) => storeNights(tx, changes, todayAt(property, at)));
  // After the answer, as another server would: what it sells is not part of what it was sent.
  setImmediate(() => void sellFirstStays(db, hotelId, at).catch(report));
  return { status: 200, body: { success: true } };
}
