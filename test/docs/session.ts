// Interactive shell in which commands are entered one after the other, as a person pastes them.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ROOT } from './blocks.ts';

/**
 * Shells without user settings: `zsh -f -i` takes `#` for an argument and refuses a pattern that matches
 * nothing, as on a new Mac; an interactive bash expands `!`.
 */
export const SHELLS = {
  bash: ['bash', '--norc', '--noprofile', '-i'],
  zsh: ['zsh', '-f', '-i'],
} as const;

export type CommandOutcome = { code: number; output: string };

export type ShellSession = {
  /** enters a command and waits for its end */
  enter(command: string): Promise<CommandOutcome>;
  close(): void;
};

export function openSession(shell: keyof typeof SHELLS, env: NodeJS.ProcessEnv): ShellSession {
  const [program, ...args] = SHELLS[shell] as readonly [string, ...string[]];
  // Detached: an interactive shell must not take over the terminal in which the tests run.
  const child = spawn(program, args, { cwd: ROOT, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let notify = () => {};
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    notify();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  let ended = false;
  child.on('exit', () => {
    ended = true;
    notify();
  });
  return {
    async enter(command) {
      const mark = `end-${randomUUID()}`;
      stdout = '';
      stderr = '';
      child.stdin.write(`${command}\nprintf '\\n%s %s\\n' ${mark} "$?"\n`);
      for (;;) {
        const found = new RegExp(`^${mark} (\\d+)$`, 'm').exec(stdout);
        const output = () => `${stdout.slice(0, found?.index)}${stderr}`;
        if (found) return { code: Number(found[1]), output: output() };
        if (ended) throw new Error(`${shell} ended after: ${command}\n${output()}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    close: () => void child.kill('SIGKILL'),
  };
}
