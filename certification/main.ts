// `npm run certify -- channex`: performs a channel's certification tests with a temporary innwire, and prints
// the data for the channel's form.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { handleSignals } from '../src/cli/signals.ts';
import { escapeTerminalOutput } from '../src/cli/terminal-output.ts';
import { certifyChannex } from './channex/run.ts';
import { exitCodeOf, formatSummary } from './report.ts';

escapeTerminalOutput();

const USAGE = `npm run certify -- channex [options]

Performs Channex's PMS certification tests against its staging server: sets up a property there ("Test Property - innwire"), starts
an innwire with a temporary database, connects it, and performs each case over innwire's own API.

Needs CHANNEX_API_KEY, the key of a user at staging.channex.io. CHANNEX_URL replaces https://staging.channex.io.

  --simulator       against the simulator instead, on a clock that runs 20 times faster; needs no key
  --provider NAME   the provider in the property's title (innwire)
  --property ID     this property, whose title must begin with "Test Property -"; without it: found by title, or made
  --month YYYY-MM   the month that stands for the document's November; without it: the next one
  --no-bookings     leaves out case 11
  --wait MINUTES    how long to wait for bookings that a person makes at Channex (10)
  --idle SECONDS    how long to watch that nothing is sent while nothing changes (60)
  --remove          removes the property at Channex at the end
  --json FILE       writes the results to a file

Exit code: 0 nothing failed; 1 a case failed, or the run could not be made; 2 nothing failed, but a person has something to do.`;

const STAGING = 'https://staging.channex.io';
/**
 * Speed of innwire's and the simulated Channex's clock as a multiple of real time, to shorten limits and
 * polls.
 */
const SIMULATED_SPEED = 20;
const PRODUCTION = /(^|\.)(app|secure)\.channex\.io$/;

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      simulator: { type: 'boolean', default: false },
      provider: { type: 'string', default: 'innwire' },
      property: { type: 'string' },
      month: { type: 'string' },
      'no-bookings': { type: 'boolean', default: false },
      wait: { type: 'string', default: '10' },
      idle: { type: 'string', default: '60' },
      remove: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.join() !== 'channex') {
    throw new Error(
      `Say what to certify with: "channex" is all there is, not "${positionals.join(' ')}".\n\n${USAGE}`,
    );
  }
  const target = values.simulator ? await startOwnSimulator() : readTarget();
  try {
    const results = await certifyChannex({
      ...target,
      provider: values.provider,
      property: values.property ?? null,
      month: values.month === undefined ? null : readMonth(values.month),
      bookings: !values['no-bookings'],
      waitMinutes: amount(values.wait, '--wait'),
      idleSeconds: amount(values.idle, '--idle'),
      remove: values.remove,
      signal: handleSignals().signal,
      say: (line) => console.log(line),
    });
    console.log(`\n${formatSummary(results)}`);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
    return exitCodeOf(results);
  } finally {
    await target.close();
  }
}

type Target = { url: string; apiKey: string; now(): Temporal.Instant; close(): Promise<void> };

function readTarget(): Target {
  const apiKey = process.env['CHANNEX_API_KEY'];
  if (!apiKey) {
    throw new Error(
      'CHANNEX_API_KEY is not set: make a key in the user profile at staging.channex.io, or try --simulator.',
    );
  }
  const url = (process.env['CHANNEX_URL'] ?? STAGING).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new Error(`CHANNEX_URL must be an address such as ${STAGING}, not "${url}".`);
  if (PRODUCTION.test(new URL(url).hostname)) {
    throw new Error(
      `CHANNEX_URL is ${url}, the production server: certification is done on staging, ${STAGING}.`,
    );
  }
  return { url, apiKey, now: () => Temporal.Now.instant(), close: async () => {} };
}

async function startOwnSimulator(): Promise<Target> {
  const { startSimulator } = await import('../simulator/simulator.ts');
  const begun = performance.now();
  // Starts in the morning, so that the run does not pass midnight.
  const morning = Temporal.Now.zonedDateTimeISO('UTC').startOfDay().add({ hours: 9 }).epochMilliseconds;
  const nowMs = () => Math.floor(morning + (performance.now() - begun) * SIMULATED_SPEED);
  const simulator = await startSimulator({ now: nowMs });
  const { channex } = simulator;
  return {
    url: channex.url,
    apiKey: channex.credentials['api_key']!,
    now: () => Temporal.Instant.fromEpochMilliseconds(nowMs()),
    close: () => simulator.close(),
  };
}

function readMonth(text: string): Temporal.PlainYearMonth {
  try {
    const month = Temporal.PlainYearMonth.from(text);
    const today = Temporal.Now.plainDateISO('UTC');
    if (Temporal.PlainYearMonth.compare(month, today.toPlainYearMonth()) > 0 && month.daysInMonth >= 29)
      return month;
  } catch {
    // The error is thrown below.
  }
  throw new Error(`--month must be a month after this one with 29 days or more, YYYY-MM, not "${text}".`);
}

function amount(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number, not "${text}".`);
  return value;
}
