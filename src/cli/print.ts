// Answers for people: one record as lines, several as a table. `--json` prints them as they came.

export function print(answer: unknown, json: boolean): void {
  if (json) console.log(JSON.stringify(answer, null, 2));
  else if (Array.isArray(answer)) console.log(table(answer as Rec[]));
  else console.log(lines(answer as Rec));
}

type Rec = Record<string, unknown>;

function lines(record: Rec, indent = ''): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => {
      if (isRecord(value) && Object.keys(value).length > 0)
        return `${indent}${name}\n${lines(value, `${indent}  `)}`;
      return `${indent}${name.padEnd(width)}  ${show(value)}`;
    })
    .join('\n');
}

/** Nested members are left out of tables: `--json` has them. */
function table(records: readonly Rec[]): string {
  if (records.length === 0) return 'none';
  const columns = Object.keys(records[0]!).filter((name) => !isRecord(records[0]![name]));
  const rows = [columns, ...records.map((record) => columns.map((name) => show(record[name])))];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value))
    return value.map((one) => (isRecord(one) ? JSON.stringify(one) : show(one))).join(', ');
  return isRecord(value) ? '–' : String(value); // a record with nothing in it
}

function isRecord(value: unknown): value is Rec {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
