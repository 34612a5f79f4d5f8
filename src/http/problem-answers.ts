// Errors as HTTP responses: every error becomes a problem document (RFC 9457); internal details go to the
// server's log only.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { presentMoment } from '../api/present.ts';
import { presentData, presentFieldError } from '../api/problem-data.ts';
import { isStorageFull, isTemporary } from '../db/errors.ts';
import { StorageFullError } from '../db/free-space.ts';
import { KeyBusyError } from '../db/keyed-semaphore.ts';
import { DecryptionError } from '../db/secrets.ts';
import { describeRule } from '../problems/field-errors.ts';
import { errorsOf } from '../problems/sentences.ts';
import { PROBLEMS, Problem, problemType } from '../problems.ts';
import { problemDetailForRest, REST_READER } from './problem-sentences.ts';

/** Answers every error, and every path that does not exist, with a problem document. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request.id, request.routeOptions.bodyLimit);
    // Not logged: one client that sends too many requests could fill the log, and a log what is left of the disk.
    if (!(error instanceof KeyBusyError || error instanceof StorageFullError))
      logFailure(app.log, problem, { err: error, request_id: request.id, route: request.routeOptions.url });
    return sendProblem(reply, problem);
  });
  // A path that does not exist is rejected before anything else of the request is checked.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw noSuchPath();
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, noSuchPath()));
}

/**
 * Logs an error of this server under the request id that the caller sees. It goes to the server's log,
 * because a route may have its own log level.
 */
export function logFailure(log: FastifyBaseLogger, problem: Problem, about: Record<string, unknown>): void {
  if (problem.status >= 500) log.error(about, problem.code);
}

export function noSuchPath(): Problem {
  return new Problem('not_found', { case: 'path' });
}

/** Sends a problem document with the headers that belong to it. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterSeconds, allow } = problem.shared;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (allow) reply.header('allow', allow.join(', '));
  if (problem.code === 'not_signed_in' || problem.code === 'sign_in_refused')
    reply.header('www-authenticate', 'Cookie realm="innwire"');
  if (problem.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="innwire operator"');
  // These headers belong to the successful response.
  reply.removeHeader('etag').removeHeader('link');
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemBody(problem, reply.request.id)));
}

/**
 * Answers data that is no valid or complete HTTP request. The framework has no request object for it, so the
 * response is written directly to the socket.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = BROKEN_REQUESTS[error.code ?? ''] ?? new Problem('invalid_data', { case: 'not_http' });
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, requestId));
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'connection: close',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'referrer-policy: no-referrer',
    'x-content-type-options: nosniff',
    `x-executed-at: ${presentMoment(Temporal.Now.instant())}`,
    'server-timing: app;dur=0.0',
    `x-request-id: ${requestId}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const BROKEN_REQUESTS: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('request_timeout'),
  HPE_HEADER_OVERFLOW: new Problem('headers_too_large'),
};

/** Returns the body of a problem response. */
function problemBody(problem: Problem, requestId: string): object {
  const { nights, firstSeq } = problem.shared;
  const errors = errorsOf(problem).map((error) => presentFieldError(error, describeRule(error, REST_READER)));
  const data = presentData(problem.data);
  return {
    type: problemType(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    code: problem.code,
    detail: problemDetailForRest(problem),
    ...(errors.length > 0 && { errors }),
    ...(nights && { nights }),
    ...(firstSeq !== undefined && { first_seq: firstSeq }),
    timestamp: presentMoment(Temporal.Now.instant()),
    request_id: requestId,
    ...(data && { data }),
  };
}

/** Converts any error to a problem. `bodyLimit` is that of the operation, in bytes. */
export function toProblem(error: unknown, requestId: string, bodyLimit?: number): Problem {
  if (error instanceof Problem) return error;
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if (error instanceof KeyBusyError)
    return new Problem('temporarily_unavailable', { case: error.busy, retryAfterSeconds });
  // Only the operator enters secrets, so the reason may name the missing setting.
  if (error instanceof DecryptionError)
    return new Problem('temporarily_unavailable', { case: 'secret', reason: error.message });
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('payload_too_large', { case: 'bytes', max: bodyLimit ?? null });
  const refused = REFUSED_BY_FRAMEWORK[code];
  if (refused) return refused;
  if (statusCode === 400) return new Problem('invalid_data', { case: 'unreadable' });
  if (isStorageFull(error))
    return new Problem('storage_full', { retryAfterSeconds: STORAGE_FULL_RETRY_SECONDS });
  if (isTemporary(error))
    return new Problem('temporarily_unavailable', { case: 'database', retryAfterSeconds });
  return new Problem('server_error', { requestId });
}

const RETRY_AFTER_SECONDS = 5;
/** People must make room first. */
const STORAGE_FULL_RETRY_SECONDS = 60;

/** Errors that the framework raises before an operation is reached. */
const REFUSED_BY_FRAMEWORK: Record<string, Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem('invalid_data', { case: 'wrong_length' }),
  FST_ERR_BAD_URL: new Problem('not_found', { case: 'unreadable_path' }),
  FST_ERR_MAX_PARAM_LENGTH: new Problem('not_found', { case: 'long_path' }),
};
