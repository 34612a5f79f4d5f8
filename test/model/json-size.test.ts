// Depth and number of values of a JSON text, measured before it is parsed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededIn } from '../../src/model/json-size.ts';
import { randomly } from '../harness/random.ts';

const LIMITS = { depth: 3, values: 6, names: 4 };
const measure = (text: string) => exceededIn(Buffer.from(text), LIMITS);

test.each([
  ['null', null],
  ['[[[]]]', null],
  ['[[[[]]]]', 'depth'],
  ['{"a":{"b":{"c":[]}}}', 'depth'],
  ['[1,2,3,4,5]', null],
  ['[1,2,3,4,5,6]', 'values'],
  ['{"a":1,"b":2,"c":3,"d":4}', null],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 'names'],
  ['{"a":1,"a":2,"b":3,"c":4,"d":5}', null],
  ['[{"a":1,"b":2},{"c" \n:1,"d":2}]', 'values'],
  ['{"a":[1,2,3],"b":{}}', 'values'],
  ['{"a":{},"b":"x","c":"y","d":"z","e":5}', 'values'],
  ['"[[[[[[[[,,,,,,,,"', null],
  [String.raw`["\"[[[[","\\",1]`, null],
  [String.raw`["\\\"[[[[[[[,,,,,,,,"]`, null],
])('%s', (text, expected) => expect(measure(text)).toBe(expected));

test('no value within the limits is refused, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(
        exceededIn(Buffer.from(text), { depth: 50, values: text.length + 1, names: text.length + 1 }),
      ).toBeNull();
    }),
    randomly(),
  );
});

test('reading twelve million brackets stops at the limit', () => {
  const limits = { depth: 100, values: 50_000, names: 500 };
  let read = 0;
  const counting = new Proxy(Buffer.from('['.repeat(12_000_000)), {
    get(bytes, name) {
      if (name === 'length') return bytes.length;
      read += 1;
      return bytes[Number(name)];
    },
  });
  expect(exceededIn(counting, limits)).toBe('depth');
  expect(read).toBe(limits.depth + 1);
});
