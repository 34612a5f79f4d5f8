// Answers as CSV (RFC 4180), for spreadsheets: values as the API gives them, in the columns of the table.
import { isRecord, type Rec } from './format-value.ts';
import { escapeControlCharacters } from './terminal-output.ts';

/**
 * Returns records as CSV with a header, lines ended by CR LF. The columns are those named first, as far as a record has
 * them, then the records' other members. A text that a spreadsheet would calculate gets an apostrophe in front, and
 * control characters are escaped.
 */
export function toCsv(records: readonly Rec[], first: readonly string[] = []): string {
  const members = new Set(records.flatMap((record) => Object.keys(record)));
  const columns = [...new Set([...first, ...members])].filter(
    (name) => records.length === 0 || members.has(name),
  );
  const lines = [columns, ...records.map((record) => columns.map((name) => record[name]))];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: unknown): string {
  const text = escapeControlCharacters(typeof value === 'string' ? withoutFormula(value) : toText(value));
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** Spreadsheets take a text that begins with one of these for a formula, which can send data elsewhere. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
