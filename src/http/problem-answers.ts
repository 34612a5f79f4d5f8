// Errors as HTTP responses: every error becomes a problem document (RFC 9457); internal details go to the
// server's log only.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { moment } from '../api/present.ts';
import { isTemporary } from '../db/errors.ts';
import { KeyBusyError } from '../db/keyed-semaphore.ts';
import { DecryptionError } from '../db/secrets.ts';
import { PROBLEMS, Problem, type ProblemCode, problemType } from '../problems.ts';

/** Answers every error, and every path that does not exist, with a problem document. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request.routeOptions.bodyLimit);
    // Not logged: one client that sends too many requests could fill the log.
    if (!(error instanceof KeyBusyError))
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
  return new Problem('not_found', 'This server has no such path: see /swagger for those it has.');
}

/** Sends a problem document with the headers that belong to it. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterSeconds, allow } = problem.extras;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (allow) reply.header('allow', allow.join(', '));
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
  const problem = BROKEN_REQUESTS[error.code ?? ''] ?? new Problem('invalid_data', 'This is not valid HTTP.');
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
    `x-executed-at: ${moment(Temporal.Now.instant())}`,
    'server-timing: app;dur=0.0',
    `x-request-id: ${requestId}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const BROKEN_REQUESTS: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(
    'request_timeout',
    'The request did not arrive in time: send it again.',
  ),
  HPE_HEADER_OVERFLOW: new Problem(
    'headers_too_large',
    'The headers, or the path, are longer than any need be.',
  ),
};

/** Returns the body of a problem response. */
function problemBody(problem: Problem, requestId: string): object {
  const { errors, nights, firstSeq } = problem.extras;
  return {
    type: problemType(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    ...(errors && { errors }),
    ...(nights && { nights }),
    ...(firstSeq !== undefined && { first_seq: firstSeq }),
    timestamp: moment(Temporal.Now.instant()),
    request_id: requestId,
  };
}

/** Converts any error to a problem. `bodyLimit` is that of the operation, in bytes. */
export function toProblem(error: unknown, bodyLimit?: number): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof KeyBusyError)
    return new Problem('temporarily_unavailable', error.message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  // Only the operator enters secrets, so the message may name the missing setting.
  if (error instanceof DecryptionError) return new Problem('temporarily_unavailable', error.message);
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && bodyLimit) {
    const most = bodyLimit < MIB ? `${bodyLimit / 1024} KiB` : `${bodyLimit / MIB} MiB`;
    return new Problem(
      'payload_too_large',
      `The body is larger than ${most}, the most that this operation takes: send it in parts.`,
    );
  }
  const refused = REFUSED_BY_FRAMEWORK[code];
  if (refused) return new Problem(refused.code, refused.detail);
  if ((error as { statusCode?: number }).statusCode === 400) {
    return new Problem('invalid_data', 'The request could not be read: check that its body is JSON.');
  }
  if (isTemporary(error)) {
    return new Problem(
      'temporarily_unavailable',
      'The database cannot be reached just now: try again in a moment.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
  }
  return new Problem(
    'server_error',
    'Something went wrong here. Nothing was changed; the request id finds it in the log.',
  );
}

const RETRY_AFTER_SECONDS = 5;
const MIB = 1024 * 1024;

/** Errors that the framework raises before an operation is reached. */
const REFUSED_BY_FRAMEWORK: Record<string, { code: ProblemCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Bodies are JSON: send Content-Type: application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    detail: 'The body is larger than this operation takes.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_data',
    detail: 'The body does not have the length that Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'not_found', detail: 'This path is not validly encoded.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'This path is longer than any that exists.' },
};
