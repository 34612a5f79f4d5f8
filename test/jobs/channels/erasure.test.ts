// A person who comes through each channel is found nowhere after the erasure, and later versions do not bring them back.
import { expect, test } from 'vitest';
import { CANARY, findCanary } from '../../api/canary.ts';
import { CHANNELS, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const PERSON = { givenName: CANARY, surname: `${CANARY}son` };
/** Channels that guests write over. */
const WITH_MESSAGES = ['booking_com', 'expedia', 'airbnb', 'channex', 'open_channel'];

test.each(CHANNELS)('%s', async (channel) => {
  const property = await environment.api.property({
    settings: { horizon_days: 20 },
    rooms: [{ price: 90, units: 2, capacity: 4 }],
  });
  const [connected] = await environment.connect(property, [channel]);
  await environment.settled([connected!]);
  const { ota, hotel } = connected!;
  const sale = { hotel: hotel.id, arrival: environment.day(4), nights: 2, price: 90, force: true };
  await ota.sell({ ...sale, guest: PERSON, notes: `${CANARY} wants a cot` });
  await environment.poll(async () => (await environment.bookings(property)).length).toBe(1);
  await environment.settled([connected!]);
  const [booking] = await environment.bookings(property);
  expect(booking.name).toContain(CANARY);
  if (WITH_MESSAGES.includes(channel)) {
    // The name is in no exchange as a whole, and in those of messages only as a part of the text.
    const photo = { name: `${CANARY}.jpg`, type: 'image/jpeg', content: Buffer.from([1]) };
    await ota.write(booking.referral_order_id, `${CANARY} asks for a quiet room`, [photo]);
    const messages = async () => (await environment.api.get(`/api/messages/${property.token}`)).body;
    environment.skipMinutes(120);
    await environment.poll(async () => (await messages()).length).toBe(1);
    await environment.settled([connected!]);
  }
  const own = `"hotel_id": ${property.hotelId},`;
  const found = async () => {
    const rows = (await findCanary(environment.api.db)).filter((row) => row.includes(own));
    return [...new Set(rows.map((row) => row.slice(0, row.indexOf(':'))))].toSorted();
  };
  expect(await found()).toEqual(expect.arrayContaining(['channel_inbox', 'guests', 'reservations']));

  // Nothing is read while the tables are searched: a channel that lists the order again is in the exchanges again.
  await environment.stop();
  const at = `/properties/${property.hotelId}`;
  await environment.api.delete(
    `/api/bookings/${property.token}?order_id=${booking.order_id}&date=${environment.day(4)}`,
  );
  const erased = await environment.api.operator('POST', `${at}/guests/${booking.guest_id}/erase`, {});
  expect(erased.status, erased.text).toBe(200);
  expect(await found()).toEqual([]);
  await environment.start();
  await ota.cancel(booking.referral_order_id ?? '').catch(() => {});
  await environment.settled([connected!]);
  expect((await found()).filter((table) => table !== 'exchanges')).toEqual([]);
  await environment.api.operator('DELETE', `${at}/channels/${channel}`);
});
