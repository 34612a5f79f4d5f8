// Messages, replies, reviews and tokens of Expedia's GraphQL service.
import { describe, expect, test } from 'vitest';
import type { OutgoingReply, Pull, Pulled } from '../../../src/channels/channel.ts';
import { expedia } from '../../../src/channels/expedia/index.ts';
import { NOW } from '../stale-nights.ts';
import { connectionWith, fixture } from './connection.ts';

const credentials = {
  username: 'EQCuser',
  password: 'hush-hush',
  graphql_key: 'key',
  graphql_secret: 'hush-hush-2',
};
const connection = connectionWith({}, { credentials });
const answer = (body: unknown, status = 200) => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const requestOf = <T>(pull: Pull<T>, cursor: string | null = null, now = NOW) =>
  pull.requests(connection, { cursor, now })[0]!;
const variables = (body: string | undefined) => JSON.parse(body!).variables;

function pulled<T>(pull: Pull<T>, body: unknown, cursor: string | null = null): Pulled<T> {
  const verdict = pull.decode(answer(body), requestOf(pull, cursor), connection);
  expect(verdict.kind).toBe('ok');
  return (verdict as { value: Pulled<T> }).value;
}

describe('messages', () => {
  const pull = expedia.messages!;

  test('nothing is requested without a key for them', () => {
    expect(pull.requests({ ...connection, credentials: {} }, { cursor: null, now: NOW })).toEqual([]);
    expect(expedia.reviews!.requests({ ...connection, credentials: {} }, { cursor: null, now: NOW })).toEqual(
      [],
    );
  });

  test('messages of guests and our own are distinguished', () => {
    expect(pulled(pull, fixture('messages.json')).items).toMatchObject([
      {
        externalMessage: 'm-1',
        thread: 't-1',
        reference: '8484',
        from: 'guest',
        text: 'Is early check-in possible? My card is ***.',
      },
      {
        externalMessage: 'm-2',
        reference: null,
        from: 'property',
        text: 'Yes, from 13:00.\n(one attachment)',
      },
    ]);
  });

  test('a message of a role that is not known is shown', () => {
    const body = fixture('messages.json').replaceAll('"SUPPLIER"', '"EXPEDIA"');
    expect(pulled(pull, body).items.map(({ from }) => from)).toEqual(['guest', 'guest']);
  });

  test('pages are followed within their window; then the last day is read again', () => {
    expect(variables(requestOf(pull).body)).toEqual({
      id: '1234567',
      source: 'EXPEDIA',
      from: '2027-01-30T10:15:00Z',
      to: '2027-03-01T10:15:00Z',
      cursor: null,
    });
    const first = pulled(pull, fixture('messages.json'));
    expect(first.more).toBe(true);
    const later = NOW.add({ minutes: 1 });
    const second = requestOf(pull, first.cursor!, later);
    expect(variables(second.body)).toMatchObject({ to: '2027-03-01T10:15:00Z', cursor: 'PAGE2' });
    const last = pulled(
      pull,
      { data: { property: { messages: { cursor: '', elements: [] } } } },
      first.cursor!,
    );
    expect(last.more).toBeUndefined();
    expect(variables(requestOf(pull, last.cursor!, later).body)).toMatchObject({
      from: '2027-02-28T10:15:00Z',
      to: '2027-03-01T10:16:00Z',
      cursor: null,
    });
  });

  test.each([
    ['NOT_FOUND', 'refused'],
    ['UNAUTHENTICATED', 'auth'],
    ['INTERNAL_SERVER_ERROR', 'retry'],
  ])('errors with status 200 are classified by their code: %s', (code, kind) => {
    const body = fixture('errors.json').replace('NOT_FOUND', code);
    const verdict = pull.decode(answer(body), requestOf(pull), connection);
    expect(verdict).toEqual({ kind, reason: `${code} Property not found.` });
  });
});

describe('replies', () => {
  const replies = expedia.replies!;
  const reply: OutgoingReply = {
    text: 'Yes, from 13:00.',
    reference: '8484',
    thread: 't-1',
    key: 'k1',
    queuedAt: Temporal.Instant.from('2027-03-01T09:29:30Z'),
  };

  test('are sent with a UUID derived from our key, and never simply repeated', () => {
    const request = replies.send(reply, connection);
    const clientMutationId = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(variables(request.body)).toEqual({
      input: { clientMutationId, messageThreadId: 't-1', body: 'Yes, from 13:00.' },
    });
    expect(replies.send(reply, connection).body).toBe(request.body);
    expect(replies.send({ ...reply, key: 'k2' }, connection).body).not.toBe(request.body);
    expect(request.once).toBe(true);
    expect(replies.decodeSent(answer({ data: { sendMessage: { messageId: 'm-9' } } }))).toEqual({
      kind: 'ok',
      value: { externalMessage: 'm-9' },
    });
    expect(replies.decodeSent(answer({ data: { sendMessage: null } })).kind).toBe('refused');
    expect(replies.decodeSent(answer({ data: {} })).kind).toBe('retry');
  });

  test('after a doubtful failure the conversation is read', () => {
    const message = (value: string, creationDateTimeUtc: string, fromRole = 'SUPPLIER') => ({
      fromRole,
      creationDateTimeUtc,
      body: { value },
    });
    const check = (...elements: unknown[]) =>
      replies.check!.decode(answer({ data: { messageThread: { messages: { elements } } } }), reply);
    expect(check(message('Yes, from  13:00.', '2027-03-01T09:30:00.000Z'))).toEqual({
      kind: 'ok',
      value: true,
    });
    expect(check(message('Yes, from 13:00.', '2027-03-01T09:30:00Z', 'TRAVELER'))).toEqual({
      kind: 'ok',
      value: false,
    });
    expect(check(message('Yes, from 13:00.', '2027-02-01T09:30:00Z'))).toEqual({ kind: 'ok', value: false });
  });

  test('a reply without a conversation finds it by its reservation', () => {
    const request = replies.findThread!.request({ ...reply, thread: null }, connection);
    expect(variables(request.body)).toMatchObject({ reservation: '8484' });
    const found = (edges: unknown) =>
      replies.findThread!.decode(answer({ data: { property: { reservations: { edges } } } }), reply);
    expect(found([{ node: { messageThreadId: 't-7' } }])).toEqual({ kind: 'ok', value: 't-7' });
    expect(found([])).toEqual({ kind: 'ok', value: null });
    expect(found(undefined).kind).toBe('retry');
  });
});

describe('reviews', () => {
  const pull = expedia.reviews!;

  test('are read with their stars converted to our scale', () => {
    expect(pulled(pull, fixture('reviews.json')).items).toMatchObject([
      {
        externalReview: 'r-1',
        reference: '8484',
        guestName: 'Ada Example',
        score: 8,
        scores: { cleanliness: 10 },
        title: 'Good',
        positive: 'Quiet, clean.',
        language: 'en_US',
        reply: 'Thank you!',
      },
      // without an overall score: the mean
      {
        externalReview: 'r-2',
        score: 7,
        scores: { comfort: 6, service: 8 },
        guestName: 'Anonymous',
        positive: null,
      },
    ]);
  });

  test('pages are followed, and the last days read again', () => {
    const first = pulled(pull, fixture('reviews.json').replace('"cursor": null', '"cursor": "P2"'));
    expect(first.more).toBe(true);
    expect(variables(requestOf(pull, first.cursor!).body)).toMatchObject({
      from: '2026-03-01',
      to: '2027-03-02',
      after: 'P2',
    });
    const last = pulled(pull, fixture('reviews.json'), first.cursor!);
    expect(variables(requestOf(pull, last.cursor!).body)).toMatchObject({
      from: '2027-02-28',
      to: '2027-03-02',
      after: null,
    });
  });

  test('replies go to the review, in its language', () => {
    const review = { externalReview: 'r-1', reference: null, language: 'de_DE', reply: 'Danke' };
    expect(variables(expedia.reviewReplies!.send(review, connection).body)).toEqual({
      id: '1234567',
      source: 'EXPEDIA',
      review: 'r-1',
      body: { locale: 'de_DE', value: 'Danke' },
    });
    const decode = (data: unknown) => expedia.reviewReplies!.decodeSent(answer({ data })).kind;
    expect(decode({ setReviewResponse: { status: 'PENDING' } })).toBe('ok');
    expect(decode({ setReviewResponse: null })).toBe('refused');
    expect(decode({})).toBe('retry');
  });
});

describe('tokens', () => {
  const { authorize, login } = expedia.authorization!;

  test('are needed for GraphQL only, and used until a minute before they expire', () => {
    const eqc = expedia.reservations!.requests(connection, { cursor: null, now: NOW })[0]!;
    const graphql = requestOf(expedia.messages!);
    expect([eqc, graphql].map((request) => login!.neededBy!(request, connection))).toEqual([false, true]);
    expect(login!.request(connection)).toMatchObject({
      url: 'https://api.expediagroup.com/identity/oauth2/v3/token',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from('key:hush-hush-2').toString('base64')}` },
    });
    const verdict = login!.decode(answer(fixture('token.json')), NOW);
    const session = (verdict as Extract<typeof verdict, { kind: 'ok' }>).value;
    expect(session.expiresAt.since(NOW).total('minute')).toBe(29);
    expect(authorize(graphql, connection, session).headers!['authorization']).toBe(`Bearer ${session.token}`);
    expect(authorize(graphql, connection, session).body).toBe(graphql.body);
    expect(authorize(eqc, connection, null).body).toContain('username="EQCuser"');
  });

  test.each([
    [401, '{"error":"invalid_client"}', 'auth'],
    [400, '{"error":"invalid_client","error_description":"no"}', 'auth'],
    [503, '', 'retry'],
    [200, '<html/>', 'retry'],
    [200, '{"error":"invalid_client"}', 'auth'],
  ])('status %s with %s is %s', (status, body, kind) => {
    expect(login!.decode(answer(body, status), NOW).kind).toBe(kind);
  });
});
