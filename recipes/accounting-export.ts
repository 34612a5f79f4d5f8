// The ledger of a month as CSV on standard output, with its sum at the end on standard error.
//   INNWIRE_URL, API_TOKEN   whose ledger
//   MONTH                    yyyy-MM (last month)

const { INNWIRE_URL, API_TOKEN, MONTH = lastMonth() } = process.env;

type Entry = Record<(typeof COLUMNS)[number], string | number | null>;
const COLUMNS = [
  ...(['id', 'date', 'type', 'description', 'amount', 'currency'] as const),
  ...(['room_id', 'order_id', 'created_at'] as const),
];

const [year, month] = MONTH.split('-').map(Number) as [number, number];
const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const query = `fromdate=${MONTH}-01&todate=${lastDay}`;
const answer = await fetch(`${INNWIRE_URL}/api/accounting/${API_TOKEN}?${query}`);
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
const entries = (await answer.json()) as Entry[];

console.log(COLUMNS.join(','));
for (const entry of entries) console.log(COLUMNS.map((column) => toCell(entry[column])).join(','));
const cents = entries.reduce((sum, entry) => sum + Math.round(Number(entry.amount) * 100), 0);
console.error(`${entries.length} entries, ${(cents / 100).toFixed(2)} in all`);

/** RFC 4180. A text that a spreadsheet would take for a formula is marked as text. */
function toCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}
