// Photos of housekeeping tasks: added, read, removed, and removed some time after the end of their task.
import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import { MAX_PHOTOS_OF_PROPERTY, type Photo, type PhotoType } from '../model/photo.ts';
import { isOpenTask, MAX_PHOTOS, type Task, type TaskPhoto } from '../model/task.ts';
import { Problem } from '../problems.ts';
import { lockProperty } from './properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';
import { recordTaskChange, type TaskRow, toTask } from './task-rows.ts';

/** Stores a photo of a task. Returns the task, with the photo as its last one. Throws `unknown_task` and `too_many_photos`. */
export async function addPhoto(tx: PropertyTransaction, taskId: number, photo: Photo): Promise<Task> {
  // Before the task: of two that add the last possible photo of the property, the second sees that of the first.
  await lockProperty(tx);
  const task = await lockTask(tx, taskId);
  if (!task) throw new Problem('unknown_task', { taskId });
  if (task.photos.length >= MAX_PHOTOS) throw new Problem('too_many_photos', { max: MAX_PHOTOS, of: 'task' });
  await requireRoomForPhoto(tx);
  const [row] = await tx.query<{ photo_id: number }>(
    `insert into task_photos (hotel_id, task_id, type, content, added_at) values ($1, $2, $3, $4, $5) returning photo_id`,
    [tx.hotelId, taskId, photo.type, photo.content, tx.now],
  );
  const added = { photoId: row!.photo_id, addedAt: tx.now.toString({ smallestUnit: 'millisecond' }) };
  return storePhotos(tx, task, [...task.photos, added]);
}

async function requireRoomForPhoto(tx: PropertyTransaction): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from task_photos where hotel_id = $1`,
    [tx.hotelId],
  );
  if (row!.count >= MAX_PHOTOS_OF_PROPERTY)
    throw new Problem('too_many_photos', { max: MAX_PHOTOS_OF_PROPERTY, of: 'property' });
}

/** Removes a photo of a task. Returns the task. Throws `unknown_task` and `unknown_photo`. */
export async function removePhoto(
  tx: PropertyTransaction,
  { taskId, photoId }: { taskId: number; photoId: number },
): Promise<Task> {
  const task = await lockTask(tx, taskId);
  if (!task) throw new Problem('unknown_task', { taskId });
  const others = task.photos.filter((photo) => photo.photoId !== photoId);
  if (others.length === task.photos.length) throw new Problem('unknown_photo', { photoId });
  await tx.query(`delete from task_photos where hotel_id = $1 and photo_id = $2`, [tx.hotelId, photoId]);
  return storePhotos(tx, task, others);
}

/** Returns a photo of a task. Throws `unknown_photo`. */
export async function readTaskPhoto(
  db: Queryable,
  hotelId: number,
  { taskId, photoId }: { taskId: number; photoId: number },
): Promise<Photo> {
  const [row] = await db.query<{ type: PhotoType; content: Buffer }>(
    `select type, content from task_photos where hotel_id = $1 and photo_id = $2 and task_id = $3`,
    [hotelId, photoId, taskId],
  );
  if (!row) throw new Problem('unknown_photo', { photoId });
  return row;
}

/** Photos are kept so long after the last change of a task that is done or cancelled. */
export const PHOTOS_KEPT_DAYS = 90;
/** The same of a task that is still to be done: nobody does it any more. */
export const OPEN_PHOTOS_KEPT_DAYS = 365;

/**
 * Removes the photos of tasks that ended long ago, or that nobody has changed for a year, task by task, so that none of them waits for another
 * property.
 */
export async function prunePhotos(db: Database, now: Temporal.Instant): Promise<void> {
  const limitOf = (days: number) => now.subtract({ hours: days * 24 });
  const [before, openBefore] = [limitOf(PHOTOS_KEPT_DAYS), limitOf(OPEN_PHOTOS_KEPT_DAYS)];
  const ended = await db.query<{ hotel_id: number; task_id: number }>(
    `select hotel_id, task_id from tasks as task
     where updated_at < case when status in ('done', 'cancelled') then $1::timestamptz else $2 end and exists (
       select 1 from task_photos as photo where photo.hotel_id = task.hotel_id and photo.task_id = task.task_id)`,
    [before, openBefore],
  );
  for (const { hotel_id: hotelId, task_id: taskId } of ended)
    await inPropertyTransaction(db, { hotelId, now, actor: INNWIRE, archivedToo: true }, async (tx) => {
      const task = await lockTask(tx, taskId);
      // It may have been opened again, or removed, since it was found.
      if (!task) return;
      const limit = isOpenTask(task.status) ? openBefore : before;
      if (Temporal.Instant.compare(task.updatedAt, limit) >= 0) return;
      await tx.query(`delete from task_photos where hotel_id = $1 and task_id = $2`, [hotelId, taskId]);
      await storePhotos(tx, task, []);
    });
}

/** Returns a task, locked until the transaction ends; null = there is none. */
async function lockTask(tx: PropertyTransaction, taskId: number): Promise<Task | null> {
  const [row] = await tx.query<TaskRow>(
    `select * from tasks where hotel_id = $1 and task_id = $2 for update`,
    [tx.hotelId, taskId],
  );
  return row ? toTask(row) : null;
}

async function storePhotos(
  tx: PropertyTransaction,
  before: Task,
  photos: readonly TaskPhoto[],
): Promise<Task> {
  const [row] = await tx.query<TaskRow>(
    `update tasks set photos = $3::jsonb, updated_at = $4 where hotel_id = $1 and task_id = $2 returning *`,
    [tx.hotelId, before.taskId, JSON.stringify(photos), tx.now],
  );
  const task = toTask(row!);
  recordTaskChange(tx, before, task);
  return task;
}
