// The choices of a report in its address.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import { askedIn, placeOfKind, placeOfReport } from '../../../web/screens/reports/asked.ts';

const TODAY = dayOfDate('2026-02-11');
const kind = { id: 'bookings', groups: ['channel', 'month', 'room'], dates: ['arrival', 'booking'] } as const;
const usual = {
  first: '2026-02-01',
  last: '2026-02-28',
  by: 'channel',
  dates: 'arrival',
  asOf: '',
  since: '',
};
const asked = (query: string) => askedIn(new URLSearchParams(query), kind, TODAY);

test('an address without choices asks for the month of today', () => {
  expect(asked('report=bookings')).toEqual(usual);
  expect(placeOfReport(kind, usual, TODAY)).toBe('/desk/reports?report=bookings');
});

test('what is chosen is in the address, and is read from it', () => {
  const chosen = {
    first: '2026-01-15',
    last: '2026-02-28',
    by: 'room',
    dates: 'booking',
    asOf: '2026-02-04T10:40',
    since: '2026-01-04T23:59',
  };
  const address = new URL(placeOfReport(kind, chosen, TODAY), 'http://desk');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    report: 'bookings',
    fromdate: '2026-01-15',
    todate: '2026-02-28',
    by: 'room',
    dates: 'booking',
    as_of: '2026-02-04T10:40',
    since: '2026-01-04T23:59',
  });
  expect(askedIn(address.searchParams, kind, TODAY)).toEqual(chosen);
});

test('what an address says wrongly is as usual', () => {
  const wrong = [
    'fromdate=2026-02-30&todate=2026-03-01',
    'fromdate=2026-13-45&todate=2026-14-01',
    'fromdate=2026-01-01',
    'fromdate=1&todate=2',
    'by=guest&dates=x',
    'as_of=yesterday',
    'as_of=2026-02-04T25:00&since=2026-02-04',
    'fromdate=%3Cscript%3E&todate=2026-02-28',
  ];
  for (const query of wrong) expect(asked(query), query).toEqual(usual);
});

test('another report shows the same days', () => {
  const query = new URLSearchParams('report=bookings&fromdate=2026-01-15&todate=2026-02-28&by=room');
  expect(placeOfKind('charges', query)).toBe(
    '/desk/reports?report=charges&fromdate=2026-01-15&todate=2026-02-28',
  );
  expect(placeOfKind('charges', new URLSearchParams())).toBe('/desk/reports?report=charges');
});
