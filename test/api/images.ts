// Small pictures for tests, in base64.
import { deflateSync } from 'node:zlib';

const chunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  // The checksum is read by nobody here.
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

const segment = (marker: number, data: Buffer | string) => {
  const content = Buffer.from(data as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

const riff = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** What a camera writes of the place. No stored picture may hold it. */
export const PLACE = 'GPS 38.7071N 9.1355W';

/** Pixels of the second scan of a JPEG. */
export const SECOND_SCAN = Buffer.from('the last pixels');

/** A JPEG as far as its segments go. `extra`: bytes of the picture. */
export function jpegWithPlace(extra = 0): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xe1, `Exif\0\0${PLACE}`),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`),
    segment(0xe2, `FPXR\0${PLACE}`),
    segment(0xeb, `JP\0\x01${PLACE}`),
    segment(0xec, PLACE),
    segment(0xed, PLACE),
    segment(0xfe, PLACE),
    segment(0xdb, Buffer.alloc(65)),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    Buffer.alloc(extra, 7),
    // A second scan, between texts and a table that holds the bytes of an end.
    segment(0xfe, PLACE),
    segment(0xdb, Buffer.from([0, ...Array(32).fill([0xff, 0xd9]).flat()])),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    Buffer.from([7, 0xff, 0x00, 7, 0xff, 0xd0, ...SECOND_SCAN]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(`a second picture, with ${PLACE}`),
  ]);
}

export function pngWithPlace(): Buffer {
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('eXIf', Buffer.from(PLACE)),
    chunk('tEXt', Buffer.from(PLACE)),
    chunk('caBX', Buffer.from(PLACE)),
    chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(PLACE),
  ]);
}

export function webpWithPlace(): Buffer {
  const chunks = Buffer.concat([
    riff('VP8X', Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    riff('VP8 ', Buffer.from([1, 2, 3])),
    riff('EXIF', Buffer.from(PLACE)),
    riff('XMP ', Buffer.from(`${PLACE}!`)),
  ]);
  const head = Buffer.alloc(12);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(chunks.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, chunks]);
}

/** A white pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';
