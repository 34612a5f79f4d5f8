// Writing responses: JSON-RPC errors, and streams that are closed when their reader is too slow.
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { PROBLEMS, type Problem } from '../problems.ts';
import type { McpHost, McpRequest } from './host.ts';
import { clientSentence } from './problem-sentences.ts';

/** Maximum bytes that a reader may leave unread before its stream is closed. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** Error codes: those of JSON-RPC, and one of the range that it leaves to servers. */
export const RPC = { parse: -32700, invalid: -32600, server: -32000, noSession: -32001 } as const;

/** Sends a JSON-RPC error that belongs to no message: its `id` is null. */
export function sendRpcError(
  reply: FastifyReply,
  status: number,
  error: { code: number; message: string; data?: object },
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

/** Sends a problem as a response of this endpoint. */
export function sendRefusal(reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterSeconds, allow } = problem.shared;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (allow) reply.header('allow', allow.join(', '));
  return sendRpcError(reply, problem.status, {
    code: RPC.server,
    message: clientSentence(problem),
    data: { code: problem.code, title: PROBLEMS[problem.code].title },
  });
}

/** Sends the response of a transport of the SDK. Resolves when it was sent or the client has disconnected. */
export async function sendResponse(
  host: McpHost,
  request: McpRequest,
  reply: FastifyReply,
  response: Response,
): Promise<void> {
  const headers = host.headersOf(request, reply);
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed) {
    await response.body?.cancel();
    return;
  }
  raw.writeHead(response.status, {
    ...(headers as Record<string, string>),
    'cache-control': 'no-store',
    ...Object.fromEntries(response.headers),
  });
  if (response.body === null) {
    raw.end();
    return;
  }
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  if (isStream) raw.flushHeaders();
  const reader = response.body.getReader();
  raw.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || raw.destroyed) break;
    writeOrDrop(raw, value);
  }
  if (!raw.destroyed) raw.end();
}

/** Writes to a stream, and closes it when its reader is too far behind. */
export function writeOrDrop(raw: ServerResponse, chunk: string | Uint8Array): void {
  if (raw.destroyed) return;
  raw.write(chunk);
  if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
}
