// The pages of channels: one for each adapter, which names all of its settings and credentials, and is linked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../src/channels/registry.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test.each(ADAPTERS)('$protocol has a page, which the indexes link', ({ protocol }) => {
  const page = `channels/${protocol}.md`;
  expect(read(`docs/${page}`)).toMatch(/^# \S/);
  expect(read('docs/README.md')).toContain(`(${page})`);
  expect(read('README.md')).toContain(`(docs/${page})`);
});

test.each(ADAPTERS)('the page of $protocol names every setting and every credential', ({
  protocol,
  settingsSchema,
  credentialsSchema,
}) => {
  const page = read(`docs/channels/${protocol}.md`);
  const names = [...Object.keys(settingsSchema.properties), ...Object.keys(credentialsSchema.properties)];
  expect(names.filter((name) => !new RegExp(`[\`"]${name}[\`"]`).test(page))).toEqual([]);
});

/** Defaults that a page describes in words: none, or what follows from the connection. */
const isDescribed = (usual: unknown) => usual === null || (Array.isArray(usual) && usual.length === 0);

test.each(ADAPTERS)('the defaults on the page of $protocol are those of the settings', ({
  protocol,
  settingsSchema,
}) => {
  const properties: Record<string, { default?: unknown }> = settingsSchema.properties;
  // Tables of settings have three columns, those of an order's elements two.
  const rows = read(`docs/channels/${protocol}.md`).matchAll(
    /^\| (`\w+`(?:, `\w+`)*) \| ([^|]*) \| [^|\n]*\|$/gm,
  );
  const differing = [...rows].flatMap(([row, written, cell]) => {
    const names = written!.replaceAll('`', '').split(', ');
    const values = names.map((name) => properties[name]?.default ?? null);
    if (names.some((name) => !(name in properties)) || values.every(isDescribed)) return [];
    // Settings of one row that have the same default show it once.
    const defaults = new Set([values.flat().join(', '), [...new Set(values)].join(', ')]);
    return defaults.has(cell!.trim().replaceAll('`', '')) ? [] : [row];
  });
  expect(differing).toEqual([]);
});
