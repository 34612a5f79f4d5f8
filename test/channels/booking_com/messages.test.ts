// Messages, replies, reviews and tokens of Booking.com.
import { describe, expect, test } from 'vitest';
import { bookingCom } from '../../../src/channels/booking_com/index.ts';
import type { OutgoingReply } from '../../../src/channels/channel.ts';
import { NOW } from '../stale-nights.ts';
import { connectionWith, fixture } from './connection.ts';

const connection = connectionWith(
  {},
  {
    credentials: { client_id: 'me', client_secret: 'hush-hush' },
  },
);
const answer = (body: unknown, status = 200) => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('messages', () => {
  const pull = bookingCom.messages!;
  const [request] = pull.requests(connection, { cursor: null, now: NOW });
  const decode = (body: unknown) => pull.decode(answer(body), request!, connection);
  const sample = JSON.parse(fixture('messaging-latest-response.json'));
  const pulled = (body: unknown) => {
    const verdict = decode(body);
    expect(verdict.kind).toBe('ok');
    return (verdict as Extract<typeof verdict, { kind: 'ok' }>).value;
  };
  const message = (id: string, property: string | undefined) => ({
    ...sample.data.messages[0],
    message_id: id,
    conversation: { ...sample.data.messages[0].conversation, property_id: property },
  });
  const queue = (...messages: unknown[]) => ({ meta: { ruid: 'r1' }, data: { ok: true, messages } });
  const confirm = (body: unknown) =>
    pull.acknowledge!.requests(pulled(body).items, connection, NOW, () => []);

  test('messages of guests and our own are distinguished', () => {
    expect(pulled(fixture('messaging-latest-response.json')).items).toMatchObject([
      {
        externalMessage: '4ad42260-0000-11ea-b1cb-000000000001',
        thread: 'f3a9c29d-0000-5f5b-a6c0-000000000001',
        reference: '4000000001',
        from: 'guest',
        text: 'Hello, is early check-in possible?',
      },
      { from: 'property', text: 'Yes, from 13:00.' },
    ]);
  });

  test.each([
    ['GUEST', 'guest'],
    ['assistant', 'guest'],
    [undefined, 'guest'],
    ['Property', 'property'],
    ['hotel', 'property'],
  ])('a message of the sender %s is shown as from: %s', (participant_type, from) => {
    const one = { ...message('a', '1234567'), sender: { metadata: { participant_type } } };
    expect(pulled(queue(one)).items).toMatchObject([{ from }]);
  });

  test('what was read is confirmed by its number, once', () => {
    const [confirmation] = confirm(sample);
    expect(confirmation).toMatchObject({
      method: 'PUT',
      url: 'https://supply-xml.booking.com/messaging/messages?number_of_messages=2',
      once: true,
    });
    expect(confirmation!.items).toHaveLength(2);
  });

  test('messages of other properties are left alone, and nothing behind them is confirmed', () => {
    const body = queue(
      message('a', '1234567'),
      message('b', '999'),
      message('c', '1234567'),
      message('d', undefined),
    );
    expect(pulled(body).items.map(({ externalMessage }) => externalMessage)).toEqual(['a', 'c', 'd']);
    expect(confirm(body)).toMatchObject([
      { url: expect.stringMatching(/number_of_messages=1$/), items: [{}] },
    ]);
    expect(confirm(queue(message('b', '999'), message('c', '1234567')))).toEqual([]);
  });

  test('after a lost confirmation, the current queue decides', () => {
    const before = pulled(queue(message('a', '1234567'), message('b', '1234567'))).items;
    const confirmed = (messages: unknown[]) => {
      const news = pulled({ ...queue(...messages), meta: { ruid: 'r2' } }).items.filter(
        ({ externalMessage }) => externalMessage === 'c',
      );
      const [request] = pull.acknowledge!.requests([...before, ...news], connection, NOW, () => []);
      expect(news).toHaveLength(1);
      return [/=(\d+)$/.exec(request!.url)![1], request!.items.map(({ externalMessage }) => externalMessage)];
    };
    const all = ['a', 'b', 'c'].map((id) => message(id, '1234567'));
    // it was not received: the two are still in the queue
    expect(confirmed(all)).toEqual(['3', ['a', 'b', 'c']]);
    // it was received: they are not confirmed again
    expect(confirmed(all.slice(2))).toEqual(['1', ['a', 'b', 'c']]);
  });

  test('an unreadable one is reported, and messages behind it are not confirmed', () => {
    const body = queue({ message_id: 'x' }, message('c', '1234567'));
    expect(pulled(body)).toMatchObject({
      items: [{ externalMessage: 'c' }],
      unreadable: ['Message x cannot be read.'],
    });
    expect(confirm(body)).toEqual([]);
  });

  test('attachments and card numbers', () => {
    const body = queue({
      ...message('a', '1234567'),
      content: 'Visa 4111-1111-1111-1111',
      attachment_ids: ['1', '2'],
    });
    expect(pulled(body).items[0]!.text).toBe('Visa ***\n(2 attachments)');
  });

  test('errors with status 200 are refusals', () => {
    expect(decode({ errors: [{ code: 'X1', message: 'no such thing' }] })).toEqual({
      kind: 'refused',
      reason: 'X1 no such thing',
    });
  });
});

describe('replies', () => {
  const replies = bookingCom.replies!;
  const reply: OutgoingReply = {
    text: 'Yes, from 13:00.',
    reference: '4000000001',
    thread: 'f3a9',
    key: 'k1',
    queuedAt: Temporal.Instant.from('2027-03-02T17:01:30Z'),
  };
  const conversation = (messages: unknown[], next: string | null = null) =>
    answer({ data: { next_page_id: next, conversation: { messages } } });
  const message = (content: string, timestamp: string, participant_type = 'property') => ({
    content,
    timestamp,
    sender: { metadata: { participant_type } },
  });

  test('are sent as the sample says, and never simply repeated', () => {
    const request = replies.send(reply, connection);
    expect(JSON.parse(request.body!)).toEqual(JSON.parse(fixture('messaging-send-request.json')));
    expect(request).toMatchObject({
      once: true,
      url: 'https://supply-xml.booking.com/messaging/properties/1234567/conversations/f3a9',
    });
    expect(replies.decodeSent(answer(fixture('messaging-send-response.json')))).toEqual({
      kind: 'ok',
      value: { externalMessage: '4ad42260-0000-11ea-b1cb-000000000003' },
    });
  });

  test('a closed conversation refuses one reply, a bad token all of them', () => {
    expect([403, 404, 401, 503].map((status) => replies.decodeSent(answer('', status)).kind)).toEqual([
      'refused',
      'refused',
      'auth',
      'retry',
    ]);
    expect(replies.decodeSent(answer({ data: { ok: 'false' } })).kind).toBe('refused');
    expect(replies.decodeSent(answer({ data: {} })).kind).toBe('retry');
  });

  test.each([
    ['it is in the conversation', [message('Yes,  from 13:00.', '2027-03-02T17:02:00.000Z')], null, true],
    [
      'only the guest wrote this text',
      [message('Yes, from 13:00.', '2027-03-02T17:02:00.000Z', 'guest')],
      null,
      false,
    ],
    ['the same text was sent before', [message('Yes, from 13:00.', '2027-03-02T12:00:00.000Z')], null, false],
    ['the conversation is empty', [], null, false],
    [
      'the first page reaches back beyond it',
      [message('Hi', '2027-03-02T17:05:00Z'), message('Ho', '2027-03-01T17:05:00Z')],
      'p2',
      false,
    ],
  ])('after a doubtful failure the conversation is read: %s', (_what, messages, next, arrived) => {
    expect(replies.check!.decode(conversation(messages, next), reply)).toEqual({
      kind: 'ok',
      value: arrived,
    });
  });

  test('a reply is found although Booking.com removes links from it', () => {
    const delivered = [message('See for the way.', '2027-03-02T17:02:00Z')];
    const sent = { ...reply, text: 'See https://example.com/map?x=1 for the way.' };
    expect(replies.check!.decode(conversation(delivered), sent)).toEqual({ kind: 'ok', value: true });
  });

  test('when a further page could contain it, the reply is left to people', () => {
    const old = [message('Hi', '2027-03-01T17:05:00Z'), message('Ho', '2027-03-02T12:05:00Z')];
    expect(replies.check!.decode(conversation(old, 'p2'), reply).kind).toBe('refused');
  });

  test('a reply without a conversation finds it by its reservation', () => {
    const { url } = replies.findThread!.request({ ...reply, thread: null }, connection);
    expect(url).toMatch(/conversations\/type\/reservation\?conversation_reference=4000000001$/);
    const found = (body: unknown, status = 200) => replies.findThread!.decode(answer(body, status), reply);
    expect(found({ data: { conversation: { conversation_id: 'c9' } } })).toEqual({ kind: 'ok', value: 'c9' });
    expect(found({ data: { conversations: [{ conversation_id: 'c8' }] } })).toEqual({
      kind: 'ok',
      value: 'c8',
    });
    expect(found('', 404)).toEqual({ kind: 'ok', value: null });
    expect(found({}).kind).toBe('retry');
  });
});

describe('reviews', () => {
  const pull = bookingCom.reviews!;
  const first = pull.requests(connection, { cursor: null, now: NOW })[0]!;

  test('are read with the scores that were given', () => {
    const verdict = pull.decode(answer(fixture('reviews-response.json')), first, connection);
    expect(verdict).toMatchObject({
      kind: 'ok',
      value: {
        items: [
          {
            externalReview: 'Qr-sample_1',
            reference: '4000000001',
            score: 8.8,
            scores: { staff: 10, clean: 7.5, comfort: 7.5, facilities: 7.5, location: 10 },
            title: 'Very good',
            reply: 'Thank you!',
          },
          { externalReview: 'Qr-sample_2', reference: null, score: 6, scores: { clean: 5 }, reply: null },
        ],
        more: true,
      },
    });
  });

  test('pages are followed to an empty one, on our own address', () => {
    expect(first.url).toBe(
      'https://supply-xml.booking.com/review-api/properties/1234567/reviews?from_date=2026-03-01&limit=100',
    );
    const page = (next_page: string, reviews: unknown[]) => {
      const verdict = pull.decode(answer({ meta: { next_page }, data: { reviews } }), first, connection);
      return (verdict as Extract<typeof verdict, { kind: 'ok' }>).value;
    };
    const { cursor, more } = page('http://evil.example/steal?cursor=A', [{}]);
    expect(more).toBe(true);
    expect(pull.requests(connection, { cursor: cursor!, now: NOW })[0]!.url).toBe(
      'https://supply-xml.booking.com/review-api/properties/1234567/reviews?cursor=A',
    );
    expect(page('https://supply-xml.booking.com/x?cursor=B', [])).toMatchObject({
      cursor: '?cursor=B',
      more: false,
    });
  });

  test('replies go to the review', () => {
    const review = { externalReview: 'Qr/1', reference: null, language: 'en', reply: 'Thanks' };
    const request = bookingCom.reviewReplies!.send(review, connection);
    expect(request).toMatchObject({ method: 'POST', body: '{"reply":"Thanks"}' });
    expect(request.url).toMatch(/\/properties\/1234567\/reviews\/Qr%2F1$/);
    expect(bookingCom.reviewReplies!.decodeSent(answer({ meta: { ruid: 'x' }, data: {} })).kind).toBe('ok');
    expect(bookingCom.reviewReplies!.decodeSent(answer('', 403)).kind).toBe('refused');
  });
});

describe('tokens', () => {
  const { authorize, login } = bookingCom.authorization!;

  test('are exchanged for the credentials and used for 55 minutes', () => {
    const request = login!.request(connection);
    expect(Object.keys(JSON.parse(request.body!))).toEqual(
      Object.keys(JSON.parse(fixture('token-exchange-request.json'))),
    );
    const verdict = login!.decode(answer(fixture('token-exchange-response.json')), NOW);
    expect(verdict).toMatchObject({ kind: 'ok', value: { token: 'eyJhbGciOiJSUzI1NiJ9.e30.sig' } });
    const session = (verdict as Extract<typeof verdict, { kind: 'ok' }>).value;
    expect(session.expiresAt.since(NOW).total('minute')).toBe(55);
    expect(
      authorize({ operation: 'x', method: 'GET', url: 'u', headers: { a: 'b' } }, connection, session)
        .headers,
    ).toEqual({
      a: 'b',
      authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.sig',
    });
  });

  test.each([
    [401, '', 'auth'],
    [400, '{"errors":[{"message":"invalid client"}]}', 'auth'],
    [429, '', 'retry'],
    [200, '{"jwt":"a\\r\\nx: y"}', 'retry'],
    [200, '<html/>', 'retry'],
  ])('status %s with %s is %s', (status, body, kind) => {
    expect(login!.decode(answer(body, status), NOW).kind).toBe(kind);
  });
});
