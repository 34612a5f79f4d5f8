// The program's log: one JSON line per event on standard error (standard output is for people), with nothing secret in it.
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { escapeControlCharacters } from './escape-terminal-output.ts';

export function createLog(config: Config): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError, error: describeError, req: describeRequest },
    },
    escapingDestination(),
  );
}

/** Standard error, which may be a terminal: JSON alone leaves C1 controls and marks of the direction of writing as they are. */
function escapingDestination() {
  // Synchronous: a line still on its way would come after the one that pino flushes at a fatal error.
  const destination = pino.destination({ dest: 2, sync: true });
  return {
    write: (line: string) => destination.write(`${escapeControlCharacters(line.slice(0, -1))}\n`),
    flushSync: () => destination.flushSync(),
  };
}

/**
 * What is told of an error. Not all that hangs on it: PostgreSQL repeats the row that it refuses (`detail`, `where`),
 * and with it a guest's name, and Node keeps the bytes of a request that is no HTTP (`rawPacket`), and with them a token.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code && { code }),
    ...(table && { table }),
    ...(constraint && { constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Not its URL, which holds the token. */
function describeRequest(request: { method?: string; id?: string }): object {
  return { method: request.method, id: request.id };
}
