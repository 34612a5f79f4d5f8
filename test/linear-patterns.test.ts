// Every regular expression of the program takes time in proportion to its text, whatever the text is.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { leastProcessorMs } from './attack-corpus/processor-time.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('no regular expression takes time by the square of a text made to keep it busy', () => {
  const slow = patternsOf(globSync('src/**/*.ts', { cwd: ROOT })).filter(({ pattern }) => isSlow(pattern));
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
}, 120_000);

test.each([/^(.+?)\s*\((HM[A-Z0-9]{8,12})\)$/s, /^\/+|\/+$/g, /(x+x+)+y/, /\s+$/])(
  '%s is found to be slow',
  (pattern) => expect(isSlow(pattern)).toBe(true),
  120_000,
);

type Found = { file: string; pattern: RegExp };

/** The regular expressions written as literals; those that are put together have tests of their own. */
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

/** Long enough that squares stand out: four million steps instead of some thousands. */
const LENGTH = 2_000;
/** More than the longest linear pattern takes for a text of this length by far. */
const HOPELESS_MS = 60;
/** A quadratic pattern takes some 0.4 ms for the shorter text, a linear one some microseconds. */
const SUSPECT_MS = 0.1;
/** Six times the text: six times the time of a linear pattern, 36 times that of a quadratic one. */
const LONGER = 6;
const LINEAR_AT_MOST = 15;

function isSlow(pattern: RegExp): boolean {
  return textsAgainst(pattern).some((text) => {
    // Step by step, because a pattern that takes exponential time would never come back.
    for (let length = 20; length < LENGTH; length *= 1.25)
      if (cpuMs(pattern, text(length), HOPELESS_MS) > HOPELESS_MS) return true;
    const [short, long] = [text(LENGTH), text(LENGTH * LONGER)];
    if (cpuMs(pattern, short, SUSPECT_MS) < SUSPECT_MS) return false;
    // What others do on the machine makes one measurement longer, not all of them.
    return [1, 2, 3].every(() => {
      const shortMs = Math.min(...[1, 2, 3].map(() => cpuMs(pattern, short)));
      return (
        shortMs >= SUSPECT_MS && cpuMs(pattern, long, LINEAR_AT_MOST * shortMs) > LINEAR_AT_MOST * shortMs
      );
    });
  });
}

/** With a limit: the least of up to three measurements, where the first is above it. */
function cpuMs(pattern: RegExp, text: string, limitMs = Number.POSITIVE_INFINITY): number {
  return leastProcessorMs(() => text.replace(pattern, ''), limitMs);
}

/** Texts that begin as the pattern does, repeat what it repeats, and end as it does not. */
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
