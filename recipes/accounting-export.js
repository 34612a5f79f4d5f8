// Writes the ledger of a month as CSV to standard output, and its sum to standard error.
//   INNWIRE_URL, API_TOKEN   whose ledger
//   MONTH                    yyyy-MM (last month)

process.on('uncaughtException', (error) => {
  console.error(error.cause?.message ?? error.message); // the cause of "fetch failed" has the reason
  process.exit(1);
});

const innwireUrl = setting('INNWIRE_URL', 'where innwire runs, such as http://127.0.0.1:3000');
const token = setting('API_TOKEN', 'the property\'s token, from "innwire token add"');
const wantedMonth = process.env.MONTH ?? lastMonth();

const COLUMNS = [
  'id',
  'date',
  'type',
  'description',
  'amount',
  'currency',
  'room_id',
  'order_id',
  'created_at',
];

const [year, month] = wantedMonth.split('-').map(Number);
const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const query = `fromdate=${wantedMonth}-01&todate=${lastDay}`;
const answer = await fetch(`${innwireUrl}/api/accounting/${token}?${query}`);
if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
const entries = await answer.json();

console.log(COLUMNS.join(','));
for (const entry of entries) console.log(COLUMNS.map((column) => toCell(entry[column])).join(','));
const cents = entries.reduce((sum, entry) => sum + Math.round(Number(entry.amount) * 100), 0);
console.error(
  `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, ${(cents / 100).toFixed(2)} in all`,
);

/** Returns a CSV cell (RFC 4180). A text that a spreadsheet would read as a formula is marked as text. */
function toCell(value) {
  if (value === null) return '';
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
