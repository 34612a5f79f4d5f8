// The lock of a shared screen that the server does not know of yet. It is marked on the device, so that neither a reload nor another tab
// undoes it, and delivered before anything else is asked.
import type { Static } from 'typebox';
import type { sharedScreenSchema } from '../../src/api/session/records.ts';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { newKey, ServerRefusal, sendOnce } from './server.ts';

type LockedScreen = Static<typeof sharedScreenSchema>;

const LOCKED_KEY = 'innwire.locked';

/** Whether the screen is locked and the server does not know it yet. */
export function isLockUndelivered(): boolean {
  return readChoice(LOCKED_KEY) !== null;
}

/** Marks the screen as locked, in all tabs of the browser. */
export function markLocked(): void {
  storeChoice(LOCKED_KEY, 'yes');
}

/** Removes the mark: the session that was to end has ended, or somebody has signed in since. */
export function removeLockMark(): void {
  storeChoice(LOCKED_KEY, null);
}

/** Ends the session, as long as the mark is set. Returns who shares the screen. Throws as `sendOnce` does: then the mark stays. */
export async function deliverLock(): Promise<LockedScreen> {
  const screen = await endSession();
  removeLockMark();
  return screen;
}

async function endSession(): Promise<LockedScreen> {
  try {
    const request = { method: 'POST', path: '/session/screen/lock' } as const;
    return (await sendOnce<LockedScreen>(request, newKey())).data;
  } catch (error) {
    if (!isRefusal(error, 'screen_not_shared')) throw error;
  }
  // The screen is shared no longer: then to lock it is to sign out.
  try {
    await sendOnce({ method: 'DELETE', path: '/session' }, newKey());
  } catch (error) {
    if (!isRefusal(error, 'not_signed_in')) throw error;
  }
  return { is_shared: false, people: [] };
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ServerRefusal && error.problem.code === code;
}
