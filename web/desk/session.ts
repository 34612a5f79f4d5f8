// Who uses the desk: a person who is signed in, or a visitor, who sees the sample property and changes nothing.
import { computed, signal } from '@preact/signals';
import type { Static } from 'typebox';
import type { signedInSchema } from '../../src/api/session/records.ts';
import { readChoice, storeChoice } from '../stored-choice.ts';
import { goOn } from './ended-session.ts';
import { newKey, read, ServerRefusal, send } from './server.ts';

export type SignedIn = Static<typeof signedInSchema>;

/** `secret`: of a link, which may set the `password`. */
type Credentials = { is_phone: boolean; password?: string } & ({ name: string } | { secret: string });

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

/** Asks the server who is signed in. Throws TypeError if it cannot be reached. */
export async function readPerson(): Promise<SignedIn | null> {
  try {
    person.value = await read<SignedIn>('/session');
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    person.value = null;
  }
  return person.value;
}

/** Signs in. Throws `ServerRefusal`, and TypeError if the server cannot be reached. */
export async function signIn(credentials: Credentials): Promise<SignedIn> {
  const request = { method: 'POST', path: '/session', body: credentials } as const;
  const { data } = await send<SignedIn>(request, newKey());
  const before = person.peek();
  rememberName(data.name);
  isLookingAround.value = false;
  person.value = data;
  goOn(before?.user_id === data.user_id);
  return data;
}

/** Signs out on this device. */
export async function signOut(): Promise<void> {
  await send({ method: 'DELETE', path: '/session' }, newKey());
  person.value = null;
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
