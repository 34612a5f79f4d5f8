// Refusals of the server appear in the language of the screen, with names instead of numbers.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { presentData, presentFieldError } from '../../../src/api/problem-data.ts';
import { describeRule } from '../../../src/problems/field-errors.ts';
import { PLAIN_READER } from '../../../src/problems/reader.ts';
import { translateRefusal } from '../../../web/desk/refusal-texts.ts';
import { chooseLanguage, type Language } from '../../../web/language.ts';
import { refusals as english } from '../../../web/messages/en/refusals.ts';
import type { ReplicaState } from '../../../web/replica/state.ts';
import { FIELD_ERRORS, PROBLEM_SAMPLES } from '../../problems/samples.ts';

const ENGLISH = 'the sentence of the server';

/** A property in which every room and every stay has a name. */
const known = {
  property: { timezone: 'Europe/Lisbon' },
  rooms: { get: () => ({ name: 'Double room' }) },
  bookings: { get: () => ({ name: 'Ada Lovelace' }) },
} as unknown as ReplicaState;

const refuse = (code: string, data?: object) => ({ code, detail: ENGLISH, ...(data && { data }) });

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

describe.each(['en', 'de', 'pt', 'es'] satisfies Language[])('in the language %s', (language) => {
  beforeAll(() => chooseLanguage(language));

  test.each(
    PROBLEM_SAMPLES.filter(({ code }) => Object.hasOwn(english.codes, code)),
  )('$code is one or more whole sentences, without ids: $data', async ({ code, data }) => {
    const { detail } = await translateRefusal(refuse(code, presentData(data ?? null)), known);
    expect(detail).not.toBe(ENGLISH);
    expect(detail).toMatch(/^\S.*[.?…]$/su);
    expect(detail).not.toMatch(/\.\./);
    expect(detail).not.toMatch(/undefined|\[object|NaN|null|order_id|room_id|\d{4}-\d\d-\d\d/);
  });

  test.each(
    FIELD_ERRORS.filter(({ rule }) => Object.hasOwn(english.rules, rule)),
  )('the rule $rule is a sentence below its field', async (error) => {
    const { data, ...stated } = presentFieldError(error, describeRule(error, PLAIN_READER));
    const field = { ...stated, rule: error.rule as string, ...(data && { data }) };
    const problem = await translateRefusal({ ...refuse('invalid_data'), errors: [field] }, known);
    const message = problem.errors![0]!.message;
    expect(message).not.toBe(field.message);
    expect(message).toMatch(/^\S.*[.?]$/su);
    expect(message).not.toMatch(/\.\./);
    expect(message).not.toMatch(/undefined|\[object|NaN|null|\d{4}-\d\d-\d\d/);
    expect(problem.detail).toContain(message);
  });
});

describe('a sentence', () => {
  const ruleOf = async (rule: string, data: object) => {
    const error = { field: 'x', rule, message: ENGLISH, data };
    const { errors } = await translateRefusal({ ...refuse('invalid_data'), errors: [error] }, known);
    return errors![0]!.message;
  };

  test('that ends with a day ends with one full stop', async () => {
    await chooseLanguage('de');
    expect(await ruleOf('not_before_date', { date: '2026-12-05' })).toMatch(/^Vor .+ Dez\.$/);
  });

  test('leaves what people wrote as it is', async () => {
    await chooseLanguage('en');
    const { detail } = await translateRefusal(refuse('user_name_taken', { value: 'Smith & Co..x' }), known);
    expect(detail).toContain('Smith & Co..x');
  });

  test('names the fields of a report, and is that of the server where a field has no name', async () => {
    await chooseLanguage('en');
    expect(await ruleOf('after', { member: 'as_of' })).toBe('Not after the moment of the report.');
    expect(await ruleOf('after', { member: 'no_such_field' })).toBe(ENGLISH);
  });

  test.each([
    [{ case: 'too_many_webhooks', max: 20 }, /20/],
    [{ case: 'price_sum' }, /night/],
  ])('says what is wrong with a request as a whole: %o', async (data, expected) => {
    const { detail } = await translateRefusal(refuse('invalid_data', data), known);
    expect(detail).toMatch(expected);
    expect(detail).not.toBe(ENGLISH);
  });
});

describe('a refusal', () => {
  beforeAll(() => chooseLanguage('en'));

  test('names rooms, guests, days and ways out', async () => {
    const data = {
      room_id: 1001,
      fromdate: '2026-12-01',
      todate: '2026-12-04',
      moves: [
        { order_id: 7, unit_id: 2, name: '102' },
        { order_id: null, unit_id: 1, name: '101' },
      ],
      split: [],
    };
    const { detail } = await translateRefusal(refuse('no_unit_without_moving', data), known);
    expect(detail).toMatch(/^Double room: no number is free for all of (?=.*Dec)(?=.*4)[^.]*\./);
    expect(detail).toContain('Move Ada Lovelace to 102: then 101 is free.');
  });

  test('names a room by its number where the desk does not know it', async () => {
    const { detail } = await translateRefusal(refuse('unknown_room', { room_ids: [9] }), null);
    expect(detail).toBe('Room 9: no longer there.');
  });

  test('remains as the server wrote it where the desk has no sentence, or the facts are missing', async () => {
    expect((await translateRefusal(refuse('method_not_allowed'), known)).detail).toBe(ENGLISH);
    expect((await translateRefusal(refuse('constructor'), known)).detail).toBe(ENGLISH);
    expect((await translateRefusal(refuse('unit_taken', {}), known)).detail).toBe(ENGLISH);
  });
});
