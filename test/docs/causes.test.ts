// The codes of failures in the documents are those of the program.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAUSES } from '../../src/model/cause.ts';

test('the table of codes has each code with its meaning, and no other', () => {
  const text = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8');
  const [section = ''] = text.split('### Why something failed')[1]?.split('\n### ') ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(rows.filter(([code]) => code !== 'code'))).toEqual(CAUSES);
});
