// Changes of photos of tasks: added, also without the network, and removed.
import { type AlsoChange, type MadeAnswer, make } from '../desk/changes.ts';
import { operator } from '../desk/property.ts';
import type { ChangeRequest } from '../desk/server.ts';
import { person } from '../desk/session.ts';
import { messages } from '../language.ts';
import type { DeskTask } from '../replica/state.ts';
import { type EncodedImage, toBase64 } from './image.ts';

/** `tasks`: path of the tasks; `about`: what the task says; `place`: of the change that makes the task, among those that are made together. */
type PhotosOf = { tasks: string; about: string; place: number };

/** Returns the changes that add photos to a task that is made with them. Taking the task back takes them back. */
export function photosOf(
  images: readonly EncodedImage[],
  { tasks, about, place }: PhotosOf,
): readonly AlsoChange[] {
  const text = messages().housekeeping.photoAdded(about);
  return images.map((image) => ({
    text,
    request: (made) => {
      const task = made[place];
      return task ? photoRequest(`${tasks}/${idOfTask(task)}/photos`, image) : null;
    },
  }));
}

/** Returns the id of a task; below zero where it waits to be sent. */
function idOfTask(made: MadeAnswer): number {
  return 'waiting' in made ? -made.waiting : (made.data as DeskTask).task_id;
}

/** Removes a photo. The way back adds it again, if the browser can read it before. */
export async function removePhoto(
  { task_id: taskId }: Pick<DeskTask, 'task_id'>,
  photoId: number,
): Promise<void> {
  const photos = operator(`tasks/${taskId}/photos`);
  const userId = person.peek()?.user_id;
  const image = await readPhoto(`${photos}/${photoId}`);
  // Whoever uses the desk by now did not ask for it.
  if (person.peek()?.user_id !== userId) return;
  await make({
    done: messages().housekeeping.photoRemoved,
    request: { method: 'DELETE', path: `${photos}/${photoId}` },
    ...(image !== null && { undo: () => photoRequest(photos, image) }),
    isOnce: true,
  });
}

/** Returns the address of a photo at the server. */
export function photoPath(taskId: number, photoId: number): string {
  return operator(`tasks/${taskId}/photos/${photoId}`);
}

function photoRequest(path: string, image: EncodedImage): ChangeRequest {
  return { method: 'POST', path, body: { image } };
}

async function readPhoto(path: string): Promise<EncodedImage | null> {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? toBase64(await answer.blob()).catch(() => null) : null;
}
