// Texts of a template that two people change: what each changed is kept, and what both changed is asked.
import { expect, test } from 'vitest';
import {
  insertPlaceholder,
  linesAfterSave,
  linesOf,
  mergeTexts,
  repeatedLanguage,
} from '../../web/screens/settings/template-texts.ts';

const base = { en: 'Hello', de: 'Hallo', fr: 'Salut' };
const lines = linesOf;

test('what each has changed, added and removed is kept', () => {
  const stored = { en: 'Hello', de: 'Guten Tag', fr: 'Salut', es: 'Hola' };
  const merged = mergeTexts(base, stored, lines({ en: 'Hi', de: 'Hallo', pt: 'Olá' }));
  expect(merged).toEqual({
    texts: { en: 'Hi', de: 'Guten Tag', es: 'Hola', pt: 'Olá' },
    clashes: [],
  });
});

test('a text that both have changed is named, unless both wrote the same', () => {
  const stored = { ...base, de: 'Guten Tag' };
  expect(mergeTexts(base, stored, lines({ ...base, de: 'Servus' })).clashes).toEqual(['de']);
  expect(mergeTexts(base, stored, lines({ ...base, de: 'Guten Tag' })).clashes).toEqual([]);
  expect(mergeTexts(base, stored, lines({ en: 'Hello', fr: 'Salut' })).clashes).toEqual(['de']);
});

test('after a save the form has what others wrote, and what the person wrote on; nothing of it is lost by the next save', () => {
  const sent = lines({ en: 'Hi', de: 'Hallo', fr: 'Salut' });
  const stored = { en: 'Hi', de: 'Guten Tag', es: 'Hola' };
  const present = sent.map((line) => (line.language === 'en' ? { ...line, text: 'Hi there' } : line));
  const after = linesAfterSave(present, sent, stored);
  expect(after.map(({ language, text }) => [language, text])).toEqual([
    ['en', 'Hi there'],
    ['de', 'Guten Tag'],
    ['es', 'Hola'],
  ]);
  expect(after.map(({ id }) => id).slice(0, 2)).toEqual(sent.map(({ id }) => id).slice(0, 2));
  const merged = mergeTexts(stored, { ...stored, de: 'Servus' }, after);
  expect(merged).toEqual({ texts: { en: 'Hi there', de: 'Servus', es: 'Hola' }, clashes: [] });
});

test('a language that stands twice is found, however it is written', () => {
  expect(repeatedLanguage(lines({ en: '', ' EN': '' }))).toBe('EN');
  expect(repeatedLanguage(lines({ en: '', 'en-GB': '' }))).toBeNull();
});

test('a placeholder replaces what is selected, and the cursor stands behind it', () => {
  expect(insertPlaceholder('Dear guest,', 'name', { start: 5, end: 10 })).toEqual({
    text: 'Dear {{ name }},',
    cursor: 15,
  });
});
