// The settings of a property at Channex that change what it sells.
import { expect, test } from 'vitest';
import { channex } from '../../../src/channels/channex/index.ts';
import { answer, connection, PROPERTY } from './connection.ts';

const read = (settings: object) =>
  channex.salesLimits!.decode(answer({ data: { id: PROPERTY, attributes: { settings } } }), connection);
const NONE = { daysAhead: null, openDays: null, cutOff: null, minPriceMinor: null, maxPriceMinor: null };

test('the property is requested by its id', () => {
  expect(channex.salesLimits!.request(connection)).toMatchObject({
    method: 'GET',
    url: `http://channel.test/api/v1/properties/${PROPERTY}`,
  });
});

test.each([
  [{}, {}],
  [{ state_length: 500 }, { daysAhead: 500 }],
  [{ state_length: 'many', max_day_advance: -1 }, {}],
  [{ max_day_advance: 60 }, { openDays: 60 }],
  [{ max_day_advance: 0, min_price: '0.00' }, {}],
  [
    { min_price: '80.50', max_price: '400.00' },
    { minPriceMinor: 8_050, maxPriceMinor: 40_000 },
  ],
  [{ cut_off_time: '18:30:00', cut_off_days: 0 }, { cutOff: { time: '18:30', days: 0 } }],
  [{ cut_off_time: '00:00:00', cut_off_days: 2 }, { cutOff: { time: '00:00', days: 2 } }],
  // As many properties have it: at midnight the night that has begun is closed.
  [{ cut_off_time: '00:00:00', cut_off_days: 0 }, {}],
  [{ cut_off_time: null, cut_off_days: 3 }, {}],
])('settings %j are the limits %j', (settings, limits) => {
  expect(read(settings)).toEqual({ kind: 'ok', value: { ...NONE, ...limits } });
});

test('a key that may not read the property is no refused key', () => {
  const body = '{"errors":{"code":"forbidden","title":"Forbidden"}}';
  expect(channex.salesLimits!.decode(answer(body, 403), connection).kind).toBe('refused');
});
