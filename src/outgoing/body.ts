// Reads bodies of HTTP responses: decompressed and counted while they stream in, so that neither form exceeds
// the limit.
import type { Readable } from 'node:stream';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { OutgoingError } from './error.ts';

/** The value of `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

export type BodyLimits = { maxBytes: number; host: string; signal: AbortSignal };

/**
 * Reads and decompresses the whole body. Throws `too_large` as soon as the compressed or decompressed size
 * exceeds `maxBytes`, `protocol` for an unknown encoding.
 */
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

/** Reads at most `maxBytes` of the decompressed body. A body that cannot be decompressed reads as empty. */
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
    // the status was received, and that is the answer
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * Returns the stream that decompresses an encoding; null when there is none. Repeated encodings are refused:
 * only decompression bombs use them.
 */
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
 * Decodes the text of a body: in the charset that Content-Type names, else as UTF-8. Bytes that are not UTF-8
 * are read as Windows-1252, the superset of Latin-1 that old servers send without declaring it. Never fails:
 * unreadable characters become U+FFFD.
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
    return null; // an unknown charset
  }
}
