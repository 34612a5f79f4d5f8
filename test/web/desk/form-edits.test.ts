// Forms that stay open while others change the record.
import { expect, test } from 'vitest';
import { rebase } from '../../../web/desk/form-edits.ts';

const base = { reason: 'Paint', todate: '2026-06-12', kind: 'out_of_order' };

test('what the person did not touch follows the record', () => {
  const now = { ...base, todate: '2026-06-20' };
  expect(rebase({ base, wanted: { ...base, reason: 'Pipes' } }, now)).toEqual({
    base: { ...now, reason: 'Paint' },
    wanted: { ...now, reason: 'Pipes' },
    conflicts: [],
  });
});

test('a member that both changed is a conflict, unless both chose the same', () => {
  const edits = { base, wanted: { ...base, reason: 'Pipes' } };
  expect(rebase(edits, { ...base, reason: 'Floor' }).conflicts).toEqual(['reason']);
  expect(rebase(edits, { ...base, reason: 'Pipes' }).conflicts).toEqual([]);
});

test('what was put back follows the record again', () => {
  const now = { ...base, reason: 'Floor' };
  expect(rebase({ base, wanted: base }, now)).toEqual({ base: now, wanted: now, conflicts: [] });
});
