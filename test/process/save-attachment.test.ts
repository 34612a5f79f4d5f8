// `innwire message save-attachment` against a started innwire, with a file that a guest sent through the simulated Channex.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../simulator/simulator.ts';
import { connectChannel } from '../harness/channel-connections.ts';
import { eventually } from '../harness/eventually.ts';
import {
  ask,
  createProperty,
  filesIn,
  newPath,
  operate,
  runCommand,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 0xfe, 0xc3, 0x28]);

test('a file that a guest attached is written into the current folder once, under a name that begins with its message', async () => {
  const simulator = await startSimulator({ seed: 7, limits: false });
  onTestFinished(() => simulator.close());
  const dataDir = newPath();
  const innwire = await startInnwire({ dataDir, env: { ALLOW_PRIVATE_NETWORK: 'on' } });
  const property = await createProperty(innwire);
  const operator = async (method: string, path: string, body?: unknown) => ({
    ...(await operate(innwire, method, path, body)),
    headers: {},
  });
  const input = { property, channel: 'channex' as const, rooms: [{}] };
  const { ota, hotel } = await connectChannel({ operator }, simulator, input);
  const channel = `/properties/${property.hotelId}/channels/channex`;
  const list = async (records: string) => (await ask(`${innwire.url}/api/${records}/${property.token}`)).body;
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 20 }).toString();
  await eventually(async () => {
    expect((await operator('GET', channel)).body.state).toBe('connected');
  });
  const { reference } = await ota.sell({ hotel: hotel.id, arrival, nights: 2, seller: 'Airbnb' });
  await ota.write(reference, 'My passport', [
    { name: 'passport of Ada.jpg', type: 'image/jpeg', content: PHOTO },
  ]);
  await operator('POST', `${channel}/resync`);
  await eventually(async () => {
    expect(await list('messages')).toHaveLength(1);
  });
  const [{ id, attachments }] = await list('messages');
  expect(attachments).toMatchObject([{ id: 1 }]);

  const folder = newPath('files');
  mkdirSync(folder);
  const save = (number: string) =>
    runCommand(['message', 'save-attachment', String(id), number], {
      dataDir,
      cwd: folder,
      env: { PORT: new URL(innwire.url).port },
    });
  const saved = await save('1');
  expect({ code: saved.code, stderr: saved.stderr }).toEqual({ code: 0, stderr: '' });
  const [file, ...others] = filesIn(folder);
  expect(others).toEqual([]);
  expect(file).toMatch(new RegExp(`^message-${id}-.*passport of Ada\\.jpg$`));
  expect(saved.stdout).toContain(file);
  expect(readFileSync(join(folder, file!))).toEqual(PHOTO);

  const { mtimeMs } = statSync(join(folder, file!));
  const again = await save('1');
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/^message-\d+-.* cannot be written: .*\.\n$/);
  expect(statSync(join(folder, file!)).mtimeMs).toBe(mtimeMs);
  const missing = await save('2');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/\(unknown_attachment\)\n$/);
  expect(filesIn(folder)).toEqual([file]);
});
