// The copy of a property on the device: written some seconds after events, and when the page is left; read when the desk starts.
import type { ReplicaState } from '../replica/state.ts';
import { type KeptHead, type KeptPart, keysOf, openDevice } from './database.ts';

/** Whose copy of which property. `access`: as `accessOf` of person.ts returns it. */
type CopyOwner = { userId: number; hotelId: number; access: string };
/** A copy, and when the server was last reached, in milliseconds since 1970. */
type KeptCopy = { state: ReplicaState; receivedAt: number };

const MAPS = ['rooms', 'units', 'bookings', 'undecided', 'nights', 'closures', 'tasks', 'readAt'] as const;

/** Reads the copy; null = there is none that the person may see. */
export async function readCopy({ userId, hotelId, access }: CopyOwner): Promise<KeptCopy | null> {
  try {
    const db = await openDevice();
    if (!db) return null;
    const tx = db.transaction(['person', 'copies']);
    const range = keysOf(userId, hotelId);
    const [person, keys, parts] = await Promise.all([
      tx.objectStore('person').get(0),
      tx.objectStore('copies').getAllKeys(range),
      tx.objectStore('copies').getAll(range),
    ]);
    const byName = new Map(keys.map((key, place) => [key[2], parts[place]!]));
    const head = byName.get('head') as KeptHead | undefined;
    if (person?.user_id !== userId || head?.access !== access || MAPS.some((name) => !byName.has(name)))
      return null;
    const { access: _, writer: __, receivedAt, ...rest } = head;
    const maps = Object.fromEntries(MAPS.map((name) => [name, byName.get(name)]));
    return { state: { ...rest, ...maps } as ReplicaState, receivedAt };
  } catch {
    return null;
  }
}

/** What a copy is written from. `settled`: the state when nothing of it is known to be out of date; else null. */
type CopySource = {
  settled(): ReplicaState | null;
  receivedAt(): number | null;
};

/** The least pause between two writes; a large house waits longer, so that writing takes at most a hundredth of the time. */
const PAUSE_MS = 5_000;
const PAUSE_FACTOR = 100;
/** Nights that a copy has at least: those of the day lists. Other days that the calendar shows do not replace it. */
const DAYS_BEHIND = 14;
const DAYS_AHEAD = 60;

type CopyKeeper = { changed(): void; flush(): Promise<void>; close(): void };

/** Keeps a copy: call `changed` after events. It is written in the background, and when the page is hidden. */
export function keepCopy(owner: CopyOwner, source: CopySource): CopyKeeper {
  const writer = Math.random();
  let written: ReplicaState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = PAUSE_MS;
  let isFull = false;
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const state = source.settled();
    const receivedAt = source.receivedAt();
    if (isFull || state === null || receivedAt === null || !hasListedDays(state)) return;
    const from = performance.now();
    isFull = !(await writeCopy({ ...owner, writer }, { state, receivedAt }, written));
    pauseMs = Math.max(PAUSE_MS, (performance.now() - from) * PAUSE_FACTOR);
    written = state;
  };
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') void write();
  };
  document.addEventListener('visibilitychange', whenHidden);
  return {
    changed() {
      timer ??= setTimeout(() => void write(), written === null ? 0 : pauseMs);
    },
    flush: write,
    close() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenHidden);
    },
  };
}

function hasListedDays({ today, from, until }: ReplicaState): boolean {
  return from <= today - DAYS_BEHIND && until > today + DAYS_AHEAD;
}

/**
 * Writes the parts that are others than those of `before`, which this writer wrote last: all of them if another tab wrote in between,
 * which may show other days. Returns whether there is place for it; if not, the copy is deleted.
 */
async function writeCopy(
  { userId, hotelId, access, writer }: CopyOwner & { writer: number },
  { state, receivedAt }: KeptCopy,
  before: ReplicaState | null,
): Promise<boolean> {
  const db = await openDevice();
  if (!db) return false;
  const { seq, today, from, until, property, parts } = state;
  const put = (name: (typeof MAPS)[number] | 'head', value: KeptPart) =>
    tx.objectStore('copies').put(value, [userId, hotelId, name]);
  const tx = db.transaction(['person', 'copies'], 'readwrite');
  const done = tx.done.then(
    () => true,
    () => false,
  );
  try {
    // Somebody else may have signed in in another tab, or this person signed out: then nothing of the copy must come back.
    if ((await tx.objectStore('person').get(0))?.user_id !== userId) return await done;
    const head = (await tx.objectStore('copies').get([userId, hotelId, 'head'])) as KeptHead | undefined;
    const known = head?.writer === writer ? before : null;
    const changed = MAPS.filter((name) => state[name] !== known?.[name]);
    await Promise.all([
      ...changed.map((name) => put(name, state[name])),
      put('head', { seq, today, from, until, property, parts, access, receivedAt, writer }),
    ]);
    return await done;
  } catch {
    await done;
    await db.delete('copies', keysOf(userId, hotelId)).catch(() => {});
    return false;
  }
}
