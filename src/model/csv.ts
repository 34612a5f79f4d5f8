// Records as CSV (RFC 4180), for spreadsheets: values as the API gives them.
import { escapeControlCharacters } from './control-characters.ts';

/** Before the header line of a file: without it some spreadsheets take UTF-8 for the code page of their country. */
export const BYTE_ORDER_MARK = '\ufeff';

type Rec = Record<string, unknown>;

/**
 * Returns records as CSV with a header, lines ended by CR LF. The columns are those named first, as far as a record has
 * them, then the records' other members.
 */
export function toCsv(records: readonly Rec[], first: readonly string[] = []): string {
  const members = new Set(records.flatMap((record) => Object.keys(record)));
  const columns = [...new Set([...first, ...members])].filter(
    (name) => records.length === 0 || members.has(name),
  );
  return toCsvLine(columns) + toCsvLines(records, columns);
}

/** Returns a line for each record, without a header. */
export function toCsvLines(records: readonly Rec[], columns: readonly string[]): string {
  return records.map((record) => toCsvLine(columns.map((name) => record[name]))).join('');
}

/**
 * Returns the line of some values. A text that a spreadsheet would calculate gets an apostrophe in front, and
 * control characters are escaped.
 */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: unknown): string {
  const text = escapeControlCharacters(typeof value === 'string' ? withoutFormula(value) : toText(value));
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Spreadsheets take a text that begins with one of these signs for a formula, which can send data elsewhere. Those of countries
 * with a decimal comma begin a cell after each semicolon.
 */
function withoutFormula(text: string): string {
  return text.replaceAll(/(^|;)(?=[=+\-@\t\r＝＋－＠])/g, "$1'");
}
