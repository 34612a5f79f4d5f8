// Invalid responses: pages of gateways, decompression bombs, other encodings, and successful responses that
// are cut, damaged or wrong.
import fc from 'fast-check';

const DEEP = 100_000;

/** None of these is a response of any channel. */
export const NEVER_AN_ANSWER: readonly (readonly [what: string, body: string])[] = [
  ['a gateway page', '<html><head><title>502</title></head><body><center>Bad Gateway</center></body></html>'],
  ['sloppy HTML', '<!doctype html><p>Sign in<br><img src=x>'],
  ['plain text', 'upstream connect error or disconnect/reset before headers'],
  ['a JSON number', '42'],
  ['JSON null', 'null'],
  ['JSON text', '"ok"'],
  ['a JSON list', '[]'],
  ['an empty JSON object', '{}'],
  ['JSON with empty data', '{"data":null}'],
  ['prototypes', '{"__proto__":{"data":[],"success":true},"constructor":{"prototype":{"data":[]}}}'],
  ['an unknown root', '<Surprise xmlns="urn:x"><Success/></Surprise>'],
  [
    'UTF-16 read as UTF-8',
    '\uFFFD\uFFFD<\u0000S\u0000u\u0000c\u0000c\u0000e\u0000s\u0000s\u0000/\u0000>\u0000',
  ],
  ['compressed data read as text', '\u001F\uFFFD\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003\uFFFDHI,'],
  ['deep XML', '<a>'.repeat(DEEP)],
  ['deep, closed XML', '<a>'.repeat(DEEP) + '</a>'.repeat(DEEP)],
  ['deep JSON', '['.repeat(DEEP)],
  ['deep, closed JSON', `${'{"deep":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  [
    'an entity bomb',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><x>&c;</x>',
  ],
  ['an outside entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'],
  ['far too much XML', `<x>${'y'.repeat(8_000_000)}</x>`],
  ['far too much JSON', `{"message":"${'y'.repeat(8_000_000)}"}`],
  ['one endless tag', `<x ${'a'.repeat(500_000)}`],
  ['half-open comments', '<!-- '.repeat(100_000)],
  ['half-open cards', '<PaymentCard '.repeat(50_000)],
  ['half-open members', '{"password": "'.repeat(50_000)],
  ['half-open tokens', 'eyJ-abcdefgh-'.repeat(100_000)],
  ['nothing but digits', '4 '.repeat(1_000_000)],
];

/** Values of every type, and those that break naive code, as written in JSON. */
export const WRONG_VALUES: readonly string[] = [
  'null',
  'true',
  '-1e9',
  '1e400',
  '999999999999999',
  '0.5',
  '""',
  '"x"',
  '".."',
  '"2027-02-31"',
  '"9999-12-31"',
  '"0001-01-01"',
  '"+275760-09-13T00:00:00Z"',
  '"-271821-04-20T00:00:00Z"',
  '"0000-01-01T00:00:00Z"',
  '"a\\u0000b"',
  '"\\ud800"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"toString":1,"valueOf":1,"length":-1}',
  '{"__proto__":{"polluted":1},"constructor":7}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `"${'9'.repeat(10_000)}"`,
];

const WRONG_TEXTS: readonly string[] = [
  '',
  'x',
  '-1e9',
  '999999999999999',
  '2027-02-31',
  '9999-12-31',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '&#55296;&#0;',
  '9'.repeat(10_000),
];

/**
 * Returns a successful response with one value at a time, or the whole content, replaced by every wrong one;
 * in XML likewise, text by text.
 */
export function* swapped(sample: string): Generator<string> {
  if (sample.startsWith('<')) yield* swappedInXml(sample);
  else yield* swappedInJson(JSON.parse(sample));
}

function* swappedInXml(sample: string): Generator<string> {
  for (const { index, 0: found } of sample.matchAll(/(?<==")[^"<>]+(?=")|(?<=>)[^<>\s][^<>]*(?=<)/g)) {
    for (const value of WRONG_TEXTS)
      yield sample.slice(0, index) + value + sample.slice(index + found.length);
  }
}

function* swappedInJson(root: unknown): Generator<string> {
  for (const { holder, key } of membersOf(root)) {
    const kept = holder[key];
    delete holder[key];
    yield JSON.stringify(root);
    holder[key] = HERE;
    const [before, after] = JSON.stringify(root).split(`"${HERE}"`);
    for (const value of WRONG_VALUES) yield before + value + after;
    holder[key] = kept;
  }
}

const HERE = '-- here --';

function membersOf(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...membersOf(holder[key])]);
}

/** The positions at which a response is cut off. */
export function* cutOff(sample: string): Generator<string> {
  // Text after the root element is not part of the response.
  const whole = sample.replace(/(?:<!--(?:(?!-->)[\s\S])*-->|\s)*$/, '');
  const step = Math.max(1, Math.floor(whole.length / 300));
  for (let end = 1; end < whole.length; end += step) yield whole.slice(0, end);
  yield whole.slice(0, -1);
}

/** A damaged sample: cut off, with letters changed, or pieces duplicated, moved or lost; or any text. */
export function damaged(samples: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(80));
  const bites = fc.array(fc.tuple(fc.nat(5), piece, fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  });
  const mangled = fc.tuple(fc.constantFrom(...samples), bites).map(([sample, changes]) =>
    changes.reduce((text, [kind, [where, length], other]) => {
      const at = Math.floor(where * text.length);
      const part = text.slice(at, at + length);
      if (kind === 0) return text.slice(0, at);
      if (kind === 1) return text.slice(0, at) + other + text.slice(at + other.length);
      if (kind === 2) return text.slice(0, at) + part + text.slice(at);
      if (kind === 3) return text.slice(0, at) + text.slice(at + length);
      if (kind === 4) return part + text;
      return text.slice(0, at) + digitChanged(part) + text.slice(at + length);
    }, sample),
  );
  return fc.oneof({ weight: 6, arbitrary: mangled }, fc.json(), fc.string({ unit: 'binary' }));
}

function digitChanged(text: string): string {
  return text.replace(/\d/, (digit) => String((Number(digit) * 7 + 3) % 10));
}
