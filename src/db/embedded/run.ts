// Runs a short-lived program to its end, optionally under another account.
import { execFile } from 'node:child_process';

/** An account to run programs under; `undefined` in its place means our own. */
export type Account = { name: string; uid: number; gid: number };

type CommandResult = {
  ok: boolean;
  /** what it wrote to stdout and stderr */
  output: string;
  /** the last line of the output, or why it could not be run */
  lastLine: string;
};

type Settings = { account?: Account | undefined; cwd?: string; timeoutMs?: number };

/** Runs a program and returns its result, failures included. Never throws. */
export function run(file: string, args: string[], settings: Settings = {}): Promise<CommandResult> {
  const { account, cwd = '/', timeoutMs = TIMEOUT_MS } = settings;
  return new Promise((resolve) => {
    const options = {
      ...identity(account),
      cwd,
      timeout: timeoutMs,
      env: cleanEnvironment(),
      windowsHide: true,
    };
    try {
      execFile(file, args, options, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        const timedOut =
          error?.killed === true ? `${file} did not end within ${timeoutMs / 1000} s` : undefined;
        const lastLine = timedOut ?? (output.split('\n').at(-1) || error?.message || '');
        resolve({ ok: error === null, output, lastLine });
      });
    } catch (error) {
      // A missing right to change the account is thrown, not reported.
      resolve({ ok: false, output: '', lastLine: (error as Error).message });
    }
  });
}

/**
 * Returns the options of spawn to run a program as `account`; libuv also drops root's supplementary groups.
 */
export function identity(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/**
 * Returns a minimal environment: only what a program needs to be found and loaded. Our own may contain
 * secrets, PG* settings for another server, and a locale that this machine does not have.
 */
export function cleanEnvironment(): Record<string, string | undefined> {
  const { platform, env } = process;
  if (platform === 'win32') return env;
  const kept = Object.entries(env).filter(([name]) => /^(PATH$|LD_|DYLD_|NIX_|TMPDIR$)/.test(name));
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Looking up or creating a user and printing a version take milliseconds; the limit is for a directory
 * service that hangs.
 */
const TIMEOUT_MS = 20_000;
