// A connection that changes while a worker loads it must not pass for the changed one.
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { loadConnection } from '../../src/pms/channel-sync/load-connection.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture } from './test-property.ts';

const database = useDatabase();

test('a connection that is changed while it is loaded has the revision from before the change', async () => {
  const { db } = database;
  const environment = await createPropertyFixture(db, [{ units: 1 }]);
  const [roomId] = environment.rooms as [number];
  const connect = (externalRoom: string) =>
    environment.change((tx) =>
      connectChannel(
        tx,
        {
          channel: 'channex',
          protocol: 'channex',
          url: null,
          settings: {},
          rooms: [{ roomId, externalRoom, externalRates: ['rate'], icalUrl: null }],
        },
        db.secrets,
      ),
    );
  await connect('before');
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
      first = answer.then(() => connect('after'));
      await first;
      return answer;
    },
  };
  const loaded = await loadConnection(changing, key, environment.now);

  const now = await loadConnection(db, key, environment.now);
  expect(now.revision).toBeGreaterThan(before.revision);
  expect(loaded.revision).toBe(before.revision);
});
