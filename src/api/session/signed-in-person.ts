// The person of the session, and the limit on guessing the person's password, PIN or codes.
import type { BrowserRequest, InstallationCall } from '../operation.ts';

/** Returns who is signed in. The access of /session has refused requests of nobody. */
export function signedInPerson({ browser }: InstallationCall): NonNullable<BrowserRequest['person']> {
  return browser!.person!;
}

/**
 * Runs an attempt of the person who is signed in to confirm a change with the password or a code, and returns its result. A stolen session
 * must not be a way to guess them. Throws `rate_limited`.
 */
export function limitConfirmation<T>(call: InstallationCall, attempt: () => Promise<T>): Promise<T> {
  const { userId } = signedInPerson(call);
  return call.browser!.limitAttempts({ of: 'confirmation', userId }, attempt);
}
