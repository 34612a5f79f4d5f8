// The sentences of the log of exchanges: each operation has one for each outcome in each language.
import { describe, expect, test } from 'vitest';
import { PULL_OPERATIONS, REPLY_OPERATIONS } from '../../../src/model/sync-operations.ts';
import { LANGUAGES, type Language } from '../../../web/language.ts';
import { sentenceOfExchange } from '../../../web/screens/channels/exchange-sentence.ts';

const OUTCOMES = ['ok', 'partial', 'failed'] as const;
const OPERATIONS = [
  ...PULL_OPERATIONS.map((operation) => ({ direction: 'pull', operation }) as const),
  ...[...REPLY_OPERATIONS, 'availability', 'restrictions, availability'].map(
    (operation) => ({ direction: 'push', operation }) as const,
  ),
];

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const load = () => LANGUAGES[language].load();

  test.each(
    OPERATIONS,
  )('$direction of $operation has a sentence for each outcome and count', async (operation) => {
    const texts = await load();
    const other = texts.exchanges.other;
    for (const outcome of OUTCOMES) {
      for (const items of [0, 1, 7]) {
        const entry = { ...operation, outcome, items, error: null };
        const { text } = sentenceOfExchange(entry, texts);
        expect(text.trim()).not.toBe('');
        expect([other.done(items), other.failed]).not.toContain(text);
        expect(text).not.toMatch(/undefined|null|NaN|_channel/);
      }
    }
  });

  test.each(OPERATIONS)('$direction of $operation is another sentence when it failed', async (operation) => {
    if (operation.operation === 'refused') return; // a request that was refused never succeeds
    const texts = await load();
    const of = (outcome: 'ok' | 'failed') =>
      sentenceOfExchange({ ...operation, outcome, items: 7, error: null }, texts).text;
    expect(of('failed')).not.toBe(of('ok'));
  });

  test('an operation of another version has a sentence all the same', async () => {
    const texts = await load();
    const entry = {
      direction: 'pull',
      operation: 'of tomorrow',
      outcome: 'ok',
      items: 1,
      error: null,
    } as const;
    expect(sentenceOfExchange(entry, texts).text).toBe(texts.exchanges.other.done(1));
  });
});

test('the sentences differ between the languages', async () => {
  const all = await Promise.all(Object.values(LANGUAGES).map(({ load }) => load()));
  for (const operation of OPERATIONS) {
    const said = all.map(
      (texts) => sentenceOfExchange({ ...operation, outcome: 'ok', items: 7, error: null }, texts).text,
    );
    expect(new Set(said).size).toBe(said.length);
  }
});

test('what the channel said is a quotation, and of a success there is none', async () => {
  const texts = await LANGUAGES.en.load();
  const entry = {
    direction: 'push',
    operation: 'availability',
    items: 3,
    error: 'rate plan is read-only',
  } as const;
  expect(sentenceOfExchange({ ...entry, outcome: 'partial' }, texts)).toEqual({
    text: '3 nights accepted, something refused',
    quote: 'rate plan is read-only',
  });
  expect(sentenceOfExchange({ ...entry, outcome: 'ok' }, texts).quote).toBeNull();
});
