// The requests for reports: moments are typed in the time of the property.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shown } from '../../../web/desk/property.ts';
import { queryOf } from '../../../web/screens/reports/asked.ts';
import { concernsReports, openReports } from '../../../web/screens/reports/report-kinds.ts';

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => {});
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const asked = {
  first: '2026-06-01',
  last: '2026-06-30',
  by: 'day',
  dates: '',
  asOf: '2026-06-04T10:40',
  since: '2026-01-04T10:40',
};

test.each([
  ['America/New_York', '2026-06-04T14:40:00.000Z', '2026-01-04T15:40:00.000Z'],
  ['Europe/Lisbon', '2026-06-04T09:40:00.000Z', '2026-01-04T10:40:00.000Z'],
  ['Asia/Kolkata', '2026-06-04T05:10:00.000Z', '2026-01-04T05:10:00.000Z'],
])('a moment that is typed is one in %s, wherever the browser is', (timezone, asOf, since) => {
  shown.value = { scopes: null, canWrite: true } as never;
  const occupancy = openReports()[0]!;
  shown.value = null;
  expect(queryOf(occupancy, asked, timezone)).toMatchObject({ as_of: asOf, since });
  expect(queryOf(occupancy, { ...asked, asOf: '', since: '' }, timezone)).toMatchObject({
    as_of: undefined,
    since: undefined,
  });
});

test('a moment that is being typed asks for nothing', () => {
  shown.value = { scopes: null, canWrite: true } as never;
  const occupancy = openReports()[0]!;
  shown.value = null;
  const typing = { ...asked, asOf: '202026-06-04T10:40', since: 'x' };
  expect(queryOf(occupancy, typing, 'UTC')).toMatchObject({ as_of: undefined, since: undefined });
});

test('reports are read again after events of bookings, money and rooms, not of messages', () => {
  const kinds = ['booking.created', 'accounting.posted', 'closure.ended', 'message.received', 'task.changed'];
  expect(kinds.filter((kind) => concernsReports({ kind } as never))).toEqual(kinds.slice(0, 3));
});
