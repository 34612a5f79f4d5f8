// Errors of connections after which it is certain that nothing was committed, so that the same work may be run again.

/** What failed: no connection could be taken, or a transaction lost its own before its commit was sent. */
type Failure = 'connection' | 'broken connection';

const failures = new WeakMap<object, Failure>();

/** Marks an error, unless it is marked already, and returns it. */
export function markWithoutEffect(error: unknown, failure: Failure): unknown {
  if (error instanceof Error && !failures.has(error)) failures.set(error, failure);
  return error;
}

/** Returns what failed, if the error was marked; otherwise null. */
export function failureWithoutEffect(error: unknown): Failure | null {
  return (error instanceof Error && failures.get(error)) || null;
}
