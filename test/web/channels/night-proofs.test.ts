// Which exchanges the desk shows for a night.
import { expect, test } from 'vitest';
import { presentCause } from '../../../src/api/cause-record.ts';
import { exchanges } from '../../../web/messages/en/exchanges.ts';
import { en } from '../../../web/messages/en/index.ts';
import type { DeskChannelNight } from '../../../web/screens/channels/channel-nights.ts';
import { proofsOf, reasonInLine, reasonOf } from '../../../web/screens/channels/night-proofs.ts';

const texts = exchanges.proof;
const channex = { protocol: 'channex' };
const night: DeskChannelNight = {
  room_id: 101,
  date: '2026-06-12',
  state: 'synced',
  message: null,
  unit_id: null,
  confirmed: { at: '2026-06-11T08:00:00.000Z', available: 1, price: 120, min_stay: 1 },
  count_confirmed_in: { log_id: 7, exchange: 2 },
  values_confirmed_in: { log_id: 7, exchange: 2 },
  refused_in: null,
  closed_instead: false,
  message_cause: null,
};
const of = (changed: Partial<DeskChannelNight>, connection = channex) =>
  proofsOf({ ...night, ...changed }, connection, texts);

test('one exchange that confirmed all is shown once, two are shown as two', () => {
  expect(of({})).toEqual([{ title: 'Confirmed', exchange: { log_id: 7, exchange: 2 } }]);
  expect(of({ values_confirmed_in: { log_id: 7, exchange: 3 } })).toEqual([
    { title: texts.count, exchange: { log_id: 7, exchange: 2 } },
    { title: texts.values, exchange: { log_id: 7, exchange: 3 } },
  ]);
});

test('the refusing exchange comes before the one that confirmed the rest', () => {
  const refused = { log_id: 9, exchange: 1 };
  const found = of({
    state: 'rejected',
    refused_in: refused,
    confirmed: { ...night.confirmed!, price: null, min_stay: null },
    values_confirmed_in: null,
  });
  expect(found).toEqual([
    { title: texts.refused, exchange: refused },
    { title: texts.count, exchange: { log_id: 7, exchange: 2 } },
  ]);
});

test('an exchange that is not known is not replaced by another one', () => {
  const unknown = { count_confirmed_in: null, values_confirmed_in: null };
  expect(of(unknown)).toEqual([{ title: texts.both, exchange: null, missing: texts.unknownConfirmed }]);
  expect(of({ ...unknown, state: 'rejected', confirmed: null })).toEqual([
    { title: texts.refused, exchange: null, missing: texts.unknownRefused },
  ]);
  expect(
    of({
      count_confirmed_in: { log_id: 7, exchange: null },
      values_confirmed_in: { log_id: 7, exchange: null },
    }),
  ).toEqual([{ title: texts.both, exchange: null, missing: texts.deleted }]);
});

test('a refusal without an exchange, a closed night, and a night of which nothing was said', () => {
  const nothing = { confirmed: null, count_confirmed_in: null, values_confirmed_in: null };
  const refused = { log_id: 9, exchange: null };
  expect(of({ ...nothing, state: 'rejected', refused_in: refused })).toEqual([
    { title: texts.refused, exchange: null, missing: texts.notSent },
  ]);
  expect(of({ state: 'rejected', closed_instead: true })).toHaveLength(1);
  expect(of({ ...nothing, state: 'pending' })).toEqual([]);
});

test('a channel that reads our calendar proves a night by its reading', () => {
  const ical = { protocol: 'ical' };
  const none = { count_confirmed_in: null, values_confirmed_in: null };
  expect(of({ ...none, confirmed: null }, ical)[0]!.missing).toBe(texts.neverRead);
  expect(of(none, ical)).toMatchObject([
    { exchange: null, missing: expect.stringContaining('reads our calendar') },
  ]);
});

test('why a night waits is said in the language of the screen, and a refusal as the channel said it', () => {
  const pending = { ...night, state: 'pending', message: 'not pushed yet: price' } as const;
  expect(reasonOf(pending, channex, texts)).toEqual({ text: texts.pending, isQuote: false });
  expect(reasonOf(pending, { protocol: 'ical' }, texts)).toEqual({ text: texts.notReadYet, isQuote: false });
  const refused = { ...night, state: 'rejected', message: 'too cheap' } as const;
  expect(reasonOf(refused, channex, texts)).toEqual({ text: 'too cheap', isQuote: true });
  expect(reasonOf(night, channex, texts)).toBeNull();
  const coded = {
    ...refused,
    message_cause: presentCause({ code: 'value_refused', said: 'too cheap' }),
  };
  const connection = { ...channex, channel: 'booking_com' };
  expect(reasonInLine(coded, connection, en)).toBe(
    'Booking.com refused values of this night. Booking.com says: “too cheap”',
  );
  expect(reasonInLine(refused, connection, en)).toBe('too cheap');
});
