// The migration that turns messages that waited for a reservation, and were in no list, into inquiries.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listInquiries } from '../../src/pms/inquiries.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();

test('each waiting conversation becomes one inquiry, with its messages in order; applied ones stay unchanged', async () => {
  const environment = await createPropertyFixture(database.db, [{}]);
  const arrive = (id: string, content: object, applied: boolean, minutes: number) =>
    environment.db.query(
      `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at, applied_at, outcome)
       values ($1, 'booking_com', 'message', $2, '', $3, $4, $4, $5, $6)`,
      [
        environment.hotelId,
        id,
        JSON.stringify({ reference: null, from: 'guest', ...content }),
        environment.now.add({ minutes }),
        applied ? environment.now : null,
        applied ? 'stored' : null,
      ],
    );
  await arrive('m-2', { thread: 'a', text: 'And breakfast?' }, false, 2);
  await arrive('m-1', { thread: 'a', text: 'Is there parking?' }, false, 1);
  await arrive('m-3', { thread: 'b', text: 'See you', reference: '4711' }, false, 3);
  await arrive('m-4', { thread: 'c', text: 'Seen already' }, true, 4);
  const path = new URL('../../db/migrations/0023.do.waiting-questions.sql', import.meta.url);
  await environment.db.query(await readFile(path, 'utf8'));
  const inquiries = await listInquiries(environment.db, environment.hotelId, {}, { size: 10, after: null });
  expect(inquiries.map(({ channel, messages }) => [channel, messages.map((one) => one.guestText)])).toEqual([
    ['booking_com', ['See you']],
    ['booking_com', ['Is there parking?', 'And breakfast?']],
  ]);
  const waiting = await environment.db.query(
    `select 1 from channel_inbox where hotel_id = $1 and applied_at is null`,
    [environment.hotelId],
  );
  expect(waiting).toEqual([]);
});
