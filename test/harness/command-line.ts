// The command line against a server of its own, for the files of `process` that call it.
import { beforeAll, expect } from 'vitest';
import { type Finished, type Innwire, newDataDir, runCommand, startLasting } from './process.ts';

export type CommandLine = {
  readonly innwire: Innwire;
  dataDir: string;
  /** Runs `innwire …` and waits for its end. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
  /** Runs a command that must succeed without a word on standard error; returns its output. */
  print(...args: string[]): Promise<string>;
  /** The same with --json; returns the answer. */
  json(...args: string[]): Promise<any>;
};

/** Starts a server for all tests of a file; call after `useProcesses`, at the top of the file. */
export function useCommandLine(): CommandLine {
  const dataDir = newDataDir();
  let innwire: Innwire;
  beforeAll(async () => {
    innwire = await startLasting({ dataDir });
  });
  const run: CommandLine['run'] = (args, env = {}) =>
    runCommand(args, { dataDir, env: { PORT: new URL(innwire.url).port, ...env } });
  async function print(...args: string[]): Promise<string> {
    const { code, stderr, stdout } = await run(args);
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return stdout;
  }
  return {
    get innwire() {
      return innwire;
    },
    dataDir,
    run,
    print,
    json: async (...args) => JSON.parse(await print(...args, '--json')),
  };
}
