// Hashes of passwords: argon2id in the PHC string format, two at a time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { Problem } from '../problems.ts';

/** OWASP's parameters for argon2id: 19 MiB (in KiB), two passes, one lane. 45 ms on a server of 2026. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Each takes a thread and 19 MiB: more at once would leave none for file access and name lookups. */
const limit = pLimit(2);
/** Those that wait behind the two; the hundredth waits about two seconds. */
const MAX_WAITING = 100;

const derive = promisify(argon2);

type HashParameters = typeof PARAMETERS & { salt: Buffer; bytes: number };

/** Returns the hash of a password with a new salt. Throws `temporarily_unavailable` when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hash2id(password, { ...PARAMETERS, salt, bytes: HASH_BYTES });
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
}

/**
 * Whether the password is the one of a stored hash. Without a hash the same work is done and the result is false, so that the
 * time does not say whether somebody has a password. Throws `temporarily_unavailable` when too many are waiting.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? NO_PASSWORD)!;
  const expected = Buffer.from(hash!, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await hash2id(password, {
    ...parameters,
    salt: Buffer.from(salt!, 'base64'),
    bytes: expected.length,
  });
  return timingSafeEqual(found, expected) && stored !== null;
}

async function hash2id(password: string, { salt, bytes, ...cost }: HashParameters): Promise<Buffer> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new Problem('temporarily_unavailable', { case: 'sign_ins', retryAfterSeconds: 5 });
  // One spelling of letters with accents, whatever keyboard they were typed on (NIST SP 800-63B, 3.1.1.2).
  const message = Buffer.from(password.normalize('NFKC'));
  return limit(() => derive('argon2id', { message, nonce: salt, tagLength: bytes, ...cost }));
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Compared with where there is no hash: the same parameters, and a hash that no password is known for. */
const NO_PASSWORD = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${toBase64(Buffer.alloc(SALT_BYTES))}$${toBase64(Buffer.alloc(HASH_BYTES))}`;
