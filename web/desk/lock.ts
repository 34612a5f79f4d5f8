// The lock of a shared screen, or the end of a session, that the server does not know of yet. It is marked on the device, so that neither a
// reload nor another tab undoes it, and delivered before anything else is asked.
import type { Static } from 'typebox';
import type { sharedScreenSchema } from '../../src/api/session/records.ts';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { newKey, ServerRefusal, sendOnce } from './server.ts';

type LockedScreen = Static<typeof sharedScreenSchema>;

const LOCKED_KEY = 'innwire.locked';

const SIGNED_OUT = 'signed_out';
const RETRY_MS = 5_000;

/** Whether the screen is locked, or the person has signed out, and the server does not know it yet. */
export function isLockUndelivered(): boolean {
  return readChoice(LOCKED_KEY) !== null;
}

/** Marks the screen as locked, in all tabs of the browser. */
export function markLocked(): void {
  storeChoice(LOCKED_KEY, 'yes');
}

/** Marks a person as signed out, in all tabs of the browser. */
export function markSignedOut(userId: number | undefined): void {
  storeChoice(LOCKED_KEY, `${SIGNED_OUT} ${userId ?? ''}`);
}

/** Removes the mark: the session that was to end has ended, or somebody has signed in since. */
export function removeLockMark(): void {
  storeChoice(LOCKED_KEY, null);
}

let underWay: Promise<unknown> = Promise.resolve();

/** Waits for a delivery that is under way: its answer takes the cookie away, also that of who signs in meanwhile. */
export async function lockDelivered(): Promise<void> {
  await underWay;
}

/** Ends the session, as long as the mark is set. Returns who shares the screen. Throws as `sendOnce` does: then the mark stays. */
export async function deliverLock(): Promise<LockedScreen> {
  const mark = readChoice(LOCKED_KEY);
  const delivery = endSession(mark);
  underWay = delivery.catch(() => {});
  const screen = await delivery;
  // Somebody may have signed in meanwhile, and out again.
  if (readChoice(LOCKED_KEY) === mark) removeLockMark();
  return screen;
}

/** Delivers as soon as the server can be reached, unless somebody signs in or another tab does so before. */
export async function deliverLockLater(onDelivered: (screen: LockedScreen) => void): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (!isLockUndelivered()) return;
    await deliverLock().then(onDelivered, () => {});
  }
}

async function endSession(mark: string | null): Promise<LockedScreen> {
  const [kind, userId] = (mark ?? '').split(' ');
  if (kind === SIGNED_OUT) return signOutNow(userId ? Number(userId) : undefined);
  try {
    const request = { method: 'POST', path: '/session/screen/lock' } as const;
    return (await sendOnce<LockedScreen>(request, newKey())).data;
  } catch (error) {
    if (!isRefusal(error, 'screen_not_shared')) throw error;
  }
  // The screen is shared no longer: then to lock it is to sign out.
  return signOutNow();
}

/** Ends the session of a person, or of whoever has it. One of somebody else stays: that of the person has ended. */
async function signOutNow(userId?: number): Promise<LockedScreen> {
  try {
    await sendOnce({ method: 'DELETE', path: '/session' }, newKey(), { as: userId });
  } catch (error) {
    if (!isRefusal(error, 'not_signed_in') && !isRefusal(error, 'other_person')) throw error;
  }
  return { is_shared: false, people: [] };
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ServerRefusal && error.problem.code === code;
}
