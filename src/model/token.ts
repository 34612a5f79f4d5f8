// Property tokens: their format, checksum, and the hash that is stored instead of the token.
import { createHash, randomInt } from 'node:crypto';

export const SANDBOX_TOKEN = 'api_token';
/** Stands in a path in place of a token: the caller is the person of the session cookie. It is no token. */
export const SESSION_WORD = 'session';
/** `propose`: writes over MCP wait until a person approves them, others are refused. */
export const TOKEN_ACCESSES = ['full', 'propose', 'read'] as const;
export type TokenAccess = (typeof TOKEN_ACCESSES)[number];
/** Which properties a token opens: one, those that it names, or all of the installation. */
export type TokenReach = 'one' | 'named' | 'all';

const PREFIX = 'pms_live_';
const SECRET_LENGTH = 32; // 190 bits: cannot be guessed
const CHECKSUM_LENGTH = 6; // 35 bits: a mistyped or invented token is rejected without a database query
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Creates a live token: `pms_live_`, 32 random base-62 characters, 6 characters of checksum. */
export function createToken(): string {
  const body = PREFIX + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/** Whether the text is well-formed: a live token with a correct checksum, or the sandbox's token. */
export function isTokenShaped(text: string): boolean {
  if (text === SANDBOX_TOKEN) return true;
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Returns the SHA-256 of a token, which is all that is stored of it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns `length` random characters of 0-9A-Za-z. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

function checksum(body: string): string {
  const digest = createHash('sha256').update(body).digest();
  return Array.from({ length: CHECKSUM_LENGTH }, (_, i) => BASE62[(digest[i] ?? 0) % BASE62.length]).join('');
}
