// One-time codes as an app on a phone makes them, written from RFC 4226 and RFC 6238.
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** Returns the code of a secret (base32) at a moment. */
export function codeAt(secret: string, at: Temporal.Instant, digits = 6): string {
  return codeOf(fromBase32(secret), Math.floor(at.epochMilliseconds / STEP_MS), digits);
}

export function codeOf(key: Buffer, step: number, digits: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.at(-1)! & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
