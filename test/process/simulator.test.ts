// The simulator from the command line: it ends with the npm that started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../harness/child-processes.ts';
import { CHECKOUT, until, useProcesses } from '../harness/process.ts';

useProcesses();

test('the simulator ends when the shell in which npm runs it is gone', async () => {
  // Like npm: with a shell in between, which is the only one a signal ends. The shell prints the child's id.
  const script = `"${process.execPath}" "${join(CHECKOUT, 'simulator/main.ts')}" --port 0 & echo "pid $!"; wait`;
  const shell = spawn('sh', ['-c', script], {
    env: { ...process.env, npm_lifecycle_script: 'node simulator/main.ts' },
  });
  let output = '';
  shell.stdout.on('data', (text) => {
    output += text;
  });
  await until(() => /Ctrl-C stops the simulator/.test(output), 'the simulator to run');
  const pid = Number(/^pid (\d+)$/m.exec(output)?.[1]);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  await until(() => !isAlive(pid), 'the simulator to end');
  expect(isAlive(pid)).toBe(false);
});
