// `npm run simulate`: a process with all OTAs, the control interface and its page, on loopback, until Ctrl-C.
import { parseArgs } from 'node:util';
import { openControl } from './control.ts';
import { escapeTerminalOutput } from './escape-terminal-output.ts';
import { OTA_NAMES, otaEntry } from './otas.ts';
import { type Simulator, startSimulator } from './simulator.ts';

escapeTerminalOutput();

const USAGE = `npm run simulate -- [--port 4400] [--seed 1] [--empty] [--limits off] [--latency 0]

  --port     of the control interface and the page; the OTAs use the ports after it. 0: any free ones
  --seed     seed of invented data and of faults; default: a different one for each start
  --empty    no sample hotels
  --limits   off: no rate limits
  --latency  minimum duration of every response, in milliseconds`;

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4400' },
      seed: { type: 'string' },
      empty: { type: 'boolean', default: false },
      limits: { type: 'string', default: 'on' },
      latency: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const port = whole(values.port, '--port');
  // The default seed differs at each start, and with it the references: an innwire with bookings of an
  // earlier run would otherwise take a new booking for an old one.
  const seed = values.seed === undefined ? Date.now() % 1_000_000_007 : whole(values.seed, '--seed');
  const ports = Object.fromEntries(OTA_NAMES.map((name, i) => [name, port === 0 ? 0 : port + 1 + i]));
  const limits = values.limits !== 'off';
  const simulator = await startSimulator({
    ports,
    seed,
    limits,
    latencyMs: whole(values.latency, '--latency'),
  });
  if (!values.empty) sampleHotels(simulator);
  const control = await openControl(simulator, { port, seed }).catch(async (error: Error) => {
    await simulator.close();
    throw error;
  });
  welcome(simulator, control.url, seed);
  const stop = () => {
    void Promise.all([control.close(), simulator.close()]);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (process.env['npm_lifecycle_script']) onParentExit(stop);
}

/**
 * Calls `stop` once when the parent process ends: on SIGTERM, npm ends only the shell in which it runs the
 * simulator.
 */
function onParentExit(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

function whole(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number.\n\n${USAGE}`);
  return value;
}

function sampleHotels(simulator: Simulator): void {
  for (const ota of simulator.otas) {
    ota.hotel({
      name: 'Sample Hotel',
      ...(otaEntry(ota.name).gets === 'requests' && {
        rooms: [
          { title: 'Double', maxPersons: 2 },
          { title: 'Suite', maxPersons: 4 },
        ],
      }),
    });
  }
}

function welcome(simulator: Simulator, url: string, seed: number): void {
  console.log(`The simulator runs; seed ${seed}. Page and control interface: ${url}/\n`);
  for (const ota of simulator.otas) {
    console.log(`${ota.name.padEnd(13)} ${ota.url}`);
    console.log(`${' '.repeat(14)}${JSON.stringify(ota.credentials)}`);
    for (const { id, rooms } of ota.hotels()) {
      const listed = rooms.map(
        (room) => `${room.title} ${room.id} (${room.rates.map((rate) => rate.id).join(', ')})`,
      );
      console.log(`${' '.repeat(14)}hotel ${id}: ${listed.join(' · ') || 'units come with the feeds'}`);
    }
  }
  console.log('\nAll data is invented; no real OTA is contacted. Ctrl-C stops the simulator.');
}
