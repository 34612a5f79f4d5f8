// Sending lists: a JSON array; with `limit` one page and a Link to the next, without it the whole list,
// streamed.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeCursor, encodeCursor } from '../api/cursor.ts';
import { type Call, cursorPartsOf, type ListOperation, type Untyped } from '../api/operation.ts';
import type { Paging } from '../api/paging.ts';
import { visible } from '../api/visible.ts';
import { invalidParameter } from '../problems.ts';
import { isRecordUnchanged, isUnchanged } from './caching.ts';
import { csvWriter, JSON_WRITER, type ListWriter } from './send-csv.ts';

/**
 * Rows of the first statement. A list up to this long, such as two years of a room's nights, is sent in one
 * piece.
 */
const FIRST_PAGE = 1_000;
/**
 * Rows per statement while a longer list is streamed. The objects of a page should be garbage before the next
 * page: with pages of 1,000 rows, 250,000 bookings took as long and 20 MB more.
 */
const STREAM_PAGE = 250;

/** A request for a list, with its checked query. */
export type ListRequest = {
  operation: ListOperation<Untyped, Untyped, Untyped, Untyped>;
  call: Call;
  query: object;
  paging: Paging;
};

/**
 * Answers a list request: with 304 when the client has the answer already, with one record and its ETag when
 * the query names a record, otherwise with the array.
 */
export async function answerList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListRequest,
): Promise<FastifyReply> {
  if (list.operation.selectsOneRecord?.(list.query)) return sendNamed(request, reply, list);
  if (isUnchanged(request, reply, list.operation, list.call)) return reply.send();
  return sendList(request, reply, list);
}

async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, call, query, paging }: ListRequest,
): Promise<FastifyReply> {
  const filter = operation.filter(query, call);
  const after =
    paging.cursor === undefined ? null : decodeCursor(paging.cursor, cursorPartsOf(operation, filter));
  if (paging.cursor !== undefined && !after)
    throw invalidParameter({ field: 'cursor', rule: 'wrong_cursor' });
  reply.header('content-type', 'application/json; charset=utf-8');
  const csv = (query as { format?: string }).format === 'csv' ? operation.csv : undefined;
  const writer = csv ? csvWriter(reply, { csv, call, query }) : JSON_WRITER;
  const whole = (rows: unknown[]) =>
    writer.head + pageOf({ operation, call, writer }, rows, true) + writer.tail;

  const limit = paging.limit ?? operation.defaultLimit;
  if (limit !== undefined) {
    const rows = await operation.page(call, filter, { size: limit + 1, after });
    const shown = rows.slice(0, limit);
    if (rows.length > limit) {
      const cursor = encodeCursor(operation.key(shown.at(-1), filter));
      reply.header('link', nextLink(request, { operation, call }, { limit, cursor }));
    }
    return reply.send(whole(shown));
  }

  const first = await operation.page(call, filter, { size: FIRST_PAGE, after });
  if (first.length < FIRST_PAGE) return reply.send(whole(first));
  const streamed = wholeList({ operation, call, filter, writer }, first);
  return reply.send(Readable.from(streamed, { objectMode: false }));
}

/** Sends a list that was requested by a record's id. It has one record and carries its ETag. */
async function sendNamed(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ListRequest,
): Promise<FastifyReply> {
  const { operation, call, query } = asked;
  const first = await operation.page(call, operation.filter(query, call), { size: 2, after: null });
  if (first.length !== 1) {
    if (isUnchanged(request, reply, operation, call)) return reply.send();
    return sendList(request, reply, asked);
  }
  const record = recordFor(operation, call, first[0]);
  if (isRecordUnchanged(request, reply, call, record)) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(`[${JSON.stringify(record)}]`);
}

type Written = Pick<ListRequest, 'operation' | 'call'> & { writer: ListWriter };
type Streamed = Written & { filter: unknown };

/** Yields the list as text, read page by page as the client receives it. */
async function* wholeList({ operation, call, filter, writer }: Streamed, first: unknown[]) {
  yield writer.head + pageOf({ operation, call, writer }, first, true);
  let page = first;
  do {
    page = await operation.page(call, filter, {
      size: STREAM_PAGE,
      after: operation.key(page.at(-1), filter),
    });
    if (page.length > 0) yield pageOf({ operation, call, writer }, page, false);
  } while (page.length === STREAM_PAGE);
  yield writer.tail;
}

function pageOf({ operation, call, writer }: Written, rows: readonly unknown[], isFirst: boolean): string {
  const records = rows.map((row) => recordFor(operation, call, row));
  return writer.page(records, isFirst);
}

/** Returns the record of a row as the caller sees it. */
function recordFor(operation: ListOperation, call: Call, row: unknown): object {
  return visible(operation.present(row, call) as object, operation.item, call.scopes);
}

/** Returns the `Link` to the next page: the request with these parameters set, or without them (undefined). */
export function nextLink(
  request: FastifyRequest,
  { operation, call }: Pick<ListRequest, 'operation' | 'call'>,
  changed: Record<string, string | number | undefined>,
): string {
  const params = request.params as Record<string, string>;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  );
  const query = Object.entries({ ...(request.query as object), ...changed })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return `<${call.baseUrl}${path}?${new URLSearchParams(query)}>; rel="next"`;
}
