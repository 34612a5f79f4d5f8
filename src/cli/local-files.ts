// Files on the machine of whoever types a command: photos, and what guests attached.
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
  return write(`task-${values['task_id']}-photo-${values['photo_id']}.${extension}`, content);
}

/** Writes what a guest attached to a new file in the current folder, whose name begins with the message. Returns and throws as `savePhoto` does. */
export async function saveAttachment(call: SendOperation, values: Values): Promise<{ file: string }> {
  const { name, content } = (await call('getMessageAttachment', values)) as { name: string; content: Buffer };
  // The name comes from outside: alone it could be that of a file that another program reads from the folder.
  const start = `message-${values['message_id']}-`;
  return write(name.startsWith(start) ? name : `${start}${name}`, content);
}

async function write(file: string, content: Buffer): Promise<{ file: string }> {
  await writeFile(file, content, { flag: 'wx' }).catch((error) => {
    throw new StartError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  return { file };
}
