// What is asked for in a report, as its address says it: /desk/reports?report=bookings&fromdate=2026-06-01&todate=2026-06-30&by=room. Pure.
import { dateOfDayNumber, dayOfDate, momentOfLocal } from '../../days.ts';
import type { ReportId, ReportKind } from './report-kinds.ts';

/** What is asked for. Moments are in the form of `datetime-local`, in the time of the property; empty = now, or no comparison. */
export type Asked = { first: string; last: string; by: string; dates: string; asOf: string; since: string };

/** The members as the address names them. */
const NAMES = {
  first: 'fromdate',
  last: 'todate',
  by: 'by',
  dates: 'dates',
  asOf: 'as_of',
  since: 'since',
} as const;

type Meaning = Pick<ReportKind, 'id' | 'groups' | 'dates'>;

/** Returns what is asked for before anybody has chosen: the month of today. */
function usuallyAsked({ groups, dates }: Meaning, today: number): Asked {
  const [year, month] = dateOfDayNumber(today).split('-').map(Number) as [number, number];
  const last = dateOfDayNumber(Date.UTC(year, month, 0) / 86_400_000);
  const first = `${last.slice(0, 8)}01`;
  return { first, last, by: groups[0] ?? '', dates: dates[0] ?? '', asOf: '', since: '' };
}

/** Returns what an address asks for. What it does not say, or what means nothing for the report, is as usual. */
export function askedIn(query: URLSearchParams, kind: Meaning, today: number): Asked {
  const usual = usuallyAsked(kind, today);
  const [first, last] = [query.get(NAMES.first) ?? '', query.get(NAMES.last) ?? ''];
  const by = query.get('by') ?? '';
  const dates = query.get('dates') ?? '';
  return {
    ...usual,
    ...(isDate(first) && isDate(last) && { first, last }),
    ...(kind.groups.includes(by) && { by }),
    ...(kind.dates.includes(dates) && { dates }),
    ...momentIn(query, 'asOf'),
    ...momentIn(query, 'since'),
  };
}

function momentIn(query: URLSearchParams, member: 'asOf' | 'since'): Partial<Asked> {
  const text = query.get(NAMES[member]) ?? '';
  const [date = '', time = ''] = text.split('T');
  return isDate(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? { [member]: text } : {};
}

function isDate(text: string): boolean {
  // The 30th of February is read as the 2nd of March.
  const day = dayOfDate(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(day) && dateOfDayNumber(day) === text;
}

/** Returns the address of a report; it says what is not as usual, and both days if one is not. */
export function placeOfReport(kind: Meaning, asked: Asked, today: number): string {
  const usual = usuallyAsked(kind, today);
  const query = new URLSearchParams({ report: kind.id });
  const hasOwnDays = asked.first !== usual.first || asked.last !== usual.last;
  for (const [member, name] of Object.entries(NAMES) as [keyof Asked, string][]) {
    const isDay = member === 'first' || member === 'last';
    if (isDay ? hasOwnDays : asked[member] !== usual[member]) query.set(name, asked[member]);
  }
  return `/desk/reports?${query}`;
}

/** Returns the address of another report of the same days. */
export function placeOfKind(id: ReportId, query: URLSearchParams): string {
  const kept = new URLSearchParams({ report: id });
  for (const name of [NAMES.first, NAMES.last]) {
    const day = query.get(name);
    if (day !== null) kept.set(name, day);
  }
  return `/desk/reports?${kept}`;
}

/** Parameters of a request; undefined = the request does not have it. */
export type ReportQuery = Record<string, string | undefined>;

/** Returns the request for a report. Moments are typed in the time of the property. */
export function queryOf(
  kind: ReportKind,
  { first, last, by, dates, asOf, since }: Asked,
  timezone: string,
): ReportQuery {
  if (kind.ofAllDays) return {};
  const momentOf = (text: string) => momentOfLocal(text, timezone) ?? undefined;
  return {
    fromdate: first,
    todate: last,
    by: kind.groups.length > 0 ? by : undefined,
    dates: kind.dates.length > 0 ? dates : undefined,
    as_of: momentOf(asOf),
    since: kind.hasSince ? momentOf(since) : undefined,
  };
}
