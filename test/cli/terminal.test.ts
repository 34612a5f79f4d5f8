// Texts of guests and channels cannot control the terminal of the person who reads them.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeControlCharacters } from '../../src/model/control-characters.ts';
import { randomly } from '../harness/random.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HOSTILE = '\u001b]0;pwned\u0007\u009b2J\u007f\u202egnp.exe\r\b\u0000\u2066x\u2069';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Returns the output of a program that calls `escapeTerminalOutput` and then makes the given calls. */
function printed(module: string, calls: string) {
  const program = `const { escapeTerminalOutput } = await import(${JSON.stringify(path.join(ROOT, module))});
    escapeTerminalOutput(); const hostile = ${JSON.stringify(HOSTILE)}; ${calls}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

describe.each([
  'src/cli/terminal-output.ts',
  'simulator/escape-terminal-output.ts',
])('a program that uses %s', (module) => {
  test('prints no control character in any way', () => {
    const { stdout, stderr } = printed(
      module,
      `console.log(hostile); console.log({ name: hostile }); process.stdout.write(hostile);
       console.error(new Error(hostile)); console.warn('%s', hostile);`,
    );
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(UNSAFE);
      expect(text).toContain('\\u001b]0;pwned');
    }
  });

  test('prints JSON that is still the same JSON', () => {
    const { stdout } = printed(
      module,
      'console.log(JSON.stringify({ name: hostile, 漢字: "é\\u00a0🌊\\ttab" }, null, 2));',
    );
    expect(JSON.parse(stdout)).toEqual({ name: HOSTILE, 漢字: 'é\u00a0🌊\ttab' });
  });
});

test('the program’s log is escaped too', () => {
  const program = `const { createLog } = await import(${JSON.stringify(path.join(ROOT, 'src/cli/log.ts'))});
    const log = createLog({ logLevel: 'info' });
    log.warn({ name: ${JSON.stringify(HOSTILE)} }, ${JSON.stringify(HOSTILE)}); log.fatal('end');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).not.toMatch(UNSAFE);
  const [line, last] = stderr
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  expect([line.name, line.msg, last.msg]).toEqual([HOSTILE, HOSTILE, 'end']);
});

test('control characters of any text are escaped, and everything else stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeControlCharacters(text)).not.toMatch(UNSAFE);
      expect(JSON.parse(escapeControlCharacters(JSON.stringify(text)))).toBe(text);
    }),
    randomly(),
  );
  expect(escapeControlCharacters('Zoë\t漢字 🌊👩‍👩‍👧\n')).toBe('Zoë\t漢字 🌊👩‍👩‍👧\n');
});
