// What a person has begun on a screen and not sent, kept on the device until it is sent or dropped.
import { openDevice } from './database.ts';

type DraftOf = { userId: number; hotelId: number; name: string };

/** Reads a draft; undefined = none is kept. */
export async function readKeptDraft({ userId, hotelId, name }: DraftOf): Promise<unknown> {
  const db = await openDevice();
  return await db?.get('drafts', [userId, hotelId, name]).catch(() => undefined);
}

/** Keeps a draft, as long as this person is signed in here; undefined removes it. */
export async function keepDraft({ userId, hotelId, name }: DraftOf, draft: unknown): Promise<void> {
  const db = await openDevice();
  if (!db) return;
  try {
    const tx = db.transaction(['person', 'drafts'], 'readwrite');
    const key: [number, number, string] = [userId, hotelId, name];
    if (draft === undefined) await tx.objectStore('drafts').delete(key);
    else if ((await tx.objectStore('person').get(0))?.user_id === userId)
      await tx.objectStore('drafts').put(draft, key);
    await tx.done;
  } catch {
    // No place: the draft lasts until the page is left.
  }
}

/** Returns the names and properties of what a person has begun on this device. */
export async function listKeptDrafts(userId: number): Promise<{ hotelId: number; name: string }[]> {
  const db = await openDevice();
  const keys = (await db?.getAllKeys('drafts').catch(() => [])) ?? [];
  return keys.filter(([owner]) => owner === userId).map(([, hotelId, name]) => ({ hotelId, name }));
}
