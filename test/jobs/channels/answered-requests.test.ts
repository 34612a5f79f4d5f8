// Requests of Airbnb's guests that come through Channex: shown, answered, and what follows from an answer.
import { describe, expect, test } from 'vitest';
import type { TestProperty } from '../../harness/api.ts';
import { type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const ota = () => environment.simulator.channex;

type House = { property: TestProperty; there: Connected };
type Wanted = { day?: number; nights?: number };

async function connected(): Promise<House & { ask(wanted?: Wanted): Promise<string> }> {
  const { property, there } = await environment.connectOneRoom('channex', { days: 20, ownAccount: true });
  return { property, there, ask: (wanted) => ota().requestBooking(stayAt(there, wanted)) };
}

function stayAt({ hotel }: Connected, { day = 4, nights = 2 }: Wanted = {}) {
  const [room] = hotel.rooms;
  return {
    hotel: hotel.id,
    room: room!.id,
    rate: room!.rates[0]!.id,
    arrival: environment.day(day),
    nights,
    guest: { givenName: 'Ada', surname: 'Lovelace' },
  };
}

const list = async ({ token }: TestProperty, query = ''): Promise<any[]> =>
  (await environment.api.get(`/api/guest_requests/${token}${query}`)).body;
const newest = async (property: TestProperty): Promise<any> => (await list(property))[0];
const answer = async (property: TestProperty, given: object) => {
  const { guest_request_id: id } = await newest(property);
  return environment.api.post(`/api/guest_requests/${property.token}`, { guest_request_id: id, ...given });
};
const kindsOf = async ({ token }: TestProperty): Promise<string[]> => {
  const { body } = await environment.api.get(`/api/events/${token}?kinds=guest_request.*`);
  return body.map(({ kind, data }: any) => `${kind.split('.')[1]} ${data.state}`);
};

describe('a request to book', () => {
  test('is shown, and when it is accepted the booking comes as any other does', async () => {
    const { property, ask } = await connected();
    const id = await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    expect(await newest(property)).toMatchObject({
      channel: 'airbnb',
      kind: 'booking',
      state: 'open',
      guest_name: 'Ada Lovelace',
      order_id: null,
      room_id: property.room,
      checkin: environment.day(4),
      checkout: environment.day(6),
      adults: 2,
      price: 200,
      currency: 'EUR',
      answer: null,
    });
    expect((await answer(property, { answer: 'accept' })).body).toMatchObject({
      state: 'answering',
      answer: 'accept',
    });
    await environment.poll(async () => (await newest(property)).state).toBe('accepted');
    expect(ota().answerTo(id)).toEqual({ accept: true });
    await environment.poll(() => environment.bookings(property)).toHaveLength(1);
    const [booking] = await environment.bookings(property);
    expect(booking).toMatchObject({
      channel: 'airbnb',
      name: 'Ada Lovelace',
      status: 'confirmed',
      price: 200,
    });
    expect(await kindsOf(property)).toEqual(['received open', 'answered answering', 'changed accepted']);
  });

  test('is declined with a reason and a text', async () => {
    const { property, ask } = await connected();
    const id = await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    await answer(property, {
      answer: 'decline',
      reason: 'dates_not_available',
      message_to_guest: 'We are closed in that week.',
    });
    await environment.poll(async () => (await newest(property)).state).toBe('declined');
    expect(ota().answerTo(id)).toEqual({
      accept: false,
      reason: 'dates_not_available',
      decline_message_to_guest: 'We are closed in that week.',
    });
    expect(await environment.bookings(property)).toEqual([]);
  });

  test('of nights that are sold is not accepted, and goes on waiting', async () => {
    const { property, ask } = await connected();
    await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    await environment.api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Grace Hopper',
      checkin: environment.day(5),
      checkout: environment.day(6),
      price: 100,
    });
    const refused = await answer(property, { answer: 'accept' });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'room_unavailable', nights: [environment.day(5)] },
    });
    expect((await newest(property)).state).toBe('open');
  });

  test('is over when its time is, also at the channel', async () => {
    const { property, ask } = await connected();
    await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    environment.skipMinutes(25 * 60);
    await environment.poll(async () => (await newest(property)).state).toBe('closed');
    expect(await answer(property, { answer: 'accept' })).toMatchObject({
      status: 400,
      body: { code: 'guest_request_over' },
    });
    expect(await list(property, '?waiting=true')).toEqual([]);
  });

  test('that is answered or withdrawn there is over here', async () => {
    const { property, ask } = await connected();
    const id = await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    ota().withdraw(id);
    await environment.poll(async () => (await newest(property)).state).toBe('closed');
  });

  test('that was withdrawn is over, not accepted, when the answer comes too late', async () => {
    const { property, ask } = await connected();
    const id = await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    ota().withdraw(id);
    await answer(property, { answer: 'accept' });
    await environment.poll(async () => (await newest(property)).state).toBe('closed');
    expect(await environment.bookings(property)).toEqual([]);
  });

  test('whose answer is lost on its way is answered again, and booked once', async () => {
    const { property, there, ask } = await connected();
    await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    ota().forgetRequests();
    ota().faults.add({ kind: 'cut_after', on: 'resolve', count: 1 });
    await answer(property, { answer: 'accept' });
    await answer(property, { answer: 'accept' });
    await environment.poll(async () => (await newest(property)).state).toBe('accepted');
    expect(ota().requests('resolve').length).toBeGreaterThan(1);
    await environment.poll(() => environment.bookings(property)).toHaveLength(1);
    await environment.settled([there]);
  });

  test('whose answer is refused waits again, with what the channel says', async () => {
    const { property, ask } = await connected();
    await ask();
    await environment.poll(() => list(property)).toHaveLength(1);
    const body = { errors: { code: 'not_supported', title: 'Not Supported' } };
    ota().faults.add({
      kind: 'rewritten',
      on: 'resolve',
      count: 1,
      find: '"data"',
      put: `${JSON.stringify(body).slice(1, -1)},"data"`,
    });
    await answer(property, { answer: 'decline' });
    await environment.poll(async () => (await newest(property)).error).toContain('Not Supported');
    expect(await newest(property)).toMatchObject({
      state: 'open',
      error_cause: { code: 'refused', said: expect.stringContaining('Not Supported') },
    });
  });
});

describe('a request to change a booking', () => {
  async function booked(nights: number) {
    const house = await connected();
    const { property, there } = house;
    const { reference } = await ota().sell({
      seller: 'Airbnb',
      hotel: there.hotel.id,
      arrival: environment.day(4),
      nights: 2,
    });
    await environment.poll(() => environment.bookings(property)).toHaveLength(1);
    const id = await ota().requestAlteration(reference, { nights });
    await environment.poll(() => list(property)).toHaveLength(1);
    return { ...house, id };
  }

  test('belongs to the booking, whose own nights are free for it', async () => {
    const { property } = await booked(3);
    const [booking] = await environment.bookings(property);
    expect(await newest(property)).toMatchObject({
      kind: 'alteration',
      order_id: booking.order_id,
      inquiry_id: null,
      guest_name: booking.name,
      checkout: environment.day(7),
    });
    await answer(property, { answer: 'accept' });
    await environment.poll(async () => (await newest(property)).state).toBe('accepted');
    await environment
      .poll(async () => (await environment.bookings(property))[0].checkout)
      .toContain(environment.day(7));
  });

  test('is declined, and the booking stays as it is', async () => {
    const { property, id } = await booked(3);
    await answer(property, { answer: 'decline' });
    await environment.poll(async () => (await newest(property)).state).toBe('declined');
    expect(ota().answerTo(id)).toEqual({ accept: 'decline' });
    expect((await environment.bookings(property))[0].checkout).toContain(environment.day(6));
  });
});

describe('a question about a stay', () => {
  test('is approved beforehand', async () => {
    const { property, there } = await connected();
    const id = await ota().askAbout(stayAt(there));
    await environment.poll(() => list(property)).toHaveLength(1);
    expect(await newest(property)).toMatchObject({
      kind: 'question',
      guest_name: 'Ada Lovelace',
      order_id: null,
    });
    expect(await answer(property, { answer: 'decline' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'answer' }] },
    });
    await answer(property, { answer: 'preapprove' });
    await environment.poll(async () => (await newest(property)).state).toBe('preapproved');
    expect(ota().answerTo(id)).toEqual({ type: 'preapproval', block_instant_booking: false });
  });

  test('is offered at a price, which must be said', async () => {
    const { property, there } = await connected();
    const id = await ota().askAbout(stayAt(there));
    await environment.poll(() => list(property)).toHaveLength(1);
    expect(await answer(property, { answer: 'offer' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'total' }] },
    });
    await answer(property, { answer: 'offer', total: 350 });
    await environment.poll(async () => (await newest(property)).state).toBe('offered');
    expect(ota().answerTo(id)).toEqual({ type: 'special_offer', total_price: 350 });
  });
});
