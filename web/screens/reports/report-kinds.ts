// The reports of the desk as data: which request each makes, by what it groups, and its columns.
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import type { TokenScope } from '../../../src/model/scope.ts';
import { rightsOf } from '../../desk/property.ts';

export type ReportId = 'occupancy' | 'sales' | 'bookings' | 'charges' | 'balances' | 'to_return';
type ColumnFormat = 'count' | 'percent' | 'money' | 'days' | 'text' | 'date';

/** A column: the member of the rows, and how it is shown. Its title is in the messages under the member's name. */
export type ReportColumn = {
  member: string;
  format: ColumnFormat;
  /** absent = that of the member */
  label?: 'sum';
};

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
  /** whether it is of all days, as they are now */
  ofAllDays?: boolean;
  /** whether its rows are bookings */
  ofBookings?: boolean;
  /** whether it can be compared with an earlier moment */
  hasSince?: boolean;
  columns: readonly ReportColumn[];
  /** the member that is drawn, and the one that it is compared with */
  chart?: { member: string; compared?: string };
};

const column = (format: ColumnFormat, ...members: string[]): ReportColumn[] =>
  members.map((member) => ({ member, format }));

const REPORT_KINDS: readonly ReportKind[] = [
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
    ofBookings: true,
    columns: [
      ...column('text', 'unit', 'channel'),
      ...column('date', 'checkin', 'checkout'),
      ...column('money', 'total', 'paid', 'balance'),
    ],
  },
  {
    id: 'to_return',
    noun: 'reports/to_return',
    needs: ['reports', 'ledger', 'bookings:read'],
    groups: [],
    dates: [],
    ofAllDays: true,
    ofBookings: true,
    columns: [
      ...column('text', 'channel'),
      ...column('date', 'checkin', 'checkout'),
      ...column('text', 'to'),
      { member: 'amount', format: 'money', label: 'sum' },
    ],
  },
];

/** Returns the reports that the person may see. */
export function openReports(): ReportKind[] {
  return REPORT_KINDS.filter(({ needs }) => needs.every((scope) => rightsOf(scope).sees));
}

export type ReportRow = Record<string, string | number | boolean | null>;
/** An answer of any report. */
export type ReportAnswer = { rows: ReportRow[]; total?: ReportRow; totals?: ReportRow[]; currency?: string };

/** Returns the columns of which a row has a value, so that a report without comparison has no empty ones. */
export function usedColumns({ columns }: ReportKind, { rows, total }: ReportAnswer): ReportColumn[] {
  const all = total ? [...rows, total] : rows;
  return columns.filter(({ member }) => all.some((row) => row[member] !== null && row[member] !== undefined));
}

const KINDS_OF_REPORTS = ['booking.', 'accounting.', 'closure.', 'room.', 'unit.', 'property.'];

/** Whether reports may say something else after an event. */
export function concernsReports({ kind }: Pick<DeskEvent, 'kind'>): boolean {
  return KINDS_OF_REPORTS.some((start) => kind.startsWith(start));
}
