// docs/command-reference.md is up to date.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commandReference, REFERENCE } from '../../scripts/write-command-reference.ts';

test('the reference is as the commands make it', async () => {
  const committed = await readFile(new URL(`../../${REFERENCE}`, import.meta.url), 'utf8');
  expect(committed === commandReference(), `${REFERENCE} is out of date: run "npm run openapi"`).toBe(true);
});
