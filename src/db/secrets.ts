// What must be read again but lies encrypted in the database: credentials of channels, secrets that webhooks are signed with.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export type Secrets = {
  /** AES-256-GCM. `place` says where it will lie (`webhook/1001/7`): moved elsewhere, it cannot be read. */
  encrypt(text: string, place: string): Buffer;
  /** Throws DecryptionError. */
  decrypt(encrypted: Buffer, place: string): string;
};

/** In a sentence for the operator; holds nothing of the secret. */
export class DecryptionError extends Error {
  override readonly name = 'SecretUnreadable';
}

/** `key` is the text of CREDENTIALS_KEY or of DATA_DIR/credentials.key; null where nothing secret is to be stored. */
export function createSecrets(key: string | null): Secrets {
  const bytes = key === null ? null : Buffer.from(hkdfSync('sha256', key, '', 'innwire credentials', 32));
  const keyMark = bytes && createHash('sha256').update('mark').update(bytes).digest().subarray(0, MARK_BYTES);
  return {
    encrypt(text, place) {
      if (!bytes || !keyMark)
        throw new DecryptionError(
          'This process has no key to encrypt with: set CREDENTIALS_KEY, the same for all processes.',
        );
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([FORMAT]), keyMark, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(encrypted, place) {
      if (encrypted[0] !== FORMAT || encrypted.length < HEAD_BYTES)
        throw new DecryptionError('What is stored is no secret that this version can read.');
      if (!bytes || !keyMark?.equals(encrypted.subarray(1, 1 + MARK_BYTES)))
        throw new DecryptionError(
          'It was encrypted with another key: give all processes the CREDENTIALS_KEY of then (DATA_DIR/credentials.key), or enter the secret again.',
        );
      const nonce = encrypted.subarray(1 + MARK_BYTES, 1 + MARK_BYTES + NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place)).setAuthTag(encrypted.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES));
      try {
        return Buffer.concat([cipher.update(encrypted.subarray(HEAD_BYTES)), cipher.final()]).toString(
          'utf8',
        );
      } catch {
        throw new DecryptionError(
          'What is stored was altered, or lies in another place than it was made for.',
        );
      }
    },
  };
}

/** The first byte, so that another form can follow one day. */
const FORMAT = 1;
/** A few bytes of the key's hash: a wrong key is told from a damaged secret. */
const MARK_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + MARK_BYTES + NONCE_BYTES + TAG_BYTES;
