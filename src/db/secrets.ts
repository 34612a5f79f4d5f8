// Encrypts secrets for the database that must be decrypted again: channels' credentials, webhooks' signing
// secrets.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export type Secrets = {
  /**
   * Encrypts with AES-256-GCM. `context` names the row that will hold the result (`webhook/1001/7`): with
   * another one it cannot be decrypted. Throws DecryptionError without a key.
   */
  encrypt(text: string, context: string): Buffer;
  /** Decrypts a text. Throws DecryptionError for another key, another context or altered data. */
  decrypt(encrypted: Buffer, context: string): string;
};

/**
 * A secret could not be decrypted or encrypted. `message` is for the operator and contains nothing of the
 * secret.
 */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/** `key` is the text of CREDENTIALS_KEY or of DATA_DIR/credentials.key; null where no secrets are stored. */
export function createSecrets(key: string | null): Secrets {
  const bytes = key === null ? null : Buffer.from(hkdfSync('sha256', key, '', 'innwire credentials', 32));
  const keyFingerprint =
    bytes && createHash('sha256').update('mark').update(bytes).digest().subarray(0, FINGERPRINT_BYTES);
  return {
    encrypt(text, context) {
      if (!bytes || !keyFingerprint)
        throw new DecryptionError(
          'This process has no key to encrypt with: set CREDENTIALS_KEY, the same for all processes.',
        );
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([FORMAT]), keyFingerprint, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(encrypted, context) {
      if (encrypted[0] !== FORMAT || encrypted.length < HEADER_BYTES)
        throw new DecryptionError('What is stored is no secret that this version can read.');
      if (!bytes || !keyFingerprint?.equals(encrypted.subarray(1, 1 + FINGERPRINT_BYTES)))
        throw new DecryptionError(
          'It was encrypted with another key: give all processes the CREDENTIALS_KEY of then (DATA_DIR/credentials.key), or enter the secret again.',
        );
      const nonce = encrypted.subarray(1 + FINGERPRINT_BYTES, 1 + FINGERPRINT_BYTES + NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES });
      cipher
        .setAAD(Buffer.from(context))
        .setAuthTag(encrypted.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES));
      try {
        return Buffer.concat([cipher.update(encrypted.subarray(HEADER_BYTES)), cipher.final()]).toString(
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

/** The first byte: version of the format. */
const FORMAT = 1;
/** Bytes of the key's hash, which distinguish a wrong key from a damaged secret. */
const FINGERPRINT_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + FINGERPRINT_BYTES + NONCE_BYTES + TAG_BYTES;
