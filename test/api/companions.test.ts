// Companions of a stay: entered, changed and removed on every way by which bookings are written, found by their names, and erased.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { otaOrders } from './outside-events.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const STAY = { name: 'Ada Lovelace', checkin: '2026-07-01', checkout: '2026-07-04', price: 300 };

const book = (property: TestProperty, more: object = {}) =>
  api.post(`/api/bookings/${property.token}`, { room_id: property.room, ...STAY, ...more });

const change = (property: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${property.token}?order_id=${order}`, { body });

const stored = async (property: TestProperty, order: number) =>
  (await api.get(`/api/bookings/${property.token}?order_id=${order}`)).body[0];

describe('companions', () => {
  test('are entered with the booking, replaced as a whole, and removed', async () => {
    const property = await api.property();
    const given = [{ name: ' Bo Example ', age: 6 }, { name: 'Ida Example' }, { name: 'Uma', age: null }];
    const { body } = await book(property, { companions: given });
    const companions = [
      { name: 'Bo Example', age: 6 },
      { name: 'Ida Example', age: null },
      { name: 'Uma', age: null },
    ];
    expect(body.companions).toEqual(companions);
    const order = body.order_id;
    expect((await change(property, order, { notes: 'A cot' })).body.companions).toEqual(companions);
    const replaced = await change(property, order, { companions: [{ name: 'Bo Example', age: 7 }] });
    expect(replaced.body.companions).toEqual([{ name: 'Bo Example', age: 7 }]);
    expect(await stored(property, order)).toEqual(replaced.body);
    expect((await change(property, order, { companions: [] })).body.companions).toBeNull();
    await change(property, order, { companions: given });
    expect((await change(property, order, { companions: null })).body.companions).toBeNull();
    expect(
      (await book(property, { companions: [], checkin: '2026-08-01', checkout: '2026-08-02' })).body,
    ).toMatchObject({
      companions: null,
    });
  });

  test('are written with the operator key and for each room of a group', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const operated = await api.operator('POST', `/properties/${property.hotelId}/bookings`, {
      room_id: property.room,
      ...STAY,
      companions: [{ name: 'Bo Example', age: 0 }],
    });
    expect(operated.body.companions).toEqual([{ name: 'Bo Example', age: 0 }]);
    const changed = await api.operator(
      'PATCH',
      `/properties/${property.hotelId}/bookings/${operated.body.order_id}`,
      { companions: [{ name: 'Cy Example', age: 120 }] },
    );
    expect(changed.body.companions).toEqual([{ name: 'Cy Example', age: 120 }]);
    const room = { room_id: property.room, price: 100 };
    const group = await api.post(`/api/groups/${property.token}`, {
      name: 'Ada Lovelace',
      checkin: '2026-07-01',
      checkout: '2026-07-04',
      rooms: [{ ...room, companions: [{ name: 'Dee Example' }] }, room],
    });
    expect(group.body.bookings.map((one: any) => one.companions)).toEqual([
      [{ name: 'Dee Example', age: null }],
      null,
    ]);
    const refused = await api.post(`/api/groups/${property.token}`, {
      name: 'Ada Lovelace',
      checkin: '2026-07-10',
      checkout: '2026-07-14',
      rooms: [room, { ...room, companions: [{ name: '  ' }] }],
    });
    expectProblem(refused, 400, 'invalid_data', ['rooms.1.companions.0.name']);
  });

  test.each([
    ['an age below 0', [{ name: 'Bo' }, { name: 'Ida', age: -1 }], 'companions.1.age'],
    ['an age above 120', [{ name: 'Bo', age: 121 }], 'companions.0.age'],
    ['half a year', [{ name: 'Bo', age: 6.5 }], 'companions.0.age'],
    ['no name', [{ age: 6 }], 'companions.0.name'],
    ['an empty name', [{ name: '' }], 'companions.0.name'],
    ['a blank name', [{ name: 'Bo' }, { name: '   ' }], 'companions.1.name'],
    ['a name of control characters', [{ name: '\u001b\u200b' }], 'companions.0.name'],
    ['a name that is too long', [{ name: 'x'.repeat(201) }], 'companions.0.name'],
    ['a member that is not known', [{ name: 'Bo', born: '2020-01-01' }], 'companions.0.born'],
    ['a text in place of the list', 'Bo', 'companions'],
    ['a text in place of a companion', ['Bo'], 'companions.0'],
    ['more than a hundred', Array(101).fill({ name: 'Bo' }), 'companions'],
  ])('%s is refused, and the place is named', async (_, companions, field) => {
    const property = await api.property();
    expectProblem(await book(property, { companions }), 400, 'invalid_data', [field]);
    const { body } = await book(property);
    expectProblem(await change(property, body.order_id, { companions }), 400, 'invalid_data', [field]);
    expect((await stored(property, body.order_id)).companions).toBeNull();
  });

  test('are kept as other names are: without control characters and numbers of cards', async () => {
    const property = await api.property();
    const { body } = await book(property, {
      companions: [{ name: '\u202eBo\u001b[31m Example' }, { name: 'Ida 4111 1111 1111 1111' }],
    });
    expect(body.companions.map((one: any) => one.name)).toEqual(['Bo[31m Example', 'Ida ***']);
  });

  test('may be more than the guests of the booking, whose number stays', async () => {
    const property = await api.property();
    const { body } = await book(property, { adults: 1, companions: [{ name: 'Bo' }, { name: 'Ida' }] });
    expect(body).toMatchObject({ guests: 1, companions: [{ name: 'Bo' }, { name: 'Ida' }] });
  });

  test('that name the person who was erased for the booking are refused', async () => {
    const property = await api.property();
    const { body } = await book(property, { companions: [{ name: 'Bo Example' }] });
    api.clock = Temporal.Instant.from('2026-08-15T10:00:00Z');
    await api.operator('POST', `/properties/${property.hotelId}/guests/${body.guest_id}/erase`, {});
    expect((await stored(property, body.order_id)).companions).toBeNull();
    const answer = await change(property, body.order_id, { companions: [{ name: 'Bo Example' }] });
    expectProblem(answer, 400, 'guest_erased');
    expect((await change(property, body.order_id, { companions: null })).status).toBe(200);
  });
});

describe('companions of a stay of a channel', () => {
  const BO = { name: 'Bo Example', age: 6 };
  const IDA = { name: 'Ida Example', age: null };
  const OWN = [BO, { name: 'Uma Own', age: 9 }];

  /** Sells a stay in which the channel names these guests; `undefined` = it names none. */
  const sold = async (guests?: (typeof BO | typeof IDA)[]) => {
    const property = await api.property();
    const receive = await otaOrders(api, property);
    const send = (named: typeof guests, notes: string | null = null) =>
      receive({ notes, rooms: [named ? { guests: named } : {}] });
    const { reservationIds } = await send(guests);
    return { property, send, order: reservationIds[0]! };
  };

  test.each([
    ['names no guests', undefined, null],
    ['names others', [BO, IDA], [BO, IDA]],
  ])('are kept as the house entered them when a channel that %s changes something else', async (_, guests, first) => {
    const { property, send, order } = await sold(guests);
    expect((await stored(property, order)).companions).toEqual(first);
    await change(property, order, { companions: OWN });
    await send(guests, 'A cot, please');
    expect(await stored(property, order)).toMatchObject({
      companions: OWN,
      notes: 'A cot, please',
      differences: null,
    });
  });

  test('are kept when the channel changes them afterwards, and what it names is decided by people', async () => {
    const { property, send, order } = await sold([BO]);
    await change(property, order, { companions: OWN });
    await send([BO, IDA]);
    const booking = await stored(property, order);
    expect(booking).toMatchObject({
      companions: OWN,
      differences: [{ member: 'companions', value: [BO, IDA] }],
    });
    const decided = await change(property, order, { companions: booking.differences[0].value });
    expect(decided.body).toMatchObject({ companions: [BO, IDA], differences: null });
  });

  test('that the house has removed do not come back, and are decided if the channel names others', async () => {
    const { property, send, order } = await sold([BO]);
    await change(property, order, { companions: null });
    await send([BO], 'Late');
    expect(await stored(property, order)).toMatchObject({ companions: null, differences: null });
    await send([IDA]);
    expect(await stored(property, order)).toMatchObject({
      companions: null,
      differences: [{ member: 'companions', value: [IDA] }],
    });
  });

  test('follow the channel as long as the house has not changed them', async () => {
    const { property, send, order } = await sold([BO]);
    await send([IDA]);
    expect(await stored(property, order)).toMatchObject({ companions: [IDA], differences: null });
  });
});

describe('a companion', () => {
  const search = async (property: TestProperty, query: string) => {
    const answer = await api.get(`/api/bookings/${property.token}?${query}`);
    return answer.body.map((one: any) => one.name);
  };

  test('is found by name, in each spelling, until the list says somebody else', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const { body } = await book(property, {
      companions: [{ name: 'Åse Ørsted' }, { name: "Sinéad O'Brien" }],
    });
    await book(property, { name: 'Grace Hopper' });
    for (const text of ['orsted', 'Oersted', 'aase', 'obrien', 'sinead o', 'ada sinead', 'Ørsted Ase'])
      for (const parameter of ['search', 'name'])
        expect(await search(property, `${parameter}=${encodeURIComponent(text)}`), text).toEqual([
          'Ada Lovelace',
        ]);
    expect(await search(property, 'search=rsted')).toEqual([]);
    expect(await search(property, 'email=orsted')).toEqual([]);
    await change(property, body.order_id, { companions: [{ name: 'Uma' }] });
    expect(await search(property, 'search=orsted')).toEqual([]);
    expect(await search(property, 'search=uma')).toEqual(['Ada Lovelace']);
  });

  test('of another property is not found', async () => {
    const [one, other] = [await api.property(), await api.property()];
    await book(one, { companions: [{ name: 'Åse Ørsted' }] });
    expect(await search(other, 'search=orsted')).toEqual([]);
  });
});
