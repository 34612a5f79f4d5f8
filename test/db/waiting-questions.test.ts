// The migration that makes texts which waited for a reservation, in no list, inquiries.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listInquiries } from '../../src/pms/inquiries.ts';
import { useDatabase } from '../harness/database.ts';
import { createWorld } from '../pms/world.ts';

const database = useDatabase();

test('each conversation that waited becomes one inquiry, with its texts in order; what was applied stays as it is', async () => {
  const world = await createWorld(database.db, [{}]);
  const arrive = (id: string, content: object, applied: boolean, minutes: number) =>
    world.db.query(
      `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at, applied_at, outcome)
       values ($1, 'booking_com', 'message', $2, '', $3, $4, $4, $5, $6)`,
      [
        world.hotelId,
        id,
        JSON.stringify({ reference: null, from: 'guest', ...content }),
        world.now.add({ minutes }),
        applied ? world.now : null,
        applied ? 'stored' : null,
      ],
    );
  await arrive('m-2', { thread: 'a', text: 'And breakfast?' }, false, 2);
  await arrive('m-1', { thread: 'a', text: 'Is there parking?' }, false, 1);
  await arrive('m-3', { thread: 'b', text: 'See you', reference: '4711' }, false, 3);
  await arrive('m-4', { thread: 'c', text: 'Seen already' }, true, 4);
  const path = new URL('../../db/migrations/0023.do.waiting-questions.sql', import.meta.url);
  await world.db.query(await readFile(path, 'utf8'));
  const inquiries = await listInquiries(world.db, world.hotelId, {}, { size: 10, after: null });
  expect(inquiries.map(({ channel, messages }) => [channel, messages.map((one) => one.guestText)])).toEqual([
    ['booking_com', ['See you']],
    ['booking_com', ['Is there parking?', 'And breakfast?']],
  ]);
  const waiting = await world.db.query(
    `select 1 from channel_inbox where hotel_id = $1 and applied_at is null`,
    [world.hotelId],
  );
  expect(waiting).toEqual([]);
});
