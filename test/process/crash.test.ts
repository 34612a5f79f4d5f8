// kill -9: whatever a client was told is true afterwards, and what it was not told is done wholly or not at all.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  ask,
  embeddedUrl,
  type House,
  isAlive,
  makeHouse,
  newPath,
  postmasterPid,
  startInnwire,
} from '../harness/process.ts';
import {
  expectAllThere,
  expectRetriesChangeNothing,
  expectWhole,
  raiseStorm,
  type Storm,
  UNITS,
} from './storm.ts';

/** Two are a smoke test; INNWIRE_KILL_CYCLES=50 looks for what happens rarely. */
const CYCLES = Number(process.env.INNWIRE_KILL_CYCLES ?? 3);
const CYCLE_MS = 40_000;

test('a server killed again and again in the middle of a write storm loses and doubles nothing', {
  timeout: 60_000 + CYCLES * CYCLE_MS,
}, async () => {
  const dataDir = newPath();
  let innwire = await startInnwire({ dataDir });
  const house = await makeHouse(innwire, { rooms: 4, units: UNITS });
  const storms: Storm[] = [];
  let acknowledged = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const { url } = innwire;
    const storm = raiseStorm(() => url, house, `cycle${cycle}`);
    storms.push(storm);
    await sleep(400 + Math.random() * 1_200);
    const orphan = postmasterPid(dataDir);
    innwire.signal('SIGKILL');
    // Every other time the database goes down with it, as at a power cut.
    if (cycle % 2 === 0) process.kill(orphan, 'SIGKILL');
    await innwire.ended;
    await storm.stop();

    innwire = await startInnwire({ dataDir });
    expect(isAlive(orphan)).toBe(false);
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    await expectWhole(embeddedUrl(dataDir), house);
    await expectAllThere(innwire.url, house, storm);
    await expectRetriesChangeNothing(innwire.url, house, storm);
    await expectWhole(embeddedUrl(dataDir), house);
    expect(storm.refusals.filter((answer) => answer.status !== 400)).toEqual([]);
    console.log(
      storm.stays.length,
      storm.prices.length,
      storm.refusals.length,
      storm.broken,
      storm.longestMs,
      storm.refusals[0]?.text,
    );
    acknowledged += storm.stays.filter((stay) => stay.answer).length;
  }
  // What the first storm was told outlives all further ones.
  for (const storm of storms) await expectAllThere(innwire.url, house, storm);
  expect(await countBookings(innwire.url, house)).toBeGreaterThanOrEqual(acknowledged);
  console.log(`${CYCLES} kills, ${acknowledged} bookings acknowledged`);
});

async function countBookings(url: string, house: House): Promise<number> {
  return (await ask(`${url}/api/bookings/${house.token}`)).body.length;
}
