// Bodies of answers: unpacked and counted while they stream in, so that no answer grows larger than we allow, packed or not.
import type { Readable } from 'node:stream';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { OutgoingError } from './error.ts';

/** What we offer to understand. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

export type BodyLimits = { maxBytes: number; host: string; signal: AbortSignal };

/** Reads the body to its end, unpacked; throws `too_large` as soon as it is (packed or unpacked), `protocol` for unknown packing. */
export async function readBody(
  body: Readable,
  headers: Record<string, string>,
  { maxBytes, host, signal }: BodyLimits,
): Promise<Buffer> {
  const tooLarge = () =>
    new OutgoingError('too_large', `${host} sent more than the ${maxBytes} bytes allowed.`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const unpack = unpacker(headers['content-encoding'] ?? '', host);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      chunks.push(chunk);
      done(bytes > maxBytes ? tooLarge() : null);
    },
  });
  if (unpack) await pipeline(body, counting(maxBytes, tooLarge), unpack, collect, { signal });
  else await pipeline(body, collect, { signal });
  return Buffer.concat(chunks, bytes);
}

/** The beginning of a body, unpacked, and no more of it than that; what cannot be unpacked reads as nothing. */
export async function readBeginning(
  body: Readable,
  headers: Record<string, string>,
  { maxBytes, host, signal }: BodyLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const unpack = unpacker(headers['content-encoding'] ?? '', host);
    const unpacked = unpack ? body.on('error', (error) => unpack.destroy(error)).pipe(unpack) : body;
    signal.addEventListener('abort', () => unpacked.destroy(signal.reason), { once: true });
    for await (const chunk of unpacked) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // the status has been said, and that is the answer
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** The stream that undoes the packing; null when there is none. Packing twice is only ever done to bombs. */
function unpacker(encoding: string, host: string): Transform | null {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      throw new OutgoingError('protocol', `${host} sent an answer in an encoding that was not asked for.`);
  }
}

function counting(maxBytes: number, tooLarge: () => OutgoingError): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

/**
 * The text of a body: in the charset that Content-Type names; else UTF-8; and where the bytes are not UTF-8, Windows-1252,
 * the superset of Latin-1 that old servers send without saying so. Never fails: unreadable characters become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const named = charset === undefined ? null : decoder(charset);
  if (named) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decoder(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null; // a charset nobody knows
  }
}
