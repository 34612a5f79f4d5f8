// Releases: the changelog, the table of schema versions in docs/operations.md and package.json agree.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const changelog = read('CHANGELOG.md');
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** Sections of the changelog: title → text. */
const sections = new Map(
  changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.split('\n')[0]!, part.slice(part.indexOf('\n')).trim()]),
);

test('the changelog begins with what is not released, and then has each release with its date', () => {
  const [first, ...releases] = [...sections.keys()];
  expect(first).toBe('Unreleased');
  for (const title of releases) expect(title).toMatch(/^\d+\.\d+\.\d+ – \d{4}-\d{2}-\d{2}$/);
  expect(releases[0]).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')} – `));
});

test('the changelog groups changes by kind, in the usual order', () => {
  for (const [title, text] of sections) {
    const kinds = [...text.matchAll(/^### (.*)$/gm)].map((match) => match[1]!);
    expect(kinds, title).toEqual(KINDS.filter((kind) => kinds.includes(kind)));
  }
});

test('each release names its schema, and later migrations are in the changelog', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|/gm)];
  const schemas = new Map(rows.map((row) => [row[1]!, Number(row[2])]));
  for (const title of [...sections.keys()].slice(1)) {
    const version = title.split(' ')[0]!;
    expect(sections.get(title), title).toContain(`Database schema ${schemas.get(version)}.`);
  }
  const latest = globSync('db/migrations/*.sql', { cwd: ROOT })
    .map((file) => Number(path.basename(file).slice(0, 4)))
    .reduce((a, b) => Math.max(a, b));
  if (latest > schemas.get(VERSION)!) expect(sections.get('Unreleased')).not.toBe('');
});

test('decisions have a number of their own, and the same headings', () => {
  const files = globSync('docs/decisions/*.md', { cwd: ROOT }).sort();
  expect(files.map((file) => Number(path.basename(file).slice(0, 4)))).toEqual(files.map((_, i) => i + 1));
  for (const file of files) {
    const text = read(file);
    expect(text, file).toMatch(/^# \d+\. /);
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].slice(1).map((match) => match[1]!);
    expect(headings.slice(0, 1), file).toEqual(['Context']);
    expect(headings, file).toContain('Decision');
    const known = ['Context', 'Measurement', 'Alternatives', 'Decision', 'Consequence'];
    expect(
      headings.filter((heading) => !known.includes(heading)),
      file,
    ).toEqual([]);
  }
});
