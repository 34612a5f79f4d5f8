// Which texts of guests wait for a reply: a later reply settles the earlier ones, and people say that a text needs none.
import { expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { ingestMessage } from '../../src/pms/channel-sync/ingest/messages.ts';
import { moveInquiries, receiveInquiryMessage } from '../../src/pms/inquiries.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { guestWrites, sendInquiry } from './outside-events.ts';

const api = useApi();

async function house() {
  const property = await api.property({ rooms: [{ units: 3 }] });
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 100,
  });
  const rid: number = body.order_id;
  const write = (minute: number, to = rid) =>
    guestWrites(api, property, {
      rid: to,
      text: `text ${minute}`,
      at: `2026-06-15T10:${String(minute).padStart(2, '0')}:00Z`,
    });
  const waiting = async () =>
    (await api.get(`/api/messages/${property.token}?unanswered=true`)).body.map(
      ({ id }: { id: number }) => id,
    );
  const set = (id: number, needs_reply: boolean) =>
    api.request('PATCH', `/api/messages/${property.token}?message_id=${id}`, { body: { needs_reply } });
  const reply = (text: string) => api.post(`/api/messages/${property.token}`, { rid, reply: text });
  return { property, rid, write, waiting, set, reply };
}

const kindsOf = async ({ token }: TestProperty, kinds: string) =>
  (await api.get(`/api/events/${token}?kinds=${kinds}`)).body.map(
    ({ kind, data }: { kind: string; data: any }) => [kind, data.id, data.needs_reply],
  );

test('a reply settles the texts before it, and a newer text waits again', async () => {
  const { property, write, waiting, reply } = await house();
  const [first, second] = [await write(1), await write(2)];
  expect(await waiting()).toEqual([first, second]);
  const { body } = await reply('To both');
  expect(body).toMatchObject({ id: second, reply: 'To both', needs_reply: false });
  expect(await waiting()).toEqual([]);
  expect(await kindsOf(property, 'message.changed,message.queued')).toEqual([
    ['message.changed', first, false],
    ['message.queued', second, false],
  ]);
  const third = await write(3);
  expect(await waiting()).toEqual([third]);
});

test('a further reply is to the newest text without one, and none waits', async () => {
  const { property, write, waiting, reply } = await house();
  const [first, second] = [await write(1), await write(2)];
  await reply('One');
  const { body } = await reply('Two');
  expect(body).toMatchObject({ id: first, reply: 'Two', needs_reply: false });
  const own = (await reply('Three')).body;
  expect(own).toMatchObject({ message: null, needs_reply: false });
  expect([first, second]).not.toContain(own.id);
  expect(await waiting()).toEqual([]);
  expect(await kindsOf(property, 'message.changed')).toEqual([['message.changed', first, false]]);
});

test('a text that needs no reply takes the earlier ones of its conversation with it, and no other', async () => {
  const { property, write, waiting, set } = await house();
  const other = (
    await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Bo',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 100,
    })
  ).body.order_id;
  const [first, second, third, ofOther] = [
    await write(1),
    await write(2),
    await write(3),
    await write(1, other),
  ];
  const { body } = await set(second, false);
  expect(body).toEqual({
    id: second,
    rid: expect.any(Number),
    inquiry_id: null,
    needs_reply: false,
    changed: [first, second],
  });
  expect((await waiting()).toSorted()).toEqual([third, ofOther].toSorted());
  expect((await set(second, false)).body).toMatchObject({ needs_reply: false, changed: [] });
  expect((await set(first, true)).body).toMatchObject({ needs_reply: true, changed: [first] });
  expect((await waiting()).toSorted()).toEqual([first, third, ofOther].toSorted());
  const events = (await api.get(`/api/events/${property.token}?kinds=message.changed`)).body;
  expect(events.at(-1)).toMatchObject({
    kind: 'message.changed',
    data: { id: first, needs_reply: true, changed: ['needs_reply'], before: { needs_reply: false } },
  });
});

test('a text that waits again waits until the next reply, which is to the newest', async () => {
  const { write, waiting, set, reply } = await house();
  const [first, second] = [await write(1), await write(2)];
  await set(second, false);
  await set(first, true);
  expect(await waiting()).toEqual([first]);
  expect((await reply('After all')).body).toMatchObject({ id: second, reply: 'After all' });
  expect(await waiting()).toEqual([]);
});

test('only texts of guests without a reply can wait', async () => {
  const { property, write, set, reply } = await house();
  const text = await write(1);
  await reply('Yes');
  const own = (await reply('And more')).body.id;
  for (const needs of [true, false]) {
    expectProblem(await set(text, needs), 400, 'nothing_to_reply');
    expectProblem(await set(own, needs), 400, 'nothing_to_reply');
  }
  expectProblem(await set(999_999_999, false), 400, 'unknown_message');
  const theirs = await house();
  const foreign = await theirs.write(1);
  expectProblem(await set(foreign, false), 400, 'unknown_message');
  expect(await theirs.waiting()).toEqual([foreign]);
  expect((await kindsOf(property, 'message.changed')).length).toBe(0);
});

test('the texts of an inquiry too, which takes its state along when it becomes a booking', async () => {
  const { property, rid, waiting, set } = await house();
  const change = <T>(work: Parameters<typeof inPropertyTransaction<T>>[2]) =>
    inPropertyTransaction(
      api.db,
      { hotelId: property.hotelId, now: Temporal.Now.instant(), actor: INNWIRE },
      work,
    );
  await sendInquiry(api, property, { text: 'One', name: 'Bo', channel: 'airbnb' });
  await change((tx) =>
    receiveInquiryMessage(tx, {
      connection: 'airbnb',
      channel: 'airbnb',
      thread: 'thread-1',
      reference: null,
      guestName: 'Bo',
      text: 'Two',
      at: Temporal.Now.instant().add({ seconds: 1 }),
    }),
  );
  const read = async () => (await api.get(`/api/inquiries/${property.token}`)).body[0].messages;
  const [one, two] = await read();
  expect([one.needs_reply, two.needs_reply]).toEqual([true, true]);
  const { body } = await set(one.id, false);
  expect(body).toEqual({
    id: one.id,
    rid: null,
    inquiry_id: expect.any(Number),
    needs_reply: false,
    changed: [one.id],
  });
  expect((await read()).map((text: any) => text.needs_reply)).toEqual([false, true]);
  expect(await kindsOf(property, 'inquiry.changed')).toEqual([['inquiry.changed', one.id, false]]);
  const unanswered = async () => {
    const { body } = await api.get(`/api/inquiries/${property.token}?unanswered=true`);
    return body.map((one: any) => one.id);
  };
  expect(await unanswered()).toEqual([body.inquiry_id]);
  await set(two.id, false);
  expect(await unanswered()).toEqual([]);
  await set(two.id, true);
  await change((tx) =>
    moveInquiries(tx, rid, { connection: 'airbnb', reference: 'HM1', threads: ['thread-1'] }),
  );
  expect(await waiting()).toEqual([two.id]);
  expect((await set(two.id, false)).body).toMatchObject({ rid, changed: [two.id] });
});

test('an erased text waits for no reply', async () => {
  const { property, rid, write, waiting } = await house();
  await write(1);
  const [{ guest_id: guest }] = (await api.get(`/api/bookings/${property.token}?order_id=${rid}`)).body;
  await api.delete(`/api/bookings/${property.token}?order_id=${rid}&date=2027-03-01`);
  const erased = await api.operator('POST', `/properties/${property.hotelId}/guests/${guest}/erase`, {});
  expect(erased.status).toBe(200);
  expect(await waiting()).toEqual([]);
});

test('of a reply and a notice that none is needed at once both hold, and a text that arrives meanwhile waits', async () => {
  const { property, rid, write, waiting, set, reply } = await house();
  const texts = [await write(1), await write(2), await write(3)];
  const [late] = await Promise.all([
    write(9),
    ...texts.map((id) => set(id, false)),
    ...Array.from({ length: 6 }, (_, i) => reply(`Answer ${i}`)),
  ]);
  const all = (await api.get(`/api/messages/${property.token}?rid=${rid}`)).body;
  const lateOne = all.find(({ id }: { id: number }) => id === late);
  expect(await waiting()).toEqual(lateOne.needs_reply ? [late] : []);
  expect(all.flatMap(({ reply: text }: any) => text ?? []).toSorted()).toEqual(
    Array.from({ length: 6 }, (_, i) => `Answer ${i}`),
  );
});

test('what the house answered at the channel before it was connected waits for no reply; later its texts there settle nothing', async () => {
  const property = await api.property();
  const { hotelId } = property;
  await api.operator('PUT', `/properties/${hotelId}/channels/airbnb`, {
    protocol: 'ical',
    rooms: [{ room_id: property.room, ical_url: 'https://calendars.example.com/history.ics' }],
  });
  const [connection] = await api.db.query<{ created_at: Temporal.Instant }>(
    `select created_at from connections where hotel_id = $1 and channel = 'airbnb'`,
    [hotelId],
  );
  const arrive = (thread: string, from: 'guest' | 'property', hours: number) =>
    inPropertyTransaction(api.db, { hotelId, now: Temporal.Now.instant(), actor: INNWIRE }, (tx) =>
      ingestMessage(tx, 'airbnb', {
        externalMessage: `${thread} ${from} ${hours}`,
        thread,
        reference: null,
        from,
        text: `${thread} ${hours}`,
        at: connection!.created_at.add({ hours }),
        receipt: '',
      }),
    );
  // Pages come with the newest first, what is in one of them in its order.
  await arrive('in order', 'guest', -9);
  await arrive('in order', 'property', -8);
  await arrive('in order', 'guest', -7);
  await arrive('newest first', 'guest', -3);
  await arrive('newest first', 'property', -4);
  await arrive('newest first', 'guest', -5);
  await arrive('since then', 'guest', 1);
  await arrive('since then', 'property', 2);
  const inquiries = (await api.get(`/api/inquiries/${property.token}`)).body;
  const waiting = inquiries.flatMap(
    ({ messages }: { messages: { message: string; needs_reply: boolean }[] }) =>
      messages.filter((one) => one.needs_reply).map((one) => one.message),
  );
  expect(waiting.toSorted()).toEqual(['in order -7', 'newest first -3', 'since then 1']);
});
