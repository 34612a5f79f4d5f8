// Changes that are not answered yet, in the database of this device.
import { openDevice } from '../device/database.ts';
import { idOfAnswer, type WaitingChange, waitsForRecord, withRealId } from './effects.ts';

/** A change is on the disk before it is sent, not only in a cache of the operating system. */
const DURABLE = { durability: 'strict' } as const;

/** Stores a change at the end of the list. Returns it with its id; null = this device cannot keep it. */
export async function addChange(change: Omit<WaitingChange, 'id'>): Promise<WaitingChange | null> {
  try {
    const db = await openDevice();
    if (!db) return null;
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    // The database chooses the id.
    const id = await tx.store.add(change as WaitingChange);
    await tx.done;
    return { ...change, id };
  } catch {
    return null;
  }
}

/** Returns the changes of a person, the first one first. */
export async function listChanges(userId: number): Promise<WaitingChange[]> {
  const db = await openDevice();
  const all = (await db?.getAll('changes').catch(() => [])) ?? [];
  return all.filter((one) => one.userId === userId);
}

/** Changes members of a change. Returns it as it now is; null = it is no longer there. */
export async function patchChange(id: number, patch: Partial<WaitingChange>): Promise<WaitingChange | null> {
  const db = await openDevice();
  if (!db) return null;
  const tx = db.transaction('changes', 'readwrite', DURABLE);
  const known = await tx.store.get(id);
  const changed = known ? { ...known, ...patch } : null;
  if (changed) await tx.store.put(changed);
  await tx.done;
  return changed;
}

/** Removes a change that was done. Later ones that concern the record that it made are given the record's id. */
export async function removeAnswered({ id, request }: WaitingChange, answer: unknown): Promise<void> {
  const db = await openDevice();
  if (!db) return;
  const tx = db.transaction('changes', 'readwrite', DURABLE);
  await tx.store.delete(id);
  const real = idOfAnswer(request, answer);
  if (real !== null)
    for (const later of await tx.store.getAll()) {
      const renamed = withRealId(later.request, -id, real);
      if (renamed !== later.request) await tx.store.put({ ...later, request: renamed });
    }
  await tx.done;
}

/**
 * Removes a change that is not to be sent, with those of the record that it would have made. `ifNeverSent`: not if it was tried, because it
 * may be done. Returns whether it was removed.
 */
export async function removeUnsent(id: number, { ifNeverSent }: { ifNeverSent: boolean }): Promise<boolean> {
  const db = await openDevice();
  if (!db) return false;
  const tx = db.transaction('changes', 'readwrite', DURABLE);
  const known = await tx.store.get(id);
  const isRemoved = known !== undefined && !(ifNeverSent && known.attemptedAt !== null);
  if (isRemoved) {
    await tx.store.delete(id);
    for (const later of await tx.store.getAll())
      if (waitsForRecord(later.request) === -id) await tx.store.delete(later.id);
  }
  await tx.done;
  return isRemoved;
}
