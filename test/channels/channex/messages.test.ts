// Messages, replies and reviews over Channex, and the webhooks that announce them.
import { expect, test } from 'vitest';
import type { OutgoingReply, WireRequest } from '../../../src/channels/channel.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import type { ChannelMessage } from '../../../src/model/channel-records.ts';
import { NOW } from '../stale-nights.ts';
import { answer, connection, fixture, PROPERTY, sampleConnection } from './connection.ts';

const ONE = '00000000-0000-4000-8000-0000000000b1';
const TWO = '00000000-0000-4000-8000-0000000000b2';

test('conversations with new messages are read one by one, and not again until there are further ones', () => {
  const requested: string[] = [];
  const items: ChannelMessage[] = [];
  let cursor: string | null = null;
  const runCycle = () => {
    let more = false;
    for (const request of channex.messages!.requests(connection, { cursor, now: NOW })) {
      const path = new URL(request.url).pathname.replace('/api/v1/', '');
      requested.push(path);
      const name = path === 'message_threads' ? 'message_threads-response' : 'messages-response';
      const body = path.includes(TWO) ? '{"data":[],"meta":{"total":0}}' : fixture(name);
      const verdict = channex.messages!.decode(answer(body), request, connection);
      if (verdict.kind !== 'ok') throw new Error(verdict.reason);
      items.push(...verdict.value.items);
      cursor = verdict.value.cursor ?? cursor;
      more = verdict.value.more ?? false;
    }
    return more;
  };
  while (runCycle());
  // the older conversation is first
  expect(requested).toEqual([
    'message_threads',
    `message_threads/${TWO}/messages`,
    `message_threads/${ONE}/messages`,
  ]);
  expect(items.map(({ from, text, thread, reference }) => [from, text, thread, reference])).toEqual([
    ['guest', 'Is parking available?', 'booking/00000000-0000-4000-8000-0000000000e1', null],
    ['property', 'Yes, it is free.', 'booking/00000000-0000-4000-8000-0000000000e1', null],
  ]);
  requested.length = 0;
  while (runCycle());
  expect(requested).toEqual(['message_threads']);
});

test.each([
  ['guest', 'guest'],
  ['Guest', 'guest'],
  ['agent', 'guest'],
  ['system', 'system'],
  ['property', 'property'],
])('a message of the sender %s is taken as from: %s', (sender, from) => {
  const [list] = messageRequests(null);
  const listed = channex.messages!.decode(answer(fixture('message_threads-response')), list!, connection);
  const [request] = messageRequests(listed.kind === 'ok' ? listed.value.cursor! : '');
  const body = fixture('messages-response').replaceAll(/"sender": *"\w+"/g, `"sender": "${sender}"`);
  const read = channex.messages!.decode(answer(body), request!, connection);
  expect(read.kind === 'ok' && read.value.items.map((one) => one.from)).toEqual([from, from]);
});

test('an interrupted cycle continues with the conversation that was not read', () => {
  const [list] = messageRequests(null);
  const listed = channex.messages!.decode(answer(fixture('message_threads-response')), list!, connection);
  const first = listed.kind === 'ok' ? listed.value.cursor! : '';
  const [two] = messageRequests(first);
  expect(channex.messages!.decode(answer('', 500), two!, connection).kind).toBe('retry');
  const read = channex.messages!.decode(answer('{"data":[]}'), two!, connection);
  const second = read.kind === 'ok' ? read.value.cursor! : '';
  expect(messageRequests(second).map(({ url }) => url)).toEqual([expect.stringContaining(ONE)]);
});

test('a deleted conversation does not hold back the others; a missing app is reported', () => {
  const [list] = messageRequests(null);
  const listed = channex.messages!.decode(answer(fixture('message_threads-response')), list!, connection);
  const [two] = messageRequests(listed.kind === 'ok' ? listed.value.cursor! : '');
  expect(
    channex.messages!.decode(answer('{"errors":{"code":"not_found","title":"x"}}', 404), two!, connection),
  ).toMatchObject({
    kind: 'ok',
    value: { items: [], more: true },
  });
  const forbidden = answer('{"errors":{"code":"forbidden","title":"Forbidden"}}', 403);
  expect(channex.messages!.decode(forbidden, list!, connection)).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/app Messages & Reviews.*Forbidden/),
  });
  expect(channex.reviews!.decode(forbidden, list!, connection).kind).toBe('refused');
});

test.each([
  ['as a status', 401, 403],
  ['inside a success', 200, 200],
])('a refused key and a missing app are told apart %s', (_name, unauthorized, forbidden) => {
  const [messages] = messageRequests(null);
  const [reviews] = channex.reviews!.requests(connection, { cursor: null, now: NOW });
  const { replies, reviewReplies } = channex;
  const verdictsOf = (body: string, status: number) => {
    const response = answer(body, status);
    return [
      channex.messages!.decode(response, messages!, connection),
      channex.reviews!.decode(response, reviews!, connection),
      replies!.decodeSent(response),
      reviewReplies!.decodeSent(response),
    ];
  };
  const denied = verdictsOf('{"errors":{"code":"unauthorized","title":"Unauthorized"}}', unauthorized);
  expect(denied.map(({ kind }) => kind)).toEqual(['auth', 'auth', 'auth', 'auth']);
  const missing = verdictsOf('{"errors":{"code":"forbidden","title":"Forbidden"}}', forbidden);
  expect(missing.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused', 'refused']);
  for (const verdict of missing.slice(0, 2)) {
    expect(verdict).toMatchObject({ reason: expect.stringContaining('install the app') });
  }
});

test('without the app no conversations are requested', () => {
  const quiet = { ...connection, settings: { ...connection.settings, conversations: false } };
  expect(channex.messages!.requests(quiet, { cursor: null, now: NOW })).toEqual([]);
  expect(channex.reviews!.requests(quiet, { cursor: null, now: NOW })).toEqual([]);
});

const reply: OutgoingReply = {
  text: 'Yes, it is free.',
  reference: '4000000001',
  thread: 'booking/00000000-0000-4000-8000-0000000000e1',
  key: 'reply-1',
  queuedAt: Temporal.Instant.from('2027-03-03T09:19:58Z'),
};

test('a reply goes to the booking, or to the conversation when there is no booking', () => {
  const sent = channex.replies!.send(reply, connection);
  expect(sent).toMatchObject({
    method: 'POST',
    once: true,
    body: '{"message":{"message":"Yes, it is free."}}',
  });
  expect(new URL(sent.url).pathname).toBe('/api/v1/bookings/00000000-0000-4000-8000-0000000000e1/messages');
  const inquiry = channex.replies!.send({ ...reply, thread: `conversation/${TWO}` }, connection);
  expect(new URL(inquiry.url).pathname).toBe(`/api/v1/message_threads/${TWO}/messages`);
});

test('a reply is confirmed by its response, and after an unknown outcome by the conversation', () => {
  expect(channex.replies!.decodeSent(answer('{"data":{"id":"m1","type":"message"}}'))).toEqual({
    kind: 'ok',
    value: { externalMessage: 'm1' },
  });
  expect(
    channex.replies!.decodeSent(
      answer('{"errors":{"code":"not_supported","title":"Method not supported"}}', 422),
    ),
  ).toEqual({
    kind: 'refused',
    reason: 'HTTP 422: Method not supported',
    cause: { code: 'refused', status: 422, said: 'Method not supported' },
  });
  const holds = (some: Partial<OutgoingReply>) =>
    channex.replies!.check!.decode(answer(fixture('messages-response')), { ...reply, ...some });
  expect(holds({})).toEqual({ kind: 'ok', value: true });
  expect(holds({ text: 'No.' })).toEqual({ kind: 'ok', value: false });
  expect(holds({ text: 'Is parking available?' })).toEqual({ kind: 'ok', value: false });
  expect(holds({ queuedAt: Temporal.Instant.from('2027-03-03T09:30:00Z') })).toEqual({
    kind: 'ok',
    value: false,
  });
});

test('reviews are read with their OTA; of hidden ones neither text nor score', () => {
  const [request] = channex.reviews!.requests(connection, { cursor: null, now: NOW });
  expect(channex.reviews!.decode(answer(fixture('reviews-response')), request!, connection)).toEqual({
    kind: 'ok',
    value: {
      cursor: '{"readTo":"2027-04-25T10:00:00Z"}',
      items: [
        {
          externalReview: '00000000-0000-4000-8000-0000000000c1',
          reference: 'airbnb/HMSAMPLE01',
          soldBy: 'airbnb',
          guestName: 'Ada',
          score: 8,
          scores: { accuracy: 8, clean: 6 },
          title: null,
          positive: 'Lovely stay',
          negative: null,
          language: 'und',
          reply: null,
          at: Temporal.Instant.from('2027-04-24T10:00:00.366Z'),
          receipt: '00000000-0000-4000-8000-0000000000c1',
        },
        {
          hidden: true,
          externalReview: '00000000-0000-4000-8000-0000000000c2',
          reference: 'airbnb/HMSAMPLE02',
          soldBy: 'airbnb',
          state: 'open',
          writeBy: null,
          at: Temporal.Instant.from('2027-04-25T10:00:00Z'),
          receipt: '00000000-0000-4000-8000-0000000000c2',
        },
      ],
    },
  });
});

test.each([
  ['open', { is_expired: false, expired_at: '2027-05-08T10:00:00' }, '2027-05-08T10:00:00Z'],
  ['over', { is_expired: true }, null],
  ['sent', { reply: { reply: null, guest_review: { public_review: 'Kind' } }, is_expired: true }, null],
] as const)('a hidden review is %s', (state, attributes, writeBy) => {
  const list = JSON.parse(fixture('reviews-response'));
  Object.assign(list.data[1].attributes, attributes);
  const [request] = channex.reviews!.requests(connection, { cursor: null, now: NOW });
  const read = channex.reviews!.decode(answer(list), request!, connection);
  expect(read).toMatchObject({ value: { items: [{}, { hidden: true, state }] } });
  const [, hidden] = (read as { value: { items: { writeBy: unknown }[] } }).value.items;
  expect(hidden!.writeBy?.toString() ?? null).toBe(writeBy);
});

test('a guest is reviewed by the id of what the guest wrote', () => {
  const { guestReviews } = channex;
  const review = {
    externalReview: 'c2',
    scores: { respect_house_rules: 5, communication: 4, cleanliness: 1 },
    publicReview: 'Kind',
    privateReview: null,
    isRecommended: false,
    tags: ['host_review_guest_negative_garbage'],
  } as const;
  const { method, url, body } = guestReviews!.send(review, connection);
  expect([method, new URL(url).pathname]).toEqual(['POST', '/api/v1/reviews/c2/guest_review']);
  expect(JSON.parse(body!)).toEqual({
    review: {
      scores: [
        { category: 'respect_house_rules', rating: 5 },
        { category: 'communication', rating: 4 },
        { category: 'cleanliness', rating: 1 },
      ],
      public_review: 'Kind',
      is_reviewee_recommended: false,
      tags: ['host_review_guest_negative_garbage'],
    },
  });
  const kindOf = (text: string, status = 200) => guestReviews!.decodeSent(answer(text, status)).kind;
  expect(['', '{"success":true}', '{"data":{}}'].map((text) => kindOf(text))).toEqual(['ok', 'ok', 'ok']);
  expect(kindOf('{"success":false}')).toBe('refused');
  expect(kindOf('<html>')).toBe('retry');
});

test.each([
  ['a review that is shown', { is_hidden: false }, true],
  ['one with the house’s', { is_hidden: true, reply: { guest_review: {} } }, true],
  ['one that is hidden', { is_hidden: true, reply: null }, false],
])('of a review of a guest that may have arrived, %s says whether it has', (_, attributes, value) => {
  const { request, decode } = channex.guestReviews!.check;
  expect(new URL(request('c2', connection).url).pathname).toBe('/api/v1/reviews/c2');
  expect(decode(answer({ data: { id: 'c2', attributes } }))).toEqual({ kind: 'ok', value });
});

test('a review is answered by its id', () => {
  const sent = channex.reviewReplies!.send(
    { externalReview: 'c1', reference: null, language: 'und', reply: 'Thank you' },
    connection,
  );
  expect(sent).toMatchObject({ method: 'POST', body: '{"reply":{"reply":"Thank you"}}' });
  expect(new URL(sent.url).pathname).toBe('/api/v1/reviews/c1/reply');
  expect(channex.reviewReplies!.decodeSent(answer('')).kind).toBe('ok');
  expect(channex.reviewReplies!.decodeSent(answer('{"data":{}}')).kind).toBe('ok');
  expect(channex.reviewReplies!.decodeSent(answer('<html>')).kind).toBe('retry');
});

test('a webhook is a hint unless its event has nothing to read; text that is not JSON is refused', () => {
  const inbound = (method: string, body: string) =>
    channex.inbound!.decode(
      { method, base: 'http://here.test', path: '/', query: {}, headers: {}, body, now: NOW },
      connection,
    );
  expect(inbound('POST', '{"event":"booking_new","payload":{}}')).toMatchObject({
    kind: 'hint',
    answer: { status: 200 },
  });
  expect(inbound('POST', '')).toMatchObject({ kind: 'hint' });
  expect(inbound('POST', `{"event":"message","property_id":"${PROPERTY}"}`)).toMatchObject({ kind: 'hint' });
  // Our own pushes come back as events; a global webhook reports events of all properties.
  for (const body of ['{"event":"ari"}', '{"event":"booking","property_id":"another"}']) {
    expect(inbound('POST', body)).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  }
  expect(inbound('POST', '<x>')).toMatchObject({ kind: 'refused', answer: { status: 400 } });
  expect(inbound('GET', '')).toMatchObject({ kind: 'refused', answer: { status: 405 } });
});

test('every request carries the key, and hosts are those of the environment unless they are replaced', () => {
  const request: WireRequest = { operation: 'x', method: 'POST', url: 'x', body: '{}', once: true };
  expect(channex.authorization!.authorize(request, connection, null)).toEqual({
    ...request,
    headers: {
      'user-api-key': 'key-of-the-account',
      accept: 'application/json',
      'content-type': 'application/json',
    },
  });
  const host = (environment?: string) => {
    const settings = { ...connection.settings, ...(environment ? { environment } : {}) };
    return new URL(channex.test!.request({ ...connection, url: null, settings }).url).host;
  };
  expect(host()).toBe('app.channex.io');
  expect(host('staging')).toBe('staging.channex.io');
});

test('the test of a connection finds a mapping to a missing room or rate', () => {
  const plan = (id: string | null, type: string, currency = 'EUR') => ({
    id,
    type: 'rate_plan',
    attributes: { id, currency },
    relationships: { room_type: { data: { type: 'room_type', id: type } } },
  });
  const [room] = sampleConnection.rooms;
  const verdict = (...data: object[]) => channex.test!.decode(answer({ data }), sampleConnection);
  expect(verdict(plan(room!.externalRates[0]!, room!.externalRoom))).toEqual({ kind: 'ok', value: null });
  expect(verdict(plan(room!.externalRates[0]!, 'other'))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('101'),
  });
  expect(verdict()).toMatchObject({ kind: 'refused' });
  expect(verdict(plan(room!.externalRates[0]!, room!.externalRoom, 'USD'))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('USD'),
  });
  const priced = (some: object) => {
    const one = plan(room!.externalRates[0]!, room!.externalRoom);
    return verdict({ ...one, attributes: { ...one.attributes, ...some } });
  };
  for (const derived of [{ rate_mode: 'derived' }, { rate_mode: 'cascade' }, { inherit_rate: true }]) {
    expect(priced(derived)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('takes its price from another rate plan'),
    });
  }
  expect(priced({ sell_mode: 'per_room', rate_mode: 'manual' }).kind).toBe('ok');
  expect(priced({ sell_mode: 'per_person' })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('set `sell_mode` to `per_person`'),
  });
  expect(
    channex.test!.decode(
      answer('{"errors":{"code":"unauthorized","title":"Unauthorized"}}', 401),
      sampleConnection,
    ).kind,
  ).toBe('auth');
});

test('the test of a connection reads the rate plans to their end', () => {
  const [room] = sampleConnection.rooms;
  const test = channex.test!;
  const page = (page: number, total: number, ...ids: string[]) => {
    const data = ids.map((id) => ({
      id,
      attributes: { id, currency: id.startsWith('USD') ? 'USD' : 'EUR' },
    }));
    return answer({ data: data.length > 0 ? data : [{ id: 'other' }], meta: { total, page, limit: 100 } });
  };
  const pageOf = ({ url }: WireRequest) => new URL(url).searchParams.get('pagination[page]');
  const first = test.decode(page(1, 130), sampleConnection);
  const second = first.kind === 'ok' ? first.value! : null;
  expect(pageOf(second!)).toBe('2');
  expect(test.decode(page(2, 130, room!.externalRates[0]!), sampleConnection, second!)).toEqual({
    kind: 'ok',
    value: null,
  });
  expect(test.decode(page(2, 130), sampleConnection, second!)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('is not one of the property'),
  });
  // What is wrong on an earlier page is not forgotten, and a list without an end is left.
  const rooms = [{ ...room!, externalRates: ['USD-1', 'EUR-2'] }];
  const two = { ...sampleConnection, rooms };
  const after = test.decode(page(1, 130, 'USD-1'), two);
  const rest = test.decode(page(2, 130, 'EUR-2'), two, after.kind === 'ok' ? after.value! : undefined);
  expect(rest).toMatchObject({ kind: 'refused', reason: expect.stringContaining('is in USD') });
  let request: WireRequest | null = test.request(sampleConnection);
  let requests = 0;
  while (request !== null) {
    const verdict = test.decode(page(requests + 1, 1_000_000), sampleConnection, request);
    requests += 1;
    request = verdict.kind === 'ok' ? verdict.value : null;
  }
  expect(requests).toBe(20);
});

function messageRequests(cursor: string | null): WireRequest[] {
  return channex.messages!.requests(connection, { cursor, now: NOW });
}
