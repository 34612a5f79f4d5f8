// GET /api/events over HTTP: as a list, as a list with long polling, and as a stream of server-sent events.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type Caller, isStillAdmitted } from '../api/admission.ts';
import { kindsFor, presentEventFor } from '../api/event-scopes.ts';
import { NEWEST_LISTED, toLogSearch } from '../api/event-search.ts';
import type { Call } from '../api/operation.ts';
import { type listEventsOperation, toAfter, toKinds } from '../api/public/events.ts';
import { countedAddress } from '../model/client-address.ts';
import type { Event } from '../model/event.ts';
import { type LogPage, readLog, readLogEnds } from '../pms/log.ts';
import { type LogSearch, searchLog } from '../pms/log-search.ts';
import { invalidHeader, invalidParameter, Problem } from '../problems.ts';
import type { AppContext } from './context.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { createEventStreams } from './event-stream.ts';
import { setExecutionHeaders } from './response-headers.ts';
import { type ListRequest, nextLink } from './send-list.ts';

/** Answers a request for the records of a list that streams. */
export type SendEvents<Asked = ListRequest> = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
) => Promise<FastifyReply | undefined>;

/**
 * Maximum streams of a property. A property has a few listening programs; more than this comes from a program
 * that never closes its streams.
 */
const MAX_STREAMS = 2_000;
/**
 * Maximum streams of the sample property from one address, as over MCP: everybody has its token, and one
 * visitor must not use up all streams.
 */
const MAX_SANDBOX_STREAMS = 20;
/** Events read per statement while the log is streamed. */
const PAGE = 1_000;

/** Creates the handler of event requests. Its streams and waiting requests end before the server closes. */
export function createEventFeed(
  app: FastifyInstance,
  context: AppContext,
): SendEvents<ListRequest & { caller: Caller }> {
  const onError = (error: unknown) => app.log.warn({ err: error }, 'a reader of the log could not read');
  const hub = createEventHub(context.db, onError);
  const streams = createEventStreams(context.db, hub, { onError, now: context.now });
  const stopping = new AbortController();
  app.addHook('preClose', async () => {
    stopping.abort();
    streams.close();
    hub.close();
  });
  return async (request, reply, { caller, operation, call, paging, ...asked }) => {
    const query = asked.query as Static<typeof listEventsOperation.query>;
    const kinds = kindsFor(toKinds(query.kinds), call.scopes);
    const search = toLogSearch(query);
    if (search && wantsStream(request)) throw invalidParameter({ field: 'order', rule: 'newest_in_stream' });
    if (search)
      return sendNewest(request, reply, {
        operation,
        call,
        search: { ...search, kinds },
        limit: paging.limit,
      });
    const isHead = request.method === 'HEAD';
    const ends = await readLogEnds(call.db, call.property.hotelId);
    if (wantsStream(request)) {
      const countedAs =
        caller.access === 'demo' ? `sandbox/${countedAddress(request)}` : `property/${call.property.hotelId}`;
      requireStreamQuota(streams.count(countedAs), caller);
      const after = lastEventId(request, caller);
      const from = after === null ? toAfter(query, ends, 'after') : toAfter({ after }, ends, 'Last-Event-ID');
      if (isHead) return sendStreamHeaders(reply);
      beginStream(request, reply);
      streams.open(reply.raw, { caller, after: from, kinds, countedAs, idPrefix: idPrefixOf(caller) });
      return undefined;
    }
    const after = toAfter(query, ends, 'after');
    const waits = query.wait !== undefined && query.wait > 0 && !isHead;
    const gone = AbortSignal.any([stopping.signal, closed(reply)]);
    if (waits) {
      await waitForEvent(hub, call, { after, kinds, seconds: query.wait!, gone });
      // Whoever lost access meanwhile gets no event, and is refused by the next request.
      if (!(await isStillAdmitted(context.db, caller, context.now()))) return sendNothing(reply, after);
    }
    return sendList(request, reply, { operation, call, after, kinds, limit: paging.limit });
  };
}

function wantsStream(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
}

/**
 * Returns the Last-Event-ID of a client that reconnects; null when absent. It takes precedence over the
 * query, which is that of the client's first request.
 */
function lastEventId(request: FastifyRequest, caller: Caller): number | null {
  const given = request.headers['last-event-id'];
  if (given === undefined || given === '') return null;
  const prefix = idPrefixOf(caller);
  const number = String(given).startsWith(prefix) ? String(given).slice(prefix.length) : '';
  if (!/^\d{1,15}$/.test(number)) throw invalidHeader({ field: 'Last-Event-ID', rule: 'no_event' });
  return Number(number);
}

/**
 * Returns what stands before the number in the ids of a stream: with a token of several properties the property, so that a client cannot
 * continue one property's stream with the number of another.
 */
function idPrefixOf({ opens, property }: Caller): string {
  return opens === 'one' ? '' : `${property.hotelId}-`;
}

function requireStreamQuota(open: number, caller: Caller): void {
  if (open < (caller.access === 'demo' ? MAX_SANDBOX_STREAMS : MAX_STREAMS)) return;
  const of = caller.access === 'demo' ? 'address' : 'property';
  throw new Problem('rate_limited', { case: 'streams', of, max: open, retryAfterSeconds: 60 });
}

function beginStream(request: FastifyRequest, reply: FastifyReply): void {
  setExecutionHeaders(request, reply);
  setStreamHeaders(reply);
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  reply.raw.socket?.setNoDelay(true);
}

function setStreamHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no'); // nginx would wait until its buffer is full
}

/** Answers HEAD of a stream: nothing is opened. */
function sendStreamHeaders(reply: FastifyReply): FastifyReply {
  return setStreamHeaders(reply).send();
}

function closed(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

type Wait = { after: number; kinds: readonly string[] | undefined; seconds: number; gone: AbortSignal };

/**
 * Resolves when there is an event of these kinds after the number, when the time is over, or when the client
 * disconnects.
 */
async function waitForEvent(hub: EventHub, call: Call, { after, kinds, seconds, gone }: Wait): Promise<void> {
  const over = AbortSignal.any([AbortSignal.timeout(seconds * 1_000), gone]);
  let cursor = after;
  let changed = Promise.withResolvers<void>();
  const tail = hub.follow(call.property, () => changed.resolve());
  over.addEventListener('abort', () => changed.resolve());
  try {
    while (!over.aborted) {
      changed = Promise.withResolvers<void>();
      const known = tail.log.after(cursor);
      if (known?.some(({ kind }) => !kinds || kinds.includes(kind))) return;
      if (known === null) {
        const page = await readLog(call.db, call.property.hotelId, { after: cursor, limit: 1, kinds });
        if (page.events.length > 0) return;
        cursor = page.readTo;
      } else {
        cursor = known.at(-1)?.seq ?? cursor;
        if (over.aborted) return;
        await changed.promise;
      }
    }
  } finally {
    tail.leave();
  }
}

type Wanted = Pick<ListRequest, 'operation' | 'call'> & {
  after: number;
  kinds: readonly string[] | undefined;
  limit: number | undefined;
};

/**
 * Sends a list of events. `X-Next-After` is the number to continue after; events of other kinds count too.
 */
async function sendList(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<FastifyReply> {
  const { call, after, kinds, limit } = wanted;
  const { hotelId } = call.property;
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  const first = await readLog(call.db, hotelId, { after, kinds, limit: limit ?? PAGE });
  const whole = limit === undefined && first.readTo < first.lastSeq;
  reply.header('x-next-after', whole ? first.lastSeq : first.readTo);
  if (limit !== undefined && first.readTo < first.lastSeq)
    reply.header('link', nextLink(request, wanted, { last: undefined, after: first.readTo }));
  if (!whole) return reply.send(`[${toJson(first.events, call)}]`);
  return reply.send(Readable.from(wholeLog(wanted, first), { objectMode: false }));
}

type WantedNewest = Omit<Wanted, 'after' | 'kinds'> & { search: LogSearch };

/** Sends a list of events, the newest first. `Link` names the page of those before them. */
async function sendNewest(request: FastifyRequest, reply: FastifyReply, wanted: WantedNewest) {
  const { call, search, limit = NEWEST_LISTED } = wanted;
  const found = await searchLog(call.db, call.property.hotelId, search, limit + 1);
  const events = found.slice(0, limit);
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  if (found.length > limit) reply.header('link', nextLink(request, wanted, { before: events.at(-1)!.seq }));
  return reply.send(`[${toJson(events, call)}]`);
}

function sendNothing(reply: FastifyReply, after: number): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  return reply.header('x-next-after', after).send('[]');
}

/** Yields the log up to its end at the start of the response, read page by page as the client receives it. */
async function* wholeLog({ call, kinds }: Wanted, first: LogPage): AsyncGenerator<string> {
  let page = first;
  let separator = '[';
  for (;;) {
    const text = toJson(page.events, call);
    if (text !== '') {
      yield separator + text;
      separator = ',';
    }
    if (page.readTo >= first.lastSeq) break;
    const query = { after: page.readTo, kinds, limit: PAGE, upTo: first.lastSeq };
    page = await readLog(call.db, call.property.hotelId, query);
  }
  yield separator === '[' ? '[]' : ']';
}

function toJson(events: readonly Event[], call: Call): string {
  return events.map((from) => JSON.stringify(presentEventFor(from, call.property, call.scopes))).join(',');
}
