// Inbound requests of Airbnb and its lists: reservations, queries, requests to book, messages, reviews and
// tokens.
import { describe, expect, test } from 'vitest';
import { airbnb } from '../../../src/channels/airbnb/index.ts';
import type { Inbound } from '../../../src/channels/channel.ts';
import { NOW } from '../stale-nights.ts';
import { answer, ask, connection, fixture, off } from './connection.ts';

const stay = {
  checkin: Temporal.PlainDate.from('2027-04-20'),
  checkout: Temporal.PlainDate.from('2027-04-22'),
};

describe('reservations', () => {
  test('the sample list is read', () => {
    const [request] = airbnb.reservations!.requests(connection, { cursor: null, now: NOW });
    const verdict = airbnb.reservations!.decode(
      answer(fixture('reservations-response')),
      request!,
      connection,
    );
    expect(verdict).toMatchObject({
      kind: 'ok',
      value: {
        items: [
          {
            reference: 'HMSAMPLE01',
            revision: expect.stringMatching(/^[0-9a-f]{16}$/),
            digested: true,
            at: Temporal.Instant.from('2027-03-02T11:56:35Z'),
            soldBy: null,
            status: 'modified',
            guest: {
              name: 'Ada Example',
              email: 'ada-0000000000000000@guest.airbnb.example',
              phone: '+000000000000',
            },
            currency: 'EUR',
            rooms: [
              {
                key: 'listing',
                externalRoom: '80000001',
                ...stay,
                total: '282.80',
                nights: [],
                guestName: null,
              },
            ],
            thread: '70000001',
          },
        ],
      },
    });
  });

  test('every page of every listing is requested, one in each cycle', () => {
    const requested: string[] = [];
    const full = JSON.stringify({ reservations: Array(50).fill(sample()), metadata: {} });
    let cursor: string | null = null;
    let more = true;
    while (more) {
      const [request] = airbnb.reservations!.requests(connection, { cursor, now: NOW });
      const { searchParams } = new URL(request!.url);
      requested.push(
        `${searchParams.get('listing_id')}+${searchParams.get('_offset')} from ${searchParams.get('start_date')}`,
      );
      const body = requested.length === 1 ? full : fixture('reservations-response');
      const verdict = airbnb.reservations!.decode(answer(body), request!, connection);
      if (verdict.kind !== 'ok') throw new Error(verdict.reason);
      cursor = verdict.value.cursor!;
      more = verdict.value.more ?? false;
    }
    expect(requested).toEqual([
      '80000001+0 from 2027-03-01',
      '80000001+50 from 2027-03-01',
      '80000002+0 from 2027-03-01',
    ]);
    // and then again from the first page
    const [again] = airbnb.reservations!.requests(connection, { cursor, now: NOW });
    expect(again!.url).toContain('listing_id=80000001');
  });

  test.each([
    ['accept', 'modified'],
    ['cancelled_by_guest', 'cancelled'],
    ['cancelled_by_host', 'cancelled'],
    ['cancelled_by_admin', 'cancelled'],
    ['deny', 'cancelled'],
    ['timeout', 'cancelled'],
    ['pending', null],
    ['new', null],
    ['at_checkpoint', null],
    ['something else', 'unreadable'],
  ])('a reservation that is %s is %s here', (status_type, expected) => {
    const body = { reservations: [{ ...sample(), status_type }], metadata: {} };
    const [request] = airbnb.reservations!.requests(connection, { cursor: null, now: NOW });
    const verdict = airbnb.reservations!.decode(answer(body), request!, connection);
    const { items, unreadable } = verdict.kind === 'ok' ? verdict.value : { items: [], unreadable: [] };
    expect(items[0]?.status ?? (unreadable?.length ? 'unreadable' : null)).toBe(expected);
  });
});

describe('questions', () => {
  const question = {
    action: 'check_availability',
    listing_id: '80000001',
    start_date: '2027-04-20',
    nights: '2',
  };
  const requested = (query: object = {}) => {
    const inbound = ask({ method: 'GET', query: { ...question, ...query } });
    if (inbound.kind !== 'availability') throw new Error(inbound.kind);
    return inbound;
  };

  test('an availability query is checked as the sale is, and answered like the sample', () => {
    const inbound = requested();
    expect(inbound).toMatchObject({
      stays: [{ externalRoom: '80000001', ...stay }],
      request: { terms: { minNoticeDays: 0, daysOffered: null, lowestPricePercent: 50 }, guests: null },
    });
    const sale = ask({ body: fixture('webhook-make-reservation-request') });
    expect(sale).toMatchObject({ request: { terms: inbound.request.terms } });
    expect(JSON.parse(inbound.answer([null]).body)).toEqual(
      JSON.parse(fixture('webhook-check-availability-response')),
    );
    const refusal = { reason: 'stop_sell' as const, message: 'The room is not for sale.' };
    expect(JSON.parse(inbound.answer([refusal]).body)).toEqual({
      available: false,
      failure_code: 'dates_not_available',
    });
  });

  test('stays that cannot be stored are not free', () => {
    for (const query of [{ nights: '367' }, { start_date: '9999-12-31' }]) {
      const inbound = ask({ method: 'GET', query: { ...question, ...query } });
      expect(inbound.kind === 'answered' && JSON.parse(inbound.answer.body).available).toBe(false);
    }
  });

  test('the test of the address passes; a query without a stay is refused', () => {
    expect(ask({ method: 'GET', query: { ...question, listing_id: '0' } })).toMatchObject({
      kind: 'answered',
    });
    for (const nights of ['0', '-1', 'two', '1.5', '', '99999']) {
      expect(ask({ method: 'GET', query: { ...question, nights } })).toMatchObject({
        kind: 'refused',
        answer: { status: 400 },
      });
    }
    expect(ask({ method: 'GET' })).toMatchObject({ kind: 'refused' });
    expect(ask({ method: 'GET', query: question, to: off })).toMatchObject({
      kind: 'refused',
      answer: { status: 403 },
    });
  });
});

describe('sales', () => {
  const body = fixture('webhook-make-reservation-request');

  test('the sample request is read, and is answered like the samples', () => {
    const inbound = ask({ body });
    expect(inbound).toMatchObject({
      kind: 'reservations',
      request: { guests: 3, nightsPrice: { amount: '240', currency: 'EUR' } },
      reservations: [
        {
          reference: 'HMSAMPLE01',
          status: 'new',
          at: null,
          rooms: [{ externalRoom: '80000001', ...stay, total: '240' }],
        },
      ],
    });
    expect(consent(inbound, [1001])).toEqual(JSON.parse(fixture('webhook-make-reservation-response-ok')));
    expect(consent(inbound, [])).toEqual(JSON.parse(fixture('webhook-make-reservation-response-fail')));
  });

  test('an alteration is refused, or checked by the calendar where the setting allows it', () => {
    const input = { ...JSON.parse(body), nights: 3 };
    const alter = (pushed: object, alterations?: string) => {
      const settings = { ...connection.settings, ...(alterations && { alterations }) };
      const to = { ...connection, settings: { ...connection.settings, ...settings } };
      return ask({ method: 'PUT', path: '/HMSAMPLE01', body: JSON.stringify(pushed), to });
    };
    const succeeds = (inbound: Inbound) =>
      inbound.kind === 'answered' && JSON.parse(inbound.answer.body).succeed;
    expect(succeeds(alter(input))).toBe(false);
    expect(succeeds(alter({}, 'accept'))).toBe(false);
    const inbound = alter(input, 'accept');
    expect(inbound).toMatchObject({
      kind: 'alteration',
      reference: 'HMSAMPLE01',
      stay: { externalRoom: '80000001', checkin: stay.checkin, checkout: stay.checkout.add({ days: 1 }) },
    });
    if (inbound.kind !== 'alteration') throw new Error(inbound.kind);
    expect(JSON.parse(inbound.answer(null).body).succeed).toBe(true);
    expect(JSON.parse(inbound.answer({ reason: 'past', message: 'x' }).body).succeed).toBe(false);
  });

  test('the test of the address passes, invalid requests are refused', () => {
    expect(ask({ body: '{"listing_id":0}' })).toMatchObject({ kind: 'answered', answer: { status: 200 } });
    expect(ask({ body: '{"listing_id":7}' })).toMatchObject({ kind: 'refused', answer: { status: 400 } });
  });

  test('the sample notification has the guest of the sold reservation; another one cancels', () => {
    const pushed = fixture('webhook-notification-reservation');
    const inbound = ask({ path: '/notification', body: pushed });
    expect(inbound).toMatchObject({
      kind: 'reservations',
      reservations: [
        {
          reference: 'HMSAMPLE01',
          status: 'modified',
          guest: { name: 'Ada Example' },
          rooms: [{ total: '282.80' }],
        },
      ],
    });
    expect(inbound).not.toHaveProperty('request');
    const cancelled = pushed
      .replace('acceptance', 'cancellation')
      .replace('"accept"', '"cancelled_by_guest"');
    expect(ask({ path: '/notification', body: cancelled })).toMatchObject({
      reservations: [{ status: 'cancelled' }],
    });
    const requested = pushed
      .replace('reservation_acceptance_confirmation', 'reservation_requested')
      .replace('"accept"', '"pending"');
    expect(ask({ path: '/notification', body: requested })).toMatchObject({ kind: 'answered' });
    expect(ask({ path: '/notification', body: '{"action":"test_notification"}' })).toMatchObject({
      kind: 'answered',
      answer: { body: '{"succeed":true}' },
    });
  });
});

describe('texts and reviews', () => {
  test('the sample message is the guest’s, and belongs to the reservation', () => {
    const body = fixture('webhook-notification-message_added');
    const message = {
      externalMessage: '50000001',
      thread: '70000001',
      reference: 'HMSAMPLE01',
      from: 'guest',
      text: 'Is parking available?',
      at: Temporal.Instant.from('2027-03-03T09:00:00Z'),
      receipt: '50000001',
    };
    expect(ask({ path: '/notification', body })).toMatchObject({ kind: 'messages', messages: [message] });
    const own = body.replace('"user_id": 60000001', '"user_id": 90000001');
    expect(ask({ path: '/notification', body: own })).toMatchObject({ messages: [{ from: 'property' }] });
  });

  test('a reply is the sample, and is looked up after an unknown outcome', () => {
    const reply = {
      text: 'Yes, it is free.',
      reference: 'HMSAMPLE01',
      thread: '70000001',
      key: 'k',
      queuedAt: NOW,
    };
    const sent = airbnb.replies!.send(reply, connection);
    expect(JSON.parse(sent.body!)).toEqual(JSON.parse(fixture('messages-post-request')));
    expect(sent).toMatchObject({
      once: true,
      url: 'http://channel.test/v2/messages?_format=for_api_partners',
    });
    expect(airbnb.replies!.decodeSent(answer({ message: { id: 50000002 } }))).toEqual({
      kind: 'ok',
      value: { externalMessage: '50000002' },
    });
    const check = (thread: unknown) => airbnb.replies!.check!.decode(answer({ thread }), reply);
    const at = (created_at: string) => ({ messages: [{ message: 'Yes, it is free.', created_at }] });
    expect(check(at('2027-03-01T10:15:05Z'))).toEqual({ kind: 'ok', value: true });
    expect(check(at('2027-03-01T09:15:05Z'))).toEqual({ kind: 'ok', value: false });
    expect(check({ id: 70000001 })).toMatchObject({ kind: 'refused' });
  });

  test('the sample review is read, its stars as points of ten; the address of reviews is a setting', () => {
    expect(airbnb.reviews!.requests(connection, { cursor: null, now: NOW })).toEqual([]);
    const to = { ...connection, settings: { ...connection.settings, reviews_path: 'reviews?role=host' } };
    const [request] = airbnb.reviews!.requests(to, { cursor: null, now: NOW });
    expect(request!.url).toBe('http://channel.test/v2/reviews?role=host');
    const body = `{"reviews":[${fixture('review-raw')}],"metadata":{}}`;
    expect(airbnb.reviews!.decode(answer(body), request!, to)).toMatchObject({
      kind: 'ok',
      value: {
        items: [
          {
            externalReview: '40000001',
            reference: 'HMSAMPLE01',
            score: 8,
            scores: { accuracy: 8, communication: 10, value: 8, location: 10, checkin: 10, cleanliness: 8 },
            positive: 'Lovely stay',
          },
        ],
      },
    });
  });
});

describe('tokens', () => {
  const { login, authorize } = airbnb.authorization!;

  test('are requested like the samples', () => {
    const request = login!.request(connection);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://channel.test/v2/oauth2/authorizations?_unwrapped=true',
      headers: { authorization: `Basic ${btoa('id:secret')}` },
    });
    expect(JSON.parse(request.body!)).toEqual(JSON.parse(fixture('token-refresh-request')));
    const credentials = {
      client_id: 'id',
      client_secret: 'secret',
      authorization_code: 'SAMPLE_AUTHORIZATION_CODE',
    };
    expect(JSON.parse(login!.request({ ...connection, credentials }).body!)).toEqual(
      JSON.parse(fixture('token-request')),
    );
  });

  test('the sample token opens a session and renews the refresh token', () => {
    expect(login!.decode(answer(fixture('token-response')), NOW)).toEqual({
      kind: 'ok',
      value: {
        token: 'SAMPLE_ACCESS_TOKEN',
        expiresAt: Temporal.Instant.fromEpochMilliseconds(1_830_000_000_000),
        renewed: { refresh_token: 'SAMPLE_REFRESH_TOKEN' },
      },
    });
    const session = { token: 'SAMPLE_ACCESS_TOKEN', expiresAt: NOW };
    expect(authorize({ operation: 'x', method: 'GET', url: 'x' }, connection, session).headers).toEqual({
      'x-airbnb-api-key': 'id',
      'x-airbnb-oauth-token': 'SAMPLE_ACCESS_TOKEN',
      accept: 'application/json',
    });
  });

  test('a refused one needs people, a lost one is requested again', () => {
    expect(login!.decode(answer({ error_message: 'invalid grant' }, 400), NOW)).toMatchObject({
      kind: 'auth',
    });
    expect(login!.decode(answer('', 502), NOW).kind).toBe('retry');
  });
});

function sample() {
  return JSON.parse(fixture('reservations-response')).reservations[0];
}

function consent(inbound: Inbound, reservationIds: number[]) {
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  const [reservation] = inbound.reservations;
  return JSON.parse(inbound.answer([{ reservation: reservation!, reservationIds, conflict: null }]).body);
}
