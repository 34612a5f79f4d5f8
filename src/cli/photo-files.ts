// Files of photos on the machine of whoever types a command.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { reasonOf, StartError } from '../db/start-error.ts';
import type { SendOperation, Values } from './operator-command.ts';

/** Returns a file in base64. Throws StartError when it cannot be read. */
export function readFileAsBase64(file: string): string {
  try {
    return readFileSync(file).toString('base64');
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Writes a photo to a new file in the current folder. Returns its name. Throws StartError when there is one already. */
export async function savePhoto(call: SendOperation, values: Values): Promise<{ file: string }> {
  const { type, content } = (await call('getTaskPhoto', values)) as { type: string; content: Buffer };
  const extension = type.replace('image/', '').replace('jpeg', 'jpg');
  const file = `task-${values['task_id']}-photo-${values['photo_id']}.${extension}`;
  await writeFile(file, content, { flag: 'wx' }).catch((error) => {
    throw new StartError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  return { file };
}
