// Reads bodies of HTTP responses up to a limit, and decodes their text.
import { addAbortSignal, type Readable } from 'node:stream';
import { OutgoingError } from './error.ts';

/** The value of `Accept-Encoding`. undici decompresses these, and some that are not asked for. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

type BodyLimits = { maxBytes: number; host: string; signal: AbortSignal };

/**
 * Reads the whole decompressed body. Throws `too_large` as soon as its size exceeds `maxBytes`, `protocol`
 * for an encoding that was not decompressed.
 */
export async function readBody(
  body: Readable,
  headers: Record<string, string>,
  limits: BodyLimits,
): Promise<Buffer> {
  const { maxBytes, host } = limits;
  const tooLarge = () =>
    new OutgoingError('too_large', `${host} sent more than the ${maxBytes} bytes allowed.`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  requireReadable(headers, host);
  const { bytes, isWhole } = await readUpTo(body, limits);
  if (!isWhole) throw tooLarge();
  return bytes;
}

/** Reads at most `maxBytes` of the decompressed body. A body that cannot be decompressed reads as empty. */
export async function readBeginning(
  body: Readable,
  headers: Record<string, string>,
  limits: BodyLimits,
): Promise<Buffer> {
  try {
    requireReadable(headers, limits.host);
    return (await readUpTo(body, limits)).bytes;
  } catch {
    return Buffer.alloc(0); // the status was received, and that is the answer
  }
}

/** Reads until the end or until there are more than `maxBytes`; returns no more than those. */
async function readUpTo(
  body: Readable,
  { maxBytes, signal }: BodyLimits,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of addAbortSignal(signal, body)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

/** Throws `protocol` for an encoding that undici does not know, and so left in the headers. */
function requireReadable(headers: Record<string, string>, host: string): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new OutgoingError('protocol', `${host} sent an answer in an encoding that was not asked for.`);
}

/**
 * Decodes the text of a body. Bytes that are UTF-8 are read as such and others as Windows-1252, the superset of
 * Latin-1, whatever Content-Type says: servers declare UTF-8 and send Latin-1, and the reverse. Only another
 * charset that it names, such as UTF-16, is believed. Never fails: unreadable characters become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const named = charset === undefined ? null : decoder(charset);
  if (named && !CONFUSED.has(named.encoding)) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Encodings that are declared for one another. That of `iso-8859-1` and `us-ascii` is windows-1252. */
const CONFUSED: ReadonlySet<string> = new Set(['utf-8', 'windows-1252']);

function decoder(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null; // an unknown charset
  }
}
