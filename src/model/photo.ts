// Photos: which formats are taken, and what is removed from them.

/** The content types that are taken. An SVG or a page would be a program in the browser of whoever looks at it. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
export type Photo = { type: PhotoType; content: Buffer };

/** Maximum bytes of a photo: three times what the front desk sends of 1,600 pixels, and little in a backup. */
export const MAX_PHOTO_BYTES = 1_000_000;
/** Maximum photos of all tasks of a property: what a large house reports in a year, and a bound on what the database holds. */
export const MAX_PHOTOS_OF_PROPERTY = 5_000;

/**
 * Returns the photo that the bytes are, as they say themselves, with nothing but pixels and colours: without the place and time at which it
 * was taken, the device, and texts. Null = no JPEG, PNG or WebP, or one that is not complete. A JPEG loses its orientation with its metadata.
 */
export function readPhoto(bytes: Buffer): Photo | null {
  for (const { type, read } of FORMATS) {
    const content = read(bytes);
    if (content) return { type, content };
  }
  return null;
}

const FORMATS: readonly { type: PhotoType; read: (bytes: Buffer) => Buffer | null }[] = [
  { type: 'image/jpeg', read: readJpeg },
  { type: 'image/png', read: readPng },
  { type: 'image/webp', read: readWebp },
];

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const FILLER = 0xff;
/** Parts of a file: photos have some tens. */
const MAX_PARTS = 5_000;
/** What a decoder needs: frames, tables, scans, restarts, and the colour transform of Adobe (APP14). */
const isJpegContent = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || [START_OF_SCAN, 0xdb, 0xdd, 0xee].includes(marker);
/** Segments of applications that are kept by their name: JFIF (APP0) and the colour profile (APP2). */
const JPEG_NAMES = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
]);

function isKeptOfJpeg(marker: number, segment: Buffer): boolean {
  const name = JPEG_NAMES.get(marker);
  return (
    isJpegContent(marker) || (name !== undefined && segment.toString('latin1', 4, 4 + name.length) === name)
  );
}

function readJpeg(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const kept = [bytes.subarray(0, 2)];
  let hasPixels = false;
  // Segments: FF, a marker, and a length that counts itself. Pixels follow the start of a scan, and a picture has one or several scans.
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) break;
    if (marker === FILLER) {
      at = endOfFillers(bytes, at);
      continue;
    }
    const isScan = marker === START_OF_SCAN;
    const afterLength = at + 2 + bytes.readUInt16BE(at + 2);
    const end = isScan ? endOfScan(bytes, afterLength) : afterLength;
    const segment = bytes.subarray(at, end);
    if (isKeptOfJpeg(marker, segment)) kept.push(segment);
    if (kept.length > MAX_PARTS) return null;
    hasPixels ||= isScan;
    at = end;
  }
  // Phones append further pictures, with metadata of their own: nothing after the end is kept.
  return hasPixels ? Buffer.concat([...kept, Buffer.from([0xff, END_OF_IMAGE])]) : null;
}

/** Returns the place of the last byte FF of several: all before a marker fill up. */
function endOfFillers(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at + 1] === FILLER) at += 1;
  return at;
}

/** Returns where the pixels of a scan end: at a marker that is neither a byte FF of theirs (FF 00) nor a restart (FF D0 to FF D7). */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    at = endOfFillers(bytes, at);
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels and colours. */
const PNG_CONTENT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'pHYs',
]);

function readPng(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const kept: Buffer[] = [PNG_SIGNATURE];
  // Chunks: a length, a name, data of this length, a checksum.
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (PNG_CONTENT.has(name)) kept.push(bytes.subarray(at, end));
    if (kept.length > MAX_PARTS) return null;
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}

/** Pixels, colours and animation. */
const WEBP_CONTENT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
/** Flags of the chunk VP8X that say that the file has Exif (8) and XMP (4). */
const WEBP_HAS_METADATA = 0x0c;

function readWebp(bytes: Buffer): Buffer | null {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isWebp) return null;
  const whole = 8 + bytes.readUInt32LE(4);
  if (whole > bytes.length) return null;
  const kept: Buffer[] = [];
  // Chunks: a name, a length, data of this length, filled up to an even one.
  for (let at = 12; at + 8 <= whole; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (name === 'VP8X') chunk[8] = chunk[8]! & ~WEBP_HAS_METADATA;
    if (WEBP_CONTENT.has(name)) kept.push(chunk);
    if (kept.length > MAX_PARTS) return null;
    at = end;
  }
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return kept.length > 0 ? Buffer.concat([head, ...kept]) : null;
}
