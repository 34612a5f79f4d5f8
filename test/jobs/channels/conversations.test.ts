// Messages and reviews through each channel: stored once, without card numbers; replies are sent once.
import { expect, test } from 'vitest';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

/** Vrbo's feeds have no messages, and where Airbnb lists reviews is not documented. */
const CARRIERS: readonly Channel[] = ['booking_com', 'expedia', 'channex', 'open_channel', 'airbnb'];

test.each(CARRIERS)('%s: a text, the reply to it, a review and its answer', async (channel) => {
  const { property, connected, list } = await connectWithConversations(channel);
  const { ota, hotel } = connected;
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  await environment.poll(async () => (await list('bookings')).length).toBe(1);

  await ota.write(reference, 'Do you take 4111 1111 1111 1111? We arrive late & tired.');
  await environment
    .poll(() => list('messages'))
    .toMatchObject([{ message: 'Do you take ***? We arrive late & tired.', reply: null }]);
  const [{ rid }] = await list('messages');
  await environment.api.post(`/api/messages/${property.token}`, {
    rid,
    reply: 'No need: pay "here" & rest.',
  });
  await environment.poll(() => list('messages')).toMatchObject([{ delivery: 'sent' }]);
  expect(ota.messages(hotel.id).map(({ from, text }) => [from, text])).toEqual([
    ['guest', 'Do you take 4111 1111 1111 1111? We arrive late & tired.'],
    ['property', 'No need: pay "here" & rest.'],
  ]);

  if (channel === 'airbnb') return;
  await ota.review(reference, { positive: 'My card 4111111111111111 was safe', score: 8 });
  await environment.api.operator('POST', `/properties/${property.hotelId}/channels/${channel}/resync`);
  await environment.poll(() => list('reviews')).toHaveLength(1);
  const [review] = await list('reviews');
  expect(review).toMatchObject({ score: 8, order_id: rid });
  expect(JSON.stringify(review)).toMatch(/My card \*\*\* was safe/);
  await environment.api.operator('POST', `/properties/${property.hotelId}/reviews/${review.id}/reply`, {
    reply: 'Thank you!',
  });
  await environment.poll(() => ota.reviews(hotel.id)[0]!.reply).toBe('Thank you!');
  await environment.settled([connected]);
  expect(await list('messages')).toHaveLength(1);
  expect(await list('reviews')).toHaveLength(1);
});

test.each(CARRIERS)('%s: a text to a guest who has written nothing', async (channel) => {
  const { property, connected, list } = await connectWithConversations(channel);
  const { ota, hotel } = connected;
  await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  await environment.poll(() => list('bookings')).toHaveLength(1);
  const [{ order_id: rid }] = await list('bookings');
  await environment.api.post(`/api/messages/${property.token}`, { rid, reply: 'The key is at the desk.' });
  await environment.poll(() => list('messages')).toMatchObject([{ delivery: 'sent', delivery_error: null }]);
  expect(ota.messages(hotel.id).map(({ from, text }) => [from, text])).toEqual([
    ['property', 'The key is at the desk.'],
  ]);
});

test.each<[Channel, kind: string]>([
  ['booking_com', 'reply_review'],
  ['expedia', 'graphql'],
  ['channex', 'reply_review'],
  ['open_channel', 'reply_review'],
])('%s: a reply to a review that it does not take is shown with the reason, and another one is sent', async (channel, kind) => {
  const { property, connected, list } = await connectWithConversations(channel);
  const { ota, hotel } = connected;
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  await environment.poll(() => list('bookings')).toHaveLength(1);
  await ota.review(reference, { positive: 'Quiet', score: 8 });
  await environment.api.operator('POST', `/properties/${property.hotelId}/channels/${channel}/resync`);
  await environment.poll(() => list('reviews')).toHaveLength(1);
  const [{ id }] = await list('reviews');
  const reply = (text: string) =>
    environment.api.operator('POST', `/properties/${property.hotelId}/reviews/${id}/reply`, { reply: text });
  const unanswered = async () =>
    (await environment.api.get(`/api/reviews/${property.token}?unanswered=true`)).body.length;

  ota.faults.add({ kind: 'server_error', status: 422, on: kind, containing: 'Not this' });
  expect((await reply('Not this')).body).toMatchObject({ delivery: 'queued', delivery_error: null });
  expect(await unanswered()).toBe(0);
  await environment
    .poll(() => list('reviews'))
    .toMatchObject([
      {
        reply: 'Not this',
        delivery: 'failed',
        delivery_error: expect.stringContaining('422'),
        delivery_error_cause: { code: 'refused', status: 422 },
      },
    ]);
  expect(await unanswered()).toBe(1);
  expect((await reply('Thank you!')).body).toMatchObject({
    reply: 'Thank you!',
    delivery: 'queued',
    delivery_error: null,
    delivery_error_cause: null,
  });
  expect((await reply('Another')).body).toMatchObject({ code: 'already_replied' });
  await environment.poll(() => list('reviews')).toMatchObject([{ reply: 'Thank you!', delivery: 'sent' }]);
  expect(ota.reviews(hotel.id).map((one) => one.reply)).toEqual(['Thank you!']);
  expect((await reply('Another')).body).toMatchObject({ code: 'already_replied' });
  const { body: events } = await environment.api.get(`/api/events/${property.token}?kinds=review.*`);
  expect(events.map((one: any) => [one.kind, one.data.delivery])).toEqual([
    ['review.received', null],
    ['review.replied', 'queued'],
    ['review.changed', 'failed'],
    ['review.replied', 'queued'],
    ['review.changed', 'sent'],
  ]);
  await environment.settled([connected]);
  expect(await list('reviews')).toMatchObject([{ reply: 'Thank you!', delivery: 'sent' }]);
});

test('why a reply waits is an entry of the log, once: lists are read again only after one', async () => {
  const { property, connected, list } = await connectWithConversations('booking_com');
  const { ota, hotel } = connected;
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  await ota.write(reference, 'Is there a lift?');
  await environment.poll(() => list('messages')).toHaveLength(1);
  const [{ rid }] = await list('messages');
  ota.faults.add({ kind: 'server_error', on: 'send_message' });
  await environment.api.post(`/api/messages/${property.token}`, { rid, reply: 'Yes.' });
  await environment.poll(() => ota.requests('send_message').length).toBeGreaterThan(2);
  const { body: entries } = await environment.api.get(`/api/events/${property.token}?kinds=message.queued`);
  expect(entries.map((one: any) => one.data.delivery_error)).toEqual([null, expect.stringContaining('503')]);
  expect(await list('messages')).toMatchObject([
    { delivery: 'queued', delivery_error: expect.stringContaining('503') },
  ]);
  ota.faults.clear();
  await environment.pollWithin(1_000, () => list('messages')).toMatchObject([{ delivery: 'sent' }]);
});

test('expedia: a message that names its booking by our number belongs to that booking', async () => {
  const { connected, list } = await connectWithConversations('expedia');
  const { ota, hotel } = connected;
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  const confirmed = () => ota.requests('acknowledge').filter(({ body }) => body?.includes(reference)).length;
  await environment.poll(confirmed).toBeGreaterThan(0);
  await environment.settled([connected]);
  environment.simulator.expedia.setOptions({ namesConfirmations: true });
  try {
    await ota.write(reference, 'Is there a lift?');
    await environment.poll(() => list('messages')).toMatchObject([{ message: 'Is there a lift?' }]);
    const [{ rid }] = await list('messages');
    const [booking] = await list('bookings');
    expect(rid).toBe(booking.order_id);
  } finally {
    environment.simulator.expedia.setOptions({ namesConfirmations: false });
  }
});

/** Connects a new property to a channel that carries messages. `list` returns records of its public API. */
async function connectWithConversations(channel: Channel) {
  const property = await environment.api.property({ settings: { horizon_days: 20 }, rooms: [{ units: 2 }] });
  const [connected] = await environment.connect(property, [channel]);
  await carryConversations(property.hotelId, connected!);
  await environment.settled([connected!]);
  const list = async (what: string) => (await environment.api.get(`/api/${what}/${property.token}`)).body;
  return { property, connected: connected!, list };
}

/** Turns on messages and reviews, for which some channels need a setting or credentials of their own. */
async function carryConversations(hotelId: number, { channel, ota }: Connected): Promise<void> {
  const path = `/properties/${hotelId}/channels/${channel}`;
  const { body } = await environment.api.operator('GET', path);
  const { protocol, url, settings, rooms } = body;
  const { username, password, key, secret } = ota.credentials;
  const more: Partial<Record<Channel, object>> = {
    open_channel: { settings: { ...settings, conversations: true } },
    expedia: {
      credentials: { username, password, graphql_key: key, graphql_secret: secret },
    },
  };
  const input = { protocol, url, settings, rooms, ...more[channel] };
  expect((await environment.api.operator('PUT', path, input)).status).toBe(200);
}
