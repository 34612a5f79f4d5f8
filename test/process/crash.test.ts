// kill -9: everything acknowledged to a client is stored afterwards; anything else is stored completely or
// not at all.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isAlive } from '../harness/child-processes.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  newDataDir,
  type PropertyHandle,
  postmasterPid,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';
import { dice, SEED } from '../harness/random.ts';
import {
  expectAllThere,
  expectRetriesChangeNothing,
  expectWhole,
  startWriteLoad,
  UNITS,
  type WriteLoad,
} from './write-load.ts';

useProcesses();

/** Number of kills. A few are a smoke test; INNWIRE_KILL_CYCLES=50 finds rare errors. */
const CYCLES = Number(process.env.INNWIRE_KILL_CYCLES ?? 3);
const roll = dice(SEED);

test('a server that is killed repeatedly under write load loses and duplicates nothing', async () => {
  const dataDir = newDataDir();
  let innwire = await startInnwire({ dataDir });
  const property = await createProperty(innwire, { rooms: 4, units: UNITS });
  const loads: WriteLoad[] = [];
  let acknowledged = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const { url } = innwire;
    const load = startWriteLoad(() => url, property, `cycle${cycle}`);
    loads.push(load);
    await load.moreBooked(1);
    await sleep(roll(1_200));
    const orphan = postmasterPid(dataDir);
    innwire.signal('SIGKILL');
    // Every other time the database is killed too, as in a power failure.
    if (cycle % 2 === 0) process.kill(orphan, 'SIGKILL');
    await innwire.ended;
    await load.stop();

    innwire = await startInnwire({ dataDir });
    expect(isAlive(orphan)).toBe(false);
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    await expectWhole(embeddedUrl(dataDir), property);
    await expectAllThere(innwire.url, property, load);
    await expectRetriesChangeNothing(innwire.url, property, load);
    await expectWhole(embeddedUrl(dataDir), property);
    expect(load.refusals.filter((answer) => answer.status !== 400)).toEqual([]);
    acknowledged += load.stays.filter((stay) => stay.answer).length;
  }
  // Acknowledged writes of every load are still there after all further kills.
  for (const load of loads) await expectAllThere(innwire.url, property, load);
  expect(await countBookings(innwire.url, property)).toBeGreaterThanOrEqual(acknowledged);
  console.log(`${CYCLES} kills, ${acknowledged} bookings acknowledged`);
});

async function countBookings(url: string, property: PropertyHandle): Promise<number> {
  return (await ask(`${url}/api/bookings/${property.token}`)).body.length;
}
