// Runs every transcript of docs/command-line.md, in order, and compares the output.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import {
  environment,
  INNWIRE,
  type Innwire,
  newDataDir,
  startLasting,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const PAGE = new URL('../../docs/command-line.md', import.meta.url);
const dataDir = newDataDir();
let innwire: Innwire;

beforeAll(async () => {
  innwire = await startLasting({ dataDir });
});

/** Runs a command; returns its standard output followed by its standard error. */
async function type(command: string): Promise<string> {
  const shell = `innwire() { "${process.execPath}" "${INNWIRE}" "$@"; }; ${command}`;
  const env = environment({ DATA_DIR: dataDir, PORT: new URL(innwire.url).port });
  const ended = await promisify(execFile)('/bin/sh', ['-c', shell], { env }).catch((error) => error);
  return `${ended.stdout}${ended.stderr}`.trimEnd();
}

/** Replaces times and tokens, and spaces that depend on their length, which differ in each run. */
function comparable(text: string): string {
  return text
    .replaceAll(/(?!2030)\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(\.\d{3}Z)?)?/g, 'TIME')
    .replaceAll(/pms_live_\w+/g, 'TOKEN')
    .replaceAll(/ +/g, ' ');
}

test('every transcript is what the commands print', async () => {
  const page = await readFile(PAGE, 'utf8');
  const written: string[] = [];
  for (const [i, part] of page.split(/^```/m).entries()) {
    if (i % 2 === 0 || !part.startsWith('text\n$ ')) {
      written.push(part);
      continue;
    }
    const commands = part.split('\n').filter((line) => line.startsWith('$ '));
    const steps: string[] = [];
    for (const line of commands) steps.push(`${line}\n${await type(line.slice(2))}\n`);
    written.push(`text\n${steps.join('\n')}`);
  }
  const made = written.join('```');
  // UPDATE_DOCS=1 rewrites the page, so that a person can check the difference.
  if (process.env['UPDATE_DOCS']) await writeFile(PAGE, made);
  else expect(comparable(made)).toBe(comparable(page));
});
