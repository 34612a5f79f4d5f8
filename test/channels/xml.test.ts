// XML of the channels: documents that are read, documents that are refused without quoting them, and writing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attribute,
  dateAttribute,
  el,
  find,
  findAll,
  readXml,
  textOf,
  wholeAttribute,
  writeXml,
  XmlRejected,
} from '../../src/channels/xml.ts';
import { randomly } from '../harness/random.ts';

describe('reading', () => {
  test('looks up by path and local name, and keeps comments outside the root', () => {
    const { root, comments } = readXml(
      '\uFEFF<?xml version="1.0"?>\n<o:A xmlns:o="urn:x"><o:B n=" 7 " d="2027-03-01T10:00:00Z">one &amp; <![CDATA[<two>]]></o:B><B n="x"/></o:A>\n<!-- RUID: [abc] -->',
    );
    expect(root.name).toBe('A');
    expect(findAll(root, 'B')).toHaveLength(2);
    const first = find(root, 'B');
    expect(wholeAttribute(first, 'n')).toBe(7);
    expect(String(dateAttribute(first, 'd'))).toBe('2027-03-01');
    expect(textOf(first)).toBe('one & <two>');
    expect(wholeAttribute(findAll(root, 'B')[1], 'n')).toBeNull();
    expect(attribute(first, 'absent')).toBeNull();
    expect(find(root, 'B/C')).toBeNull();
    expect(comments).toEqual(['RUID: [abc]']);
  });

  test.each([
    ['nothing', ''],
    ['HTML that is no XML', '<html><body><br>Bad gateway</body></html>'],
    ['JSON', '{"ok": true}'],
    ['a truncated document', '<A><B number="4111111111111111"'],
    ['two roots', '<A/><B/>'],
    ['a document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x"><a/>'],
    [
      'an entity bomb',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>',
    ],
    ['an unknown entity', '<a>&card4111111111111111;</a>'],
    ['a bad reference', '<a>&#0;</a>'],
    ['an end without a beginning', '</a>'],
    ['UTF-16 read as UTF-8', '<\u0000a\u0000/\u0000>\u0000'],
    ['unclosed comments', '<!--'.repeat(100_000)],
    ['unclosed quotes', `<a b="${'<'.repeat(100_000)}`],
    ['depth', '<a>'.repeat(200_000)],
    ['too many elements', `<a>${'<b/>'.repeat(300_000)}</a>`],
    ['too much', `<a>${'x'.repeat(9_000_000)}</a>`],
  ])('refuses %s, quoting none of it', (_what, text) => {
    expect(() => readXml(text)).toThrow(XmlRejected);
    try {
      readXml(text);
    } catch (error) {
      expect(String((error as Error).message)).not.toMatch(/4111|bbbb/);
      expect((error as Error).cause).toBeUndefined();
    }
  });

  test('reads names such as __proto__ as names', () => {
    const { root } = readXml('<a __proto__="x" constructor="y"/>');
    expect(attribute(root, '__proto__')).toBe('x');
    expect(attribute(root, 'toString')).toBeNull();
  });
});

describe('writing', () => {
  test('written values are read back unchanged, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (value, text) => {
        let written: string;
        try {
          written = writeXml(el('A', { v: value, none: null }, [el('B', {}, [text]), '']));
        } catch (error) {
          expect(error).toBeInstanceOf(XmlRejected);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
          expect(value + text).toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u);
          return;
        }
        const { root } = readXml(written);
        expect(root.attributes).toEqual(Object.assign(Object.create(null), { v: value }));
        expect(find(root, 'B')!.text).toBe(text);
      }),
      randomly(),
    );
  });
});
