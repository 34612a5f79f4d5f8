// The reports of the desk as data: which request each makes, by what it groups, and its columns.
import type { TokenScope } from '../../../src/model/scope.ts';

type ReportId = 'occupancy' | 'sales' | 'bookings' | 'charges' | 'balances';
type ColumnFormat = 'count' | 'percent' | 'money' | 'days' | 'text' | 'date';

/** A column: the member of the rows, and how it is shown. Its title is in the messages under the member's name. */
export type ReportColumn = { member: string; format: ColumnFormat };

export type ReportKind = {
  id: ReportId;
  /** the noun of the API */
  noun: string;
  /** the scopes without which it is refused */
  needs: readonly TokenScope[];
  /** what a row may stand for, the first is shown at first */
  groups: readonly string[];
  /** which days may be meant by the range, the first at first; none = there is only one meaning */
  dates: readonly string[];
  /** whether it can be compared with an earlier moment */
  hasSince?: boolean;
  columns: readonly ReportColumn[];
  /** the member that is drawn, and the one that it is compared with */
  chart?: { member: string; compared?: string };
};

const column = (format: ColumnFormat, ...members: string[]): ReportColumn[] =>
  members.map((member) => ({ member, format }));

export const REPORT_KINDS: readonly ReportKind[] = [
  {
    id: 'occupancy',
    noun: 'reports',
    needs: ['reports'],
    groups: ['day', 'month', 'room', 'channel'],
    dates: [],
    hasSince: true,
    columns: [
      ...column('count', 'units', 'out_of_order', 'sold'),
      ...column('percent', 'occupancy'),
      ...column('money', 'revenue', 'adr', 'revpar'),
      ...column('count', 'pickup'),
      ...column('money', 'pickup_revenue'),
    ],
    chart: { member: 'occupancy' },
  },
  {
    id: 'sales',
    noun: 'reports/pace',
    needs: ['reports'],
    groups: ['day', 'week', 'month'],
    dates: [],
    columns: [
      ...column('count', 'sold', 'last_year_sold', 'sold_change', 'last_year_final_sold'),
      ...column('money', 'revenue', 'last_year_revenue', 'revenue_change', 'last_year_final_revenue'),
    ],
    chart: { member: 'sold', compared: 'last_year_sold' },
  },
  {
    id: 'bookings',
    noun: 'reports/bookings',
    needs: ['reports'],
    groups: ['channel', 'month', 'room', 'lead_time', 'length_of_stay'],
    dates: ['arrival', 'booking'],
    columns: [
      ...column('count', 'bookings', 'cancelled'),
      ...column('percent', 'cancellation_rate'),
      ...column('count', 'nights'),
      ...column('money', 'revenue', 'adr', 'commission', 'net_revenue'),
      ...column('days', 'lead_time', 'length_of_stay'),
    ],
    chart: { member: 'nights' },
  },
  {
    id: 'charges',
    noun: 'reports/charges',
    needs: ['reports', 'ledger'],
    groups: ['code', 'month'],
    dates: ['service', 'posting'],
    columns: [
      ...column('text', 'code', 'vat_category'),
      ...column('percent', 'vat_rate'),
      ...column('count', 'entries'),
      ...column('money', 'net', 'vat', 'amount'),
    ],
  },
  {
    id: 'balances',
    noun: 'reports/balances',
    needs: ['reports', 'ledger', 'bookings:read'],
    groups: [],
    dates: ['arrival', 'departure'],
    columns: [
      ...column('text', 'unit', 'channel'),
      ...column('date', 'checkin', 'checkout'),
      ...column('money', 'total', 'paid', 'balance'),
    ],
  },
];

export type ReportRow = Record<string, string | number | boolean | null>;
/** An answer of any report. */
export type ReportAnswer = { rows: ReportRow[]; total?: ReportRow; totals?: ReportRow[]; currency?: string };

/** Returns the columns of which a row has a value, so that a report without comparison has no empty ones. */
export function usedColumns({ columns }: ReportKind, { rows, total }: ReportAnswer): ReportColumn[] {
  const all = total ? [...rows, total] : rows;
  return columns.filter(({ member }) => all.some((row) => row[member] !== null && row[member] !== undefined));
}

/** Returns the moment of a value of `datetime-local`, which is in the time of this device; undefined if it is empty. */
export function momentOfInput(value: string): string | undefined {
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
