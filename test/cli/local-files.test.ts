// Files that commands write: a photo of a task, and what a guest attached.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { saveAttachment, savePhoto } from '../../src/cli/local-files.ts';

const before = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), 'innwire-files-'));
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test('are named after their record, and replace no file', async () => {
  process.chdir(folder);
  const content = Buffer.from('pixels');
  const photo = () => savePhoto(async () => ({ type: 'image/jpeg', content }), { task_id: 7, photo_id: 2 });
  expect(await photo()).toEqual({ file: 'task-7-photo-2.jpg' });
  await expect(photo()).rejects.toThrow('task-7-photo-2.jpg cannot be written');
  const attached = (name: string) =>
    saveAttachment(async () => ({ name, content }), { message_id: 5, attachment_id: 1 });
  expect(await attached('passport.pdf')).toEqual({ file: 'message-5-passport.pdf' });
  expect(await attached('message-5-attachment-1.jpg')).toEqual({ file: 'message-5-attachment-1.jpg' });
  await expect(attached('passport.pdf')).rejects.toThrow('message-5-passport.pdf cannot be written');
  expect(readdirSync(folder).toSorted()).toEqual([
    'message-5-attachment-1.jpg',
    'message-5-passport.pdf',
    'task-7-photo-2.jpg',
  ]);
  expect(readFileSync('message-5-passport.pdf', 'utf8')).toBe('pixels');
});
