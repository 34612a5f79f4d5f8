// npm run bench: measures innwire on this machine, each figure beside its limit measured in the same run.
// Everything it starts is on loopback, bounded in number and time, and gone when it ends. `npm run bench -- start memory`
// runs only the rows whose names contain one of these words.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { VERSION } from '../src/config.ts';
import type { Figure, Row } from './row.ts';
import { bookingRows } from './rows/bookings.ts';
import { calendarRows } from './rows/calendar.ts';
import { mcpRows } from './rows/mcp.ts';
import { memoryRows } from './rows/memory.ts';
import { startRows } from './rows/start.ts';

const ROWS: readonly Row[] = [...startRows, ...bookingRows, ...calendarRows, ...memoryRows];

const wanted = process.argv.slice(2);
const rows = ROWS.filter((row) => wanted.length === 0 || wanted.some((word) => row.name.includes(word)));
const figures: (Figure & { name: string; target: string })[] = [];
for (const row of rows) {
  process.stderr.write(`${row.name} …\n`);
  for (const figure of await row.run()) figures.push({ name: row.name, target: row.target, ...figure });
}
print();
await save();

function print(): void {
  const cells = figures.map((figure) => [
    figure.name,
    figure.measured,
    figure.limit ?? '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.target,
    figure.met ? 'met' : 'MISSED',
  ]);
  const table = [['what', 'measured', 'limit in the same run', 'ratio', 'target', ''], ...cells];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((line) => line[i]!.length)));
  console.log(
    table
      .map((line) =>
        line
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  );
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}. ${PEERS}`,
  );
}

/** Published or measured on two such cores; see docs/comparison.md for where each figure comes from. */
const PEERS =
  'Peers: QloApps 1.6.1 2.9–6.8 bookings/s, 30 nights × 4 rooms p50 1,505 ms; HotelDruid 3.0.4 33 bookings/s (17 of 64 lost at 4 clients).';

async function save(): Promise<void> {
  const directory = new URL('./results/', import.meta.url);
  await mkdir(directory, { recursive: true });
  const at = new Date().toISOString();
  const file = new URL(`${at.replaceAll(':', '-')}.json`, directory);
  await writeFile(
    file,
    `${JSON.stringify({ at, version: VERSION, node: process.version, figures }, null, 2)}\n`,
  );
}
