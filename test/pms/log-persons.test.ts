// The log stores nothing that says something of a person, and its readers see it all the same.
import { expect, test } from 'vitest';
import { receiveInquiryMessage, replyToInquiry } from '../../src/pms/inquiries.ts';
import { readLog } from '../../src/pms/log.ts';
import { receiveMessage, replyToGuest } from '../../src/pms/messages.ts';
import { receiveReview } from '../../src/pms/reviews.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture, date } from './test-property.ts';

const database = useDatabase();
const CANARY = 'Kanarienvogel';

async function fixture() {
  const environment = await createPropertyFixture(database.db, [{}]);
  const { reservationId } = await environment.book({
    roomId: environment.room,
    checkin: date('2027-03-10'),
    checkout: date('2027-03-12'),
    email: `${CANARY}@example.com`,
  });
  await environment.patch(reservationId, { guestName: `${CANARY} one`, notes: `${CANARY} notes` });
  await environment.patch(reservationId, { guestName: `${CANARY} two`, guestPhone: null });
  const at = environment.now;
  await environment.change(async (tx) => {
    await receiveMessage(tx, { reservationId, text: `${CANARY} asks`, at });
    await replyToGuest(tx, { reservationId, reply: `Dear ${CANARY}` });
    const inquiry = { connection: 'airbnb', channel: 'airbnb', thread: 't', reference: null, at };
    await receiveInquiryMessage(tx, { ...inquiry, guestName: CANARY, text: `${CANARY} inquires` });
    const [row] = await tx.query<{ inquiry_id: number }>(
      'select max(inquiry_id) as inquiry_id from inquiries',
    );
    await replyToInquiry(tx, { inquiryId: row!.inquiry_id, reply: `Answer to ${CANARY}` });
    await receiveReview(tx, {
      roomId: environment.room,
      reservationId,
      connection: 'airbnb',
      channel: 'airbnb',
      channelReference: 'r1',
      guestName: CANARY,
      score: 9,
      scores: {},
      title: `${CANARY} title`,
      positive: `${CANARY} liked`,
      negative: null,
      language: 'de',
      reply: null,
      createdAt: at,
    });
  });
  return environment;
}

test('no event holds a name, a contact or a text', async () => {
  const { db, hotelId } = await fixture();
  const rows = await db.query<{ kind: string; data: object }>(
    `select kind, data from events where hotel_id = $1 order by seq`,
    [hotelId],
  );
  expect(rows.filter(({ data }) => JSON.stringify(data).includes(CANARY))).toEqual([]);
  const kinds = new Set(rows.map(({ kind }) => kind));
  for (const kind of [
    'message.received',
    'message.queued',
    'inquiry.received',
    'inquiry.queued',
    'review.received',
  ])
    expect(kinds).toContain(kind);
});

test('a reader sees them as they are stored now, and null where there was none', async () => {
  const { db, hotelId } = await fixture();
  const { events } = await readLog(db, hotelId, { after: 0, limit: 100 });
  const shown = (kind: string) => events.filter((event) => event.kind === kind).map(({ data }) => data);
  expect(shown('booking.created')).toMatchObject([
    // The notes were written later.
    { guestName: `${CANARY} two`, guestEmail: `${CANARY}@example.com`, notes: null },
  ]);
  expect(shown('booking.modified')).toMatchObject([
    { changed: ['guestName', 'notes'], before: {}, notes: `${CANARY} notes` },
    { changed: ['guestName'], before: {} },
  ]);
  expect(shown('message.received')).toMatchObject([{ guestText: `${CANARY} asks`, reply: null }]);
  expect(shown('message.queued')).toMatchObject([{ guestText: `${CANARY} asks`, reply: `Dear ${CANARY}` }]);
  expect(shown('inquiry.received')).toMatchObject([
    { guestName: CANARY, guestText: `${CANARY} inquires`, reply: null },
  ]);
  expect(shown('inquiry.queued')).toMatchObject([{ guestName: CANARY, reply: `Answer to ${CANARY}` }]);
  expect(shown('review.received')).toMatchObject([
    { guestName: CANARY, title: `${CANARY} title`, negative: null, reply: null },
  ]);
  for (const { data } of events) expect(data).not.toHaveProperty('omitted');
});

test('a page of events is resolved with one statement, and with none where nobody is named', async () => {
  const { db, hotelId } = await fixture();
  const statements: string[] = [];
  const counted = {
    query: <Row>(text: string, values?: readonly unknown[]) => {
      statements.push(text);
      return db.query<Row>(text, values);
    },
  };
  await readLog(counted, hotelId, { after: 0, limit: 100 });
  expect(statements).toHaveLength(2);
  await readLog(counted, hotelId, { after: 0, limit: 100, kinds: ['availability.changed'] });
  expect(statements).toHaveLength(3);
});

test('events of earlier releases show what they hold', async () => {
  const { db, hotelId } = await fixture();
  await db.query(
    `update events set data = data - 'omitted' || '{"guestName": "As recorded", "guestEmail": null, "notes": null}'::jsonb
     where hotel_id = $1 and kind = 'booking.created'`,
    [hotelId],
  );
  const { events } = await readLog(db, hotelId, { after: 0, limit: 100, kinds: ['booking.created'] });
  expect(events).toMatchObject([{ data: { guestName: 'As recorded', guestEmail: null } }]);
});
