// External readers of events while innwire is killed: streams and webhooks get every event, in order.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newStartedDatabase } from '../harness/database.ts';
import { openEventSource } from '../harness/event-source.ts';
import {
  ask,
  createProperty,
  launch,
  newDataDir,
  operate,
  type PropertyHandle,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { dice, SEED } from '../harness/random.ts';
import { type Receiver, startReceiver } from '../jobs/webhook-receiver.ts';
import { startWriteLoad } from './write-load.ts';

useProcesses();

/** Number of kills. Two are a smoke test; INNWIRE_KILL_CYCLES=50 finds rare errors. */
const CYCLES = Number(process.env.INNWIRE_KILL_CYCLES ?? 2);
const roll = dice(SEED);
const SETTINGS = { ALLOW_PRIVATE_NETWORK: 'on' };

test('a server killed under a load of events: every stream and webhook gets each of them, in order', async () => {
  const dataDir = newDataDir();
  let innwire = await startInnwire({ dataDir, env: SETTINGS });
  const property = await createProperty(innwire, { rooms: 4, units: 3 });
  const [first, second] = await Promise.all([startReceiver(), startReceiver()]);
  second.answer((_got, response) => setTimeout(() => response.writeHead(200).end(), 2));
  for (const receiver of [first, second]) {
    const made = await operate(innwire, 'POST', `/properties/${property.hotelId}/webhooks`, {
      url: receiver.url(),
    });
    await operate(innwire, 'POST', `/properties/${property.hotelId}/webhooks/${made.body.id}/replay`, {
      from_seq: 1,
    });
  }
  const listeners = Array.from({ length: 5 }, () => listen(() => innwire.url, property));
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const { url } = innwire;
    const load = startWriteLoad(() => url, property, `cycle${cycle}`);
    await load.moreBooked(30);
    await sleep(roll(500));
    innwire.signal('SIGKILL');
    await innwire.ended;
    await load.stop();
    innwire = await startInnwire({ dataDir, env: SETTINGS });
  }
  const end = await lastSeq(innwire.url, property);
  const all = Array.from({ length: end }, (_, i) => i + 1);
  expect(end).toBeGreaterThan(100);
  for (const receiver of [first, second]) await expectAll(receiver, end);
  for (const listener of listeners) {
    await until(() => listener.seqs.at(-1) === end, `a listener to receive ${end}`);
    listener.stop();
    expect(listener.seqs).toEqual(all);
  }
});

test('several processes: streams of one have the events of another, and a killed worker’s endpoints are taken over', async () => {
  const env = {
    ...SETTINGS,
    DATABASE_URL: await newStartedDatabase(),
    OPERATOR_KEY: 'operator-key-of-this-test',
    CREDENTIALS_KEY: 'a-key-for-credentials-of-this-test',
  };
  const [one, other] = await Promise.all([
    startInnwire({ role: 'api', env }),
    startInnwire({ role: 'api', env }),
  ]);
  const workers = [launch(['worker'], { env }), launch(['worker'], { env })];
  const property = await createProperty(one, { rooms: 2, units: 3 });
  const receiver = await startReceiver();
  receiver.answer((_got, response) => setTimeout(() => response.writeHead(200).end(), 5));
  const made = await operate(one, 'POST', `/properties/${property.hotelId}/webhooks`, {
    url: receiver.url(),
  });
  await operate(one, 'POST', `/properties/${property.hotelId}/webhooks/${made.body.id}/replay`, {
    from_seq: 1,
  });
  const source = await openEventSource(`${other.url}/api/events/${property.token}`);
  const load = startWriteLoad(() => one.url, property, 'storm');
  await until(() => receiver.received.length > 20, 'the first deliveries');
  workers[0]!.signal('SIGKILL');
  await load.moreBooked(50);
  await load.stop();
  const end = await lastSeq(one.url, property);
  await until(() => source.received.at(-1)?.id === end, `the stream to reach ${end}`);
  expect(source.received.map(({ id }) => id)).toEqual(Array.from({ length: end }, (_, i) => i + 1));
  await expectAll(receiver, end);
});

test('a process without a key for secrets says which setting it needs', async () => {
  const env = { DATABASE_URL: await newStartedDatabase(), OPERATOR_KEY: 'operator-key-of-this-test' };
  const api = await startInnwire({ role: 'api', env });
  const property = await createProperty(api);
  const answer = await operate(api, 'POST', `/properties/${property.hotelId}/webhooks`, {
    url: 'https://x.example/',
  });
  expect(answer.status).toBe(503);
  expect(answer.body.detail).toMatch(/CREDENTIALS_KEY/);
});

/** Starts a client that reconnects whenever the stream ends, as a browser's EventSource does. */
function listen(where: () => string, property: PropertyHandle): { seqs: number[]; stop(): void } {
  const seqs: number[] = [];
  let over = false;
  const stop = () => {
    over = true;
  };
  void (async () => {
    while (!over) {
      try {
        const source = await openEventSource(`${where()}/api/events/${property.token}`, {
          lastEventId: seqs.at(-1) ?? 0,
          keepText: false,
        });
        for (let pushed = 0; !over && !source.ended; await sleep(20)) {
          for (const { id } of source.received.slice(pushed)) seqs.push(id);
          pushed = source.received.length;
        }
        source.close();
      } catch {
        await sleep(100); // no server is running
      }
    }
  })();
  onTestFinished(stop);
  return { seqs, stop };
}

/**
 * Expects every event at least once and in order: repeated events may restart the sequence, but no step skips
 * an event.
 */
async function expectAll(receiver: Receiver, end: number): Promise<void> {
  await until(() => receiver.received.at(-1)?.event.seq === end, `a webhook for ${end}`);
  expect(receiver.seqs()).toEqual(Array.from({ length: end }, (_, i) => i + 1));
  const steps = receiver.received.map(
    ({ event }, i) => event.seq - (receiver.received[i - 1]?.event.seq ?? 0),
  );
  expect(
    steps.filter((step) => step > 1),
    'a step over an event',
  ).toEqual([]);
}

async function lastSeq(url: string, property: PropertyHandle): Promise<number> {
  return (await ask(`${url}/api/events/${property.token}?last=1`)).body[0].seq;
}
