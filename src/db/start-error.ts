// A reason why innwire cannot start, in one sentence for the person at the terminal.

/**
 * Thrown while starting. The message says what is wrong and what to do about it, so the edge prints it alone, without
 * a stack; `cause` keeps what the system said.
 */
export class StartError extends Error {
  override name = 'StartError';
}
