// What a worker loads of a connection: one that changes meanwhile must not pass for the changed one, and nothing that is to be
// pushed may be missing.
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { loadConnection } from '../../src/pms/channel-sync/load-connection.ts';
import { loadPendingSync } from '../../src/pms/channel-sync/work.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { compactLogs } from '../../src/pms/log.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();

/** Connects Channex, with the first room of the property sold there as `externalRoom`. */
function connect({ change, room: roomId }: PropertyFixture, externalRoom: string) {
  const rooms = [{ roomId, externalRoom, externalRates: ['rate'], icalUrl: null }];
  const channex = { channel: 'channex', protocol: 'channex', url: null, settings: {}, rooms };
  return change((tx) => connectChannel(tx, channex, database.db.secrets));
}

test('a connection that is changed while it is loaded has the revision from before the change', async () => {
  const { db } = database;
  const environment = await createPropertyFixture(db, [{ units: 1 }]);
  await connect(environment, 'before');
  const key = { hotelId: environment.hotelId, channel: 'channex' };
  const before = await loadConnection(db, key, environment.now);

  // The first statement sees the state before the change; all others see the change.
  let first: Promise<unknown> | null = null;
  const changing: Pick<Database, 'query' | 'secrets'> = {
    secrets: db.secrets,
    async query<Row>(text: string, values?: readonly unknown[]) {
      if (first) {
        await first;
        return db.query<Row>(text, values);
      }
      const answer = db.query<Row>(text, values);
      first = answer.then(() => connect(environment, 'after'));
      await first;
      return answer;
    },
  };
  const loaded = await loadConnection(changing, key, environment.now);

  const now = await loadConnection(db, key, environment.now);
  expect(now.revision).toBeGreaterThan(before.revision);
  expect(loaded.revision).toBe(before.revision);
});

test('all nights are compared once the log has lost entries that were not read, and not before', async () => {
  const { db } = database;
  const environment = await createPropertyFixture(db, [{ units: 1 }]);
  const { hotelId, room: roomId } = environment;
  await connect(environment, 'room');
  const processId = crypto.randomUUID();
  const setCursor = (entriesBehind: number) =>
    db.query(
      `update connections set lease_owner = $2,
         cursor_seq = (select last_seq from log_heads where hotel_id = $1) - $3::int where hotel_id = $1`,
      [hotelId, processId, entriesBehind],
    );
  const stale = async () => {
    const key = { hotelId, channel: 'channex' };
    return (await loadPendingSync(db, key, { processId }, environment.now))!.stale;
  };
  await environment.set([{ roomId, date: date('2027-04-01'), priceMinor: 9_000 }]);
  await setCursor(0);
  await compactLogs(db, environment.now.add({ hours: 1 }));
  expect(await stale()).toEqual([]);
  await setCursor(1);
  expect(await stale()).toBeNull();
});
