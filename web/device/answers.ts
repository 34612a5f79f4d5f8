// Answers of the server that a screen needs besides the copy, as they last were. Few, and each replaces the one before.
import { openDevice } from './database.ts';

type AnswerOf = { userId: number; hotelId: number; name: string };

/** Reads an answer; undefined = none is kept. */
export async function readKeptAnswer<T>({ userId, hotelId, name }: AnswerOf): Promise<T | undefined> {
  const db = await openDevice();
  return (await db?.get('answers', [userId, hotelId, name]).catch(() => undefined)) as T | undefined;
}

/** Keeps an answer, as long as this person is signed in here. */
export async function keepAnswer({ userId, hotelId, name }: AnswerOf, answer: unknown): Promise<void> {
  const db = await openDevice();
  if (!db) return;
  try {
    const tx = db.transaction(['person', 'answers'], 'readwrite');
    if ((await tx.objectStore('person').get(0))?.user_id === userId)
      await tx.objectStore('answers').put(answer, [userId, hotelId, name]);
    await tx.done;
  } catch {
    // No place: the screen says that it needs the server.
  }
}
