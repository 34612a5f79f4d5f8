// What a client takes as an answer. The protocol wants each to name JSON and streams of events; many name only one, or anything, or nothing.
import type { FastifyReply } from 'fastify';
import type { McpRequest } from './host.ts';
import { RPC, sendRpcError } from './responses.ts';

/** What the transports insist on. */
export const BOTH_KINDS = 'application/json, text/event-stream';

/** Whether the client names streams of events. Others get each answer as one JSON document, and cannot be asked anything in between. */
export function takesEvents({ headers }: Pick<McpRequest, 'headers'>): boolean {
  return /text\/event-stream/i.test(headers.accept ?? '');
}

/** Whether a stream may be opened for the client: it takes anything, or does not say. */
export function mayStream({ headers }: Pick<McpRequest, 'headers'>): boolean {
  return /text\/event-stream|text\/\*|\*\/\*|^\s*$/i.test(headers.accept ?? '');
}

/** Refuses to open a stream. */
export function refuseStream(reply: FastifyReply): FastifyReply {
  return sendRpcError(reply, 406, { code: RPC.server, message: 'Accept must allow text/event-stream.' });
}

/**
 * Returns the answer in a stream of events as one JSON document: the message with a result or an error, of a batch a list of them. What reports
 * progress is left out.
 */
export async function withoutEvents(
  response: Response,
  { body }: Pick<McpRequest, 'body'>,
): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!/event-stream/.test(headers.get('content-type') ?? '')) return response;
  headers.set('content-type', 'application/json; charset=utf-8');
  const answers = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)]
    .map(([, data]) => JSON.parse(data!) as object)
    .filter((message) => 'result' in message || 'error' in message);
  if (answers.length === 0) return new Response(JSON.stringify(ENDED), { status: 404, headers });
  const { status } = response;
  return new Response(JSON.stringify(Array.isArray(body) ? answers : answers[0]), { status, headers });
}

const ENDED = {
  jsonrpc: '2.0',
  error: { code: RPC.noSession, message: 'The session ended before the answer: initialize again.' },
  id: null,
};
