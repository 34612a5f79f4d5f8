// The tables of docs/operations.md that are written from the code are up to date.
import { expect, test } from 'vitest';
import { documentTables } from '../../scripts/write-doc-tables.ts';

test('the tables of channels and retries are as the code makes them', () => {
  const { committed, written } = documentTables();
  expect(committed === written, 'docs/operations.md is out of date: run "npm run openapi"').toBe(true);
});
