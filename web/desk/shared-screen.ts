// A screen that several people share: who may take it over with a PIN, and after which time it locks by itself.
import { signal } from '@preact/signals';
import type { Static } from 'typebox';
import type { sharedScreenSchema } from '../../src/api/session/records.ts';
import { keepPerson } from '../device/person.ts';
import { postToTabs } from '../device/tabs.ts';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { deliverLock, deliverLockLater, lockDelivered, markLocked } from './lock.ts';
import { newKey, read, send } from './server.ts';
import { isLookingAround, person, type SignedIn, showSignedIn } from './session.ts';

type SharedScreen = Static<typeof sharedScreenSchema>;
/** Somebody who has signed in on the screen. */
export type ScreenUser = SharedScreen['people'][number];

/** The person who is asked for a PIN; null = nobody. */
export const switchingTo = signal<ScreenUser | null>(null);

const KEY = 'innwire.shared-screen';

/** Who may take the screen over, nobody until the server has said it; null = it is not shared. */
export const screenUsers = signal<readonly ScreenUser[] | null>(readChoice(KEY) === null ? null : []);

const LOCK_KEY = 'innwire.lock-minutes';
const USED_KEY = 'innwire.last-used';
/** The last use is stored for other tabs of the browser at most this often. */
const STORE_MS = 5_000;
const CHECK_MS = 1_000;

/** Minutes without use after which the screen locks; 0 = never. */
export const lockMinutes = signal(readLockMinutes());

/** Asks the server who shares the screen, unless it was never shared. */
export async function readSharedScreen(): Promise<void> {
  if (readChoice(KEY) !== null) adopt(await read<SharedScreen>('/session/screen'));
}

/** Declares this screen shared. Throws as `send` does. */
export async function shareScreen(): Promise<void> {
  const request = { method: 'POST', path: '/session/screen' } as const;
  adopt((await send<SharedScreen>(request, newKey())).data);
}

/** Makes this screen one of a single person again. Throws as `send` does. */
export async function endSharing(): Promise<void> {
  const request = { method: 'DELETE', path: '/session/screen' } as const;
  adopt((await send<SharedScreen>(request, newKey())).data);
}

function adopt({ is_shared: isShared, people }: SharedScreen): void {
  screenUsers.value = isShared ? people : null;
  storeChoice(KEY, isShared ? 'yes' : null);
}

/** Gives the screen to another person. Throws `ServerRefusal`, and TypeError if the server cannot be reached. */
export async function switchPerson(userId: number, pin: string): Promise<void> {
  const request = { method: 'POST', path: '/session/screen/switch', body: { user_id: userId, pin } } as const;
  try {
    await lockDelivered();
    const { data } = await send<SignedIn>(request, newKey());
    switchingTo.value = null;
    showSignedIn(data);
  } finally {
    await readSharedScreen().catch(() => {});
  }
}

/** Locks the screen: nothing is shown until somebody signs in. Hides first, so that it does so without the server too. */
export async function lockScreen(): Promise<void> {
  if (!screenUsers.peek() || !person.peek()) return;
  switchingTo.value = null;
  isLookingAround.value = false;
  markLocked();
  person.value = null;
  postToTabs({ kind: 'person' });
  // Without the server a page would show who was signed in last.
  await keepPerson(null);
  try {
    adopt(await deliverLock());
  } catch (error) {
    void deliverLockLater(adopt);
    throw error;
  }
}

export function chooseLockMinutes(minutes: number): void {
  lockMinutes.value = minutes;
  storeChoice(LOCK_KEY, minutes === 0 ? null : String(minutes));
}

/** Follows what other tabs store: that the screen is shared, or no longer, and when it locks. */
export function followSharedScreen(): void {
  addEventListener('storage', ({ key }) => {
    if (key === LOCK_KEY || key === null) lockMinutes.value = readLockMinutes();
    if (key !== KEY && key !== null) return;
    if (readChoice(KEY) === null) screenUsers.value = null;
    else {
      screenUsers.value ??= [];
      readSharedScreen().catch(() => {});
    }
  });
}

function readLockMinutes(): number {
  return Number(readChoice(LOCK_KEY) ?? 0);
}

/** Locks the screen after the chosen time without use in any tab. `onFailed`: the server could not be reached. */
export function lockWhenIdle(onFailed: () => void): void {
  let lastUse = Date.now();
  let lastStored = 0;
  const use = () => {
    lastUse = Date.now();
    if (lastUse - lastStored < STORE_MS) return;
    lastStored = lastUse;
    storeChoice(USED_KEY, String(lastUse));
  };
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(kind, use, { capture: true, passive: true });
  setInterval(() => {
    const minutes = lockMinutes.peek();
    if (minutes === 0 || !screenUsers.peek() || !person.peek()) return;
    const since = Date.now() - Math.max(lastUse, Number(readChoice(USED_KEY) ?? 0));
    if (since >= minutes * 60_000) lockScreen().catch(onFailed);
  }, CHECK_MS);
}
