// The rows of a report with their sums.
import { dayOfDate } from '../../days.ts';
import { formatDay, formatMoney, formatNumber } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import { openStay } from '../../shell/open-stay.ts';
import {
  type ReportAnswer,
  type ReportColumn,
  type ReportKind,
  type ReportRow,
  usedColumns,
} from './report-kinds.ts';

type ReportTableProps = { kind: ReportKind; answer: ReportAnswer; by: string; currency: string };

export function ReportTable({ kind, answer, by, currency }: ReportTableProps) {
  const { reports: texts } = messages();
  const columns = usedColumns(kind, answer);
  const sums = answer.total ? [answer.total] : (answer.totals ?? []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="report-table" aria-label={texts.kinds[kind.id]} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th>{headOf(kind, by)}</th>
            {columns.map(({ member, format }) => (
              <th key={member} class={isFigure(format) ? 'num' : ''}>
                {texts.columns[member as keyof typeof texts.columns]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row, at) => (
            <tr key={at}>
              <td class="m nowrap">
                <RowHead row={row} by={by} kind={kind} />
              </td>
              <Values row={row} columns={columns} currency={currency} />
            </tr>
          ))}
        </tbody>
        {sums.length > 0 && (
          <tfoot>
            {sums.map((row, at) => (
              <tr key={at}>
                <td class="b">{texts.all}</td>
                <Values row={row} columns={columns} currency={currency} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}

function headOf({ id }: ReportKind, by: string): string {
  const { options, guest, month } = messages().reports;
  if (id === 'balances') return guest;
  if (id === 'charges') return month;
  return options[by as keyof typeof options];
}

function RowHead({ row, by, kind }: { row: ReportRow; by: string; kind: ReportKind }) {
  if (kind.id !== 'balances') return <>{rowName(row, by)}</>;
  const orderId = Number(row['order_id']);
  return (
    <button type="button" class="act" onClick={() => openStay(orderId)}>
      {row['name'] ?? orderId}
    </button>
  );
}

/** Returns what a row stands for, as people read it. */
export function rowName(row: ReportRow, by: string): string {
  const key = String(row['key'] ?? row['month'] ?? '');
  if (by === 'day') return formatDay(dayOfDate(key));
  if (by === 'room') return String(row['room'] ?? key);
  return by === 'channel' ? channelName(key) : key;
}

type ValuesProps = { row: ReportRow; columns: readonly ReportColumn[]; currency: string };

function Values({ row, columns, currency }: ValuesProps) {
  return columns.map(({ member, format }) => (
    <td key={member} class={isFigure(format) ? 'num nowrap' : 'nowrap'}>
      {shownValue(row[member], format, String(row['currency'] ?? currency))}
    </td>
  ));
}

function isFigure(format: ReportColumn['format']): boolean {
  return format !== 'text' && format !== 'date';
}

/** Returns a value as people read it. */
export function shownValue(
  value: ReportRow[string] | undefined,
  format: ReportColumn['format'],
  currency: string,
): string {
  if (value === null || value === undefined) return '';
  if (format === 'money') return formatMoney(Number(value), currency);
  if (format === 'percent') return `${formatNumber(Number(value))} %`;
  if (format === 'count' || format === 'days') return formatNumber(Number(value));
  return format === 'date' ? formatDay(dayOfDate(String(value))) : channelName(String(value));
}
