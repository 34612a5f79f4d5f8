// A test ends when it holds, or hangs: the two limits in harness/limits.ts are the only ones, and what is drawn by chance has a seed. Nor does a test
// replace a part of innwire by a mock.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from './limits/rules.ts';
import { ALLOWED, FORBIDDEN } from './limits/samples.ts';
import { parse } from './limits/syntax.ts';

/** Files that may have what a rule finds. */
const EXCEPT: { [rule in keyof typeof RULES]?: string[] } = {
  'a limit in the options of a test, a poll or a wait': ['harness/eventually.ts'],
  'a mock, a limit or a wait by vi': ['harness/eventually.ts'],
  'a limit for all pages or requests': ['browser/chart/chromium.ts', 'harness/process.ts'],
  // the function that all others use, and a test of these limits
  'a pool with the limits of the product': ['harness/connect.ts', 'pms/transactions.test.ts'],
  'a wait for a time, where the passing of time is not what it is about': [
    // moments at which something is killed or signalled
    'db/embedded/orphaned-server.test.ts',
    'db/embedded/supervisor.test.ts',
    'process/channels.test.ts',
    'process/crash.test.ts',
    'process/events.test.ts',
    'process/groups.test.ts',
    'process/own-database.test.ts',
    'process/stop.test.ts',
    // clients that pause between two attempts
    'pms/transactions.test.ts',
    'process/database-death.test.ts',
    'process/write-load.ts',
    // slow peers
    'jobs/webhooks.test.ts',
    'mcp/pause.ts',
    'outgoing/body.test.ts',
    'outgoing/http.test.ts',
    // a process that does other things meanwhile
    'jobs/calendar-reader.test.ts',
    // a program that must send nothing, however long it runs
    'process/copies.test.ts',
    // an answer in a later task
    'web/desk/changes.test.ts',
    // the clocks of the tests themselves
    'harness/event-source.ts',
    'harness/held-pauses.ts',
    'harness/process.ts',
    'harness/timer-queue.ts',
    'harness/virtual-clock.ts',
  ],
  'chance without a seed': [
    // replaces it by chance with a seed
    'jobs/channels/convergence.test.ts',
    // names that no other test has
    'api/authenticator.ts',
    'harness/database.ts',
    'process/refusals.test.ts',
  ],
};

const rules = Object.entries(RULES).map(([name, find]) => ({ name: name as keyof typeof RULES, find }));

describe('no test has', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).map((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return { file: file.replaceAll('\\', '/'), text, nodes: parse(file, text) };
  });

  test.each(rules)('$name', ({ name, find }) => {
    const except = EXCEPT[name] ?? [];
    const found = files.flatMap(({ file, text, nodes }) =>
      find(nodes).map((node) => ({ file, place: `${file}:${lineAt(text, node.start)}` })),
    );
    const unexpected = found.filter(({ file }) => !except.includes(file));
    expect(unexpected.map(({ place }) => place)).toEqual([]);
    const unused = except.filter((one) => !found.some(({ file }) => file === one));
    expect(unused, 'files that need no exception').toEqual([]);
  });
});

describe('the rules', () => {
  const findersOf = (text: string) => {
    const nodes = parse('sample.ts', text);
    return rules.filter(({ find }) => find(nodes).length > 0).map(({ name }) => name);
  };
  const samples = Object.entries(FORBIDDEN).flatMap(([rule, texts]) => texts.map((text) => ({ rule, text })));

  test.each(samples)('find $rule in $text', ({ rule, text }) => {
    expect(findersOf(text)).toContain(rule);
  });

  test.each(ALLOWED)('find nothing in %s', (text) => {
    expect(findersOf(text)).toEqual([]);
  });

  test('read only what has no syntax error', () => {
    expect(() => parse('sample.ts', 'test(')).toThrow('sample.ts');
  });
});

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
