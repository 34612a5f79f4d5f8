// The person whose copies are on this device: who was signed in when the server was last asked.
import { type KeptHead, type KeptPerson, keysOf, openDevice } from './database.ts';

const PERSON = 0;

/** Returns who was signed in last; null = nobody, or the browser keeps nothing. */
export async function readKeptPerson(): Promise<KeptPerson | null> {
  const db = await openDevice();
  return (await db?.get('person', PERSON).catch(() => undefined)) ?? null;
}

/**
 * Keeps who is signed in, as the server just said: what others left on this device, and copies of properties where the person no longer
 * works, or has another role, are deleted, and so is what others have begun. Null = nobody: all copies are deleted; what was begun waits for
 * its person, who may only have locked the screen. Changes that are not sent stay: they are their person's.
 */
export async function keepPerson(person: KeptPerson | null): Promise<void> {
  const db = await openDevice();
  if (!db) return;
  try {
    const tx = db.transaction(['person', 'copies', 'answers', 'drafts'], 'readwrite');
    const access = new Map((person?.properties ?? []).map((one) => [one.hotel_id, accessOf(one)]));
    for (const key of await tx.objectStore('copies').getAllKeys()) {
      const [userId, hotelId, part] = key;
      if (part !== 'head') continue;
      const head = await tx.objectStore('copies').get(key);
      const isTheirs = userId === person?.user_id && access.has(hotelId);
      if (isTheirs && (head as KeptHead | undefined)?.access === access.get(hotelId)) continue;
      await tx.objectStore('copies').delete(keysOf(userId, hotelId));
      await tx.objectStore('answers').delete(keysOf(userId, hotelId));
    }
    if (person)
      for (const key of await tx.objectStore('drafts').getAllKeys())
        if (key[0] !== person.user_id || !access.has(key[1])) await tx.objectStore('drafts').delete(key);
    // The e-mail address is shown nowhere without the server.
    if (person) await tx.objectStore('person').put({ ...person, email: null }, PERSON);
    else await Promise.all([tx.objectStore('person').clear(), tx.objectStore('answers').clear()]);
    await tx.done;
  } catch {
    // No place, or a broken database: nothing is shown from it that the person may not see, because it is read with the same conditions.
  }
}

/** Deletes everything of a person, also changes that are not sent. */
export async function forgetPerson(userId: number): Promise<void> {
  const db = await openDevice();
  if (!db) return;
  const tx = db.transaction(['person', 'copies', 'answers', 'drafts', 'changes'], 'readwrite');
  await tx.objectStore('person').clear();
  await tx.objectStore('copies').delete(keysOf(userId));
  await tx.objectStore('answers').delete(keysOf(userId));
  await tx.objectStore('drafts').delete(keysOf(userId));
  for (const { id, userId: maker } of await tx.objectStore('changes').getAll())
    if (maker === userId) await tx.objectStore('changes').delete(id);
  await tx.done;
}

/** Returns the role with what it opens, as a text that is another one when it opens anything else. */
export function accessOf({
  role,
  scopes,
  access,
}: Pick<KeptPerson['properties'][number], 'role' | 'scopes' | 'access'>): string {
  return [role, access, scopes === null ? '*' : scopes.toSorted().join()].join(' ');
}
