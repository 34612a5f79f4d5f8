// What a channel says about the OTAs behind it is kept for each, shown, and reported by e-mail.
import { describe, expect, onTestFinished, test } from 'vitest';
import { useAlertMail } from '../../harness/alert-mail.ts';
import { connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';
import type { SmtpServer } from '../../harness/smtp-server.ts';

const alerts = useAlertMail();
const environment = useChannelEnvironment({ asleep: true, mail: alerts.mail });

const HOUR_MS = 3_600_000;

/** Connects a property, with webhooks for all events; `sendData` false: without what they are about. */
async function connected({ webhooks = true, sendData = true } = {}) {
  const smtp = await alerts.start();
  await environment.start();
  onTestFinished(() => environment.stop());
  const { property, there } = await environment.connectOneRoom('channex', { days: 10, ownAccount: true });
  const ota = environment.simulator.channex;
  const hotel = there.hotel.id;
  const connection = () => environment.connection(property, 'channex');
  if (webhooks) {
    const webhook = {
      callback_url: (await connection()).inbound_url,
      event_mask: '*',
      property_id: hotel,
      send_data: sendData,
    };
    const answer = await fetch(`${ota.url}/api/v1/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-api-key': ota.addAccount(there.hotel.account)['api_key']!,
      },
      body: JSON.stringify({ webhook }),
    });
    expect(answer.status).toBe(200);
  }
  await environment.poll(async () => (await connection()).otas_read_at).not.toBeNull();
  ota.forgetRequests();
  const otaNamed = async (name: string) => (await connection()).otas.find(({ ota }: any) => ota === name);
  const kinds = async (name: string) => (await otaNamed(name))?.problems.map(({ kind }: any) => kind);
  const dismiss = (body: object) =>
    environment.api.operator('POST', `${connectionPath(property, 'channex')}/otas/dismiss`, body);
  return { property, there, ota, hotel, connection, otaNamed, kinds, dismiss, smtp };
}

/** Lets days pass, on each of which the connection works for two minutes. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    environment.skipMinutes(24 * 60);
    await environment.pass(120_000);
  }
}

const subjects = ({ mails }: SmtpServer) => mails.map(({ subject }) => subject);

describe('the list of OTAs', () => {
  test('is read when the channel is connected, and once a day', async () => {
    const { connection, ota } = await connected({ webhooks: false });
    expect(await connection()).toMatchObject({
      state: 'connected',
      otas: [
        { ota: 'airbnb', active: true, problems: [] },
        { ota: 'booking_com', active: true, problems: [] },
        { ota: 'expedia', active: true, problems: [] },
      ],
    });
    await passDays(3);
    const requests = ota.requests('otas').length;
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(requests).toBeLessThanOrEqual(4);
  });

  test('is read before the first push, which would otherwise begin anew when what the OTAs accept becomes known', async () => {
    await environment.start();
    onTestFinished(() => environment.stop());
    const ota = environment.simulator.channex;
    ota.forgetRequests();
    ota.faults.add({ kind: 'slow', on: 'otas', delayMs: 1_000, count: 1 });
    ota.faults.add({ kind: 'slow', on: 'rates', delayMs: 5_000, count: 1 });
    const { property, there } = await environment.connectOneRoom('channex', { days: 10, ownAccount: true });
    await environment.settled([there]);
    await environment
      .poll(async () => (await environment.connection(property, 'channex')).otas_read_at)
      .not.toBeNull();
    await environment.settled([there]);
    const sent = ota.requests().map(({ kind }) => kind);
    expect(sent.filter((one) => ['otas', 'availability', 'rates'].includes(one))).toEqual([
      'otas',
      'availability',
      'rates',
    ]);
  });

  test('an OTA that is switched off is shown and reported on the next day even without webhooks', async () => {
    const { ota, hotel, connection, kinds, smtp } = await connected({ webhooks: false });
    await ota.setChannel(hotel, 'BookingCom', { isActive: false });
    await passDays(1);
    expect(await kinds('booking_com')).toEqual(['deactivated']);
    expect(await connection()).toMatchObject({
      state: 'delayed',
      last_error: expect.stringMatching(/^Booking\.com is switched off at channex: /),
    });
    await environment.poll(() => smtp.mails.length).toBe(1);
  });

  test('a key that may not read it keeps nothing from working, and reports are kept all the same', async () => {
    const { ota, hotel, connection, there } = await connected();
    ota.faults.add({ kind: 'forbidden', on: 'otas' });
    await ota.report(hotel, 'sync_error', { code: 'Expedia' });
    await environment.poll(async () => (await connection()).state).toBe('delayed');
    await environment.pass(HOUR_MS);
    expect(ota.requests('otas').length).toBeLessThanOrEqual(2);
    await environment.settled([there]);
    const status = await environment.api.operator(
      'GET',
      connectionPath({ hotelId: (await connection()).hotel_id }, 'channex'),
    );
    expect(status.body.last_error).toMatch(/^Expedia has not taken over a change \(general_error\)/);
  });
});

describe('an OTA that is switched off', () => {
  test('is reported within the minute, and is in order once it is on again', async () => {
    const { property, ota, hotel, connection, otaNamed, kinds, smtp } = await connected();
    await ota.setChannel(hotel, 'BookingCom', { isActive: false });
    await environment
      .pollWithin(90, () => otaNamed('booking_com'))
      .toMatchObject({
        active: false,
        problems: [{ kind: 'deactivated' }],
      });
    const status = (await environment.api.get(`/api/status/${property.token}`)).body;
    expect(status).toMatchObject({
      status: 'degraded',
      channels: { channex: 'delayed' },
      channel_details: { channex: { sync: { failing_otas: ['booking_com'] } } },
    });
    await environment
      .poll(() => subjects(smtp))
      .toEqual(['Quinta do Mar: channex reports a problem with Booking.com']);
    await ota.setChannel(hotel, 'BookingCom', { isActive: true });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual([]);
    expect(await connection()).toMatchObject({ state: 'connected', last_error: null });
    expect(await otaNamed('booking_com')).toMatchObject({ active: true });
    expect(smtp.mails).toHaveLength(1);
  });

  test('is no problem any more once a person has seen to it, until it was on again', async () => {
    const { ota, hotel, connection, kinds, otaNamed, dismiss } = await connected();
    await ota.setChannel(hotel, 'BookingCom', { isActive: false });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['deactivated']);
    const { ota_id } = await otaNamed('booking_com');
    expect((await dismiss({ ota_id: 'another' })).body.otas).toHaveLength(3);
    expect(await kinds('booking_com')).toEqual(['deactivated']);
    expect((await dismiss({ ota_id })).status).toBe(200);
    expect(await connection()).toMatchObject({ state: 'connected', last_error: null });
    await passDays(2);
    expect(await otaNamed('booking_com')).toMatchObject({ active: false, problems: [] });
    await ota.setChannel(hotel, 'BookingCom', { isActive: true });
    await environment.pollWithin(90, () => otaNamed('booking_com')).toMatchObject({ active: true });
    await environment.pass(2 * 60_000);
    await ota.setChannel(hotel, 'BookingCom', { isActive: false });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['deactivated']);
  });

  test('the webhook that comes late does not switch off what is on', async () => {
    const { ota, hotel, kinds, smtp } = await connected();
    await ota.report(hotel, 'deactivate_channel', { code: 'BookingCom' });
    await environment.pass(10 * 60_000);
    expect(await kinds('booking_com')).toEqual([]);
    expect(smtp.mails).toHaveLength(0);
  });

  test('is removed: it stays on the list until a person has seen it', async () => {
    const { ota, hotel, otaNamed, dismiss, smtp } = await connected();
    await ota.removeChannel(hotel, 'Expedia');
    await environment
      .pollWithin(90, () => otaNamed('expedia'))
      .toMatchObject({
        active: false,
        problems: [{ kind: 'removed' }],
      });
    await environment
      .poll(() => subjects(smtp))
      .toEqual(['Quinta do Mar: channex reports a problem with Expedia']);
    await passDays(8);
    expect(await otaNamed('expedia')).toBeDefined();
    expect((await dismiss({})).status).toBe(200);
    expect(await otaNamed('expedia')).toBeUndefined();
  });
});

describe('reports', () => {
  test('that come two hundred at once cost a few requests, and one e-mail', async () => {
    const { ota, hotel, kinds, smtp } = await connected();
    for (let i = 0; i < 200; i += 1) await ota.report(hotel, 'sync_error', { code: 'BookingCom' });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['sync_error']);
    await environment.pass(HOUR_MS);
    expect(ota.requests('otas').length).toBeLessThanOrEqual(3);
    expect(smtp.mails).toHaveLength(1);
  });

  test('fade a week after the last one, those of states do not', async () => {
    const { ota, hotel, kinds } = await connected();
    await ota.report(hotel, 'rate_error', { code: 'BookingCom' });
    await ota.report(hotel, 'disconnect_listing', { code: 'AirBNB' });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['rate_error']);
    await passDays(6);
    expect(await kinds('booking_com')).toEqual(['rate_error']);
    await passDays(3);
    expect(await kinds('booking_com')).toEqual([]);
    expect(await kinds('airbnb')).toEqual(['listing_disconnected']);
  });

  test('of before a person has seen to it are old, later ones are shown again', async () => {
    const { ota, hotel, kinds, dismiss } = await connected();
    const timestamp = environment.now().toString();
    await ota.report(hotel, 'sync_error', { code: 'BookingCom', timestamp });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['sync_error']);
    environment.skipMinutes(5);
    await dismiss({});
    await ota.report(hotel, 'sync_error', { code: 'BookingCom', timestamp });
    await environment.pass(2 * 60_000);
    expect(await kinds('booking_com')).toEqual([]);
    await ota.report(hotel, 'sync_error', { code: 'BookingCom' });
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['sync_error']);
  });

  test('a warning is shown, and neither delays the channel nor sends an e-mail', async () => {
    const { ota, hotel, connection, kinds, smtp } = await connected();
    await ota.report(hotel, 'sync_warning', { code: 'AirBNB' });
    await environment.pollWithin(90, () => kinds('airbnb')).toEqual(['sync_warning']);
    await environment.pass(5 * 60_000);
    expect(await connection()).toMatchObject({ state: 'connected', last_error: null });
    expect(smtp.mails).toHaveLength(0);
  });

  test('without a payload are shown of an OTA that is not named', async () => {
    const { ota, hotel, connection, smtp } = await connected({ sendData: false });
    await ota.report(hotel, 'sync_error', { code: 'BookingCom' });
    await environment
      .pollWithin(90, async () => (await connection()).otas.at(-1))
      .toMatchObject({
        ota_id: null,
        ota: null,
        problems: [
          { kind: 'sync_error', message: expect.stringMatching(/^An OTA that channex does not name/) },
        ],
      });
    await environment.poll(() => smtp.mails.length).toBe(1);
  });

  test('the removal of the property is announced, until an OTA of it is on', async () => {
    const { ota, hotel, connection, smtp } = await connected();
    const codes = ['AirBNB', 'BookingCom', 'Expedia'];
    for (const code of codes) await ota.setChannel(hotel, code, { isActive: false });
    await ota.report(hotel, 'property_removal_warning');
    const ofProperty = async () => (await connection()).otas.find(({ ota_id }: any) => ota_id === null);
    await environment.pollWithin(90, ofProperty).toMatchObject({ problems: [{ kind: 'removal_announced' }] });
    await environment.poll(() => smtp.mails.length).toBeGreaterThan(0);
    await ota.setChannel(hotel, 'AirBNB', { isActive: true });
    await environment.pollWithin(90, ofProperty).toBeUndefined();
  });

  test('a booking that was not acknowledged is looked for in the list of bookings, and stored', async () => {
    const { property, there, ota, hotel, kinds, smtp } = await connected();
    ota.faults.add({ kind: 'server_error', on: 'reservations' });
    const { reference } = await ota.sell({ hotel, seller: 'Booking.com' });
    ota.fallBack(reference);
    await environment.pass(60_000);
    ota.faults.clear();
    await ota.report(hotel, 'non_acked_booking');
    await environment
      .pollWithin(60, () => environment.bookings(property))
      .toMatchObject([{ referral_order_id: reference }]);
    await environment.pollWithin(90, () => kinds('booking_com')).toEqual([]);
    await environment.settled([there]);
    expect(smtp.mails).toHaveLength(0);
  });
});

test('of several problems the gravest is the error of the connection', async () => {
  const { ota, hotel, connection, kinds } = await connected();
  await ota.report(hotel, 'rate_error', { code: 'AirBNB' });
  await ota.setChannel(hotel, 'BookingCom', { isActive: false });
  await environment.pollWithin(90, () => kinds('booking_com')).toEqual(['deactivated']);
  expect(await kinds('airbnb')).toEqual(['rate_error']);
  expect((await connection()).last_error).toMatch(/^Booking\.com is switched off/);
});

test('the e-mail is sent later when the server refuses it, and delays nothing', async () => {
  const { property, there, ota, hotel, smtp } = await connected();
  smtp.answer('451 come back later');
  // While the server has not answered there is no second attempt, however much the clock moves on.
  const refuse = smtp.hold();
  await ota.setChannel(hotel, 'BookingCom', { isActive: false });
  await environment.poll(() => smtp.attempts).toBe(1);
  await environment.setNight(property, 3, { price: 99 });
  await environment.poll(() => environment.differences(property, [there], 10)).toEqual([]);
  expect(smtp.attempts).toBe(1);
  refuse();
  await environment.poll(() => smtp.attempts).toBeGreaterThan(1);
  expect(smtp.mails).toEqual([]);
  smtp.answer('250 ok');
  await environment.poll(() => smtp.mails.length).toBe(1);
});

describe('a minimum stay that an OTA refuses', () => {
  const DAY = 5;
  const MONTH_AND_A_HALF = { min_stay: 45, max_stay: null };

  async function withLongStay() {
    const found = await connected();
    const { property, ota, hotel, there } = found;
    await environment.setNight(property, DAY, MONTH_AND_A_HALF);
    const night = () => ota.calendar(hotel).find(({ date }) => date === environment.day(DAY))!;
    const isOpen = () => (night().available ?? 0) > 0 && !night().stopSell;
    const setActive = async (codes: readonly string[], isActive: boolean) => {
      for (const code of codes) await ota.setChannel(hotel, code, { isActive });
    };
    const settled = () => environment.settled([there]);
    return { ...found, night, isOpen, setActive, settled };
  }

  test('closes the night while that OTA is switched on, and only then', async () => {
    const { isOpen, night, setActive, settled } = await withLongStay();
    await settled();
    expect(isOpen()).toBe(false);
    await setActive(['Expedia', 'BookingCom'], false);
    await environment.pollWithin(180, isOpen).toBe(true);
    expect(night().minStay).toBe(45);
    await settled();
    await setActive(['BookingCom'], true);
    await environment.pollWithin(180, isOpen).toBe(false);
  });

  test('opens the night when the house may sell longer stays there', async () => {
    const { connection, property, isOpen, night, setActive, settled } = await withLongStay();
    await setActive(['Expedia'], false);
    await environment
      .pollWithin(180, async () => (await connection()).otas.filter((one: any) => one.active).length)
      .toBe(2);
    await settled();
    expect(isOpen()).toBe(false);
    const { settings } = await connection();
    const answer = await environment.api.operator('PATCH', connectionPath(property, 'channex'), {
      settings: { ...settings, booking_com_longest_stay: 90 },
    });
    expect(answer.status, answer.text).toBe(200);
    await environment.pollWithin(180, isOpen).toBe(true);
    expect(night().minStay).toBe(45);
  });

  test('is noticed once however often OTAs are switched on and off, at the usual number of requests', async () => {
    const { ota, setActive, settled } = await withLongStay();
    await settled();
    ota.forgetRequests();
    for (let i = 0; i < 20; i += 1) {
      await setActive(['BookingCom'], i % 2 === 1);
      await environment.pass(30_000);
    }
    expect(ota.requests('otas').length).toBeLessThanOrEqual(11);
    expect(ota.requests('availability').length + ota.requests('rates').length).toBeLessThanOrEqual(22);
  });
});

test('a connection that leads to another property from now on has none of the OTAs of before', async () => {
  const { property, connection, ota, there } = await connected({ webhooks: false });
  const other = ota.hotel({ rooms: [{}], currency: 'EUR', account: there.hotel.account });
  await environment.connectHotel(property, 'channex', {
    hotel: other,
    credentials: ota.addAccount(there.hotel.account),
  });
  expect((await connection()).otas).toEqual([]);
  await environment.poll(async () => (await connection()).otas.length).toBe(3);
});
