// Writes the ledger of a month as CSV to standard output, and its sums to standard error. Charges (revenue), payments
// (money that moved) and expenses are in columns of their own, so that nobody adds them up to one sum.
//   INNWIRE_URL, API_TOKEN   whose ledger
//   MONTH                    yyyy-MM (last month)

process.on('uncaughtException', (error) => {
  console.error(error.cause?.message ?? error.message); // the cause of "fetch failed" has the reason
  process.exit(1);
});

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const wantedMonth = process.env.MONTH ?? lastMonth();

/** The column of an entry's amount, by its type; types of the property's own are in `other`. */
const AMOUNTS = {
  income: 'charge',
  adjustment: 'charge',
  reversal: 'charge',
  charge: 'charge',
  payment: 'payment',
  refund: 'payment',
  expense: 'expense',
};
const AMOUNT_COLUMNS = ['charge', 'payment', 'expense', 'other'];

const COLUMNS = [
  'id',
  'date',
  'type',
  'code',
  'description',
  ...AMOUNT_COLUMNS,
  'currency',
  'service_from',
  'service_until',
  'quantity',
  'vat_category',
  'vat_rate',
  'collected_by',
  'method',
  'reference',
  'reverses_id',
  'room_id',
  'order_id',
  'created_at',
  'posted_by',
];

const [year, month] = wantedMonth.split('-').map(Number);
const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const query = `fromdate=${wantedMonth}-01&todate=${lastDay}`;
const answer = await fetch(`${innwireUrl}/api/accounting/${token}?${query}`);
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
const entries = (await answer.json()).map((entry) => ({
  ...entry,
  posted_by: entry.posted_by?.name ?? entry.posted_by?.kind ?? null,
  [columnOf(entry)]: entry.amount,
}));

// Without the byte order mark some spreadsheets read umlauts wrongly.
console.log(`\ufeff${COLUMNS.join(',')}`);
for (const entry of entries) console.log(COLUMNS.map((column) => toCell(entry[column])).join(','));
const sums = AMOUNT_COLUMNS.map((column) => `${column} ${sumOf(column).toFixed(2)}`).join(', ');
console.error(`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}: ${sums}`);

function columnOf({ type }) {
  return Object.hasOwn(AMOUNTS, type) ? AMOUNTS[type] : 'other';
}

function sumOf(column) {
  return entries.reduce((sum, entry) => sum + Math.round(Number(entry[column] ?? 0) * 100), 0) / 100;
}

/** Returns a CSV cell (RFC 4180). A text that a spreadsheet would read as a formula is marked as text. */
function toCell(value) {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lastMonth() {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** Returns a setting from the environment; if it is missing, prints what it means and exits. */
function setting(name, meaning) {
  const value = process.env[name]?.trim();
  if (value) return value;
  console.error(`Set ${name}: ${meaning}.`);
  process.exit(1);
}
