// The tables of certification cases in the channels' pages name only tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './blocks.ts';

const PAGES = ['channex', 'booking_com', 'expedia', 'open_channel'];
const HEADER = '| certification case | test | state |';
const STATES = ['passes', 'unverified', 'not supported'];

type Row = { text: string; tests: { file: string; name: string }[]; state: string };

describe.each(PAGES)('docs/channels/%s.md', (page) => {
  const rows = rowsOf(readFileSync(path.join(ROOT, `docs/channels/${page}.md`), 'utf8'));

  test('has a table of certification cases, each with a state', () => {
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ state }) => !STATES.includes(state)).map(({ text }) => text)).toEqual([]);
  });

  test('names a test for every case that passes', () => {
    const without = rows.filter(({ state, tests }) => state === 'passes' && tests.length === 0);
    expect(without.map(({ text }) => text)).toEqual([]);
  });

  test('names only tests that are there', () => {
    const missing = rows
      .flatMap(({ tests }) => tests)
      .filter(({ file, name }) => {
        const where = path.join(ROOT, file);
        return !existsSync(where) || !readFileSync(where, 'utf8').includes(name);
      });
    expect(missing).toEqual([]);
  });
});

/** Returns the rows of the table below the header; a cell of tests has `file`: name, separated by <br>. */
function rowsOf(text: string): Row[] {
  const lines = text.split('\n');
  const start = lines.indexOf(HEADER);
  if (start < 0) return [];
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? rest.length : end).map((text) => {
    const [, , tests = '', state = ''] = text.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return {
      text,
      state,
      tests: tests.split('<br>').flatMap((one) => {
        const [, file, name] = /^`(test\/[^`]+)`: (.+)$/.exec(one.trim()) ?? [];
        return file && name ? [{ file, name: name.replaceAll('\\|', '|') }] : [];
      }),
    };
  });
}
