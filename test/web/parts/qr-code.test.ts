// QR codes: what is drawn is read again by a decoder, whatever the text.
import fc from 'fast-check';
import decodeQr from 'qr/decode.js';
import { expect, test } from 'vitest';
import { drawQrCode } from '../../../web/parts/qr-code.ts';
import { randomly } from '../../harness/random.ts';

const SCALE = 4;

/** Paints the bars of the path, as a browser does, in black on white. */
async function read(text: string): Promise<string> {
  const { size, path } = await drawQrCode(text);
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      data.fill(
        0,
        (row * width + Number(x) * SCALE) * 4,
        (row * width + (Number(x) + Number(length)) * SCALE) * 4,
      );
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return decodeQr({ width, height: width, data });
}

test('a link is read as it is', async () => {
  const link = 'https://pms.example.com/desk/welcome#o3Jm2TzYw0aVh1Q7gkq9nXf5dL8sRbCe4uPiK6MtZEo';
  expect(await read(link)).toBe(link);
});

test('any secret and host is read as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.webUrl(), fc.base64String({ minLength: 20, maxLength: 60 }), async (url, secret) => {
      const text = `${url}#${secret}`;
      expect(await read(text)).toBe(text);
    }),
    randomly(20),
  );
});

test('four light squares stand around the code, which readers need', async () => {
  const { size, path } = await drawQrCode('https://pms.example.com/');
  const bars = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, ...parts]) => parts.map(Number));
  expect(Math.min(...bars.map(([x]) => x!))).toBe(4);
  expect(Math.max(...bars.map(([x, , length]) => x! + length!))).toBe(size - 4);
  expect(Math.min(...bars.map(([, y]) => y!))).toBe(4);
});
