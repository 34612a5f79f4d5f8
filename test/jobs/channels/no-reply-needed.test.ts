// Channex passes on to Booking.com that a text needs no reply: once, also after a failure, and to no other OTA.
import { expect, test } from 'vitest';
import { REPLY_RETRIES } from '../../../src/model/message.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

async function connectedTo() {
  const property = await environment.api.property({ settings: { horizon_days: 20 }, rooms: [{ units: 4 }] });
  const [connected] = await environment.connect(property, ['channex']);
  await environment.settled([connected!]);
  const { ota, hotel } = connected!;
  ota.forgetRequests();
  const list = async (what: string) => (await environment.api.get(`/api/${what}/${property.token}`)).body;
  const sell = (seller: string) =>
    ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 2, seller });
  /** Writes as the guest; returns the id of the text once it is here. */
  const write = async (reference: string, text: string): Promise<number> => {
    await ota.write(reference, text);
    await environment
      .poll(async () => (await list('messages')).map(({ message }: { message: string }) => message))
      .toContain(text);
    return (await list('messages')).find(({ message }: { message: string }) => message === text).id;
  };
  const set = (id: number, needs_reply: boolean) =>
    environment.api.request('PATCH', `/api/messages/${property.token}?message_id=${id}`, {
      body: { needs_reply },
    });
  const saidOf = () => ota.messages(hotel.id).map(({ text, needsNoReply }) => [text, needsNoReply]);
  const requests = () => ota.requests('no_reply_needed').length;
  return { connected: connected!, property, sell, write, set, saidOf, requests, ota };
}

test('a text of Booking.com that needs no reply is reported there, one of Airbnb is not', async () => {
  const { connected, property, sell, write, set, saidOf, requests } = await connectedTo();
  const booking = await sell('Booking.com');
  const airbnb = await sell('Airbnb');
  const [thanks, see] = [await write(booking.reference, 'Thanks'), await write(airbnb.reference, 'See you')];
  expect((await set(see, false)).body).toMatchObject({ changed: [see] });
  expect((await set(thanks, false)).body).toMatchObject({ changed: [thanks] });
  await environment.poll(saidOf).toEqual([
    ['Thanks', true],
    ['See you', false],
  ]);
  await environment.settled([connected]);
  expect(requests()).toBe(1);
  const logged = async () =>
    (await environment.api.get(`/api/logs/${property.token}?kind=sync&limit=200`)).body
      .filter(({ operation }: { operation: string }) => operation === 'no reply needed')
      .map(({ direction, outcome, items }: Record<string, unknown>) => [direction, outcome, items]);
  await environment.poll(logged).toEqual([['push', 'ok', 1]]);
});

test('after a failure it is reported again, and a refusal ends it', async () => {
  const { connected, sell, write, set, saidOf, requests, ota } = await connectedTo();
  const { reference } = await sell('Booking.com');
  const first = await write(reference, 'Thanks');
  ota.faults.add({ kind: 'server_error', on: 'no_reply_needed', count: 2 });
  await set(first, false);
  await environment.poll(saidOf).toEqual([['Thanks', true]]);
  await environment.settled([connected]);
  expect(requests()).toBe(3);
  const second = await write(reference, 'Really, thanks');
  ota.faults.add({ kind: 'forbidden', on: 'no_reply_needed', count: 1 });
  await set(second, false);
  await environment.poll(requests).toBe(4);
  await environment.settled([connected]);
  expect(saidOf()).toEqual([
    ['Thanks', true],
    ['Really, thanks', false],
  ]);
  expect(requests()).toBe(4);
});

test('what is taken back before it was reported is not reported', async () => {
  const { connected, sell, write, set, saidOf, requests, property } = await connectedTo();
  const { reference } = await sell('Booking.com');
  const text = await write(reference, 'Thanks?');
  await environment.api.operator('POST', `/properties/${property.hotelId}/channels/channex/pause`);
  await set(text, false);
  await set(text, true);
  await environment.api.operator('POST', `/properties/${property.hotelId}/channels/channex/resume`);
  await environment.settled([connected]);
  expect(requests()).toBe(0);
  expect(saidOf()).toEqual([['Thanks?', false]]);
});

test('a reply has all its attempts, however often a notice about the text had failed before', async () => {
  const { property, sell, write, ota, connected } = await connectedTo();
  const { reference } = await sell('Booking.com');
  const id = await write(reference, 'Thanks');
  await environment.api.db.query(
    `update messages set delivery_failures = $3 where hotel_id = $1 and message_id = $2`,
    [property.hotelId, id, REPLY_RETRIES.retries],
  );
  ota.faults.add({ kind: 'server_error', on: 'send_message', count: 1 });
  const [booking] = await environment.bookings(property);
  await environment.api.post(`/api/messages/${property.token}`, { rid: booking!.order_id, reply: 'See you' });
  const sent = async () => (await environment.api.get(`/api/messages/${property.token}`)).body;
  await environment.poll(sent).toMatchObject([{ reply: 'See you', delivery: 'sent' }]);
  await environment.settled([connected]);
});
