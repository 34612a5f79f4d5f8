// Inquiries of people without a booking: stored before they are acknowledged, answered at the channel, and
// moved to the booking once there is one.
import { expect, test } from 'vitest';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

/** Vrbo's feeds have no inquiries. */
const CARRIERS: readonly Channel[] = ['booking_com', 'expedia', 'channex', 'open_channel', 'airbnb'];
/** The messages of several OTAs come through one connection. */
const SELLER: Partial<Record<Channel, string>> = { channex: 'Airbnb' };

async function connectedTo(channel: Channel) {
  const property = await environment.api.property({ settings: { horizon_days: 20 }, rooms: [{ units: 2 }] });
  const [connected] = await environment.connect(property, [channel]);
  await environment.settled([connected!]);
  const list = async (what: string) => (await environment.api.get(`/api/${what}/${property.token}`)).body;
  return { property, list, ...connected! };
}

const ask = ({ ota, hotel, channel }: Connected, text: string) =>
  ota.ask({
    hotel: hotel.id,
    text,
    guest: { givenName: 'Ada' },
    ...(SELLER[channel] && { seller: SELLER[channel] }),
  });

test.each(
  CARRIERS,
)('%s: a question without a booking is listed, answered, and belongs to the booking that comes of it', async (channel) => {
  const run = await connectedTo(channel);
  const { property, list, ota, hotel } = run;
  const question = await ask(run, 'Parking? My card is 4111 1111 1111 1111');
  await environment.poll(() => list('inquiries')).toHaveLength(1);
  const [inquiry] = await list('inquiries');
  expect(inquiry).toMatchObject({
    channel: channel === 'channex' ? 'airbnb' : channel,
    guest_name: expect.stringContaining('Ada'),
    messages: [{ message: 'Parking? My card is ***', reply: null, delivery: null }],
  });
  expect(await list('messages')).toEqual([]);

  const path = `/api/inquiries/${property.token}`;
  const answer = await environment.api.post(path, {
    inquiry_id: inquiry.id,
    reply: 'Yes, behind the house.',
  });
  expect(answer).toMatchObject({ status: 200, body: { id: inquiry.id, messages: [{ delivery: 'queued' }] } });
  await environment
    .poll(async () => (await list('inquiries'))[0].messages)
    .toMatchObject([{ reply: 'Yes, behind the house.', delivery: 'sent' }]);
  expect(ota.messages(hotel.id).map(({ from, text }) => [from, text])).toEqual([
    ['guest', 'Parking? My card is 4111 1111 1111 1111'],
    ['property', 'Yes, behind the house.'],
  ]);

  const { reference } = await ota.sell({
    hotel: hotel.id,
    arrival: environment.day(4),
    nights: 2,
    thread: question.thread,
    ...(SELLER[channel] && { seller: SELLER[channel] }),
  });
  await environment.poll(async () => (await list('bookings')).length).toBe(1);
  // If the reservation does not name its conversation, the next message of the conversation names the
  // reservation.
  await ota.write(reference, 'We booked!');
  await environment.poll(() => list('inquiries')).toEqual([]);
  const [{ order_id }] = await list('bookings');
  await environment
    .poll(() => list('messages'))
    .toMatchObject([
      {
        rid: order_id,
        message: 'Parking? My card is ***',
        reply: 'Yes, behind the house.',
        delivery: 'sent',
      },
      { rid: order_id, message: 'We booked!', reply: null },
    ]);
  const events = (await environment.api.get(`/api/events/${property.token}?kinds=inquiry.*,message.received`))
    .body;
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'inquiry.received',
    'inquiry.queued',
    'inquiry.sent',
    'inquiry.booked',
    'message.received',
    'message.received',
  ]);
  expect(events[0].data).toMatchObject({ inquiry_id: inquiry.id, message: 'Parking? My card is ***' });
  expect(events[3].data).toMatchObject({ inquiry_id: inquiry.id, order_id });
  const late = await environment.api.post(path, { inquiry_id: inquiry.id, reply: 'Hello?' });
  expect(late).toMatchObject({ status: 400, body: { code: 'unknown_inquiry' } });
  expect(late.body.detail).toContain(String(order_id));
});

test('a message of a reservation that never came is an inquiry, and is not lost', async () => {
  const run = await connectedTo('booking_com');
  const { list, ota, hotel } = run;
  ota.faults.add({ kind: 'server_error', on: 'reservations', durationMs: 600_000 });
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2 });
  await ota.write(reference, 'See you soon');
  await environment
    .poll(() => list('inquiries'))
    .toMatchObject([{ messages: [{ message: 'See you soon' }] }]);
  ota.faults.clear();
  await environment.poll(() => list('messages')).toMatchObject([{ message: 'See you soon' }]);
  expect(await list('inquiries')).toEqual([]);
});

test('a message of the channel itself is acknowledged, and not stored as one of the guest', async () => {
  const run = await connectedTo('channex');
  const { list, ota } = run;
  const question = await ask(run, 'Is it quiet?');
  ota.announce(question.thread, 'Inquiry from Ada');
  await ask(run, 'Another one');
  await environment.poll(() => list('inquiries')).toHaveLength(2);
  const logs = await list('logs');
  expect(JSON.stringify(logs)).not.toMatch(/cannot be read/);
  const texts = (await list('inquiries')).flatMap(({ messages }: any) =>
    messages.map((one: any) => one.message),
  );
  expect(texts.sort()).toEqual(['Another one', 'Is it quiet?']);
});

test('a reply to an inquiry whose connection is gone fails and says so', async () => {
  const run = await connectedTo('open_channel');
  const { property, list, channel } = run;
  await ask(run, 'Do you take dogs?');
  await environment.poll(() => list('inquiries')).toHaveLength(1);
  const path = `/properties/${property.hotelId}`;
  expect((await environment.api.operator('DELETE', `${path}/channels/${channel}`)).status).toBe(200);
  const [{ id }] = await list('inquiries');
  const answer = await environment.api.operator('POST', `${path}/inquiries`, {
    inquiry_id: id,
    reply: 'Yes',
  });
  expect(answer.status).toBe(200);
  expect((await list('inquiries'))[0].messages).toMatchObject([
    { message: 'Do you take dogs?', reply: 'Yes' },
  ]);
});
