// Claims whose answers are lost after their commit: the row then belongs to this live process, which does not
// know it. Each kind of leased work finds and does it again.
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { startScheduler } from '../../src/jobs/channels/scheduler.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { createReplyDeliveries } from '../../src/jobs/deliver-replies.ts';
import { startWebhooks } from '../../src/jobs/deliver-webhooks.ts';
import type { RunningWorker } from '../../src/jobs/leased-worker.ts';
import { createMailer } from '../../src/outgoing/mail.ts';
import { eventually } from '../harness/eventually.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { useChannels } from './channels.ts';
import { startReceiver } from './webhook-receiver.ts';

const channels = useChannels();
const { api } = channels;

afterEach(() => api.db.query('delete from worker_processes'));

/** A database that loses the answer of the first claim of a row of this table, after its commit. */
function losingFirstClaim(db: Database, table: string): Database & { readonly lost: number } {
  const claim = new RegExp(`^\\s*update ${table} set lease_owner = \\$4`);
  let lost = 0;
  return {
    ...db,
    get lost() {
      return lost;
    },
    async query(text, values, parseOptions) {
      const rows = await db.query<any>(text, values, parseOptions);
      if (lost > 0 || rows.length === 0 || !claim.test(text)) return rows;
      lost += 1;
      throw new Error('the connection broke before the answer');
    },
  };
}

/** Starts work of a process with a heartbeat, whose first claim is lost; returns the database. */
async function start(table: string, run: (context: JobContext, processId: string) => RunningWorker) {
  const processId = crypto.randomUUID();
  await api.db.query('insert into worker_processes (process_id) values ($1)', [processId]);
  const db = losingFirstClaim(api.db, table);
  const worker = run(channels.context({ db }), processId);
  onTestFinished(() => worker.stop());
  return db;
}

test('a connection is worked for', async () => {
  const property = await api.property();
  const answer = await api.operator('PUT', `/properties/${property.hotelId}/channels/channex`, {
    protocol: 'channex',
    url: 'http://127.0.0.1:9', // nobody answers there
    settings: { property_id: 'P1' },
    credentials: { api_key: 'a-key' },
    rooms: [{ room_id: property.room, external_room: 'R1', external_rate: 'A' }],
  });
  expect(answer.status, answer.text).toBe(200);
  const db = await start('connections', startScheduler);
  await eventually(async () => {
    const rows = await api.db.query(`select 1 from activity where hotel_id = $1 and kind = 'sync'`, [
      property.hotelId,
    ]);
    expect(rows.length).toBeGreaterThan(0); // the worker has tried to reach the channel
  });
  expect(db.lost).toBe(1);
});

test('a webhook is delivered to', async () => {
  const property = await api.property();
  const receiver = await startReceiver();
  await api.operator('POST', `/properties/${property.hotelId}/webhooks`, { url: receiver.url() });
  await api.operator('PATCH', `/properties/${property.hotelId}`, { name: 'Another name' });
  const db = await start('webhooks', (context, processId) => startWebhooks({ ...context, processId }));
  await receiver.count(1);
  expect(db.lost).toBe(1);
});

test('a reply is sent', async () => {
  const smtp = await startSmtpServer();
  const mailer = createMailer(smtp.url, 'stay@innwire.example');
  onTestFinished(() => mailer.close());
  const property = await api.property({ settings: { email: 'desk@quinta.example' } });
  const stay = { room_id: property.room, checkin: '2027-04-01', checkout: '2027-04-03' };
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    ...stay,
    name: 'Ada',
    email: 'ada@example.com',
    price: 100,
  });
  await api.post(`/api/messages/${property.token}`, { rid: body.order_id, reply: 'Hello' });
  const db = await start('messages', (context, processId) =>
    createReplyDeliveries({ ...context, mailer }, processId).start(),
  );
  await eventually(() => expect(smtp.mails).toHaveLength(1));
  expect(db.lost).toBe(1);
});
