// Addresses of the desk: which screen they name.
import { expect, test } from 'vitest';
import { isAt, placeOf } from '../../web/router.ts';

test('an address is its path and its query, a slash at the end means nothing', () => {
  expect(placeOf('/desk/calendar/?from=2026-06-11').path).toBe('/desk/calendar');
  expect(placeOf('/desk/calendar?from=2026-06-11').query.get('from')).toBe('2026-06-11');
  expect(placeOf('/desk/').path).toBe('/desk');
  expect(placeOf('/desk/today').path).toBe('/desk');
});

test('a screen has its own path and what is below it, the first screen only its own', () => {
  expect(isAt('/desk/calendar', '/desk/calendar')).toBe(true);
  expect(isAt('/desk/calendar/2026', '/desk/calendar')).toBe(true);
  expect(isAt('/desk/calendars', '/desk/calendar')).toBe(false);
  expect(isAt('/desk/nowhere', '/desk')).toBe(false);
});
