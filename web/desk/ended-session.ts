// A session that ends while somebody works: requests wait until somebody signs in, so that nothing typed is lost.
import { signal } from '@preact/signals';

/** Whether somebody must sign in again to go on. */
export const hasSessionEnded = signal(false);

let waiting = Promise.withResolvers<boolean>();

/** Waits until somebody signs in again. Returns whether it is the same person, so that a request may be sent once more. */
export function signedInAgain(): Promise<boolean> {
  hasSessionEnded.value = true;
  return waiting.promise;
}

/** Lets requests go on that wait for somebody to sign in. */
export function goOn(isSamePerson: boolean): void {
  hasSessionEnded.value = false;
  waiting.resolve(isSamePerson);
  waiting = Promise.withResolvers();
}
