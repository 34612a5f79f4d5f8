// The command line at the desk: units and their closures, tasks, payments and folios.
import { beforeAll, expect, test } from 'vitest';
import {
  createProperty,
  type Innwire,
  newDataDir,
  operate,
  type PropertyHandle,
  runCommand,
  startLasting,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const dataDir = newDataDir();
let innwire: Innwire;
let property: PropertyHandle;
let room: string;

beforeAll(async () => {
  innwire = await startLasting({ dataDir });
  property = await createProperty(innwire, { rooms: 1, units: 1 });
  await operate(innwire, 'PATCH', `/properties/${property.hotelId}`, { timezone: 'UTC' });
  room = String(property.rooms[0]);
});

const run = (args: readonly string[]) =>
  runCommand(args, { dataDir, env: { PORT: new URL(innwire.url).port } });

async function print(...args: string[]): Promise<string> {
  const { code, stderr, stdout } = await run(args);
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
  return stdout;
}
const json = async (...args: string[]) => JSON.parse(await print(...args, '--json'));

const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

test('units with commas between their names are added one by one, and lists show what is closed', async () => {
  const added = await json('unit', 'add', room, '101,102', '103');
  expect(added.map(({ name }: { name: string }) => name)).toEqual(['101', '102', '103']);
  expect(await json('room', 'show', room)).toMatchObject({ units: 3 });
  const refused = await run(['unit', 'add', room, '105-110']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('name each unit')]);
  // Its last night is two days ahead, so that it is closed also after midnight.
  await print('closure', 'add', '103', day(0), day(2), '--kind', 'out_of_order');
  const [header, first, , third] = (await print('unit', 'list')).split('\n');
  expect(header).toMatch(/ closure$/);
  expect(first).toMatch(/ 101 .* –$/);
  expect(third).toMatch(new RegExp(` 103 .* out_of_order until ${day(2)}$`));
});
