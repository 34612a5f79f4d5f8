// CSV of reports and of the ledger, for spreadsheets: the parameter `format`, and the name of the file.
import type { TObject, TSchema } from 'typebox';
import type { Property } from '../model/property.ts';
import { oneOf, optional } from './schema.ts';

/** The parameter of operations that also answer as CSV. It is no header, so that a link can open the answer. */
export const CSV_FORMAT = {
  format: optional(
    oneOf(['json', 'csv'], {
      description:
        'csv = a table for spreadsheets (RFC 4180, UTF-8 with a byte order mark), with a line for each record; absent = json',
      example: 'csv',
    }),
  ),
};

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** How an operation answers as CSV. */
export type CsvAnswer<Answer> = {
  /** beginning of the name of the file */
  fileName: string;
  /** schema of a line; its members are the columns, further members of the records follow them */
  row: TObject;
  /** returns the records of an answer */
  records(answer: Answer): object[];
};

/** How a list answers as CSV. */
export type CsvList = {
  /** beginning of the name of the file */
  fileName: string;
  /** schema of a line; its members are the columns */
  row: TObject;
  /** returns the line of a record */
  toRow(record: Record<string, unknown>): Record<string, unknown>;
};

/** Returns the rows of a report, and its totals as further ones that are named in the first column. */
export function withTotals(rows: readonly object[], totals: readonly object[], column: string): object[] {
  return [...rows, ...totals.map((total) => ({ [column]: 'total', ...total }))];
}

/** Returns the columns of records of a schema. */
export function columnsOf(schema: TSchema): string[] {
  return Object.keys((schema as TObject).properties);
}

type FileQuery = { fromdate?: string; todate?: string; as_of?: string; order_id?: number };

/** Returns the header that names the file: `charges-report-1001-2026-12-01-to-2026-12-31.csv`. */
export function contentDisposition(
  fileName: string,
  { hotelId }: Pick<Property, 'hotelId'>,
  { fromdate, todate, as_of, order_id }: FileQuery,
): string {
  const parts = [
    fileName,
    hotelId,
    ...(order_id === undefined ? [] : ['order', order_id]),
    ...(fromdate === undefined ? [] : [fromdate]),
    ...(todate === undefined ? [] : ['to', todate]),
    ...(as_of === undefined ? [] : ['as-of', as_of.slice(0, 'yyyy-MM-dd'.length)]),
  ];
  return `attachment; filename="${parts.join('-')}.csv"`;
}
