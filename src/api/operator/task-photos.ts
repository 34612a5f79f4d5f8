// /operator/properties/{hotel_id}/tasks/{task_id}/photos: adding photos to a task, showing and removing them.

import Type from 'typebox';
import {
  MAX_PHOTO_BYTES,
  MAX_PHOTOS_OF_PROPERTY,
  PHOTO_TYPES,
  type Photo,
  readPhoto,
} from '../../model/photo.ts';
import { MAX_PHOTOS } from '../../model/task.ts';
import {
  addPhoto,
  OPEN_PHOTOS_KEPT_DAYS,
  PHOTOS_KEPT_DAYS,
  readTaskPhoto,
  removePhoto,
} from '../../pms/task-photos.ts';
import { invalidData } from '../../problems.ts';
import { TASK } from '../changed-records.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentTask } from '../present.ts';
import { taskSchema } from '../records.ts';
import { id, object, text, verbatim } from '../schema.ts';
import type { StoredFile } from '../stored-file.ts';

const tag = 'Tasks';
const path = '/tasks/{task_id}/photos';
const taskId = id('task', 1);
const photoId = id('photo', 1);

/** Base64 needs four bytes for three. A file that is a little too large gets a refusal that says so. */
const BODY_LIMIT = 2 * MAX_PHOTO_BYTES;

/** A white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

export const addTaskPhotoOperation = writeOperation({
  name: 'addTaskPhoto',
  audience: ['operator'],
  scopes: ['housekeeping'],
  method: 'POST',
  path,
  tag,
  summary: 'Add a photo to a task',
  description: `Adds a JPEG, PNG or WebP file of at most ${MAX_PHOTO_BYTES / 1e6} MB to a task, which has at most ${MAX_PHOTOS}. What the file says of place, time and device is removed, and with it the orientation of a JPEG: turn it first. Photos of tasks that are done or cancelled are removed after ${PHOTOS_KEPT_DAYS} days, those of others ${OPEN_PHOTOS_KEPT_DAYS} days after the last change of the task; all tasks of a property have at most ${MAX_PHOTOS_OF_PROPERTY.toLocaleString('en-US')}. The answer is the task, with the photo as its last one.`,
  problems: ['unknown_task', 'too_many_photos'],
  params: object({ task_id: taskId }),
  body: object({
    image: verbatim(text({ description: 'the file in base64', minLength: 1, example: PIXEL })),
  }),
  bodyLimit: BODY_LIMIT,
  changes: { record: TASK, id: ({ params }) => params.task_id },
  answer: taskSchema,
  run: async (tx, _call, { params, body }) =>
    presentTask(await addPhoto(tx, params.task_id, toPhoto(body.image))),
});

/** Converts base64 to a photo. Throws `invalid_data` for what is none, and for one that is too large. */
function toPhoto(image: string): Photo {
  const bytes = Buffer.from(image, 'base64');
  requireSmall(bytes);
  const photo = readPhoto(bytes);
  if (!photo) throw invalidData({ field: 'image', rule: 'no_photo', types: ['JPEG', 'PNG', 'WebP'] });
  // One that was cut off gets an end.
  requireSmall(photo.content);
  return photo;
}

function requireSmall({ length: bytes }: Buffer): void {
  if (bytes > MAX_PHOTO_BYTES)
    throw invalidData({ field: 'image', rule: 'photo_too_large', bytes, limit: MAX_PHOTO_BYTES });
}

export const getTaskPhotoOperation = readOperation({
  name: 'getTaskPhoto',
  audience: ['operator'],
  scopes: ['housekeeping'],
  method: 'GET',
  path: `${path}/{photo_id}`,
  tag,
  summary: 'Show a photo of a task',
  description: 'Answers the picture itself, with its content type.',
  problems: ['unknown_photo'],
  params: object({ task_id: taskId, photo_id: photoId }),
  answer: Type.Unsafe<StoredFile>({ description: 'the picture' }),
  file: PHOTO_TYPES,
  caching: 'no-store',
  run: ({ db, property }, params) =>
    readTaskPhoto(db, property.hotelId, { taskId: params.task_id, photoId: params.photo_id }),
});

export const removeTaskPhotoOperation = writeOperation({
  name: 'removeTaskPhoto',
  audience: ['operator'],
  scopes: ['housekeeping'],
  method: 'DELETE',
  path: `${path}/{photo_id}`,
  tag,
  summary: 'Remove a photo of a task',
  description: 'Removes a photo. The answer is the task without it.',
  problems: ['unknown_task', 'unknown_photo'],
  params: object({ task_id: taskId, photo_id: photoId }),
  changes: { record: TASK, id: ({ params }) => params.task_id },
  answer: taskSchema,
  run: async (tx, _call, { params }) =>
    presentTask(await removePhoto(tx, { taskId: params.task_id, photoId: params.photo_id })),
});
