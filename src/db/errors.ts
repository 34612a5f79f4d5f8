// Classifies database errors: whether a retry may succeed, or the data can never be stored.

/** Whether the database cannot be reached or is shutting down, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code && (UNREACHABLE_CODES.has(code) || code.startsWith('08') || code.startsWith('57P'))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|connection error|Query read timeout/i.test(
    message ?? '',
  );
}

/**
 * Whether the same call may succeed a little later: the database is unreachable, a lock or statement timed
 * out, or others were in the way each time.
 */
export function isTemporary(error: unknown): boolean {
  return (
    isUnreachable(error) || isLockTimeout(error) || isDeadlock(error) || codeOf(error) === QUERY_CANCELED
  );
}

/** Whether a deadlock or a serialization failure has rolled back the transaction: it can safely be tried again. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK_CODES.has(codeOf(error));
}

/** Whether a statement was refused because one before it in the transaction has failed, which says why. */
export function isTransactionAborted(error: unknown): boolean {
  return codeOf(error) === TRANSACTION_ABORTED;
}

/** Whether a statement waited too long for a lock. PostgreSQL rolls back its transaction. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether nothing can be written until there is room on a disk: the database said so, or the operating system. */
export function isStorageFull(error: unknown): boolean {
  return STORAGE_FULL_CODES.has(codeOf(error));
}

/** Whether the database can never store the given values: they are invalid, or too large. */
export function isUnstorable(error: unknown): boolean {
  return /^(22|23|54)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

const LOCK_NOT_AVAILABLE = '55P03';
const TRANSACTION_ABORTED = '25P02';
/** Deadlock and serialization failure. */
const DEADLOCK_CODES: ReadonlySet<string> = new Set(['40P01', '40001']);
const QUERY_CANCELED = '57014';
const STORAGE_FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC']);

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  '53300',
]);
