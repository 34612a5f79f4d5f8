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
