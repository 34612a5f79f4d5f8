// The daily run: of each kind of record it removes, or ends, what is too old, and leaves what is not.
import { expect, test } from 'vitest';
import { createPruning } from '../../src/jobs/prune.ts';
import { PIXEL } from '../api/images.ts';
import type { TestProperty } from '../harness/api.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;
const NOW = Temporal.Instant.from('2027-03-01T10:00:00Z');
const LONG_AGO = NOW.subtract({ hours: 24 * 500 });

async function runDaily(): Promise<void> {
  channels.at(NOW);
  await api.db.query('update installation set prune_due_at = $1', [NOW]);
  expect(await createPruning(channels.context({ eventsKeepDays: 90 })).runOnce()).toEqual({
    claimed: 1,
    failed: 0,
  });
}

const HASH = `decode(md5(gen_random_uuid()::text), 'hex')`;
const OF_A_PERSON = `with person as (insert into users (name, created_at) values (concat('of ', $1::bigint, ' since ', $2::timestamptz), $2) returning user_id)`;

const PERSON = `(select user_id from users where name like concat('of ', $1::bigint, ' %'))`;

/** Statements that store a record of property $1 and time $2, and the rows to count. */
const RECORDS: [kind: string, statement: string, rows: string][] = [
  [
    'entries of the log of calls',
    `insert into activity (hotel_id, kind, created_at, summary) values ($1, 'sync', $2, 'a push')`,
    'from activity where hotel_id = $1',
  ],
  [
    'keys of requests',
    `insert into idempotency_keys (hotel_id, key, request_hash, created_at) values ($1, gen_random_uuid()::text, ${HASH}, $2)`,
    'from idempotency_keys where hotel_id = $1',
  ],
  [
    'served calendars',
    `insert into feed_fetches (hotel_id, feed_id, nights, content_hash, first_fetched_at, last_fetched_at)
     values ($1, 1, '{}', ${HASH}, $2, $2)`,
    'from feed_fetches where hotel_id = $1',
  ],
  [
    'attempts of webhooks',
    `with webhook as (
       insert into webhooks (hotel_id, url, active, secret, cursor_seq, created_at, updated_at)
       values ($1, 'https://example.com/', false, '', 0, $2, $2) returning webhook_id
     )
     insert into webhook_deliveries (hotel_id, webhook_id, kind, attempt, at, delivered, latency_ms)
     select $1, webhook_id, 'booking.created', 1, $2, true, 1 from webhook`,
    'from webhook_deliveries where hotel_id = $1',
  ],
  [
    'requests to channels',
    `insert into exchanges (hotel_id, activity_id, position, at, method, url, request, duration_ms)
     values ($1, nextval('activity_id'), 1, $2, 'POST', 'https://example.com/', '', 1)`,
    'from exchanges where hotel_id = $1',
  ],
  [
    'changes that can be undone',
    `insert into night_changes values ($1, default, $2, null, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    'from night_changes where hotel_id = $1',
  ],
  [
    'actions of operators',
    `insert into operator_actions (hotel_id, at, operation, outcome) values ($1, $2, 'daily', 'ok')`,
    `from operator_actions where hotel_id = $1 and operation = 'daily'`,
  ],
  [
    'proposals of agents',
    `insert into proposals (hotel_id, tool, arguments, sentence, scopes, token_id, basis, created_at, expires_at)
     values ($1, 'create_booking', '{}', 'A stay', '{}', 1, '{}', $2, $2)`,
    'from proposals where hotel_id = $1',
  ],
  [
    'sessions',
    `${OF_A_PERSON}
     insert into sessions (session_hash, user_id, device, is_phone, created_at, last_seen_at, expires_at)
     select ${HASH}, user_id, 'a phone', true, $2, $2, $2 from person`,
    `from sessions where user_id in ${PERSON}`,
  ],
  [
    'links to sign in',
    `${OF_A_PERSON}
     insert into sign_in_links (secret_hash, user_id, created_at, expires_at) select ${HASH}, user_id, $2, $2 from person`,
    `from sign_in_links where user_id in ${PERSON}`,
  ],
];

test.each(RECORDS)('old %s are removed', async (_, statement, rows) => {
  const { hotelId } = await api.property();
  for (const at of [LONG_AGO, NOW]) await api.db.query(statement, [hotelId, at]);
  const count = async () => (await api.db.query(`select 1 ${rows}`, [hotelId])).length;
  expect(await count()).toBe(2);
  await runDaily();
  expect(await count()).toBe(1);
});

const day = (at: Temporal.Instant, days: number) =>
  at.toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString();

/** Books two nights from the day of a time on, at that time. */
async function book({ token, room }: TestProperty, at: Temporal.Instant): Promise<number> {
  channels.at(at);
  const answer = await api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada Lovelace',
    checkin: day(at, 0),
    checkout: day(at, 2),
    price: 100,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
}

test('the old events of the log are removed', async () => {
  channels.at(LONG_AGO);
  const property = await api.property();
  await book(property, LONG_AGO);
  const order = await book(property, NOW);
  await runDaily();
  const events = await api.db.query<{ subject: string }>(
    `select subject from events where hotel_id = $1 and kind = 'booking.created'`,
    [property.hotelId],
  );
  expect(events).toEqual([{ subject: `booking/${order}` }]);
});

test('guests who left longer ago than the property keeps them are erased', async () => {
  channels.at(LONG_AGO);
  const property = await api.property();
  await book(property, LONG_AGO);
  await book(property, NOW);
  await api.operator('PATCH', `/properties/${property.hotelId}`, { retention: { guests: 30 } });
  await runDaily();
  const names = (await channels.bookings(property)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Ada Lovelace', expect.not.stringContaining('Ada')]);
});

test('replies that could not be sent for long fail', async () => {
  const property = await api.property();
  const order = await book(property, NOW);
  const replies = `/api/messages/${property.token}`;
  for (const at of [NOW.subtract({ hours: 24 * 6 }), NOW]) {
    channels.at(at);
    await api.post(replies, { rid: order, reply: 'The key is under the mat' });
  }
  await runDaily();
  const { body } = await api.get(`${replies}?rid=${order}`);
  expect(body.map(({ delivery }: any) => delivery).toSorted()).toEqual(['failed', 'queued']);
});

test('the photos of tasks that nobody changed for long are removed', async () => {
  const property = await api.property();
  const tasks = `/properties/${property.hotelId}/tasks`;
  for (const at of [LONG_AGO, NOW]) {
    channels.at(at);
    const { body } = await api.operator('POST', tasks, {
      room_id: property.room,
      task_name: 'The shower drips',
      date: day(at, 0),
    });
    await api.operator('POST', `${tasks}/${body.task_id}/photos`, { image: PIXEL });
  }
  await runDaily();
  const photos = await api.db.query('select 1 from task_photos where hotel_id = $1', [property.hotelId]);
  expect(photos).toHaveLength(1);
});

test('test properties are removed when their time is over', async () => {
  const made = [];
  for (const at of [LONG_AGO, NOW]) {
    channels.at(at);
    made.push((await api.operator('POST', '/test-properties')).body.hotel_id);
  }
  await runDaily();
  // Their rows are deleted by the job that claims them.
  const removed = await api.db.query(
    'select hotel_id from properties where hotel_id = any($1) and removal_due_at is not null',
    [made],
  );
  expect(removed).toEqual([{ hotel_id: made[0] }]);
});
