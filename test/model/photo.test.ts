// Photos: which bytes are one, and what is removed from them.
import { expect, test } from 'vitest';
import { readPhoto } from '../../src/model/photo.ts';
import { jpegWithPlace, PIXEL, PLACE, pngWithPlace, SECOND_SCAN, webpWithPlace } from '../api/images.ts';

test.each([
  ['image/jpeg', jpegWithPlace()],
  ['image/png', pngWithPlace()],
  ['image/webp', webpWithPlace()],
])('%s is known by its bytes, and kept without place, device and texts', (type, bytes) => {
  expect(bytes.includes(PLACE)).toBe(true);
  const photo = readPhoto(bytes)!;
  expect(photo.type).toBe(type);
  expect(photo.content.includes(PLACE)).toBe(false);
  expect(readPhoto(photo.content)).toEqual(photo);
});

test('a picture without metadata stays as it is', () => {
  const bytes = Buffer.from(PIXEL, 'base64');
  expect(readPhoto(bytes)!.content.equals(bytes)).toBe(true);
});

test('a JPEG keeps all of its scans, and nothing behind them', () => {
  const { content } = readPhoto(jpegWithPlace())!;
  expect(content.includes(SECOND_SCAN)).toBe(true);
  expect(content.toString('latin1')).toMatch(/the last pixels\xff\xd9$/);
});

test('a WebP without Exif and XMP says so, and how long it is', () => {
  const { content } = readPhoto(webpWithPlace())!;
  expect(content.readUInt32LE(4)).toBe(content.length - 8);
  expect(content[20]! & 0x0c).toBe(0);
  expect(content.toString('latin1')).not.toMatch(/EXIF|XMP /);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
  ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['a JPEG of which only metadata came', jpegWithPlace().subarray(0, 60)],
  ['a JPEG with a page behind its head', Buffer.from('\xff\xd8<script>alert(1)</script>', 'latin1')],
  ['the beginning of a PNG', pngWithPlace().subarray(0, 40)],
  ['the beginning of a WebP', webpWithPlace().subarray(0, 32)],
])('%s is no photo', (_, bytes) => {
  expect(readPhoto(bytes)).toBe(null);
});

test('every beginning of a photo is read without an error', () => {
  for (const whole of [jpegWithPlace(), pngWithPlace(), webpWithPlace()])
    for (let length = 0; length <= whole.length; length += 1)
      expect(() => readPhoto(whole.subarray(0, length))).not.toThrow();
});
