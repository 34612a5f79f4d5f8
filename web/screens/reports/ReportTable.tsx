// The rows of a report with their sums.
import { dayOfDate } from '../../days.ts';
import { formatDay, formatMoney, formatNumber, formatPercent } from '../../format.ts';
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
  // The head of each row has it already.
  const columns = usedColumns(kind, answer).filter(({ member }) => member !== by);
  const sums = answer.total ? [answer.total] : (answer.totals ?? []);
  const lines = [...answer.rows, ...sums];
  const decimals = new Map(columns.map(({ member }) => [member, decimalsIn(lines, member)]));
  const values = { columns, currency, decimals };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="report-table" aria-label={texts.kinds[kind.id]} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th>{headOf(kind, by)}</th>
            {columns.map(({ member, format, label }) => (
              <th key={member} class={isFigure(format) ? 'num' : ''}>
                {texts.columns[(label ?? member) as keyof typeof texts.columns]}
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
              <Values row={row} {...values} />
            </tr>
          ))}
        </tbody>
        {sums.length > 0 && (
          <tfoot>
            {sums.map((row, at) => (
              <tr key={at}>
                <td class="b">{texts.all}</td>
                <Values row={row} {...values} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      <UnknownVat sums={sums} />
    </section>
  );
}

/** Charges of which nobody said the VAT are in the gross sum alone. */
function UnknownVat({ sums }: { sums: readonly ReportRow[] }) {
  const unknown = sums.filter((row) => Number(row['vat_unknown'] ?? 0) !== 0);
  if (unknown.length === 0) return null;
  const amounts = unknown.map((row) => formatMoney(Number(row['vat_unknown']), String(row['currency'])));
  return <p class="ink3">{messages().reports.vatUnknown(amounts.join(', '))}</p>;
}

function headOf({ id, ofBookings }: ReportKind, by: string): string {
  const { options, guest, month, columns } = messages().reports;
  if (ofBookings) return guest;
  if (id === 'charges') return by === 'month' ? month : columns.code;
  return options[by as keyof typeof options];
}

function RowHead({ row, by, kind }: { row: ReportRow; by: string; kind: ReportKind }) {
  if (!kind.ofBookings) return <>{rowName(row, by)}</>;
  const orderId = Number(row['order_id']);
  return (
    <button type="button" class="act" onClick={() => openStay(orderId)}>
      {row['name'] ?? orderId}
    </button>
  );
}

/** Returns what a row stands for, as people read it. */
export function rowName(row: ReportRow, by: string): string {
  if (by === 'code') return nameIn('code', row['code']) ?? '';
  const key = String(row['key'] ?? row['month'] ?? '');
  if (by === 'day') return formatDay(dayOfDate(key));
  if (by === 'room') return String(row['room'] ?? key);
  return by === 'channel' ? channelName(key) : key;
}

/** Returns what a code of the ledger, or who gets money, is called; undefined for other members. Codes of the house are shown as they are. */
function nameIn(member: string, value: ReportRow[string] | undefined): string | undefined {
  const { codes, receivers } = messages().reports;
  const names: Record<string, string> | undefined = { code: codes, to: receivers }[member];
  if (!names || typeof value !== 'string') return undefined;
  return Object.hasOwn(names, value) ? names[value] : value;
}

type ValuesProps = {
  row: ReportRow;
  columns: readonly ReportColumn[];
  currency: string;
  /** by member: how many decimals its column has */
  decimals: ReadonlyMap<string, number>;
};

function Values({ row, columns, currency, decimals }: ValuesProps) {
  return columns.map(({ member, format }) => (
    <td key={member} class={isFigure(format) ? 'num nowrap' : 'nowrap'}>
      {nameIn(member, row[member]) ??
        shownValue(row[member], format, {
          currency: String(row['currency'] ?? currency),
          decimals: decimals.get(member)!,
        })}
    </td>
  ));
}

/** Returns how many decimals the figures of a column need, two at most, so that all of them have as many. */
function decimalsIn(rows: readonly ReportRow[], member: string): number {
  const counts = rows.map((row) => String(row[member] ?? '').split('.')[1]?.length ?? 0);
  return Math.min(2, Math.max(0, ...counts));
}

function isFigure(format: ReportColumn['format']): boolean {
  return format !== 'text' && format !== 'date';
}

/** Returns a value as people read it. `decimals`: how many a figure has; absent = as many as it needs. */
export function shownValue(
  value: ReportRow[string] | undefined,
  format: ReportColumn['format'],
  { currency, decimals }: { currency: string; decimals?: number },
): string {
  if (value === null || value === undefined) return '';
  if (format === 'date') return formatDay(dayOfDate(String(value)));
  if (format === 'text') return channelName(String(value));
  const figure = Number(value);
  if (format === 'money') return formatMoney(figure, currency, { exact: (decimals ?? 0) > 0 });
  if (format === 'percent') return formatPercent(figure, decimals ?? (Number.isInteger(figure) ? 0 : 1));
  return formatNumber(figure, decimals);
}
