// Files of lists in any encoding: recognised by their bytes.
import { describe, expect, test } from 'vitest';
import { decodeList } from '../../../web/screens/setup/import/decode.ts';

const LIST = 'Name;Zimmer;Anreise\r\nJürgen Müller;Suite;31.12.2026\r\n';
const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());
const marked = (mark: number[], bytes: Uint8Array) => new Uint8Array([...mark, ...bytes]);

describe('a list', () => {
  test.each([
    ['UTF-8', bytesOf(LIST, 'utf8')],
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], bytesOf(LIST, 'utf8'))],
    ['windows-1252', bytesOf(LIST, 'latin1')],
    ['UTF-16, low bytes first, with a mark', marked([0xff, 0xfe], bytesOf(LIST, 'utf16le'))],
    ['UTF-16, low bytes first', bytesOf(LIST, 'utf16le')],
    ['UTF-16, high bytes first, with a mark', marked([0xfe, 0xff], swapped(bytesOf(LIST, 'utf16le')))],
    ['UTF-16, high bytes first', swapped(bytesOf(LIST, 'utf16le'))],
  ])('in %s is read', (_, bytes) => {
    expect(decodeList(bytes)).toEqual({ text: LIST });
  });

  test('has the signs that windows-1252 has beyond Latin-1', () => {
    expect(decodeList(new Uint8Array([0x31, 0x20, 0x80, 0x0a, 0x92, 0x96, 0x8a]))).toEqual({
      text: '1 €\n’–Š',
    });
  });

  test('is read line by line where it has lines of both', () => {
    const both = new Uint8Array([...bytesOf('Jürgen\n', 'utf8'), ...bytesOf('Müller\n', 'latin1')]);
    expect(decodeList(both)).toEqual({ text: 'Jürgen\nMüller\n' });
  });

  test('keeps other scripts', () => {
    const text = 'Name;Room\nΑκυρώθηκε;キャンセル\n';
    expect(decodeList(bytesOf(text, 'utf8'))).toEqual({ text });
    expect(decodeList(bytesOf(text, 'utf16le'))).toEqual({ text });
  });
});

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]), 'workbook'],
  ['one of former programs', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'workbook'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), null],
])('%s is no list', (_, bytes, found) => {
  expect(decodeList(bytes)).toBe(found);
});
