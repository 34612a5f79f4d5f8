// The sentences of the log: each kind of event says in each language who, where and when, and nothing is left out or untranslated.
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS, type EventKind } from '../../../src/model/event.ts';
import { LANGUAGES, type Language } from '../../../web/language.ts';
import type { ReplicaState } from '../../../web/replica/state.ts';
import { groupOf } from '../../../web/screens/log/log-filter.ts';
import { orderIdOf, quoteOf, sentenceOf } from '../../../web/screens/log/sentence.ts';

const state = {
  property: { timezone: 'Europe/Berlin', currency: 'EUR' },
  rooms: new Map([[101, { room_id: 101, name: 'Superior' }]]),
  units: new Map(),
  bookings: new Map([[7, { order_id: 7, name: 'Gallagher' }]]),
  undecided: new Map(),
} as unknown as ReplicaState;

const booking = {
  order_id: 7,
  room_id: 101,
  name: 'Gallagher',
  unit: '204',
  channel: 'booking_com',
  status: 'confirmed',
  checkin: '2026-06-11T13:00:00.000Z',
  checkout: '2026-06-15T09:00:00.000Z',
};
const message = { rid: 7, message: 'May we come early?', reply: 'Yes, at one.' };
const inquiry = {
  inquiry_id: 3,
  guest_name: 'Moreau',
  channel: 'booking_com',
  message: 'A cot?',
  reply: 'Yes',
};
const request = {
  kind: 'booking',
  state: 'open',
  channel: 'airbnb',
  room_id: 101,
  checkin: '2026-06-12',
  checkout: '2026-06-15',
};
const task = { task_name: 'Linen', room_id: 101, unit: '204', date: '2026-06-12', order_id: 7 };
const review = { guest_name: 'Moreau', score: 9.5, channel: 'booking_com', title: 'Like home', order_id: 7 };
const guestReview = { guest_review_id: 1, state: 'open', channel: 'airbnb', order_id: 7 };
const unit = { unit_id: 5, room_id: 101, name: '204' };
const room = { room_id: 101, name: 'Superior' };
const closure = {
  closure_id: 1,
  unit: '204',
  fromdate: '2026-06-12',
  todate: '2026-06-14',
  kind: 'out_of_order',
  reason: 'Paint',
};
const stay = ['Gallagher', '204', '11', '15'];

/** The data of an event of each kind, and texts that its sentence has in every language. */
const SAMPLES: Record<EventKind, readonly [data: Record<string, unknown>, has: readonly string[]]> = {
  'booking.created': [booking, [...stay, 'Booking.com']],
  'booking.modified': [
    { ...booking, changed: ['checkout', 'notes'], before: { checkout: '2026-06-14T09:00:00.000Z' } },
    ['Gallagher', '14', '15', '→'],
  ],
  'booking.cancelled': [booking, stay],
  'booking.checked_in': [booking, ['Gallagher', '204']],
  'booking.checked_out': [booking, ['Gallagher', '204']],
  'booking.conflict': [{ ...booking, unit: null }, ['Gallagher', 'Superior', '11', '15']],
  'booking.held': [booking, stay],
  'booking.hold_expired': [booking, stay],
  'booking.hold_cancelled': [booking, stay],
  'availability.changed': [
    { room_id: 101, from: '2026-06-12', until: '2026-06-15', what: ['price', 'min_stay'] },
    ['Superior', '12', '14'],
  ],
  'message.received': [message, ['Gallagher']],
  'message.queued': [message, ['Gallagher']],
  'message.sent': [message, ['Gallagher']],
  'message.failed': [message, ['Gallagher']],
  'message.changed': [{ ...message, needs_reply: false, changed: ['needs_reply'] }, ['Gallagher']],
  'inquiry.received': [inquiry, ['Moreau', 'Booking.com']],
  'inquiry.queued': [inquiry, ['Moreau']],
  'inquiry.sent': [inquiry, ['Moreau']],
  'inquiry.failed': [inquiry, ['Moreau']],
  'inquiry.changed': [{ ...inquiry, needs_reply: true, changed: ['needs_reply'] }, ['Moreau']],
  'inquiry.booked': [{ inquiry_id: 3, channel: 'booking_com', order_id: 7 }, []],
  'guest_request.received': [request, ['Airbnb', 'Superior', '12', '15']],
  'guest_request.answered': [{ ...request, state: 'answering' }, ['Airbnb', 'Superior', '12', '15']],
  'guest_request.changed': [{ ...request, room_id: null, state: 'declined' }, ['Airbnb', '12', '15']],
  'task.created': [task, ['Linen', '204', '12']],
  'task.changed': [
    { ...task, status: 'done', changed: ['status'], before: { status: 'pending' } },
    ['Linen', '204', '→'],
  ],
  'accounting.posted': [
    { amount: 86, currency: 'EUR', type: 'payment', description: 'Dinner', order_id: 7 },
    ['Gallagher', '86', '€'],
  ],
  'guest_review.received': [guestReview, ['Gallagher', 'Airbnb']],
  'guest_review.written': [{ ...guestReview, state: 'queued' }, ['Gallagher', 'Airbnb']],
  'guest_review.changed': [{ ...guestReview, state: 'sent' }, ['Gallagher', 'Airbnb']],
  'review.received': [review, ['Moreau', '9', 'Booking.com']],
  'review.replied': [{ ...review, reply: 'Thank you' }, ['Moreau', 'Booking.com']],
  'review.changed': [{ ...review, delivery: 'failed' }, ['Moreau', 'Booking.com']],
  'channel.changed': [
    {
      channel: 'channex',
      state: 'error',
      ota_problems: [{ ota: 'booking_com', name: 'Lakeside', kind: 'deactivated' }],
    },
    ['Channex', 'Booking.com', 'Lakeside'],
  ],
  'guest.changed': [{ guest_id: 31 }, ['31']],
  'guest.merged': [{ guest_id: 31, merged_into: 30 }, ['31']],
  'guest.erased': [{ guest_id: 31 }, ['31']],
  'property.changed': [
    {
      name: 'Casa',
      settings: { checkin_time: '16:00', checkout_time: '11:00' },
      changed: ['name', 'settings'],
      before: { name: 'Haus', settings: { checkin_time: '15:00', checkout_time: '11:00' } },
    },
    ['Haus → Casa', '15:00 → 16:00'],
  ],
  'room.changed': [
    { ...room, price: 130, changed: ['price'], before: { price: 120 } },
    ['Superior', '120', '130'],
  ],
  'unit.changed': [
    { ...unit, condition: 'clean', changed: ['condition'], before: { condition: 'dirty' } },
    ['204', '→'],
  ],
  'template.changed': [{ template_id: 1, name: 'Directions' }, ['Directions']],
  'closure.created': [closure, ['204', '12', '14']],
  'closure.changed': [
    { ...closure, changed: ['todate'], before: { todate: '2026-06-13' } },
    ['204', '12', '13'],
  ],
  'closure.ended': [closure, ['204']],
  'proposal.created': [{ proposal_id: 41, state: 'open' }, ['41']],
  'proposal.decided': [{ proposal_id: 41, state: 'failed' }, ['41']],
  'proposal.reopened': [{ proposal_id: 41, state: 'open' }, ['41']],
};

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  test.each(EVENT_KINDS)('%s is a sentence with its facts', async (kind) => {
    const texts = await LANGUAGES[language].load();
    const [data, has] = SAMPLES[kind];
    const sentence = sentenceOf({ kind, data }, state, texts);
    for (const part of has) expect(sentence).toContain(part);
    expect(sentence).not.toMatch(/undefined|null|NaN|Invalid|\w\.\w+_|_/);
    expect(sentence).not.toContain(kind);
  });

  test('says that the house was archived, and taken out of the archive', async () => {
    const texts = await LANGUAGES[language].load();
    const say = (archived_at: string | null) =>
      sentenceOf(
        {
          kind: 'property.changed',
          data: { name: 'Casa', archived_at, changed: ['archived_at'], before: {} },
        },
        state,
        texts,
      );
    expect(say('2026-06-11T10:00:00.000Z')).toMatch(/archiv|arquiv/);
    expect(new Set([say('2026-06-11T10:00:00.000Z'), say(null)]).size).toBe(2);
  });

  test('has a sentence of its own for each kind', async () => {
    const texts = await LANGUAGES[language].load();
    const sentences = EVENT_KINDS.map((kind) => sentenceOf({ kind, data: SAMPLES[kind][0] }, state, texts));
    expect(new Set(sentences).size).toBe(EVENT_KINDS.length);
  });

  test('says whether rooms and units are new, changed or retired, and what closures mean', async () => {
    const texts = await LANGUAGES[language].load();
    const say = (kind: EventKind, data: object) => sentenceOf({ kind, data: { ...data } }, state, texts);
    const ways = [{}, { changed: ['name'], before: { name: 'Old' } }, { archived: true }];
    for (const kind of ['room.changed', 'unit.changed'] as const) {
      const record = kind === 'room.changed' ? room : unit;
      const said = ways.map((way) => say(kind, { ...record, ...way }));
      expect(new Set(said).size).toBe(3);
    }
    expect(say('closure.created', closure)).not.toBe(
      say('closure.created', { ...closure, kind: 'out_of_service' }),
    );
  });
});

test('rooms and units of a change have names, and tasks that innwire plans those of the language', async () => {
  const texts = await LANGUAGES.de.load();
  const moved = {
    ...task,
    room_id: 102,
    task_name: 'Turnover cleaning',
    changed: ['room_id'],
    before: { room_id: 101 },
  };
  const suite = { ...state.rooms.get(101)!, room_id: 102, name: 'Suite' };
  const known = { ...state, rooms: new Map([...state.rooms, [102, suite]]) };
  const sentence = sentenceOf({ kind: 'task.changed', data: moved }, known, texts);
  expect(sentence).toContain('Superior → Suite');
  expect(sentence).toContain('Reinigung nach Abreise');
  const units = new Map([
    [4, { name: '203' }],
    [5, { name: '204' }],
  ]) as unknown as typeof state.units;
  const change = { ...booking, unit_id: 5, changed: ['unit_id'], before: { unit_id: 4 } };
  expect(sentenceOf({ kind: 'booking.modified', data: change }, { ...state, units }, texts)).toContain(
    '203 → 204',
  );
});

test('without personal data the guest is not named, and a room that is gone has its number', async () => {
  const texts = await LANGUAGES.en.load();
  const { name: _, unit: __, ...anonymous } = booking;
  const sentence = sentenceOf(
    { kind: 'booking.created', data: { ...anonymous, room_id: 900 } },
    state,
    texts,
  );
  expect(sentence).toContain('A guest booked');
  expect(sentence).toContain('Room 900');
  const payment = { amount: 5, currency: 'EUR', type: 'payment', order_id: 99 };
  expect(sentenceOf({ kind: 'accounting.posted', data: payment }, state, texts)).toBe('Payment €5, stay 99');
});

test('a channel names the OTAs behind it with what is wrong, each once', async () => {
  const texts = await LANGUAGES.en.load();
  const say = (problems: object) =>
    sentenceOf(
      {
        kind: 'channel.changed',
        data: { channel: 'channex', state: 'connected', ...problems },
      },
      state,
      texts,
    ).replaceAll(/[\u2068\u2069]/g, '');
  const bookingCom = { ota: 'booking_com', name: 'Booking.com' };
  const ota_problems = [
    { ...bookingCom, kind: 'deactivated' },
    { ota: null, name: null, kind: 'sync_error' },
    { ...bookingCom, kind: 'rate_error' },
  ];
  expect(say({ ota_problems })).toBe(
    'Channex: connected · Booking.com: switched off, price not taken over · An OTA without a name: change not taken over',
  );
  expect([say({ ota_problems: [] }), say({})]).toEqual(['Channex: connected', 'Channex: connected']);
});

test('a unit that gets the condition it had says which, and no moment', async () => {
  const texts = await LANGUAGES.en.load();
  const again = {
    ...unit,
    condition: 'clean',
    changed: ['condition_at'],
    before: { condition_at: 'earlier' },
  };
  expect(sentenceOf({ kind: 'unit.changed', data: again }, state, texts)).toBe('204: clean');
});

test('a kind that the desk does not know yet is shown by its name', async () => {
  const texts = await LANGUAGES.en.load();
  const event = { kind: 'sauna.booked' as EventKind, data: {} };
  expect(sentenceOf(event, state, texts)).toBe('sauna.booked');
  expect([groupOf('sauna.booked'), orderIdOf(event), quoteOf(event)]).toEqual(['house', null, null]);
});

test('an event leads to its stay, and quotes what was written', () => {
  expect(orderIdOf({ kind: 'message.received', data: message })).toBe(7);
  expect(orderIdOf({ kind: 'accounting.posted', data: { order_id: null } })).toBeNull();
  expect(quoteOf({ kind: 'message.received', data: message })).toBe('May we come early?');
  expect(quoteOf({ kind: 'message.sent', data: message })).toBe('Yes, at one.');
  expect(quoteOf({ kind: 'closure.created', data: closure })).toBe('Paint');
});

test('a name from outside stands apart, whatever it holds', async () => {
  const texts = await LANGUAGES.en.load();
  const name = 'Ada\u2069 is checked out \u202e204';
  const sentence = sentenceOf({ kind: 'booking.checked_in', data: { ...booking, name } }, state, texts);
  expect(sentence).toContain('\u2068Ada is checked out 204\u2069');
  expect(sentence.match(/[\u202a-\u202e\u2066-\u2069]/g)).toHaveLength(2);
});
