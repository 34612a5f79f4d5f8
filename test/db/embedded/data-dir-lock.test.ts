// The lock of DATA_DIR: one process at a time, however the previous one ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataDir } from '../../../src/db/embedded/data-dir-lock.ts';
import { query } from '../../harness/query.ts';
import { newDataDir, postmasterPid, refusal, start, startProgram } from './harness.ts';

test('a second innwire on the same DATA_DIR gets an error with the pid of the first, which is not affected', async () => {
  const dataDir = newDataDir();
  const first = startProgram(dataDir);
  const { url, directory } = await first.firstLine;
  const pid = postmasterPid(directory!);
  expect(await startProgram(dataDir).firstLine).toEqual({
    name: 'StartError',
    failed: `DATA_DIR ${dataDir} is in use by another innwire process (pid ${first.child.pid}): stop that one first, or choose another DATA_DIR.`,
  });
  // Also by another path to the same directory.
  symlinkSync(dataDir, `${dataDir}-link`);
  expect((await startProgram(`${dataDir}-link/.`).firstLine).failed).toContain(`(pid ${first.child.pid})`);
  expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterPid(directory!)).toBe(pid);
});

test('a second start within one process is refused too, and does not release the lock of the first', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await refusal(dataDir)).toContain(`(pid ${process.pid})`);
  expect((await startProgram(dataDir).firstLine).failed).toContain(`(pid ${process.pid})`);
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of eight processes that start at the same instant exactly one wins, ten times over', async () => {
  const lock = new URL('../../../src/db/embedded/data-dir-lock.ts', import.meta.url).href;
  // Each waits for a line, so that all of them try to lock at once; the winner keeps the lock until its input
  // ends.
  const script = `
    import { lockDataDir } from '${lock}';
    import { once } from 'node:events';
    for await (const dir of process.stdin.setEncoding('utf8').map((text) => text.trim())) {
      const held = await lockDataDir(dir).catch((error) => error);
      process.stdout.write(held.release ? 'won' : /in use by/.test(held.message) ? 'lost' : held.message);
    }`;
  const racers = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  try {
    for (let round = 0; round < 10; round++) {
      const dir = newDataDir();
      mkdirSync(dir);
      // as a killed innwire leaves them: an unlocked lock file and its pid
      writeFileSync(join(dir, 'innwire.lock'), '');
      writeFileSync(join(dir, 'innwire.pid'), '1\n');
      const answers = racers.map(async (racer) => String((await once(racer.stdout!, 'data'))[0]));
      for (const racer of racers) racer.stdin!.write(`${dir}\n`);
      const counted = (await Promise.all(answers)).sort();
      expect(counted).toEqual([...Array(7).fill('lost'), 'won']);
    }
  } finally {
    for (const racer of racers) racer.kill();
  }
});

test('of five innwires racing for a fresh DATA_DIR one starts and the others name it', async () => {
  const dataDir = newDataDir();
  const racers = Array.from({ length: 5 }, () => startProgram(dataDir));
  const lines = await Promise.all(racers.map((racer) => racer.firstLine));
  const winner = racers[lines.findIndex(({ url }) => url !== undefined)];
  expect(lines.filter(({ url }) => url !== undefined)).toHaveLength(1);
  for (const { failed } of lines) {
    if (failed !== undefined) expect(failed).toContain(`(pid ${winner!.child.pid})`);
  }
});

test('a lock left by kill -9 is free at once, even when its pid now belongs to another process or to us', async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { lockDataDir } from '${new URL('../../../src/db/embedded/data-dir-lock.ts', import.meta.url).href}';
     await lockDataDir(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`,
    dataDir,
  ]);
  await once(holder.stdout, 'data');
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(pid ${holder.pid})`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  for (const reused of [1, process.ppid, process.pid]) {
    writeFileSync(join(dataDir, 'innwire.pid'), `${reused}\n`);
    const lock = await lockDataDir(dataDir);
    expect(readFileSync(join(dataDir, 'innwire.pid'), 'utf8')).toBe(`${process.pid}\n`);
    lock.release();
  }
});

test('a lock detects that its directory was removed, and does not change what replaced it', async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  const first = await lockDataDir(dataDir);
  expect(first.isOwned()).toBe(true);
  rmSync(dataDir, { recursive: true });
  expect(first.isOwned()).toBe(false);
  mkdirSync(dataDir);
  const second = await lockDataDir(dataDir);
  expect(first.isOwned()).toBe(false);
  first.release();
  await expect(lockDataDir(dataDir)).rejects.toThrow(`(pid ${process.pid})`);
  second.release();
});
