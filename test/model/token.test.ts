// Tokens: format, checksum and hash.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToken, hashToken, isTokenShaped, randomBase62, SANDBOX_TOKEN } from '../../src/model/token.ts';
import { randomly } from '../harness/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new token', () => {
  test('has the format of the contract, and is well-formed', () => {
    for (let i = 0; i < 200; i += 1) {
      const token = createToken();
      expect(token).toMatch(/^pms_live_[0-9A-Za-z]{38}$/);
      expect(isTokenShaped(token)).toBe(true);
    }
  });

  test('is never the same as another', () => {
    expect(new Set(Array.from({ length: 2_000 }, createToken)).size).toBe(2_000);
  });
});

describe('a token that is not one of ours', () => {
  const position = fc.nat({ max: 46 });
  const character = fc.constantFrom(...BASE62);

  test('with any one character changed is refused', () => {
    fc.assert(
      fc.property(position, character, (at, other) => {
        const token = createToken();
        fc.pre(token[at] !== other);
        expect(isTokenShaped(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
      }),
      randomly(3_000),
    );
  });

  test('with two neighbours swapped is refused', () => {
    fc.assert(
      fc.property(fc.nat({ max: 45 }), (at) => {
        const token = createToken();
        fc.pre(token[at] !== token[at + 1]);
        const swapped = token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2);
        expect(isTokenShaped(swapped)).toBe(false);
      }),
      randomly(1_000),
    );
  });

  test('cut, prolonged, padded or of another kind is refused', () => {
    const token = createToken();
    for (const text of [
      '',
      token.slice(0, -1),
      `${token}a`,
      ` ${token}`,
      `${token}\n`,
      token.toUpperCase(),
      token.replace('live', 'test'),
      `pms_live_${'0'.repeat(38)}`,
      'api_token ',
      'API_TOKEN',
      'constructor',
    ]) {
      expect(isTokenShaped(text), JSON.stringify(text)).toBe(false);
    }
  });
});

test('the sandbox’s token is well-formed', () => {
  expect(isTokenShaped(SANDBOX_TOKEN)).toBe(true);
});

test('a hash is 32 bytes that differ for every token', () => {
  const [a, b] = [createToken(), createToken()];
  expect(hashToken(a)).toHaveLength(32);
  expect(hashToken(a).equals(hashToken(a))).toBe(true);
  expect(hashToken(a).equals(hashToken(b))).toBe(false);
});

test('random characters are of the alphabet, each about as often', () => {
  const counts = new Map<string, number>();
  for (const one of randomBase62(62_000)) counts.set(one, (counts.get(one) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe([...BASE62].sort().join(''));
  // 1,000 each is expected; a deviation of eight standard deviations does not occur by chance.
  expect(Math.min(...counts.values())).toBeGreaterThan(750);
  expect(Math.max(...counts.values())).toBeLessThan(1_250);
});
