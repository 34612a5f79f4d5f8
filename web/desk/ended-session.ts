// A session that ends while somebody works: requests wait until somebody signs in, so that nothing typed is lost.
import { signal } from '@preact/signals';

/** Whether somebody must sign in again to go on. */
export const hasSessionEnded = signal(false);

let waiting = Promise.withResolvers<boolean>();
/** how often somebody has signed in since the desk was opened */
let signIns = 0;
/** which of these was the last that was somebody else than before */
let lastOtherPerson = 0;

/** Returns the number of the present session. It is read before a request is sent, for `signedInAgain`. */
export function sessionNumber(): number {
  return signIns;
}

/**
 * Waits until somebody signs in after the session of this number, which has ended. Resolves at once if that has happened: the refusal of a
 * request may arrive after the sign-in. Returns whether it is the same person, so that the request may be sent once more.
 */
export function signedInAgain(ended: number): Promise<boolean> {
  if (signIns > ended) return Promise.resolve(lastOtherPerson <= ended);
  hasSessionEnded.value = true;
  return waiting.promise;
}

/** Lets requests go on that wait for somebody to sign in. */
export function goOn(isSamePerson: boolean): void {
  signIns += 1;
  if (!isSamePerson) lastOtherPerson = signIns;
  hasSessionEnded.value = false;
  waiting.resolve(isSamePerson);
  waiting = Promise.withResolvers();
}
