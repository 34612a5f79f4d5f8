// Validation of e-mail addresses, and their form for mail servers.
import { domainToASCII } from 'node:url';

/** RFC 5321, 4.5.3.1 */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;

/**
 * RFC 5322 atext and dots, and letters of every script (RFC 6531). Dots may stand anywhere: some mobile
 * operators issued addresses such as `a..b.@…`. Quoted local parts are not accepted: no provider issues them,
 * and they may hold anything.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether the text is exactly one address, such as `ada@example.com` or an OTA's alias
 * `guest.1-abc@guest.booking.com`: no display name, no angle brackets, no second address, no comment, no
 * blanks. Domains may be international.
 */
export function isEmailAddress(text: string): boolean {
  return mailableAddress(text) !== null;
}

/**
 * Returns the address with its domain in ASCII, as mail servers need it; null if the text is not exactly one
 * address.
 */
export function mailableAddress(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (!LOCAL.test(local) || Buffer.byteLength(local) > MAX_LOCAL_LENGTH) return null;
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  const ascii = domainToASCII(domain);
  const last = ascii.split('.').at(-1)!;
  // A last label of digits would make the domain an IP address.
  const valid = /^[a-z0-9.-]+$/.test(ascii) && !/^\d+$/.test(last);
  if (!valid || ascii.split('.').some((label) => label.length === 0 || label.length > MAX_LABEL_LENGTH))
    return null;
  const address = `${local}@${ascii}`;
  return address.length <= MAX_LENGTH ? address : null;
}
