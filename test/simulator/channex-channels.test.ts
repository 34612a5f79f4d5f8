// Channels of a property at the simulated Channex: its connections to OTAs, and the webhooks about them.
import { expect, onTestFinished, test } from 'vitest';
import { openControl } from '../../simulator/control.ts';
import { ask, simulator } from './harness.ts';
import { receiver } from './receiver.ts';

const PROPERTY = '00000000-0000-4000-8000-00000000000a';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const NOW = '2027-03-01T12:00:00.000Z';

async function channex() {
  const started = await simulator();
  const { channex: ota } = started;
  ota.hotel({ id: PROPERTY, name: 'Hotel Lux' });
  const list = async (query = '', { api_key } = ota.credentials) =>
    (
      await ask(`${ota.url}/api/v1/channels?${query}`, {
        method: 'GET',
        headers: { 'user-api-key': api_key! },
      })
    ).json;
  /** Registers a webhook and returns the bodies of its calls. */
  const webhook = async (more: object = {}): Promise<any[]> => {
    const calls: any[] = [];
    const there = await receiver(({ body }) => {
      calls.push(JSON.parse(body));
      return { body: { success: true } };
    });
    await ask(`${ota.url}/api/v1/webhooks`, {
      headers: { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' },
      body: JSON.stringify({
        webhook: { callback_url: there.url, event_mask: '*', property_id: PROPERTY, ...more },
      }),
    });
    return calls;
  };
  const idOf = (code: string) => ota.channels(PROPERTY).find(({ channel }) => channel === code)!.id;
  return { started, ota, list, webhook, idOf };
}

test('a property has three active channels, listed with their documented members', async () => {
  const { ota, list } = await channex();
  const { data, meta } = await list(`filter[property_id]=${PROPERTY}`);
  expect(meta).toEqual({ total: 3, page: 1, limit: 10 });
  expect(data.map(({ attributes }: any) => [attributes.channel, attributes.title])).toEqual([
    ['BookingCom', 'Booking.com'],
    ['AirBNB', 'Airbnb'],
    ['Expedia', 'Expedia'],
  ]);
  const id = expect.stringMatching(UUID);
  expect(data[0]).toEqual({
    type: 'channel',
    id,
    attributes: {
      id,
      title: 'Booking.com',
      channel: 'BookingCom',
      currency: 'EUR',
      is_active: true,
      status: 'active',
      settings: {},
      rate_plans: [],
      properties: [PROPERTY],
      actions: [],
      expected_removal_date: null,
      inserted_at: '2027-03-01T12:00:00.000000',
      updated_at: '2027-03-01T12:00:00.000000',
    },
    relationships: { properties: { data: [{ id: PROPERTY, type: 'property' }] } },
  });
  expect(ota.channels(PROPERTY).map((one) => one.id)).toEqual(data.map((one: any) => one.id));
  expect(ota.requests('otas')).toMatchObject([{ method: 'GET', status: 200, items: 3 }]);
});

test('the list has pages, and is of one property or of all of the account', async () => {
  const { ota, list } = await channex();
  const other = ota.hotel({});
  expect((await list()).meta.total).toBe(6);
  expect((await list(`filter[property_id]=${other.id}`)).data).toMatchObject([
    { attributes: { properties: [other.id] } },
    { attributes: { properties: [other.id] } },
    { attributes: { properties: [other.id] } },
  ]);
  const { data, meta } = await list('pagination[page]=2&pagination[limit]=4');
  expect([data.length, meta]).toEqual([2, { total: 6, page: 2, limit: 4 }]);
});

test("another account's channels are not in the list", async () => {
  const { ota, list } = await channex();
  const foreign = ota.addAccount('other');
  ota.hotel({ account: 'other' });
  expect((await list(`filter[property_id]=${PROPERTY}`, foreign)).data).toEqual([]);
  const { data } = await list('', foreign);
  expect(data).toHaveLength(3);
  expect(data.flatMap(({ attributes }: any) => attributes.properties)).not.toContain(PROPERTY);
  expect((await list('', { api_key: 'no' })).errors.code).toBe('unauthorized');
});

test('the ids of channels change none of the ids and sales that follow', async () => {
  const [one, other] = [await channex(), await channex()];
  one.ota.channels(PROPERTY);
  await one.ota.report(PROPERTY, 'sync_error');
  const sell = ({ ota }: typeof one) => ota.sell({ arrival: '2027-04-01', nights: 2, force: true });
  expect(await sell(one)).toEqual(await sell(other));
  expect(one.ota.hotel({}).id).toBe(other.ota.hotel({}).id);
});

test('a channel is deactivated and activated, with a webhook for each change', async () => {
  const { ota, list, webhook, idOf } = await channex();
  const calls = await webhook();
  const payload = { title: 'Booking.com', channel_id: idOf('BookingCom'), ota_name: 'Booking.com' };
  const changed = await ota.setChannel(PROPERTY, 'BookingCom', { isActive: false });
  expect(changed).toMatchObject({ channel: 'BookingCom', isActive: false, status: 'inactive' });
  expect((await list()).data[0].attributes).toMatchObject({ is_active: false, status: 'inactive' });
  await ota.setChannel(PROPERTY, 'BookingCom', { isActive: false });
  await ota.setChannel(PROPERTY, 'BookingCom', { isActive: true });
  await ota.settled();
  expect(calls).toEqual([
    { event: 'deactivate_channel', payload, property_id: PROPERTY, user_id: null, timestamp: NOW },
    { event: 'activate_channel', payload, property_id: PROPERTY, user_id: null, timestamp: NOW },
  ]);
});

test('a channel gets a title and a date of removal, another one is added, and one is removed', async () => {
  const { ota, list, webhook, idOf } = await channex();
  const calls = await webhook();
  const removed = idOf('Expedia');
  await ota.setChannel(PROPERTY, 'AirBNB', { title: 'Airbnb of Lux', expectedRemovalDate: '2027-03-09' });
  await ota.setChannel(PROPERTY, 'Agoda');
  await ota.removeChannel(PROPERTY, 'Expedia');
  await ota.settled();
  expect((await list()).data.map(({ attributes }: any) => attributes)).toMatchObject([
    { channel: 'BookingCom', expected_removal_date: null },
    { channel: 'AirBNB', title: 'Airbnb of Lux', expected_removal_date: '2027-03-09' },
    { channel: 'Agoda', title: 'Agoda', is_active: true },
  ]);
  expect(calls.map(({ event, payload }) => [event, payload])).toEqual([
    ['updated_channel', {}],
    ['new_channel', { title: 'Agoda', channel_id: idOf('Agoda'), ota_name: 'Agoda' }],
    ['disconnect_channel', { title: 'Expedia', channel_id: removed, ota_name: 'Expedia' }],
  ]);
  await expect(ota.removeChannel(PROPERTY, 'Expedia')).rejects.toThrow('has no channel Expedia');
  await expect(ota.setChannel('nowhere', 'Agoda')).rejects.toThrow('no property nowhere');
});

test('a copy of the list does not change with the channel', async () => {
  const { ota } = await channex();
  const before = ota.channels(PROPERTY);
  await ota.setChannel(PROPERTY, 'Expedia', { isActive: false });
  expect(before.map(({ isActive }) => isActive)).toEqual([true, true, true]);
});

test('a webhook without data gets the event alone, one with a mask only its own events', async () => {
  const { ota, webhook } = await channex();
  const bare = await webhook({ send_data: false });
  const masked = await webhook({ event_mask: 'deactivate_channel;booking' });
  const elsewhere = await webhook({ property_id: ota.hotel({}).id });
  await ota.setChannel(PROPERTY, 'BookingCom', { isActive: false, expectedRemovalDate: '2027-04-01' });
  await ota.settled();
  const call = { property_id: PROPERTY, user_id: null, timestamp: NOW };
  expect(bare).toEqual([
    { event: 'deactivate_channel', ...call },
    { event: 'updated_channel', ...call },
  ]);
  expect(masked.map(({ event }) => event)).toEqual(['deactivate_channel']);
  expect(elsewhere).toEqual([]);
});

test('sales, messages and values are announced without a payload, as before', async () => {
  const { ota, webhook } = await channex();
  const calls = await webhook({ send_data: true });
  const { reference } = await ota.sell({ arrival: '2027-04-01', nights: 2, force: true });
  await ota.write(reference, 'Hello?');
  await ota.settled();
  const call = { property_id: PROPERTY, user_id: null, timestamp: NOW };
  expect(calls).toEqual([
    { event: 'booking', ...call },
    { event: 'message', ...call },
  ]);
});

test('events are reported with their payloads, about the channel that is given or the first', async () => {
  const { ota, webhook, idOf } = await channex();
  const calls = await webhook();
  const id = expect.stringMatching(UUID);
  for (const event of ['sync_error', 'sync_warning', 'rate_error'])
    await ota.report(PROPERTY, event, { code: 'Expedia' });
  await ota.report(PROPERTY, 'channel_removal_warning');
  await ota.report(PROPERTY, 'property_removal_warning');
  await ota.report(PROPERTY, 'disconnect_listing');
  await ota.report(PROPERTY, 'review');
  await ota.settled();
  const failed = {
    channel: 'Expedia',
    channel_event_id: id,
    channel_id: idOf('Expedia'),
    channel_name: 'Expedia',
    error_type: 'general_error',
    property_name: 'Hotel Lux',
  };
  expect(calls.map(({ event, payload }) => [event, payload])).toEqual([
    ['sync_error', failed],
    ['sync_warning', failed],
    ['rate_error', failed],
    [
      'channel_removal_warning',
      {
        live_feed_event_id: id,
        property_id: PROPERTY,
        channel_id: idOf('BookingCom'),
        channel_name: 'Booking.com',
        channel: 'BookingCom',
        days_left: 7,
        removal_date: '2027-03-08',
      },
    ],
    [
      'property_removal_warning',
      {
        live_feed_event_id: id,
        property_id: PROPERTY,
        property_name: 'Hotel Lux',
        days_left: 30,
        removal_date: '2027-03-31',
      },
    ],
    ['disconnect_listing', { title: 'Airbnb', channel_id: idOf('AirBNB'), ota_name: 'Airbnb' }],
    ['review', undefined],
  ]);
});

test('a removal is warned of with the date of the channel', async () => {
  const { ota, webhook } = await channex();
  await ota.setChannel(PROPERTY, 'Expedia', { isActive: false, expectedRemovalDate: '2027-03-02' });
  const calls = await webhook();
  await ota.report(PROPERTY, 'channel_removal_warning', { code: 'Expedia' });
  await ota.settled();
  expect(calls[0].payload).toMatchObject({ channel: 'Expedia', days_left: 1, removal_date: '2027-03-02' });
});

test('an unacknowledged booking is reported as the newest sale of the property', async () => {
  const { ota, webhook, idOf } = await channex();
  const calls = await webhook({ event_mask: 'non_acked_booking' });
  await expect(ota.report(PROPERTY, 'non_acked_booking')).rejects.toThrow('has no sale');
  const stay = { arrival: '2027-04-01', nights: 2, price: 100, force: true };
  await ota.sell({ ...stay, seller: 'Booking.com' });
  const sold = await ota.sell({ ...stay, seller: 'Airbnb' });
  await ota.report(PROPERTY, 'non_acked_booking');
  await ota.settled();
  const revision = sold.revisions[0]!;
  expect(calls.map(({ payload }) => payload)).toEqual([
    {
      currency: 'EUR',
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      channel_id: idOf('AirBNB'),
      property_id: PROPERTY,
      booking_id: expect.stringMatching(UUID),
      arrival_date: '2027-04-01',
      booking_revision_id: revision.id,
      count_of_rooms: 1,
      booking_unique_id: `ABB-${sold.reference}`,
      count_of_nights: 2,
      customer_name: `${sold.guest.givenName} ${sold.guest.surname}`,
      ota_code: sold.reference,
    },
  ]);
});

test('a payload and a time that are given replace the usual ones', async () => {
  const { ota, webhook } = await channex();
  const calls = await webhook();
  const given = { payload: { error_type: 'rate_error' }, timestamp: '2027-02-28T23:59:59.000001Z' };
  await ota.report(PROPERTY, 'sync_error', given);
  await ota.settled();
  expect(calls).toEqual([{ event: 'sync_error', property_id: PROPERTY, user_id: null, ...given }]);
});

test('the control interface changes, removes and reports channels', async () => {
  const { started, ota, webhook } = await channex();
  const control = await openControl(started, { port: 0, seed: 1 });
  onTestFinished(() => control.close());
  const post = (command: string, body: object, name = 'channex') =>
    ask(`${control.url}/control/${name}/${command}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const calls = await webhook();
  const channel = { hotel: PROPERTY, channel: 'BookingCom' };
  const change = { ...channel, isActive: false, expectedRemovalDate: '2027-04-01' };
  expect((await post('set_channel', change)).json).toMatchObject({
    channel: 'BookingCom',
    status: 'inactive',
    expectedRemovalDate: '2027-04-01',
  });
  expect((await post('remove_channel', { hotel: PROPERTY, channel: 'Expedia' })).json).toEqual({ ok: true });
  expect((await post('report', { ...channel, event: 'sync_error' })).json).toEqual({ ok: true });
  await ota.settled();
  expect(calls.map(({ event, payload }) => [event, payload.channel])).toEqual([
    ['deactivate_channel', undefined],
    ['updated_channel', undefined],
    ['disconnect_channel', undefined],
    ['sync_error', 'BookingCom'],
  ]);
  const get = (query: string) => ask(`${control.url}/control/channex/channels${query}`, { method: 'GET' });
  expect((await get(`?hotel=${PROPERTY}`)).json).toEqual(ota.channels(PROPERTY));
  expect((await get('')).json.error).toBe('hotel is required');
  expect((await post('remove_channel', { hotel: PROPERTY, channel: 'Expedia' })).status).toBe(400);
  expect((await post('set_channel', channel, 'expedia')).json.error).toBe('expedia has no setChannel');
});
