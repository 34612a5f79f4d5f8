// Commits that need not wait for the disk: of what can be found out again, when the machine dies within the next second.

/**
 * Stands in a `from`: the statement that holds it answers as soon as its commit is written, not when it is on disk.
 * Whatever commits later in the usual way brings it there first, so nothing is ever lost out of order. For the records of
 * what channels were told: lost ones are told again. What is about to be sent is noted in the usual way.
 */
export const ASYNCHRONOUS_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as unhurried`;
