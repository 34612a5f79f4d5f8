// Errors that keep innwire from starting, with a message for the person at the terminal.

/**
 * Thrown while starting. The message is one sentence that says what is wrong and what to do, so the command
 * line prints it without a stack; `cause` holds the system's error.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Returns a short reason for an error. Where several addresses were tried (localhost), joins the reason of
 * each.
 */
export function reasonOf(error: unknown): string {
  const { errors, message, code } = error as { errors?: unknown[]; message?: string; code?: string };
  if (errors && errors.length > 0) return [...new Set(errors.map(reasonOf))].join(', ');
  return message || code || String(error);
}
