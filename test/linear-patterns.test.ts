// Every regular expression of the program takes linear time, also for hostile texts.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { leastProcessorMs } from './attack-corpus/processor-time.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('no regular expression takes quadratic time for a hostile text', () => {
  const found = Map.groupBy(
    patternsOf(globSync('src/**/*.ts', { cwd: ROOT })),
    ({ pattern }) => `${pattern}`,
  );
  const slow = [...found.values()].filter(([first]) => isSlow(first!.pattern)).flat();
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
});

test.each([
  /^(.+?)\s*\((HM[A-Z0-9]{8,12})\)$/s,
  /^\/+|\/+$/g,
  /(x+x+)+y/,
  /\s+$/,
])('%s is found to be slow', (pattern) => expect(isSlow(pattern)).toBe(true));

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

/**
 * A quadratic pattern takes some 300 ms for a text of this length, a linear one less than a millisecond. Processor
 * time is counted in ticks of 4 ms on some machines, so that nothing shorter can be measured.
 */
const LENGTH = 20_000;
const SLOW_MS = 40;
/** A pattern that repeats nothing looks at as many characters as it is long, from each place of a text. */
const REPEATS = /[*+{]/;
/** Up to here the length grows step by step, because a pattern of exponential or cubic time would not end. */
const CAREFUL_LENGTH = 2_000;

function isSlow(pattern: RegExp): boolean {
  if (!REPEATS.test(pattern.source)) return false;
  return textsAgainst(pattern).some((text) => {
    for (let length = 20; length < CAREFUL_LENGTH; length *= 1.25)
      if (cpuMs(pattern, text(length)) > SLOW_MS) return true;
    return cpuMs(pattern, text(LENGTH)) > SLOW_MS;
  });
}

/** Returns the milliseconds of one match, or the least of three if it is slow: other load prolongs some of them. */
function cpuMs(pattern: RegExp, text: string): number {
  return leastProcessorMs(() => text.replace(pattern, ''), SLOW_MS);
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
