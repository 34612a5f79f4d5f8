// Services and fees in the totals of an order's rooms.
import { expect, test } from 'vitest';
import { withServices } from '../../src/channels/order-total.ts';
import { readServices } from '../../src/channels/services.ts';
import type { ChannelRoomStay } from '../../src/model/channel-records.ts';

const room = (total: string | null, nights: string[] = []): ChannelRoomStay => ({
  key: '1',
  externalRoom: 'r',
  externalRate: null,
  checkin: Temporal.PlainDate.from('2027-04-01'),
  checkout: Temporal.PlainDate.from('2027-04-03'),
  total,
  nights: nights.map((price, i) => ({ date: Temporal.PlainDate.from('2027-04-01').add({ days: i }), price })),
  guestName: null,
});
const service = (total_price: string, more: object = {}) => ({ name: 'Breakfast', total_price, ...more });
const totals = (rooms: ChannelRoomStay[], total: string | null, services: object[], currency = 'GBP') =>
  withServices(rooms, { currency, total, services: readServices(services) }).map((one) => one.total);

test('an order of 220 with a room of 200 and a breakfast of 20 costs 220', () => {
  expect(totals([room('200.00')], '220.00', [service('20.00')])).toEqual(['220.00']);
});

test('without a total of the order the services are added, except for excluded ones', () => {
  const nights = room(null, ['120.50', '151.00']);
  expect(totals([nights], null, [service('100.00'), service('6', { excluded: true })])).toEqual(['371.50']);
  expect(totals([nights], null, [])).toEqual([null]);
});

test("a room's own services are added to it, and the rest to all rooms by their prices, to the cent", () => {
  const rooms = [room('100.00'), room('200.00')];
  expect(totals(rooms, '330.01', [service('30.00', { room_index: 1 })])).toEqual(['100.01', '230.00']);
  expect(totals(rooms, '310.00', [])).toEqual(['103.34', '206.66']);
  expect(totals([room('10000')], null, [service('500')], 'JPY')).toEqual(['10500']);
});

test('an order total below its rooms, or rooms without a price, change nothing', () => {
  expect(totals([room('200.00'), room('200.00')], '200.00', [])).toEqual(['200.00', '200.00']);
  expect(totals([room(null), room('200.00')], '500.00', [])).toEqual([null, '200.00']);
});
