// `npm run bench`: measures innwire on this machine and prints each figure with its limit from the same run.
// Everything it starts is on loopback, limited in number and time, and stopped at the end. `npm run bench
// start memory` runs only the groups of these names; any part of a row's name selects that row.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { VERSION } from '../src/config.ts';
import type { Figure, Row } from './row.ts';
import { attackRows } from './rows/attacks.ts';
import { bookingRows } from './rows/bookings.ts';
import { calendarRows } from './rows/calendar.ts';
import { channelRows } from './rows/channels.ts';
import { chartRows } from './rows/chart.ts';
import { deskRows } from './rows/desk.ts';
import { deskPageRows } from './rows/desk-page.ts';
import { eventRows } from './rows/events.ts';
import { mcpRows } from './rows/mcp.ts';
import { memoryRows } from './rows/memory.ts';
import { reportRows } from './rows/reports.ts';
import { startRows } from './rows/start.ts';

/** Groups of rows by name. */
const GROUPS: Record<string, readonly Row[]> = {
  start: startRows,
  bookings: bookingRows,
  calendar: calendarRows,
  memory: memoryRows,
  channels: channelRows,
  events: eventRows,
  mcp: mcpRows,
  attacks: attackRows,
  reports: reportRows,
  desk: [...deskRows, ...deskPageRows],
  chart: chartRows,
};

/** Figures of other systems, published or measured on two such cores; docs/comparison.md has the sources. */
const PEERS =
  'Peers: QloApps 1.6.1 2.9–6.8 bookings/s, 30 nights × 4 rooms p50 1,505 ms; HotelDruid 3.0.4 33 bookings/s (17 of 64 lost at 4 clients).';

type NamedFigure = Figure & { name: string; target: string };

const rows = chooseRows(process.argv.slice(2));
const figures: NamedFigure[] = [];
for (const row of rows) {
  process.stderr.write(`${row.name} …\n`);
  for (const figure of await row.run()) figures.push({ name: row.name, target: row.target, ...figure });
}
print(figures);
await save(figures);

function chooseRows(names: readonly string[]): Row[] {
  const all = Object.values(GROUPS).flat();
  const chosen = new Set(
    names.flatMap((name) => GROUPS[name] ?? all.filter((row) => row.name.includes(name))),
  );
  if (names.length > 0 && chosen.size === 0) {
    console.error(`No row of that name. Groups: ${Object.keys(GROUPS).join(', ')}. Rows:`);
    for (const row of all) console.error(`  ${row.name}`);
    process.exit(1);
  }
  return names.length === 0 ? all : all.filter((row) => chosen.has(row));
}

function print(measured: readonly NamedFigure[]): void {
  const cells = measured.map((figure) => [
    figure.name,
    figure.measured,
    figure.limit ?? '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.target,
    figure.met ? 'met' : 'MISSED',
  ]);
  const table = [['what', 'measured', 'limit in the same run', 'ratio', 'target', ''], ...cells];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((line) => line[i]!.length)));
  const lines = table.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  console.log(lines.join('\n'));
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}. ${PEERS}`,
  );
}

async function save(measured: readonly NamedFigure[]): Promise<void> {
  const directory = new URL('./results/', import.meta.url);
  await mkdir(directory, { recursive: true });
  const at = new Date().toISOString();
  const file = new URL(`${at.replaceAll(':', '-')}.json`, directory);
  await writeFile(
    file,
    `${JSON.stringify({ at, version: VERSION, node: process.version, figures: measured }, null, 2)}\n`,
  );
}
