// Conditional GET: the ETag is computed before the answer, so a client that is up to date costs one row read.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, recordTag } from '../api/etag.ts';
import type { Call, ListOperation, ReadOperation } from '../api/operation.ts';
import { VERSION } from '../config.ts';

/**
 * Sets the caching headers of a read. Returns true when the client already has this answer: the status is
 * then 304 and nothing else is to be sent. The ETag is weak, because the same content may be serialized
 * differently. It is made of the property's log number, which is read before the data: a change in between
 * makes the ETag too old, never too new, and is seen at the next request.
 */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Pick<ReadOperation | ListOperation, 'name' | 'caching'>,
  call: Call,
): boolean {
  setCacheControl(reply, call);
  if (operation.caching === 'no-etag') return false;
  return hasAlready(request, reply, etagOf(request, operation, call));
}

/**
 * Sets the ETag of a single record. Returns true when the client already has the record in its current state.
 */
export function isRecordUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  record: object,
): boolean {
  setCacheControl(reply, call);
  return hasAlready(request, reply, recordTag(record));
}

/**
 * A program keeps answers and asks whether they are still right. A browser in which somebody is signed in keeps none: its cache outlasts the
 * session, also on a screen that several people share. The desk has those of its own page, and asks with their ETags.
 */
function setCacheControl(reply: FastifyReply, { token }: Call): void {
  reply.header('cache-control', token?.userId === undefined ? 'private, no-cache' : 'no-store');
}

function hasAlready(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  if (!matchesTag(request.headers['if-none-match'], etag)) return false;
  reply.code(304);
  return true;
}

function etagOf(
  request: FastifyRequest,
  operation: Pick<ReadOperation | ListOperation, 'name' | 'caching'>,
  call: Call,
): string {
  const parts = [
    VERSION,
    operation.name,
    call.property.hotelId,
    call.property.lastSeq,
    // Records contain links to this server.
    call.baseUrl,
    operation.caching === 'log-and-date' ? call.today.toString() : '',
    // Several people may be signed in one after the other in a browser, which keeps answers by their addresses.
    call.token?.userId ?? '',
    call.token?.userId === undefined ? '' : (call.scopes ?? 'everything'),
    // The sample property is regenerated without a change of its log number.
    call.property.sandboxAt?.toString() ?? '',
    Object.entries(request.query as object).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return `W/"${createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)}"`;
}
