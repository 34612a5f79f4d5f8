// What stands in the field of a reply while templates are filled and texts are sent.
import { expect, test } from 'vitest';
import { isMailMissing, otherLanguage, textAfterSending, withTemplate } from '../../web/stay/reply-text.ts';

test('a template comes below what was written', () => {
  expect(withTemplate('', 'Welcome')).toBe('Welcome');
  expect(withTemplate('Dear Ana \n', 'Welcome')).toBe('Dear Ana\n\nWelcome');
});

test('what is written while a text is sent stays', () => {
  expect(textAfterSending('Yes.', 'Yes.')).toBe('');
  expect(textAfterSending('Yes. And bring a towel', 'Yes.')).toBe('And bring a towel');
  expect(textAfterSending('No.', 'Yes.')).toBe('No.');
});

test('another language is said only where that of the guest is known', () => {
  const filled = (is_wanted_language: boolean) => ({ language: 'en', is_wanted_language });
  expect(otherLanguage(filled(false), 'de')).toBe('en');
  expect(otherLanguage(filled(true), 'de')).toBeNull();
  expect(otherLanguage(filled(false), null)).toBeNull();
});

test('a reply that waits for e-mail is known by its code', () => {
  expect(isMailMissing({ code: 'email_not_set_up' })).toBe(true);
  expect([isMailMissing(null), isMailMissing({ code: 'paused' })]).toEqual([false, false]);
});
