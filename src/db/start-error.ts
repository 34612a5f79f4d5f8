// A reason why innwire cannot start, in one sentence for the person at the terminal.

/**
 * Thrown while starting. The message says what is wrong and what to do about it, so the edge prints it alone, without
 * a stack; `cause` keeps what the system said.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** What the system said, in a few words. Where several addresses were tried (localhost), each says it for itself. */
export function reasonOf(error: unknown): string {
  const { errors, message, code } = error as { errors?: unknown[]; message?: string; code?: string };
  if (errors && errors.length > 0) return [...new Set(errors.map(reasonOf))].join(', ');
  return message || code || String(error);
}
