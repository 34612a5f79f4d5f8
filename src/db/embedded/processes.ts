// Lists running processes by their command lines, which every user may read of every process.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Returns a process's command line, arguments separated by single spaces; `undefined` for a missing process
 * or a zombie.
 */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readCommand(String(pid));
  return (await listCommands()).get(pid);
}

/**
 * Returns the command lines of all visible processes by pid. On Linux from /proc, as slim containers have no
 * `ps`.
 */
export async function listCommands(): Promise<Map<number, string>> {
  const commands = new Map<number, string>();
  if (process.platform === 'linux') {
    for (const name of await readdir('/proc')) {
      const command = /^\d+$/.test(name) ? await readCommand(name) : undefined;
      if (command !== undefined) commands.set(Number(name), command);
    }
    return commands;
  }
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,stat=,command='], {
    maxBuffer: PS_OUTPUT_BYTES,
  });
  for (const line of stdout.split('\n')) {
    const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command !== undefined && !state?.startsWith('Z')) commands.set(Number(pid), command);
  }
  return commands;
}

/** Enough for thousands of processes with long command lines. */
const PS_OUTPUT_BYTES = 32 * 1024 * 1024;

async function readCommand(pid: string): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // empty: a zombie or a thread of the kernel
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}
