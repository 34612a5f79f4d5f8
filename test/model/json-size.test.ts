// JSON is measured before it is parsed: its depth and the number of its values.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededIn } from '../../src/model/json-size.ts';
import { processorMs } from '../attack-corpus/processor-time.ts';

const LIMITS = { depth: 3, values: 6 };
const measure = (text: string) => exceededIn(Buffer.from(text), LIMITS);

test.each([
  ['null', null],
  ['[[[]]]', null],
  ['[[[[]]]]', 'depth'],
  ['{"a":{"b":{"c":[]}}}', 'depth'],
  ['[1,2,3,4,5]', null],
  ['[1,2,3,4,5,6]', 'values'],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'values'],
  ['"[[[[[[[[,,,,,,,,"', null],
  [String.raw`["\"[[[[","\\",1]`, null],
  [String.raw`["\\\"[[[[[[[,,,,,,,,"]`, null],
])('%s', (text, expected) => expect(measure(text)).toBe(expected));

test('no value within the limits is refused, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(exceededIn(Buffer.from(text), { depth: 50, values: text.length + 1 })).toBeNull();
    }),
  );
});

test('twelve million brackets cost no more than it takes to see that they are too many', () => {
  const hostile = Buffer.from('['.repeat(12_000_000));
  const plain = Buffer.from(`"${'x'.repeat(100_000)}"`);
  const limits = { depth: 100, values: 50_000 };
  expect(exceededIn(hostile, limits)).toBe('depth');
  const readsPlainMs = processorMs(() => exceededIn(plain, limits));
  expect(processorMs(() => exceededIn(hostile, limits))).toBeLessThan(Math.max(readsPlainMs, 5));
});
