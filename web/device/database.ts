// What the desk keeps on the device, in IndexedDB: who is signed in, copies of properties, answers of the server, and changes that are not
// sent. A browser may have none (a private window), or no place: then the desk works as long as the server can be reached.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Static } from 'typebox';
import type { signedInSchema } from '../../src/api/session/records.ts';
import type { WaitingChange } from '../outbox/effects.ts';
import type { ReplicaPart, ReplicaState } from '../replica/state.ts';

/** Who is signed in, as the server said it. It has no secret: the session itself is in a cookie that no page can read. */
export type KeptPerson = Static<typeof signedInSchema>;

/** A copy of a property is stored in parts, so that only those are written that changed. The part `head` is all that is not a map. */
export type KeptPart = ReplicaState[keyof ReplicaState] | KeptHead;

/**
 * `access`: the role with what it opens: a copy of another role is not shown. `receivedAt`: when the server was last reached, in
 * milliseconds since 1970.
 */
export type KeptHead = Omit<ReplicaState, ReplicaPart | 'undecided' | 'readAt'> & {
  access: string;
  receivedAt: number;
  /** the page that wrote it */
  writer: number;
};

interface DeviceSchema extends DBSchema {
  /** the person who is signed in, under the key 0 */
  person: { key: number; value: KeptPerson };
  /** parts of copies, by [person, property, part] */
  copies: { key: [number, number, string]; value: KeptPart };
  /** answers that a screen needs besides the copy, by [person, property, name] */
  answers: { key: [number, number, string]; value: unknown };
  /** what a person has begun and not sent, by [person, property, name] */
  drafts: { key: [number, number, string]; value: unknown };
  /** changes that the server has not answered, in the order in which they were made */
  changes: { key: number; value: WaitingChange };
}

/** Copies of what the server said are deleted after so long without the server: a device that was put away, or lost. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** Number of the format. What another version wrote is dropped, except changes and drafts. */
const FORMAT = 4;

let opening: Promise<IDBPDatabase<DeviceSchema> | null> | null = null;

/** Returns the database of this device; null = the browser has none for this page. */
export function openDevice(): Promise<IDBPDatabase<DeviceSchema> | null> {
  opening ??= openWithoutOld().catch(() => null);
  return opening;
}

async function openWithoutOld(): Promise<IDBPDatabase<DeviceSchema>> {
  const db = await open();
  // What cannot be removed now is the next time.
  await removeOld(db).catch(() => {});
  return db;
}

async function open(): Promise<IDBPDatabase<DeviceSchema>> {
  return openDB<DeviceSchema>('innwire', FORMAT, {
    upgrade(db) {
      for (const name of ['person', 'copies', 'answers'] as const) {
        if (db.objectStoreNames.contains(name)) db.deleteObjectStore(name);
        db.createObjectStore(name);
      }
      if (!db.objectStoreNames.contains('drafts')) db.createObjectStore('drafts');
      if (!db.objectStoreNames.contains('changes'))
        db.createObjectStore('changes', { keyPath: 'id', autoIncrement: true });
    },
    // Another tab has a newer desk: it gets the database, and this page goes on without.
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      opening = Promise.resolve(null);
    },
    terminated() {
      opening = null;
    },
  });
}

/** Deletes copies that are too old, with the answers beside them. Changes that are not sent stay. */
async function removeOld(db: IDBPDatabase<DeviceSchema>): Promise<void> {
  const tx = db.transaction(['copies', 'answers'], 'readwrite');
  for (const key of await tx.objectStore('copies').getAllKeys()) {
    const [userId, hotelId, part] = key;
    if (part !== 'head') continue;
    const head = (await tx.objectStore('copies').get(key)) as KeptHead | undefined;
    if (Date.now() - (head?.receivedAt ?? 0) <= MAX_AGE_MS) continue;
    await tx.objectStore('copies').delete(keysOf(userId, hotelId));
    await tx.objectStore('answers').delete(keysOf(userId, hotelId));
  }
  await tx.done;
}

/** Returns the keys of a person's records, or of those at one property. */
export function keysOf(userId: number, hotelId?: number): IDBKeyRange {
  // In the order of keys every list is behind every text and number.
  return hotelId === undefined
    ? IDBKeyRange.bound([userId], [userId, []])
    : IDBKeyRange.bound([userId, hotelId], [userId, hotelId, []]);
}
