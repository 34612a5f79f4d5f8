// Secrets in the database: decrypted with their key and in their context only.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets, DecryptionError } from '../../src/db/secrets.ts';
import { randomly } from '../harness/random.ts';

const KEY = 'a-key-of-thirty-two-characters-or-more';
const secrets = createSecrets(KEY);

describe('a secret', () => {
  test('is decrypted with the same key in the same context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(createSecrets(KEY).decrypt(secrets.encrypt(text, context), context)).toBe(text);
      }),
      randomly(),
    );
  });

  test('is not visible in the result, which is different each time', () => {
    const [first, second] = [secrets.encrypt('hunter2', 'p'), secrets.encrypt('hunter2', 'p')];
    expect(first.includes('hunter2')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test('with any byte altered, cut off or added is refused', () => {
    const encrypted = secrets.encrypt('hunter2', 'p');
    for (let i = 0; i < encrypted.length; i++) {
      const altered = Buffer.from(encrypted);
      altered[i]! ^= 1;
      expect(() => secrets.decrypt(altered, 'p'), `byte ${i}`).toThrow(DecryptionError);
      expect(() => secrets.decrypt(encrypted.subarray(0, i), 'p'), `${i} bytes`).toThrow(DecryptionError);
    }
    expect(() => secrets.decrypt(Buffer.concat([encrypted, Buffer.from([0])]), 'p')).toThrow(DecryptionError);
  });

  test('that was moved to another context is refused', () => {
    expect(() => secrets.decrypt(secrets.encrypt('hunter2', 'webhook/1/1'), 'webhook/2/1')).toThrow(/place/);
  });

  test('of another key is refused with a message that does not contain it', () => {
    const encrypted = createSecrets('another-key-of-thirty-two-characters').encrypt('hunter2', 'p');
    expect(() => secrets.decrypt(encrypted, 'p')).toThrow(/another key/);
    expect(() => createSecrets(null).decrypt(encrypted, 'p')).toThrow(/another key/);
  });

  test('is not stored at all where there is no key', () => {
    expect(() => createSecrets(null).encrypt('hunter2', 'p')).toThrow(/CREDENTIALS_KEY/);
  });
});
