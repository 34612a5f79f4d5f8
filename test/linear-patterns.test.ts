// Every regular expression of the program takes linear time, also for hostile texts.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { leastProcessorMs } from './attack-corpus/processor-time.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('no regular expression takes quadratic time for a hostile text', () => {
  const slow = patternsOf(globSync('src/**/*.ts', { cwd: ROOT })).filter(({ pattern }) => isSlow(pattern));
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
}, 120_000);

test.each([/^(.+?)\s*\((HM[A-Z0-9]{8,12})\)$/s, /^\/+|\/+$/g, /(x+x+)+y/, /\s+$/])(
  '%s is found to be slow',
  (pattern) => expect(isSlow(pattern)).toBe(true),
  120_000,
);

type Found = { file: string; pattern: RegExp };

/** Returns the regular expressions written as literals; those built at run time have their own tests. */
function patternsOf(files: readonly string[]): Found[] {
  return files.flatMap((file) => {
    const program = parseAst(readFileSync(path.join(ROOT, file), 'utf8'), { lang: 'ts' });
    const found: Found[] = [];
    walk(program, (node) => {
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex) found.push({ file, pattern: new RegExp(regex.pattern, regex.flags) });
    });
    return found;
  });
}

function walk(node: unknown, visit: (node: object) => void): void {
  if (node === null || typeof node !== 'object') return;
  visit(node);
  for (const member of Object.values(node)) walk(member, visit);
}

/** Long enough that quadratic time stands out: four million steps instead of some thousands. */
const LENGTH = 2_000;
/** Far more than any linear pattern takes for a text of this length. */
const CERTAINLY_SLOW_MS = 60;
/** A quadratic pattern takes some 0.4 ms for the shorter text, a linear one some microseconds. */
const MIN_MEASURABLE_MS = 0.1;
/** For six times the text a linear pattern takes six times as long, a quadratic one 36 times. */
const LONGER = 6;
const MAX_LINEAR_RATIO = 15;

function isSlow(pattern: RegExp): boolean {
  return textsAgainst(pattern).some((text) => {
    // Increase the length step by step, because a pattern of exponential time would not end.
    for (let length = 20; length < LENGTH; length *= 1.25)
      if (cpuMs(pattern, text(length), CERTAINLY_SLOW_MS) > CERTAINLY_SLOW_MS) return true;
    const [short, long] = [text(LENGTH), text(LENGTH * LONGER)];
    if (cpuMs(pattern, short, MIN_MEASURABLE_MS) < MIN_MEASURABLE_MS) return false;
    // Other load on the machine prolongs single measurements, not all of them.
    return [1, 2, 3].every(() => {
      const shortMs = Math.min(...[1, 2, 3].map(() => cpuMs(pattern, short)));
      return (
        shortMs >= MIN_MEASURABLE_MS &&
        cpuMs(pattern, long, MAX_LINEAR_RATIO * shortMs) > MAX_LINEAR_RATIO * shortMs
      );
    });
  });
}

/** Measures one match; if it is above the limit, returns the least of up to three measurements. */
function cpuMs(pattern: RegExp, text: string, limitMs = Number.POSITIVE_INFINITY): number {
  return leastProcessorMs(() => text.replace(pattern, ''), limitMs);
}

/**
 * Returns generators of hostile texts: they begin like the pattern, repeat what it repeats, and end unlike
 * it.
 */
function textsAgainst({ source }: RegExp): ((length: number) => string)[] {
  const plain = source.replace(/\\[a-zA-Z](\{[^}]*\})?|\[[^\]]*\]|\(\?[:=!<]+|[()^$*+?|]|\{[\d,]*\}/g, '\0');
  const pieces = plain.replaceAll('\\', '').split('\0').filter(Boolean);
  const literals = [...new Set(pieces.map((piece) => piece.slice(0, 30)))].slice(0, 6);
  const characters = [...new Set([...' aA0-_./\\"\':;=,@<>([\n', ...literals.join('')])];
  const pumps = [...characters, ...literals, ...characters.slice(0, 12).map((character) => `${character} `)];
  const heads = ['', 'x', ...literals, literals.join('')];
  return heads.flatMap((head) =>
    pumps.flatMap((pump) =>
      ['\u0001', literals.at(-1) ?? ''].map(
        (tail) => (length: number) => head + pump.repeat(Math.ceil(length / pump.length)) + tail,
      ),
    ),
  );
}
