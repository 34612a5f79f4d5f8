// Asynchronous commits, for data that can be restored if the machine crashes within the next second.

/**
 * A `from` item that makes the statement's commit asynchronous: it returns before the commit is flushed to
 * disk. A later synchronous commit flushes it too, so commits are never lost out of order. Used to record
 * pushed values: those whose record is lost are pushed again. What is about to be sent is committed
 * synchronously.
 */
export const ASYNCHRONOUS_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as asynchronous_commit`;
