// What the desk says of the OTAs behind a channel, in every language.

import { describe, expect, test } from 'vitest';
import { presentCause } from '../../../src/api/cause-record.ts';
import { OTA_PROBLEM_KINDS } from '../../../src/model/connected-ota.ts';
import { LANGUAGES, type Language } from '../../../web/language.ts';
import {
  type DeskOta,
  failingOtasOf,
  isErrorOfOta,
  namesOfEntry,
  namesOfOta,
  problemText,
  stateOfOta,
  unsaidRemoval,
} from '../../../web/screens/channels/ota-texts.ts';

const BOOKING_COM: DeskOta = {
  ota_id: 'one',
  ota: 'booking_com',
  name: 'Booking.com',
  active: true,
  removal_date: null,
  problems: [],
};
const at = '2026-06-11T10:00:00.000Z';
const problem = (kind: DeskOta['problems'][number]['kind'], detail: string | null = null) => ({
  kind,
  detail,
  message: `Booking.com: ${kind}`,
  since: at,
  reported_at: at,
});

test.each([
  [{ ota: 'booking_com', name: 'Booking.com' }, 'Booking.com', null],
  [{ ota: 'booking_com', name: 'BookingCom' }, 'Booking.com', null],
  [{ ota: 'booking_com', name: 'Lindenhof' }, 'Booking.com', 'Lindenhof'],
  [{ ota: 'booking_com', name: null }, 'Booking.com', null],
  [{ ota: 'hotels_com', name: 'Hotels.com' }, 'Hotels.com', null],
  [{ ota: null, name: 'Lindenhof' }, 'Lindenhof', null],
  [{ ota: null, name: null }, 'An OTA without a name', null],
])('the names of %j', (ota, title, more) => {
  expect(namesOfOta(ota)).toEqual({ title, more });
});

test('without an id it is the property at the channel, which is neither on nor off', () => {
  const property = { ...BOOKING_COM, ota_id: null, ota: null, name: null, active: null };
  expect(namesOfEntry(property, 'channex')).toEqual({ title: 'The property at Channex', more: null });
  expect(namesOfEntry({ ...property, name: 'Lindenhof' }, 'channex').more).toBe('Lindenhof');
  expect(namesOfEntry({ ...property, ota: 'airbnb' }, 'channex').more).toBe('Airbnb');
  expect(stateOfOta(property)).toBeNull();
});

test('an OTA is on, off, not known, or no longer there', () => {
  const states = [true, false, null].map((active) => stateOfOta({ ...BOOKING_COM, active }));
  expect(states).toEqual(['on', 'off', 'unknown']);
  expect(stateOfOta({ ...BOOKING_COM, active: false, problems: [problem('removed')] })).toBe('removed');
});

test('the date of a removal is shown unless a problem says it', () => {
  const date = '2026-06-19';
  const unsaid = (detail: string | null) =>
    unsaidRemoval({
      ...BOOKING_COM,
      removal_date: date,
      problems: [problem('removal_announced', detail)],
    });
  expect(unsaidRemoval(BOOKING_COM)).toBeNull();
  expect(unsaidRemoval({ ...BOOKING_COM, removal_date: date })).toBe(date);
  expect([date, `${date}T00:00:00Z`].map(unsaid)).toEqual([null, null]);
  expect(['2026-06-20', 'soon', null].map(unsaid)).toEqual([date, date, date]);
});

test('problems that endanger a sale make an OTA fail, and the error of their connection is not shown again', () => {
  const off = { ...BOOKING_COM, problems: [problem('sync_warning'), problem('deactivated')] };
  const warned = { ...BOOKING_COM, problems: [problem('sync_warning')] };
  expect(failingOtasOf({ otas: [off, warned, BOOKING_COM] })).toEqual([off]);
  expect(isErrorOfOta({ last_error_cause: presentCause({ code: 'ota_problem' }) })).toBe(true);
  expect(isErrorOfOta({ last_error_cause: presentCause({ code: 'unavailable' }) })).toBe(false);
  expect(isErrorOfOta({ last_error_cause: null })).toBe(false);
});

test('a removal has its day, and what the channel says stands apart', () => {
  expect(problemText(problem('removal_announced', '2026-06-19'), 'channex')).toMatch(
    /^Channex removes it on Fri.*19.*\.$/,
  );
  expect(problemText(problem('removal_announced', 'soon'), 'channex')).toContain('\u2068soon\u2069');
  expect(problemText(problem('sync_error', 'no rate'), 'channex')).toBe(
    'A change was not taken over (\u2068no rate\u2069).',
  );
  expect(problemText(problem('sync_error'), 'channex')).toBe('A change was not taken over.');
});

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  test.each(OTA_PROBLEM_KINDS)('%s is one sentence, with and without a detail', async (kind) => {
    const { problems, short } = (await LANGUAGES[language].load()).channels.otas;
    for (const detail of ['', '2. Nov.', 'BDC-123']) {
      const sentence = problems[kind]('Channex', detail);
      expect(sentence).toMatch(/^\p{Lu}.*[^.]\.$/u);
      expect(sentence).not.toMatch(/undefined|null|\(\)|\w_/);
    }
    expect(short[kind]).toMatch(/^\S.*\S$/);
  });
});
