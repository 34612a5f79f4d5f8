// The only two limits of time in tests. They end what hangs, and are no measure of how long anything may take: what is waited for comes at
// once on a quiet machine, and late on a busy one. Times are measured in bench/.

/** Limit of a test and of a hook, milliseconds. */
export const TEST_LIMIT_MS = 600_000;

/** Limit of a single wait: for a condition, an element of a page, a process, an answer. Milliseconds. */
export const WAIT_LIMIT_MS = 300_000;
