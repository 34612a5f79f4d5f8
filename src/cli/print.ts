// Prints answers for people: one record as lines, several as a table or one below the other. `--json` prints
// the answer as it is, `--field` one member.
import { StartError } from '../db/start-error.ts';
import { BYTE_ORDER_MARK, toCsv } from '../model/csv.ts';
import { type Display, formatMember, isRecord, type Rec } from './format-value.ts';
import { layOutTable } from './table.ts';

/** How a command prints its answer: see `OperatorCommand`. */
type Layout = {
  columns?: readonly string[];
  nested?: Readonly<Record<string, readonly string[]>>;
  asRecords?: boolean;
  empty?: string;
};

/** Prints the answer as indented JSON on standard output. */
export function printJson(answer: unknown): void {
  console.log(JSON.stringify(answer, null, 2));
}

/** Prints CSV on standard output: that of the API, or the records of a list, the columns of the table first. */
export function printCsv(answer: unknown, { columns }: Layout): void {
  const csv = typeof answer === 'string' ? answer : toCsv([answer].flat() as Rec[], columns);
  // As bytes: the ends of lines are CR LF, which is escaped in texts.
  process.stdout.write(Buffer.from(BYTE_ORDER_MARK + csv));
}

/**
 * Prints one member of a record, or of each record of a list, as a line without its name, for shell
 * variables. An absent value is an empty line.
 * @throws StartError when a record has no such member; the message repeats the record, which may have a token
 * that is shown only once
 */
export function printField(answer: unknown, name: string): void {
  for (const record of [answer].flat() as Rec[]) {
    if (!Object.hasOwn(record, name)) {
      const names = Object.keys(record).join(', ');
      throw new StartError(`The answer has no "${name}", only ${names}. It is:\n${lines(record, {})}`);
    }
    const value = record[name] ?? '';
    console.log(typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
}

/**
 * Prints an answer for people, or a sentence about it. `width` is the terminal's width in cells, absent where the output is no
 * terminal.
 */
export function print(answer: unknown, layout: Layout, display: Display, width: number | undefined): void {
  if (typeof answer === 'string') console.log(answer);
  else
    console.log(
      Array.isArray(answer) ? list(answer, layout, display, width) : lines(answer as Rec, display, layout),
    );
}

function list(records: readonly Rec[], layout: Layout, display: Display, width: number | undefined): string {
  if (records.length === 0) return layout.empty ?? 'None.';
  if (layout.asRecords) return records.map((record) => lines(record, display, layout)).join('\n\n');
  return table(records, layout.columns, display, width).join('\n');
}

/** Lays out a table. Columns without any value are left out, unless all columns are empty. */
function table(
  records: readonly Rec[],
  columns: readonly string[] | undefined,
  display: Display,
  width: number | undefined,
): string[] {
  const names =
    columns?.filter((name) => records.some((record) => (record[name] ?? '') !== '')) ??
    Object.keys(records[0]!).filter((name) => name !== 'hotel_id' && !isRecord(records[0]![name]));
  return layOutTable(
    names.map((name) => ({
      name,
      cells: records.map((record) => formatMember(record, name, display)),
      numeric: isNumeric(records, name),
    })),
    width,
  );
}

/** Numbers are right-aligned; ids are left-aligned. */
function isNumeric(records: readonly Rec[], name: string): boolean {
  return !/(^|_)id$|^rid$/.test(name) && records.every((record) => typeof (record[name] ?? 0) === 'number');
}

function lines(record: Rec, display: Display, layout: Layout = {}, indent = ''): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => {
      if (isRecord(value) && Object.keys(value).length > 0)
        return `${indent}${name}\n${lines(value, display, layout, `${indent}  `)}`;
      if (Array.isArray(value) && value.some(isRecord))
        return `${indent}${name}\n${nested(value, display, layout.nested?.[name], `${indent}  `)}`;
      // Further lines of a text are indented below the first, so that none of them looks like another member.
      const text = formatMember(record, name, display).replaceAll(
        '\n',
        `\n${indent}${' '.repeat(width + 2)}`,
      );
      return `${indent}${name.padEnd(width)}  ${text}`;
    })
    .join('\n');
}

/** Lays out the records within a record, without members that none of them has. */
function nested(
  records: readonly Rec[],
  display: Display,
  columns: readonly string[] | undefined,
  indent: string,
): string {
  const first = records[0]!;
  const names = columns ?? Object.keys(first).filter((name) => name !== 'hotel_id' && !isRecord(first[name]));
  return table(records, names, display, undefined)
    .map((line) => indent + line)
    .join('\n');
}
