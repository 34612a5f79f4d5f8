// What the wire brings when the other side is unwell: cut off, mangled, HTML, huge, deep.
import fc from 'fast-check';

/** Damaged versions of good bodies, and bodies that were never good. */
export function garbage(samples: readonly string[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  const cut = fc.tuple(sample, fc.double({ min: 0, max: 0.999, noNaN: true })).map(([text, part]) => {
    const end = Math.floor(text.length * part);
    return text.slice(0, end);
  });
  const mangled = fc
    .tuple(
      sample,
      fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })), {
        minLength: 1,
        maxLength: 8,
      }),
    )
    .map(([text, bites]) =>
      bites.reduce((mangling, [at, put]) => {
        const place = at % (mangling.length + 1);
        return mangling.slice(0, place) + put + mangling.slice(place + 1 + put.length);
      }, text),
    );
  // Well-formed, and wrong: each value may be of any kind.
  const swapped = fc
    .tuple(sample, fc.nat(), fc.constantFrom('null', '7', '-1e9', '""', '[]', '{}', 'true', '"x"'))
    .map(([text, at, value]) => {
      const values = [...text.matchAll(/("[^"]*"|\d+(?:\.\d+)?|true|false|null)(?=\s*[,}\]])/g)];
      const one = values[at % Math.max(1, values.length)];
      return one ? text.slice(0, one.index) + value + text.slice(one.index + one[0].length) : text;
    });
  return fc.oneof(cut, mangled, swapped, fc.constantFrom(...NEVER_GOOD), fc.json(), fc.string());
}

export const NEVER_GOOD: readonly string[] = [
  '',
  ' ',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body>…</body></html>',
  'null',
  '[]',
  '{}',
  '0',
  '"ok"',
  '{"data":null}',
  '{"success":true}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"a":`.repeat(50_000),
  `{"data":"${'x'.repeat(1_000_000)}"}`,
  `<a>${'<b>'.repeat(20_000)}`,
  '\u0000\u0001\ufffd',
];
