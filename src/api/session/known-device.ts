// Devices on which somebody signed in before. An address may be that of a whole house, or of a proxy: wrong passwords of others there must
// not shut out the people whose device it is (OWASP: device cookies). What tells a device is encrypted in a cookie, so nothing is stored here.
import { randomBytes } from 'node:crypto';
import { DecryptionError, type Secrets } from '../../db/secrets.ts';
import { signInKey } from '../../model/staff.ts';
import { nameOfDeviceCookie, setLastingCookie } from './cookie.ts';

export type KnownDevice = {
  /** what tells the device from others */
  id: string;
  /** the names and e-mail addresses that sign in on it, as `signInKey` returns them; the last one first */
  names: readonly string[];
};

/** Returns the device that a cookie makes known; null for one that is not from here. */
export function readKnownDevice(secrets: Secrets, value: string): KnownDevice | null {
  try {
    const [id, ...names] = JSON.parse(secrets.decrypt(Buffer.from(value, 'base64url'), CONTEXT)) as string[];
    return id === undefined ? null : { id, names };
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/**
 * Returns the header that makes a device known as that of a person who has just signed in there. `before`: as what it was known. `cookie`: the name
 * of that of the session.
 */
export function rememberDevice(
  secrets: Secrets,
  cookie: string,
  before: KnownDevice | null,
  { name, email }: { name: string; email: string | null },
): string {
  const own = [name, ...(email === null ? [] : [email])].map(signInKey);
  const others = (before?.names ?? []).filter((one) => !own.includes(one));
  const id = before?.id ?? randomBytes(ID_BYTES).toString('base64url');
  const content = JSON.stringify([id, ...[...own, ...others].slice(0, MAX_NAMES)]);
  return setLastingCookie(
    nameOfDeviceCookie(cookie),
    secrets.encrypt(content, CONTEXT).toString('base64url'),
  );
}

/** What the encrypted text is made for. */
const CONTEXT = 'known device';
const ID_BYTES = 16;
/** Two of each of six people. Browsers keep cookies of 4 kB: where all names are very long the device is not known, which only makes it one of many. */
const MAX_NAMES = 12;
