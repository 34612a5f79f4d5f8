// What may come instead of an answer: pages of gateways, cut and damaged samples, other encodings, bombs.
import fc from 'fast-check';

const DEEP = 100_000;

/** None of these is an answer of any channel, whatever was asked. */
export const GARBAGE: readonly (readonly [what: string, body: string])[] = [
  ['a gateway page', '<html><head><title>502</title></head><body><center>Bad Gateway</center></body></html>'],
  ['sloppy HTML', '<!doctype html><p>Sign in<br><img src=x>'],
  ['plain text', 'upstream connect error or disconnect/reset before headers'],
  ['white space', ' \r\n\t '],
  ['a JSON number', '42'],
  ['JSON null', 'null'],
  ['a JSON list', '[]'],
  ['an empty JSON object', '{}'],
  ['an unknown root', '<Surprise xmlns="urn:x"><Success/></Surprise>'],
  [
    'UTF-16 read as UTF-8',
    '\uFFFD\uFFFD<\u0000S\u0000u\u0000c\u0000c\u0000e\u0000s\u0000s\u0000/\u0000>\u0000',
  ],
  ['compressed data read as text', '\u001F\uFFFD\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003\uFFFDHI,'],
  ['deep XML', '<a>'.repeat(DEEP)],
  ['deep, closed XML', '<a>'.repeat(DEEP) + '</a>'.repeat(DEEP)],
  ['deep JSON', '['.repeat(DEEP)],
  ['deep, closed JSON', `${'{"data":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
  [
    'an entity bomb',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><x>&c;</x>',
  ],
  ['an outside entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'],
  ['far too much', `<x>${'y'.repeat(9_000_000)}</x>`],
  ['one endless tag', `<x ${'a'.repeat(500_000)}`],
  ['half-open comments', '<!-- '.repeat(100_000)],
  ['half-open cards', '<PaymentCard '.repeat(50_000)],
  ['half-open members', '{"password": "'.repeat(50_000)],
];

/** A sample with something wrong: cut off, letters changed, pieces doubled, moved or lost. */
export function damaged(samples: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(80));
  return fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(5), piece, fc.string({ maxLength: 6 })), { minLength: 1, maxLength: 8 }),
    )
    .map(([sample, changes]) =>
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
}

function digitChanged(text: string): string {
  return text.replace(/\d/, (digit) => String((Number(digit) * 7 + 3) % 10));
}

/** Statuses that answers come with. */
export const anyStatus = fc.constantFrom(
  200,
  200,
  200,
  204,
  301,
  400,
  401,
  403,
  404,
  409,
  429,
  500,
  502,
  503,
  599,
);
