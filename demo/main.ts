// `npm run demo`: innwire and six OTAs on loopback with random guests; prints what happens until Ctrl-C.
import { parseArgs } from 'node:util';
import { otaTitle } from '../simulator/otas.ts';
import { handleSignals } from '../src/cli/signals.ts';
import { escapeTerminalOutput } from '../src/cli/terminal-output.ts';
import { type DemoEnvironment, startEnvironment } from './environment.ts';
import { startGuests } from './guests.ts';
import { differences } from './push-latency.ts';
import { type Reporter, startReporter } from './reporter.ts';

escapeTerminalOutput();

const USAGE = `npm run demo -- [--seconds N] [--seed N] [--clock N]

  --seconds  duration of the run; default: until Ctrl-C
  --seed     seed of the random guests and their actions; default: a different one for each run
  --clock    speed of the clock of innwire and the OTAs as a multiple of real time (1): OTAs that innwire polls
             every 20 or 60 seconds are polled sooner; printed milliseconds are real time`;

const SUMMARY_EVERY_MS = 5_000;
/** Maximum wait at the end for pending changes; an OTA that is polled every minute needs that long. */
const SETTLE_MS = 75_000;
const POLL_INTERVAL_MS = 200;
/** Maximum number of differences that are printed. */
const SHOWN = 10;

await main().catch((error) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
process.exit(); // open handles of interrupted work would keep the process alive

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      clock: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const seconds =
    values.seconds === undefined ? Number.POSITIVE_INFINITY : amount(values.seconds, '--seconds');
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : amount(values.seed, '--seed');
  const clock = amount(values.clock, '--clock');
  const { signal } = handleSignals();
  console.log(`Starting innwire with a database of its own, and six OTAs; seed ${seed} …`);
  const environment = await startEnvironment({ seed, clock, signal });
  try {
    await run(environment, { seed, seconds, signal });
  } finally {
    console.log('\nStopping …');
    await environment.stop();
  }
}

function amount(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`${name} must be a whole number.\n\n${USAGE}`);
  return value;
}

type Run = { seed: number; seconds: number; signal: AbortSignal };

async function run(environment: DemoEnvironment, { seed, seconds, signal }: Run): Promise<void> {
  console.log(
    `\nexplorer of the API  ${environment.url}/swagger\ncalendars of all     ${environment.simulatorUrl}/\n`,
  );
  const print = (line: string) => console.log(line);
  if (!(await settled(environment, null, { ms: SETTLE_MS, signal })) && !signal.aborted) {
    throw new Error(`Not all calendars agree: ${(await differences(environment)).slice(0, 5).join('; ')}`);
  }
  const reporter = startReporter(environment, print);
  console.log('All calendars agree. Guests come.\n');
  const guests = startGuests(environment, seed);
  const summary = setInterval(() => print(reporter.summary()), SUMMARY_EVERY_MS);
  await pause(seconds * 1_000, signal);
  await guests.stop();
  clearInterval(summary);
  if (!signal.aborted) {
    console.log('\nNo more guests; waiting for pending changes …');
    await settled(environment, reporter, { ms: SETTLE_MS, signal });
  }
  await report(environment, reporter, signal.aborted);
}

async function report(environment: DemoEnvironment, reporter: Reporter, cutShort: boolean): Promise<void> {
  const differing = await differences(environment);
  await reporter.stop();
  console.log(`\n${reporter.summary()}`);
  if (differing.length === 0) console.log(`All ${environment.connected.length} calendars equal ours.`);
  else {
    const label = cutShort
      ? 'nights were still pending when it ended (--seconds waits for them)'
      : 'nights still differ';
    const more = differing.length > SHOWN ? ['…'] : [];
    console.log(`${differing.length} ${label}:\n  ${[...differing.slice(0, SHOWN), ...more].join('\n  ')}`);
  }
  for (const { channel, ota, hotel } of environment.connected) {
    const sales = ota.reservations(hotel.id).length;
    const waiting = ota.outstanding(hotel.id);
    console.log(`  ${otaTitle(channel).padEnd(13)} ${sales} sales, ${waiting} news unacknowledged`);
  }
}

/**
 * Waits until every sale has arrived and every OTA's calendar equals innwire's. Returns false when that takes
 * longer than `ms` or the run is interrupted.
 */
async function settled(
  environment: DemoEnvironment,
  reporter: Reporter | null,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (!signal.aborted && Date.now() < deadline) {
    const arrived = !reporter || (reporter.underWay() === 0 && reporter.follower.waiting() === 0);
    if (arrived && (await differences(environment)).length === 0) return true;
    await pause(POLL_INTERVAL_MS, signal);
  }
  return false;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : setInterval(() => {}, 60_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
