// What lies encrypted in the database: read again with its key in its place, and otherwise not at all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets, DecryptionError } from '../../src/db/secrets.ts';

const KEY = 'a-key-of-thirty-two-characters-or-more';
const secrets = createSecrets(KEY);

describe('a secret', () => {
  test('is read again as it was, with the same key in the same place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(createSecrets(KEY).decrypt(secrets.encrypt(text, place), place)).toBe(text);
      }),
    );
  });

  test('does not show itself, and is another each time', () => {
    const [first, second] = [secrets.encrypt('hunter2', 'p'), secrets.encrypt('hunter2', 'p')];
    expect(first.includes('hunter2')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test('with any byte altered, cut off or added is refused', () => {
    const sealed = secrets.encrypt('hunter2', 'p');
    for (let i = 0; i < sealed.length; i++) {
      const altered = Buffer.from(sealed);
      altered[i]! ^= 1;
      expect(() => secrets.decrypt(altered, 'p'), `byte ${i}`).toThrow(DecryptionError);
      expect(() => secrets.decrypt(sealed.subarray(0, i), 'p'), `${i} bytes`).toThrow(DecryptionError);
    }
    expect(() => secrets.decrypt(Buffer.concat([sealed, Buffer.from([0])]), 'p')).toThrow(DecryptionError);
  });

  test('that was moved to another place is refused', () => {
    expect(() => secrets.decrypt(secrets.encrypt('hunter2', 'webhook/1/1'), 'webhook/2/1')).toThrow(/place/);
  });

  test('of another key says so, in words that do not hold it', () => {
    const sealed = createSecrets('another-key-of-thirty-two-characters').encrypt('hunter2', 'p');
    expect(() => secrets.decrypt(sealed, 'p')).toThrow(/another key/);
    expect(() => createSecrets(null).decrypt(sealed, 'p')).toThrow(/another key/);
  });

  test('is not stored at all where there is no key', () => {
    expect(() => createSecrets(null).encrypt('hunter2', 'p')).toThrow(/CREDENTIALS_KEY/);
  });
});
