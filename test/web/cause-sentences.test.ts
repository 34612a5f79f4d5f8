// Why something failed: each code has a sentence in each language, and what a channel wrote stays as it wrote it.
import { describe, expect, test } from 'vitest';
import { presentCause } from '../../src/api/cause-record.ts';
import { CAUSE_CODES, type Cause, FAILED_PARTS } from '../../src/model/cause.ts';
import { causeInLine, sentenceOfCause } from '../../web/desk/cause-sentence.ts';
import { LANGUAGES, type Language } from '../../web/language.ts';

const names = { who: 'Booking.com', time: () => '10:39' };
const shown = (cause: Cause) => presentCause(cause)!;
const languages = Object.keys(LANGUAGES) as Language[];

describe.each(languages)('in %s', (language) => {
  test.each(CAUSE_CODES)('%s has a sentence of its own', async (code) => {
    const texts = await LANGUAGES[language].load();
    const all = CAUSE_CODES.map((other) => sentenceOfCause(shown({ code: other }), names, texts).text);
    const { text, quote } = sentenceOfCause(shown({ code }), names, texts);
    expect(text).toMatch(/[.:)]$/);
    expect(text).not.toMatch(/undefined|null|NaN|\$\{/);
    expect(quote).toBeNull();
    expect(all.filter((one) => one === text)).toHaveLength(1);
    if (language !== 'en') {
      const english = sentenceOfCause(shown({ code }), names, await LANGUAGES.en.load());
      expect(text).not.toBe(english.text);
    }
  });

  test.each(CAUSE_CODES)('%s keeps what was written as it was written', async (code) => {
    const texts = await LANGUAGES[language].load();
    const { text, quote } = sentenceOfCause(shown({ code, said: 'Rate 7 is closed' }), names, texts);
    expect(quote).toMatch(/[“„«]Rate 7 is closed[”“»]$/);
    expect(text).not.toContain('Rate 7');
  });

  test.each(FAILED_PARTS)('%s has a name', async (part) => {
    const texts = await LANGUAGES[language].load();
    const { text } = sentenceOfCause(shown({ code: 'timed_out', about: [part] }), names, texts);
    expect(text).toMatch(/^\p{Lu}[^:]+: /u);
  });

  test('since when it has been so, and when it is tried again, are said', async () => {
    const texts = await LANGUAGES[language].load();
    const moment = '2026-12-01T09:30:00.000Z';
    for (const fact of ['since', 'retryAt'])
      expect(sentenceOfCause(shown({ code: 'refused', [fact]: moment }), names, texts).text).toContain(
        '10:39',
      );
  });
});

test('a channel is named before its quotation, and what it does not accept has advice', async () => {
  const texts = await LANGUAGES.de.load();
  const cause = shown({
    code: 'access_denied',
    about: ['nights', 'reservations'],
    said: 'bad key',
    status: 401,
  });
  expect(sentenceOfCause(cause, names, texts)).toEqual({
    text: 'Nächte, Buchungen: Booking.com verweigert den Zugang.',
    quote: 'Booking.com sagt: „bad key“',
    help: texts.channels.httpHelp.credentials,
  });
});

test('without a code the text of the server is shown', async () => {
  const texts = await LANGUAGES.de.load();
  expect(causeInLine(null, 'HTTP 500: oops', names, texts)).toBe('HTTP 500: oops');
  expect(causeInLine(shown({ code: 'timed_out' }), 'x did not answer', names, texts)).toBe(
    'Booking.com hat nicht rechtzeitig geantwortet. Es wird wieder versucht.',
  );
});

test('values of a night have their names', async () => {
  const texts = await LANGUAGES.de.load();
  const cause = shown({ code: 'not_supported', about: ['min_stay', 'price'] });
  expect(sentenceOfCause(cause, names, texts).text).toBe(
    'Mindestaufenthalt, Preis: Booking.com kann solche Werte nicht übernehmen.',
  );
});
