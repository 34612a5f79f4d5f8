// Who uses the desk: a person who is signed in, or a visitor, who sees the sample property and changes nothing.
import { computed, signal } from '@preact/signals';
import type { Static } from 'typebox';
import type { signedInSchema } from '../../src/api/session/records.ts';
import { forgetPerson, keepPerson, readKeptPerson } from '../device/person.ts';
import { onTabMessage, postToTabs } from '../device/tabs.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { goOn } from './ended-session.ts';
import {
  deliverLock,
  deliverLockLater,
  isLockUndelivered,
  lockDelivered,
  markSignedOut,
  removeLockMark,
} from './lock.ts';
import { newKey, read, ServerRefusal, send, sendAs } from './server.ts';

export type SignedIn = Static<typeof signedInSchema>;

/** `secret`: of a link, which may set the `password`. `code`: of the second factor, where there is one. */
type Credentials = { is_phone: boolean; password?: string; code?: string } & (
  | { name: string }
  | { secret: string }
  | { passkey: string }
);

/** The person who is signed in; null = nobody; undefined = not known yet. */
export const person = signal<SignedIn | null | undefined>(undefined);

const KEY = 'innwire.people';
const MAX_NAMES = 6;

/** Names of the people who signed in on this device, the last one first. */
export const knownNames = signal<readonly string[]>(readNames());

/** Whether somebody who could sign in looks at the sample property instead. */
export const isLookingAround = signal(false);

/** Whether to ask for a person: nobody is signed in on a device of the house. Elsewhere visitors see the sample property. */
export const asksWho = computed(
  () => person.value === null && knownNames.value.length > 0 && !isLookingAround.value,
);

/** A server that does not answer for so long is taken for one that cannot be reached. */
const PATIENCE_MS = 2_500;
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 15_000;

/** Whether the server could not be reached when the desk started, and nothing is kept that it could show. */
export const isWithoutServer = signal(false);

/** Finds out who uses the desk: asks the server, and as long as it cannot be reached shows who was signed in last. */
export async function startPerson(): Promise<void> {
  onTabMessage(({ kind }) => {
    if (kind === 'person') void followOtherTab();
  });
  sendAs({ userId: () => person.peek()?.user_id, onOther: () => void reportOther() });
  const patience = setTimeout(() => void showKeptPerson(), PATIENCE_MS);
  for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(MAX_RETRY_MS, pauseMs * 2)) {
    try {
      await readPerson();
      isWithoutServer.value = false;
      return clearTimeout(patience);
    } catch {
      await showKeptPerson();
      isWithoutServer.value = person.peek() === undefined;
      await pauseOffline(pauseMs);
    }
  }
}

/** Waits, but not longer than until the browser has a network again. */
async function pauseOffline(pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, pauseMs);
  addEventListener('online', end);
  await promise;
  clearTimeout(timer);
  removeEventListener('online', end);
}

async function showKeptPerson(): Promise<void> {
  const kept = await readKeptPerson();
  if (kept && person.peek() === undefined) person.value = kept;
}

/** A change was not made, because somebody else is signed in by now. What the screen said of it is gone with the person. */
async function reportOther(): Promise<void> {
  await followOtherTab();
  showToast({ text: messages().signin.otherPerson, refused: true });
}

/** Somebody signed in or out in another tab, which has the same session. */
async function followOtherTab(): Promise<void> {
  const before = person.peek();
  const now = await readPerson().catch(() => undefined);
  if (now) goOn(now.user_id === before?.user_id);
}

/** Asks the server who is signed in. Throws if it cannot say: TypeError if it cannot be reached. */
export async function readPerson(): Promise<SignedIn | null> {
  if (isLockUndelivered()) {
    // The session may still be open: nothing of it is shown.
    person.value = null;
    await deliverLock();
  }
  let found: SignedIn | null = null;
  try {
    found = await read<SignedIn>('/session');
  } catch (error) {
    // A server that stops, or a proxy before it that refuses in its place, says nothing about the person.
    if (!isSignedOut(error)) throw error;
  }
  const before = person.peek();
  // Signed in under the former name, on this device, nobody is any more.
  if (found && before?.user_id === found.user_id && before.name !== found.name)
    renameKnown(before.name, found.name);
  void keepPerson(found);
  person.value = found;
  return found;
}

/** Signs in. Throws `ServerRefusal`, and TypeError if the server cannot be reached. */
export async function signIn(credentials: Credentials): Promise<SignedIn> {
  const request = { method: 'POST', path: '/session', body: credentials } as const;
  await lockDelivered();
  const { data } = await send<SignedIn>(request, newKey());
  showSignedIn(data);
  return data;
}

/** Whom a link signs in, and where. */
export type LinkHolder = { name: string; properties: readonly string[]; is_first_owner: boolean };

/** Reads whom a link signs in, without using it up. Throws as `signIn` does. */
export async function readLink(secret: string): Promise<LinkHolder> {
  const request = { method: 'POST', path: '/session/link', body: { secret } } as const;
  return (await send<LinkHolder>(request, newKey())).data;
}

/** Gives the person who is signed in, an owner, another name. Throws as `signIn` does. */
export async function renameSelf(name: string): Promise<void> {
  const before = person.peek();
  if (!before || name === before.name) return;
  const path = `/operator/users/${before.user_id}`;
  await send({ method: 'PATCH', path, body: { name } }, newKey());
  renameKnown(before.name, name);
  showSignedIn({ ...before, name });
}

/** Shows the desk to a person who has signed in, in all tabs of the browser. */
export function showSignedIn(signedIn: SignedIn): void {
  const before = person.peek();
  removeLockMark();
  rememberName(signedIn.name);
  isLookingAround.value = false;
  void keepPerson(signedIn);
  person.value = signedIn;
  goOn(before?.user_id === signedIn.user_id);
  postToTabs({ kind: 'person' });
}

/**
 * Signs out on this device, and deletes what it keeps for the person. Hides first: without the server too, which then ends the session as
 * soon as it can be reached.
 */
export async function signOut(): Promise<void> {
  const userId = person.peek()?.user_id;
  markSignedOut(userId);
  person.value = null;
  postToTabs({ kind: 'person' });
  if (userId !== undefined) await forgetPerson(userId).catch(() => {});
  // Somebody may have signed in meanwhile, or another tab has delivered it.
  if (isLockUndelivered()) await deliverLock().catch(() => void deliverLockLater(() => {}));
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ServerRefusal && error.problem.code === 'not_signed_in';
}

function renameKnown(before: string, name: string): void {
  knownNames.value = knownNames.value.filter((one) => one !== before);
  rememberName(name);
}

function rememberName(name: string): void {
  knownNames.value = [name, ...knownNames.value.filter((one) => one !== name)].slice(0, MAX_NAMES);
  storeChoice(KEY, JSON.stringify(knownNames.value));
}

function readNames(): string[] {
  try {
    const names: unknown = JSON.parse(readChoice(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
