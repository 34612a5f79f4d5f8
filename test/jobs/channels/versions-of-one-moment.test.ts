// Changes of an order that an OTA makes at the same moment, and an order that is changed back: the calendar has what the OTA has.
import { describe, expect, test } from 'vitest';
import { CHANNELS, type Channel, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
/** Vrbo's bookings are changed here: it asks for them. */
const CHANGED_THERE = CHANNELS.filter((channel) => channel !== 'vrbo');

async function sold(channel: Channel) {
  const { property, there: partner } = await environment.connectOneRoom(channel, {
    days: 30,
    room: { price: 120, units: 1 },
  });
  const { ota, hotel } = partner;
  const stay = (night: number) => ({
    room: hotel.rooms[0]!.id,
    arrival: environment.day(night),
    departure: environment.day(night + 1),
    force: true,
  });
  const { reference } = await ota.sell({ hotel: hotel.id, ...stay(3) });
  await environment.settled([partner]);
  const move = (night: number) => ota.modify(reference, stay(night));
  const arrivals = async () => {
    await environment.settled([partner]);
    expect(await environment.differences(property, [partner], 30)).toEqual([]);
    const { body } = await environment.api.get(`/api/bookings/${property.token}`);
    return body.map((one: any) => one.checkin.slice(0, 10));
  };
  return { property, partner, reference, move, arrivals };
}

describe.each(CHANGED_THERE)('%s', (channel) => {
  test('two changes at the same moment: the second one holds', async () => {
    const { move, arrivals } = await sold(channel);
    await Promise.all([move(10), move(15)]);
    expect(await arrivals()).toEqual([environment.day(15)]);
  });

  test('an order that is changed and changed back', async () => {
    const { move, arrivals } = await sold(channel);
    await move(10);
    expect(await arrivals()).toEqual([environment.day(10)]);
    await move(3);
    expect(await arrivals()).toEqual([environment.day(3)]);
  });
});

test('airbnb: a change whose notification comes again after that of a cancellation of the same second', async () => {
  const { property, partner, reference, move } = await sold('airbnb');
  const { ota, hotel } = partner;
  ota.faults.add({ kind: 'cut_before', on: 'deliver', count: 1 });
  ota.faults.add({ kind: 'reorder', on: 'deliver', count: 1 });
  await move(10);
  await ota.cancel(reference);
  await environment.poll(() => ota.outstanding(hotel.id)).toBe(0);
  const takesPlace = async () =>
    (await environment.bookings(property)).some((one) => one.status !== 'cancelled');
  await environment.pollWithin(30, takesPlace).toBe(false);
  expect(ota.faults.list(), 'both have struck').toEqual([]);
});
