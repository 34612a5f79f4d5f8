// Delivery of replies to guests: by e-mail, retried, in order, failed with a reason, by any live worker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JobContext } from '../../src/jobs/context.ts';
import { createReplyDeliveries } from '../../src/jobs/deliver-replies.ts';
import type { RunningWorker } from '../../src/jobs/leased-worker.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { REPLY_RETRIES } from '../../src/model/message.ts';
import { createMailer } from '../../src/outgoing/mail.ts';
import type { TestProperty } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { newLastingPort } from '../harness/ports.ts';
import { type SmtpServer, startSmtpServer } from '../harness/smtp-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

// Replies that one test leaves queued must not be sent in the next.
afterEach(async () => {
  await api.db.query('delete from worker_processes');
  await api.db.query(
    `update messages set delivery = case when delivery = 'queued' then 'failed' else delivery end, lease_owner = null`,
  );
});

type Conversation = { property: TestProperty; order: number };

async function conversation(email: string | null = 'ada@example.com'): Promise<Conversation> {
  const property = await api.property({ settings: { email: 'desk@quinta.example' } });
  const booked = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    email,
    checkin: '2027-04-01',
    checkout: '2027-04-03',
    price: 100,
  });
  return { property, order: booked.body.order_id };
}

async function reply({ property, order }: Conversation, text: string): Promise<number> {
  const answer = await api.post(`/api/messages/${property.token}`, { rid: order, reply: text });
  expect(answer).toMatchObject({ status: 200, body: { delivery: 'queued', reply: text } });
  return answer.body.id;
}

async function messages({ property, order }: Conversation): Promise<any[]> {
  return (await api.get(`/api/messages/${property.token}?rid=${order}`)).body;
}

async function reasonOf(id: number): Promise<string | null> {
  const [row] = await api.db.query<{ delivery_error: string | null }>(
    'select delivery_error from messages where message_id = $1',
    [id],
  );
  return row!.delivery_error;
}

function mailerTo(url: string) {
  const mailer = createMailer(url, 'stay@innwire.example');
  onTestFinished(() => mailer.close());
  return mailer;
}

/** Starts a worker that is stopped at the end of the test. */
async function work(more: Partial<JobContext>, options = { alone: true }): Promise<RunningWorker> {
  const context = channels.context(more);
  const worker = await startWorker(context, { ...options, webhookOutgoing: context.outgoing });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= worker.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { stop };
}

/** Makes one attempt to deliver what is due, as a worker of its own would. */
const deliver = (smtp: SmtpServer) =>
  createReplyDeliveries(channels.context({ mailer: mailerTo(smtp.url) }), crypto.randomUUID()).runOnce();

/** Makes replies due that wait for their next attempt. */
async function makeRepliesDue(): Promise<void> {
  await api.db.query('update messages set retry_at = null where retry_at is not null');
}

/** Leaves a reply one attempt. */
async function makeNextAttemptTheLast(id: number): Promise<void> {
  await api.db.query('update messages set delivery_failures = $2, retry_at = null where message_id = $1', [
    id,
    REPLY_RETRIES.retries,
  ]);
}

const deliveredTo = (talk: Conversation, delivery: string) =>
  eventually(async () => {
    await makeRepliesDue();
    expect((await messages(talk)).map((one) => one.delivery)).toEqual(expect.arrayContaining([delivery]));
    expect((await messages(talk)).every((one) => one.delivery === delivery)).toBe(true);
  });

describe('a reply to a direct guest', () => {
  test('goes out as an e-mail from the property, and is then sent', async () => {
    const smtp = await startSmtpServer();
    const talk = await conversation();
    await work({ mailer: mailerTo(smtp.url) });
    const id = await reply(talk, 'The key is under the mat – até já!');
    await deliveredTo(talk, 'sent');
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Quinta do Mar: your stay from 2027-04-01',
      messageId: `<message-${talk.property.hotelId}-${id}@tests.innwire>`,
    });
    expect(smtp.mails[0]!.raw).toMatch(/^Reply-To: desk@quinta\.example/im);
    expect(smtp.mails[0]!.raw).toMatch(/^From: (")?Quinta do Mar(")? <stay@innwire\.example>/im);
    const kinds = await api.db.query<{ kind: string }>(
      `select kind from events where hotel_id = $1 and kind like 'message.%' order by seq`,
      [talk.property.hotelId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['message.queued', 'message.sent']);
  });

  test('is queued again when the mail server does not accept it, with its message, and sent once it does', async () => {
    const smtp = await startSmtpServer();
    smtp.answer('451 come back later');
    const talk = await conversation();
    await work({ mailer: mailerTo(smtp.url) });
    const id = await reply(talk, 'Hello');
    await eventually(async () => expect(await reasonOf(id)).toMatch(/come back later/));
    expect((await messages(talk))[0].delivery).toBe('queued');
    smtp.answer('250 ok');
    await deliveredTo(talk, 'sent');
    expect(await reasonOf(id)).toBeNull();
    expect(smtp.mails).toHaveLength(1);
  });

  test('waits while the mail server is down', async () => {
    const port = await newLastingPort();
    const talk = await conversation();
    await work({ mailer: mailerTo(`smtp://127.0.0.1:${port}`) });
    const id = await reply(talk, 'Hello');
    await eventually(async () => expect(await reasonOf(id)).toMatch(/did not accept it/));
    const smtp = await startSmtpServer(port);
    await deliveredTo(talk, 'sent');
    expect(smtp.mails).toHaveLength(1);
  });

  test('fails for good at the last attempt, saying why', async () => {
    const smtp = await startSmtpServer();
    smtp.answer('550 no such guest');
    const talk = await conversation();
    const id = await reply(talk, 'Hello');
    await deliver(smtp);
    expect((await messages(talk))[0].delivery).toBe('queued');
    await makeNextAttemptTheLast(id);
    await deliver(smtp);
    expect((await messages(talk))[0].delivery).toBe('failed');
    expect(await reasonOf(id)).toMatch(/no such guest/);
    await deliver(smtp);
    expect(smtp.attempts).toBe(2);
  });

  test('without an address fails at once, saying so', async () => {
    const smtp = await startSmtpServer();
    const talk = await conversation(null);
    await work({ mailer: mailerTo(smtp.url) });
    const id = await reply(talk, 'Hello');
    await deliveredTo(talk, 'failed');
    expect(await reasonOf(id)).toBe('The booking has no e-mail address.');
    expect(smtp.attempts).toBe(0);
  });

  test('of a channel that carries no messages fails at once, saying where to write', async () => {
    const talk = await conversation();
    await api.db.query(`update reservations set channel = 'airbnb' where reservation_id = $1`, [talk.order]);
    await work({});
    const id = await reply(talk, 'Hello');
    await deliveredTo(talk, 'failed');
    expect(await reasonOf(id)).toMatch(/airbnb carries no messages/);
  });

  test('without SMTP stays queued, and goes out after a restart with SMTP set', async () => {
    const smtp = await startSmtpServer();
    const talk = await conversation();
    const first = await work({ mailer: null });
    const ids = [await reply(talk, 'One'), await reply(talk, 'Two')];
    for (const id of ids) {
      await eventually(async () => expect(await reasonOf(id)).toMatch(/Waits for SMTP_URL/));
    }
    await first.stop();
    await work({ mailer: mailerTo(smtp.url) });
    await deliveredTo(talk, 'sent');
    expect(smtp.mails.map(({ text }) => text)).toEqual(['One', 'Two']);
  });
});

describe('a conversation', () => {
  test('reaches the guest in the order it was written, also when one reply has to be tried again', async () => {
    const smtp = await startSmtpServer();
    smtp.answer('451 come back later');
    const talk = await conversation();
    await work({ mailer: mailerTo(smtp.url) });
    const first = await reply(talk, 'One');
    await eventually(async () => expect(await reasonOf(first)).toMatch(/come back later/));
    const more = ['Two', 'Three', 'Four', 'Five'];
    for (const text of more) await reply(talk, text);
    smtp.answer('250 ok');
    await deliveredTo(talk, 'sent');
    expect(smtp.mails.map(({ text }) => text)).toEqual(['One', ...more]);
  });

  test('is not held up for ever by a reply that cannot be delivered', async () => {
    const smtp = await startSmtpServer();
    smtp.answer('550 no');
    const talk = await conversation();
    const first = await reply(talk, 'One');
    const second = await reply(talk, 'Two');
    await deliver(smtp);
    await makeNextAttemptTheLast(first);
    await deliver(smtp);
    smtp.answer('250 ok');
    await makeRepliesDue();
    await deliver(smtp);
    expect(await reasonOf(second)).toBeNull();
    expect(smtp.mails.map(({ text }) => text)).toEqual(['Two']);
    expect((await messages(talk)).map((one) => one.delivery)).toEqual(['failed', 'sent']);
  });

  test('does not hold up another', async () => {
    const smtp = await startSmtpServer();
    const [stuck, free] = [await conversation(), await conversation('bob@example.com')];
    const release = smtp.hold();
    await work({ mailer: mailerTo(smtp.url) });
    await reply(stuck, 'One');
    await eventually(() => expect(smtp.attempts).toBe(1));
    const other = await startSmtpServer();
    await work({ mailer: mailerTo(other.url) });
    await reply(free, 'Two');
    await eventually(async () =>
      expect((await messages(free))[0].delivery === 'sent' || smtp.attempts === 2).toBe(true),
    );
    release();
    await deliveredTo(stuck, 'sent');
    await deliveredTo(free, 'sent');
  });
});

describe('a worker', () => {
  test('that stops in the middle of a delivery leaves it to the next one, which does not wait', async () => {
    const smtp = await startSmtpServer();
    const talk = await conversation();
    smtp.hold();
    const mailer = mailerTo(smtp.url);
    const first = await work({ mailer });
    const id = await reply(talk, 'One');
    await eventually(() => expect(smtp.attempts).toBe(1));
    await first.stop();
    mailer.close();
    const other = await startSmtpServer();
    await work({ mailer: mailerTo(other.url) });
    await reply(talk, 'Two');
    await deliveredTo(talk, 'sent');
    expect(other.mails.map(({ text }) => text)).toEqual(['One', 'Two']);
    // The result of the first worker, whose mail server is gone, no longer counts.
    await smtp.close();
    expect(await deliver(smtp)).toEqual({ claimed: 0, failed: 0 });
    expect(await reasonOf(id)).toBeNull();
    expect((await messages(talk)).map((one) => one.delivery)).toEqual(['sent', 'sent']);
  });

  test('whose delivery ends after another has done it does not undo that', async () => {
    const [slow, quick] = [await startSmtpServer(), await startSmtpServer()];
    const talk = await conversation();
    const id = await reply(talk, 'One');
    await makeNextAttemptTheLast(id);
    slow.answer('451 come back later');
    const release = slow.hold();
    const late = deliver(slow);
    await eventually(() => expect(slow.attempts).toBe(1));
    await deliver(quick); // the first has no heartbeat
    release();
    await late;
    expect((await messages(talk))[0].delivery).toBe('sent');
    expect(await reasonOf(id)).toBeNull();
  });

  test('that was killed in the middle of a delivery expires, and the others take its jobs over', async () => {
    const smtp = await startSmtpServer();
    smtp.hold();
    const talk = await conversation();
    const id = await reply(talk, 'One');
    await killAWorker(smtp);
    const other = await startSmtpServer();
    await lastSeen(60);
    await work({ mailer: mailerTo(other.url) }, { alone: false });
    await reply(talk, 'Two');
    await deliveredTo(talk, 'sent');
    expect(other.mails.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(other.mails[0]!.messageId).toContain(`-${id}@`);
    expect(await processes()).toBe(1);
  });

  test('that was alive a moment ago keeps its jobs', async () => {
    const smtp = await startSmtpServer();
    smtp.hold();
    const talk = await conversation();
    await reply(talk, 'One');
    await killAWorker(smtp);
    const other = await startSmtpServer();
    await lastSeen(20);
    await work({ mailer: null }, { alone: false });
    const bob = await conversation('bob@example.com');
    const answer = await reply(bob, 'Two');
    await eventually(async () => expect(await reasonOf(answer)).toMatch(/Waits for SMTP_URL/));
    expect(other.mails).toEqual([]);
    expect((await locks()).length).toBe(1);
  });

  test('that is alone takes over at once whatever was left', async () => {
    const smtp = await startSmtpServer();
    smtp.hold();
    const talk = await conversation();
    await reply(talk, 'One');
    await killAWorker(smtp);
    const other = await startSmtpServer();
    await work({ mailer: mailerTo(other.url) }, { alone: true });
    await deliveredTo(talk, 'sent');
    expect(other.mails.map(({ text }) => text)).toEqual(['One']);
  });

  test('records its heartbeat while it runs, and removes it when it stops', async () => {
    const worker = await work({}, { alone: false });
    await eventually(async () => expect(await processes()).toBe(1));
    await worker.stop();
    expect(await processes()).toBe(0);
  });

  /** Starts a worker in a process of its own, and kills it while it waits for the mail server. */
  async function killAWorker(smtp: SmtpServer): Promise<void> {
    const program = fileURLToPath(new URL('programs/worker.ts', import.meta.url));
    const child = spawn(process.execPath, [program, api.url, smtp.url], { stdio: 'inherit' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await eventually(() => expect(smtp.attempts).toBe(1));
    await eventually(async () => expect(await processes()).toBe(1));
    child.kill('SIGKILL');
    await ended;
    expect(await locks()).toHaveLength(1);
  }

  const lastSeen = (secondsAgo: number) =>
    api.db.query('update worker_processes set seen_at = now() - make_interval(secs => $1)', [secondsAgo]);

  const locks = () => api.db.query('select message_id from messages where lease_owner is not null');

  async function processes(): Promise<number> {
    const [row] = await api.db.query<{ n: number }>('select count(*)::int as n from worker_processes');
    return row!.n;
  }
});
