// The program's log: one JSON line per event on standard error (standard output is for people), without
// secrets.
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { escapeControlCharacters } from '../model/control-characters.ts';

/** Creates the logger of this process. */
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

/**
 * Standard error with control characters escaped, because it may be a terminal: JSON leaves C1 controls and
 * marks of the direction of writing as they are.
 */
function escapingDestination() {
  // Synchronous: otherwise a buffered line could come after the line that pino flushes at a fatal error.
  const destination = pino.destination({ dest: 2, sync: true });
  return {
    write: (line: string) => destination.write(`${escapeControlCharacters(line.slice(0, -1))}\n`),
    flushSync: () => destination.flushSync(),
  };
}

/**
 * Returns the members of an error that are logged. Others may contain personal data or secrets: PostgreSQL
 * repeats the rejected row (`detail`, `where`) and with it a guest's name, and Node keeps the bytes of an
 * invalid HTTP request (`rawPacket`) and with them a token.
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

/** Leaves out the URL, because it contains the token. */
function describeRequest(request: { method?: string; id?: string }): object {
  return { method: request.method, id: request.id };
}
