// How far an erasure reaches: to every copy that innwire made of the person, and not to other people.
import { beforeEach, describe, expect, test } from 'vitest';
import { storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import { OPERATOR_KEY, type TestProperty, useApi } from '../harness/api.ts';
import { CANARY_BOOKED_AT as BOOKED_AT, ingest, order } from './canary.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const AFTERWARDS = Temporal.Instant.from('2026-08-15T10:00:00Z');
beforeEach(() => {
  api.clock = BOOKED_AT;
});

const LEADER = { name: 'Vadaq Sortwell', email: 'vadaq@sortwell.example', phone: '+351 912 345 678' };
const STAY = { checkin: '2026-07-01', checkout: '2026-07-04' };
const LEFT = /vadaq|sortwell|912\s?345\s?678/i;

const erase = (property: TestProperty, guest: number, body: object = {}, query = '') =>
  api.operator('POST', `/properties/${property.hotelId}/guests/${guest}/erase${query}`, body);

/** Returns the rows of the property that match, without columns that are ids. */
async function rowsWith({ hotelId }: TestProperty, pattern: RegExp): Promise<string[]> {
  const tables = await api.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'hotel_id' and table_name <> 'properties'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await api.db.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} as t where hotel_id = $1`,
      [hotelId],
    );
    found.push(...rows.filter(({ row }) => pattern.test(row)).map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

async function book(property: TestProperty, guest: object, more: object = {}) {
  const { body, status, text } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    ...STAY,
    price: 300,
    ...guest,
    ...more,
  });
  expect(status, text).toBe(200);
  return body as { order_id: number; guest_id: number };
}

/** Sends an operator's request with an idempotency key. */
const post = ({ hotelId }: TestProperty, path: string, body: object, key?: string) =>
  api.request('POST', `/operator/properties/${hotelId}/${path}`, {
    body,
    headers: {
      authorization: `Bearer ${OPERATOR_KEY}`,
      ...(key && { 'idempotency-key': `${key}-${hotelId}` }),
    },
  });
const pay = (property: TestProperty, entry: object, key?: string) =>
  post(property, 'accounting', { amount: 1, type: 'payment', confirm: true, ...entry }, key);

async function bookGroup(property: TestProperty, rooms: object[] = [{}, { name: 'Fribnald Oxnard' }]) {
  const group = await api.post(
    `/api/groups/${property.token}`,
    {
      ...LEADER,
      ...STAY,
      notes: 'Vadaq wants a cot',
      reference: 'Wedding Sortwell',
      rooms: rooms.map((room) => ({ room_id: property.room, price: 200, ...room })),
    },
    { 'idempotency-key': `group-${property.hotelId}` },
  );
  expect(group.status, group.text).toBe(200);
  return group.body;
}

describe('an erasure of who made a group', () => {
  test('empties the contact and notes that innwire copied to the rooms of others, and nothing else of them', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { group_id, bookings } = await bookGroup(property);
    const paid = await post(
      property,
      `groups/${group_id}/payments`,
      { description: 'Cash of Vadaq Sortwell', reference: 'Sortwell, Vadaq' },
      'paid',
    );
    expect(paid.status, paid.text).toBe(200);
    api.clock = AFTERWARDS;
    const done = await erase(property, bookings[0].guest_id);
    expect(done.status, done.text).toBe(200);
    expect(done.body.guest_ids).toEqual([bookings[0].guest_id]);
    expect(done.body.others).toEqual([
      { guest_id: bookings[1].guest_id, name: 'Fribnald Oxnard', reasons: ['email', 'phone'] },
    ]);
    expect(await rowsWith(property, LEFT)).toEqual([]);
    const [, other] = (await api.get(`/api/bookings/${property.token}`)).body.toSorted(
      (a: any, b: any) => a.order_id - b.order_id,
    );
    expect(other).toMatchObject({ name: 'Fribnald Oxnard', email: null, phone: null, notes: null });
  });

  test('finds the contact in texts of no booking too: that another guest has a copy of it makes it nobody else’s', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { group_id, bookings } = await bookGroup(property);
    const texts = [`Ask ${LEADER.email}`, `Call ${LEADER.phone}`, `Call ${LEADER.phone.replaceAll(' ', '')}`];
    const [own, other] = bookings;
    for (const text of texts) {
      // One task falls into the stay, one is of nobody's.
      for (const date of [STAY.checkin, '2026-09-01'])
        expect(
          (await post(property, 'tasks', { room_id: property.room, task_name: text, date })).status,
        ).toBe(200);
      for (const order_id of [undefined, own.order_id, other.order_id])
        expect((await pay(property, { description: text, reference: text, order_id })).status).toBe(200);
      expect(
        (await post(property, `groups/${group_id}/payments`, { description: text, amount: 2, confirm: true }))
          .status,
      ).toBe(200);
    }
    api.clock = AFTERWARDS;
    const done = await erase(property, own.guest_id);
    expect(done.status, done.text).toBe(200);
    expect(await rowsWith(property, LEFT)).toEqual([]);
    expect(await rowsWith(property, /fribnald/i)).not.toEqual([]);
  });

  test('keeps the contact of who made it when another guest of it is erased', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { bookings } = await bookGroup(property);
    api.clock = AFTERWARDS;
    expect((await erase(property, bookings[1].guest_id)).status).toBe(200);
    expect(await rowsWith(property, /fribnald|oxnard/i)).toEqual([]);
    expect(
      (await api.get(`/api/bookings/${property.token}?order_id=${bookings[0].order_id}`)).body,
    ).toMatchObject([{ ...LEADER, notes: 'Vadaq wants a cot' }]);
  });

  test('erases the profiles that an order of a channel made of one person, each room one', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const [room] = order().rooms;
    const rooms = ['1', '2'].map((key) => ({
      ...room!,
      key,
      guestName: LEADER.name,
      notes: 'Vadaq wants a cot',
    }));
    await ingest(api, property, order({ guest: LEADER, rooms, notes: null }));
    const [one, two] = (await api.get(`/api/bookings/${property.token}`)).body;
    expect(one.guest_id).not.toBe(two.guest_id);
    expectProblem(await erase(property, one.guest_id), 400, 'guest_expected');
    api.clock = AFTERWARDS;
    const planned = await erase(property, one.guest_id, {}, '?dry_run=true');
    expect(planned.body.guest_ids).toEqual([one.guest_id, two.guest_id].toSorted((a, b) => a - b));
    const done = await erase(property, one.guest_id);
    expect(done.body).toEqual({ ...planned.body, dry_run: false });
    expect(await rowsWith(property, LEFT)).toEqual([]);
  });

  test('names other profiles with the same e-mail, and erases them when asked', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const one = await book(property, LEADER);
    const two = await book(property, { ...LEADER, name: 'V. Sortwell', phone: null });
    api.clock = AFTERWARDS;
    const planned = await erase(property, one.guest_id, {}, '?dry_run=true');
    expect(planned.body.others).toEqual([
      { guest_id: two.guest_id, name: 'V. Sortwell', reasons: ['email'] },
    ]);
    const done = await erase(property, one.guest_id, { guest_ids: [two.guest_id] });
    expect(done.body).toMatchObject({ guest_ids: [one.guest_id, two.guest_id], others: [] });
    expect(await rowsWith(property, LEFT)).toEqual([]);
    expectProblem(await erase(property, one.guest_id, { guest_ids: [999_999_999] }), 400, 'unknown_guest');
  });
});

test('an erasure finds the person in ids of requests, which callers choose', async () => {
  const property = await api.property();
  const { guest_id, order_id } = await book(property, LEADER);
  const headers = { 'x-request-id': 'call-from:+351912345678' };
  await api.get(`/api/bookings/${property.token}`, headers);
  const changed = await api.request(
    'PATCH',
    `/operator/properties/${property.hotelId}/bookings/${order_id}`,
    {
      body: { notes: 'late' },
      headers: { ...headers, authorization: `Bearer ${OPERATOR_KEY}` },
    },
  );
  expect(changed.status, changed.text).toBe(200);
  await api.get(`/api/logs/${property.token}`); // what is buffered is stored
  expect((await rowsWith(property, /912345678/)).length).toBeGreaterThan(2);
  api.clock = AFTERWARDS;
  expect((await erase(property, guest_id)).status).toBe(200);
  expect(await rowsWith(property, LEFT)).toEqual([]);
});

test('an erasure finds the person in templates that were made of a reply, in their log and in stored answers', async () => {
  const property = await api.property();
  const { guest_id } = await book(property, LEADER);
  const texts = { en: 'Dear Vadaq Sortwell,\n\nyour key is in the box. {{ property }}', de: 'Guten Tag' };
  const key = { 'idempotency-key': `template-${property.hotelId}` };
  const made = await api.post(`/api/message_templates/${property.token}`, { name: 'Key', texts }, key);
  expect(made.status, made.text).toBe(200);
  const path = `/api/message_templates/${property.token}?template_id=${made.body.template_id}`;
  await api.request('PATCH', path, { body: { texts: { ...texts, de: 'Guten Tag, Vadaq Sortwell' } } });
  api.clock = AFTERWARDS;
  expect((await erase(property, guest_id)).status).toBe(200);
  expect(await rowsWith(property, LEFT)).toEqual([]);
  const [left] = (await api.get(`/api/message_templates/${property.token}`)).body;
  expect(left.texts).toEqual({
    de: 'Guten Tag, (erased)',
    en: 'Dear (erased),\n\nyour key is in the box. {{ property }}',
  });
});

describe('an erasure finds the person in the texts of their own bookings', () => {
  test.each([
    ['Ann', 'Cash of Ann, not Anna', 'Cash of (erased), not Anna'],
    ['山田太郎', '山田太郎さん', '(erased)さん'],
    ['김철수', '김철수 님', '(erased) 님'],
    ['Jürgen Groß', 'JÜRGEN  GROSS', '(erased)'],
    ['Jürgen Groß', 'Jürgen Groß'.normalize('NFD'), '(erased)'],
    ['Hans Ørsted', 'Oersted, HANS; Orsted', '(erased); (erased)'],
    ['Hans Oersted', 'Hans Ørsted', '(erased)'],
    ['Åse Åse', 'Aase or Ase or Åse', '(erased) or (erased) or (erased)'],
    ['Þór Þór', 'Thor', '(erased)'],
    ['Νίκος Παπαδόπουλος', 'ΝΙΚΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', '(erased)'],
    ['Ирина Ковалёва', 'КОВАЛЕВА', '(erased)'],
    ['Vadaq Sortwell', 'Sortwell, Vadaq', '(erased)'],
    ['Vadaq Sortwell', 'Mr Sortwell', 'Mr (erased)'],
    ['Vadaq Sortwell', 'call 0912345678 or 00351912345678', 'call 0912345678 or (erased)'],
  ])('%s in %s', async (name, text, expected) => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { order_id, guest_id } = await book(property, { ...LEADER, name });
    expect((await pay(property, { description: text, order_id }, 'own')).status).toBe(200);
    api.clock = AFTERWARDS;
    expect((await erase(property, guest_id)).status).toBe(200);
    const entries = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(entries.find((entry: any) => entry.type === 'payment').description).toBe(expected);
    const [event] = await api.db.query<{ data: any }>(
      `select data from events where hotel_id = $1 and kind = 'accounting.posted' and data ->> 'type' = 'payment'`,
      [property.hotelId],
    );
    expect(event!.data.description).toBe(expected);
    const [answer] = await api.db.query<{ answer: { json: string } }>(
      `select answer from idempotency_keys where hotel_id = $1 and key like 'own-%'`,
      [property.hotelId],
    );
    expect(JSON.parse(answer!.answer.json).description).toBe(expected);
  });

  test('also by given and family name, company, VAT number and companions', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { order_id, guest_id } = await book(property, LEADER, {
      companions: [{ name: 'Wixplum Sortwell' }],
    });
    await api.request('PATCH', `/api/guests/${property.token}?guest_id=${guest_id}`, {
      body: {
        given_name: 'Drobnik',
        family_name: 'Quorvint',
        company: 'Plimsoll Ltd',
        vat_id: 'PT509442013',
      },
    });
    const description = 'Drobnik Quorvint, Quorvint, Plimsoll Ltd, PT509442013, Wixplum Sortwell';
    await pay(property, { description, order_id });
    api.clock = AFTERWARDS;
    expect((await erase(property, guest_id)).status).toBe(200);
    expect(await rowsWith(property, /drobnik|quorvint|plimsoll|509442013|wixplum/i)).toEqual([]);
  });
});

describe('a person who also came along with others', () => {
  const OTHER = { name: 'Grace Hopper', checkin: '2026-06-20', checkout: '2026-06-22' };

  test('is erased from the companions of their bookings, whose other companions stay', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { guest_id } = await book(property, LEADER);
    const companions = [
      { name: 'Sortwell, Vadaq', age: 40 },
      { name: 'Bo Example', age: 6 },
    ];
    const { order_id } = (
      await api.post(
        `/api/bookings/${property.token}`,
        { room_id: property.room, price: 300, ...OTHER, companions },
        { 'idempotency-key': `companions-${property.hotelId}` },
      )
    ).body;
    const { order_id: untouched } = await book(property, OTHER, {
      companions: [{ name: 'Ida "Ö" Example' }],
    });
    await api.db.query(
      `update reservations set differences = $2 where hotel_id = $1 and reservation_id = ${order_id}`,
      [
        property.hotelId,
        JSON.stringify([{ since: '2026-06-15T10:00:00Z', value: companions, member: 'companions' }]),
      ],
    );
    api.clock = AFTERWARDS;
    const { body } = await erase(property, guest_id);
    expect(body.erased.find((one: any) => one.table === 'reservations')).toEqual({
      table: 'reservations',
      rows: 2,
    });
    expect(await rowsWith(property, LEFT)).toEqual([]);
    const [booking] = (await api.get(`/api/bookings/${property.token}?order_id=${order_id}`)).body;
    const left = [
      { name: expect.not.stringMatching(LEFT), age: 40 },
      { name: 'Bo Example', age: 6 },
    ];
    expect(booking).toMatchObject({ name: 'Grace Hopper', companions: left, differences: [{ value: left }] });
    const [other] = (await api.get(`/api/bookings/${property.token}?order_id=${untouched}`)).body;
    expect(other.companions).toEqual([{ name: 'Ida "Ö" Example', age: null }]);
    expect((await api.get(`/api/bookings/${property.token}?search=sortwell`)).body).toEqual([]);
  });

  test('stays there if another guest has the same name', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { guest_id } = await book(property, LEADER);
    await book(property, { name: LEADER.name });
    const { order_id } = await book(property, OTHER, { companions: [{ name: LEADER.name }] });
    api.clock = AFTERWARDS;
    await erase(property, guest_id);
    const [booking] = (await api.get(`/api/bookings/${property.token}?order_id=${order_id}`)).body;
    expect(booking.companions).toEqual([{ name: LEADER.name, age: null }]);
  });
});

describe('an erasure leaves alone', () => {
  test('the records of another guest of the same name, and texts that may mean either', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { hotelId, token, room } = property;
    const { guest_id } = await book(property, LEADER);
    const other = await api.post(`/api/groups/${token}`, {
      name: LEADER.name,
      ...STAY,
      reference: 'Wedding Vadaq Sortwell',
      rooms: [
        { room_id: room, price: 1 },
        { room_id: room, price: 1 },
      ],
    });
    const { order_id } = other.body.bookings[0];
    await pay(property, { description: 'Cash of Vadaq Sortwell', order_id });
    await pay(property, { description: 'Salary Vadaq Sortwell' });
    await pay(property, { description: 'Refund to vadaq@sortwell.example' });
    api.clock = AFTERWARDS;
    const done = await erase(property, guest_id);
    expect(done.body.others).toMatchObject([{ reasons: ['name'] }]);
    const texts = (await api.get(`/api/accounting/${token}`)).body.map((entry: any) => entry.description);
    expect(texts).toEqual(
      expect.arrayContaining(['Cash of Vadaq Sortwell', 'Salary Vadaq Sortwell', 'Refund to (erased)']),
    );
    const groups = (await api.operator('GET', `/properties/${hotelId}/groups`)).body;
    expect(groups.map((group: any) => group.reference)).toEqual(['Wedding Vadaq Sortwell']);
  });

  test('texts of the house that have a word which somebody gave as a name', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { hotelId, token, room } = property;
    const { guest_id } = await book(property, { name: 'Payment', email: null, phone: '+298 123456' });
    await pay(property, { description: 'Payment of the laundry, invoice 123456' });
    await api.operator('POST', `/properties/${hotelId}/tasks`, {
      room_id: room,
      task_name: 'Check the payment terminal',
      date: '2026-09-01',
    });
    await storeCycles(api.db, hotelId, [
      {
        entry: {
          createdAt: BOOKED_AT,
          summary: 'pushed payment rules',
          channel: 'booking_com',
          direction: 'push',
          operation: 'availability',
          outcome: 'ok',
          items: 1,
          durationMs: 1,
          error: null,
        },
        exchanges: [
          {
            at: BOOKED_AT,
            method: 'POST',
            url: 'https://channel.example/payment/123456',
            request: '{"type":"payment","id":123456}',
            status: 200,
            response: '',
            error: null,
            durationMs: 1,
          },
        ],
      },
    ]);
    const untouched = async () =>
      Promise.all(
        [
          'select description from ledger_entries where hotel_id = $1 and reservation_id is null',
          'select name from tasks where hotel_id = $1 and reservation_id is null',
          'select request, url from exchanges where hotel_id = $1',
          `select summary from activity where hotel_id = $1 and kind = 'sync'`,
          `select changed from operator_actions where hotel_id = $1 and operation <> 'eraseGuest'`,
          'select data from events where hotel_id = $1 and (data ->> $$reservationId$$) is null',
        ].map(async (statement) => (await api.db.query(statement, [hotelId])).slice(0, 20)),
      );
    const before = await untouched();
    api.clock = AFTERWARDS;
    const done = await erase(property, guest_id);
    expect(done.status, done.text).toBe(200);
    const after = await untouched();
    expect(after.slice(0, 5)).toEqual(before.slice(0, 5));
    expect(after[5]!.slice(0, before[5]!.length)).toEqual(before[5]);
    expect((await api.get(`/api/bookings/${token}`)).body).toMatchObject([{ name: 'Erased guest' }]);
  });
});

describe('an order of two guests of whom one was erased', () => {
  const room = order().rooms[0]!;
  const rooms = [
    { ...room, key: '1', guestName: LEADER.name, notes: 'Sortwell has a dog' },
    { ...room, key: '2', guestName: 'Fribnald Oxnard', notes: 'a cot' },
  ];
  const version = (more: object) =>
    order({ guest: { name: '', email: null, phone: null }, rooms, notes: null, ...more });

  test('keeps what later versions, messages and reviews say of the other, who is still expected', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { token } = property;
    await ingest(api, property, version({}));
    const bookings = async () =>
      (await api.get(`/api/bookings/${token}`)).body.toSorted((a: any, b: any) => a.order_id - b.order_id);
    const [one] = await bookings();
    await api.delete(`/api/bookings/${token}?order_id=${one.order_id}&date=2026-07-10`);
    expect((await erase(property, one.guest_id)).status).toBe(200);
    expect(await rowsWith(property, LEFT)).toEqual([]);
    const changed = [
      { ...rooms[0]!, guestName: 'Vadaq Sortwell' },
      { ...rooms[1]!, guestName: 'Fribnald Q. Oxnard', notes: 'a cot and a chair' },
    ];
    await ingest(
      api,
      property,
      version({ revision: '2', status: 'modified', rooms: changed, notes: 'late arrival', guest: LEADER }),
    );
    expect(await rowsWith(property, LEFT)).toEqual([]);
    const other = (await bookings()).find((booking: any) => booking.name.includes('Fribnald'));
    expect(other).toMatchObject({ name: 'Fribnald Q. Oxnard', email: null });
    expect(other.notes).toContain('late arrival');
    expect(other.notes).toContain('a cot and a chair');
  });

  test('what waits for a decision is erased with the person, but for what says nothing of one', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const at = `/properties/${property.hotelId}/bookings`;
    await ingest(api, property, order({ rooms: [room], notes: null }));
    const [booking] = (await api.get(`/api/bookings/${property.token}`)).body;
    await api.operator('PATCH', `${at}/${booking.order_id}`, { name: 'Somebody Else', price: 150 });
    const changed = { guest: LEADER, rooms: [{ ...room, total: '210.00' }], notes: null };
    await ingest(api, property, order({ revision: '2', status: 'modified', ...changed }));
    const members = async () => {
      const [{ differences }] = (await api.get(`/api/bookings/${property.token}`)).body;
      return differences.map(({ member }: { member: string }) => member).toSorted();
    };
    expect(await members()).toEqual(['name', 'price']);
    api.clock = AFTERWARDS;
    expect((await erase(property, booking.guest_id)).status).toBe(200);
    expect(await members()).toEqual(['price']);
    expect(await rowsWith(property, LEFT)).toEqual([]);
  });

  test('keeps the contact of who made it, if the other one was erased', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    await ingest(api, property, version({}));
    const [one, two] = (await api.get(`/api/bookings/${property.token}`)).body.toSorted(
      (a: any, b: any) => a.order_id - b.order_id,
    );
    await api.delete(`/api/bookings/${property.token}?order_id=${two.order_id}&date=2026-07-10`);
    expect((await erase(property, two.guest_id)).status).toBe(200);
    await ingest(
      api,
      property,
      version({ revision: '2', status: 'modified', guest: LEADER, rooms: [rooms[0]!] }),
    );
    const found = await api.get(`/api/bookings/${property.token}?order_id=${one.order_id}`);
    expect(found.body).toMatchObject([LEADER]);
    expect(await rowsWith(property, /fribnald|oxnard/i)).toEqual([]);
  });
});

describe('exchanges with channels', () => {
  const thread = '5b7a1c9e-0d2f-4c6a-9a57-3f1e8b2d4c60';
  const exchange = (url: string, response: string) => ({
    at: BOOKED_AT,
    method: 'GET',
    url: `https://channel.example/${url}`,
    request: '',
    status: 200,
    response,
    error: null,
    durationMs: 1,
  });
  const storeExchanges = (hotelId: number, exchanges: ReturnType<typeof exchange>[]) =>
    storeCycles(api.db, hotelId, [
      {
        entry: {
          createdAt: BOOKED_AT,
          summary: 'read',
          channel: 'booking_com',
          direction: 'pull',
          operation: 'messages',
          outcome: 'ok',
          items: 1,
          durationMs: 1,
          error: null,
        },
        exchanges,
      },
    ]);

  test('are emptied that name the order or the conversation as the channel writes them, or both parts of the name', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const kept = exchange('rates', '{"message":"Vadaq is a first name","id":"5b7a1c9e"}');
    await storeExchanges(property.hotelId, [
      exchange(`message_threads/${thread}/messages`, '{"message":"My dog comes along"}'),
      exchange('booking_revisions/feed', '{"ota_reservation_code":"HM4SXQ2B","notes":"a quiet room"}'),
      exchange('booking_revisions/feed', '{"customer":{"name":"VADAQ","phone":null,"surname":"Sortwell"}}'),
      exchange('orders', '<guest><first>Vadaq</first><last>Sortwell</last></guest>'),
      exchange('orders?mail=vadaq%40sortwell.example', ''),
      exchange('orders', '{"phone":"+351912345678"}'),
      kept,
    ]);
    const rooms = order().rooms.map((room) => ({ ...room, guestName: null, notes: null }));
    const sold = {
      reference: 'airbnb/HM4SXQ2B',
      thread: `booking/${thread}`,
      guest: LEADER,
      rooms,
      notes: null,
    };
    await ingest(api, property, order(sold));
    const [booking] = (await api.get(`/api/bookings/${property.token}`)).body;
    api.clock = AFTERWARDS;
    const done = await erase(property, booking.guest_id);
    expect(done.body.erased).toContainEqual({ table: 'exchanges', rows: 6 });
    const left = await api.db.query(
      `select url, response from exchanges where hotel_id = $1 and url <> '(erased)'`,
      [property.hotelId],
    );
    expect(left).toEqual([{ url: kept.url, response: kept.response }]);
  });
});

describe('stored answers of idempotency keys', () => {
  test('lose the person in entries and tasks of no booking, too', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { guest_id } = await book(property, LEADER);
    await pay(property, { description: 'Cash of Vadaq Sortwell' }, 'entry');
    const called = { task_name: 'Call +351 912-345-678', assignee: 'Vadaq Sortwell' };
    const task = await post(
      property,
      'tasks',
      { room_id: property.room, date: '2026-09-01', ...called },
      'task',
    );
    expect(task.status, task.text).toBe(200);
    api.clock = AFTERWARDS;
    expect((await erase(property, guest_id)).status).toBe(200);
    expect(await rowsWith(property, LEFT)).toEqual([]);
  });
});

test('an answer of a webhook to an event of the person is removed, in whatever form it repeats the person', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const { guest_id } = await book(property, LEADER);
  const [{ seq }] = (await api.get(`/api/events/${property.token}`)).body.filter(
    (event: any) => event.kind === 'booking.created',
  );
  await api.db.query(
    `insert into webhooks (hotel_id, webhook_id, url, active, secret, cursor_seq, created_at, updated_at)
     values ($1::bigint, 4711 + $1::bigint, 'https://hooks.example', true, '', 0, $2, $2)`,
    [property.hotelId, BOOKED_AT],
  );
  const answer = Buffer.from(JSON.stringify(LEADER)).toString('base64');
  await api.db.query(
    `insert into webhook_deliveries (hotel_id, webhook_id, seq, kind, attempt, at, delivered, latency_ms, answer)
     values ($1::bigint, 4711 + $1::bigint, $4, 'booking.created', 1, $2, true, 1, $3)`,
    [property.hotelId, BOOKED_AT, answer, seq],
  );
  api.clock = AFTERWARDS;
  expect((await erase(property, guest_id)).status).toBe(200);
  expect(await rowsWith(property, new RegExp(answer.slice(0, 20)))).toEqual([]);
});
