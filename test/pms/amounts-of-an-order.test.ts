// Amounts that a channel reports for a whole order: their parts in the bookings of its rooms add up.
import { expect, test } from 'vitest';
import { Random } from '../../sample-people/random.ts';
import type { ChannelCharge, ChannelReservation, ChannelRoomStay } from '../../src/model/channel-records.ts';
import { reportedDetails } from '../../src/pms/channel-sync/ingest/reported-details.ts';

const room = (key: string, some: Partial<ChannelRoomStay> = {}): ChannelRoomStay => ({
  key,
  externalRoom: 'r',
  externalRate: null,
  checkin: Temporal.PlainDate.from('2027-04-01'),
  checkout: Temporal.PlainDate.from('2027-04-03'),
  total: '100.00',
  nights: [],
  guestName: null,
  ...some,
});
const charge = (amount: string, some: Partial<ChannelCharge> = {}): ChannelCharge => ({
  kind: 'tax',
  description: 'City tax',
  amount,
  quantity: 2,
  included: false,
  collectedBy: null,
  ...some,
});
const order = (rooms: ChannelRoomStay[], some: Partial<ChannelReservation> = {}): ChannelReservation => ({
  reference: '1',
  revision: '1',
  at: null,
  soldBy: null,
  status: 'new',
  guest: { name: 'Ada Example', email: null, phone: null },
  currency: 'EUR',
  rooms,
  notes: null,
  receipt: '1',
  thread: null,
  ...some,
});
const detailsOf = (one: ChannelReservation, currency = 'EUR') =>
  one.rooms.map((each) => reportedDetails({ order: one, room: each, currency }));

test('commission, card and charges of an order are split by the prices of its rooms, to the cent', () => {
  const rooms = [room('1', { total: '100.00' }), room('2', { total: '200.00' })];
  const [one, two] = detailsOf(
    order(rooms, {
      commission: '45.01',
      virtualCard: { activeFrom: '2027-04-01', activeUntil: null, amount: '255.00' },
      charges: [charge('10.00')],
    }),
  );
  expect(one).toMatchObject({
    commissionMinor: 1_501,
    virtualCard: { activeFrom: '2027-04-01', activeUntil: null, amountMinor: 8_500 },
    charges: [{ amountMinor: 334, quantity: null }],
  });
  expect(two).toMatchObject({
    commissionMinor: 3_000,
    virtualCard: { amountMinor: 17_000 },
    charges: [{ amountMinor: 666 }],
  });
});

test('whatever the prices, the parts add up to the order', () => {
  const random = new Random(7);
  for (let run = 0; run < 300; run += 1) {
    const rooms = Array.from({ length: random.between(1, 9) }, (_, i) =>
      room(String(i), {
        total: random.chance(0.1) ? null : (random.between(0, 90_000) / 100).toFixed(2),
        ...(random.chance(0.3) && { commission: '1.00' }),
      }),
    );
    const [commission, tax, balance] = [
      random.between(900, 99_999),
      random.between(0, 99),
      random.between(0, 9_999),
    ];
    const text = (minor: number) => (minor / 100).toFixed(2);
    const all = detailsOf(
      order(rooms, {
        commission: text(commission),
        charges: [charge(text(tax))],
        virtualCard: { activeFrom: null, activeUntil: null, amount: text(balance) },
      }),
    );
    const sum = (amounts: (number | null | undefined)[]) =>
      amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
    const allOwn = rooms.every(({ commission: own }) => own !== undefined);
    expect(sum(all.map((one) => one.commissionMinor))).toBe(allOwn ? rooms.length * 100 : commission);
    expect(sum(all.flatMap((one) => one.charges ?? []).map((one) => one.amountMinor))).toBe(tax);
    expect(sum(all.map((one) => one.virtualCard?.amountMinor))).toBe(balance);
  }
});

test('what a room reports for itself stays with it, and the rest of the commission goes to the others', () => {
  const rooms = [room('1', { commission: '5.00', charges: [charge('3.00')] }), room('2'), room('3')];
  const [one, two, three] = detailsOf(order(rooms, { commission: '20.00' }));
  expect([one, two, three].map((each) => each!.commissionMinor)).toEqual([500, 750, 750]);
  expect(one!.charges).toMatchObject([{ amountMinor: 300, quantity: 2 }]);
  expect(two).not.toHaveProperty('charges');
});

test('rooms get nothing of a commission that is smaller than what the others report for themselves', () => {
  const rooms = [room('1', { commission: '50.00' }), room('2')];
  const parts = detailsOf(order(rooms, { commission: '45.00' }));
  expect(parts.map(({ commissionMinor }) => commissionMinor)).toEqual([5_000, 0]);
});

test('amounts that cannot be stored are left out, and the currency decides the minor unit', () => {
  const charges = [charge('-5.00'), charge('1e99'), charge('many'), charge('500')];
  const [one] = detailsOf(
    order([room('1', { total: '9000' })], { currency: 'JPY', commission: '-1', charges }),
    'JPY',
  );
  expect(one!.charges).toMatchObject([{ amountMinor: 500 }]);
  expect(one).not.toHaveProperty('commissionMinor');
});

test('who takes the price takes the charges that it includes', () => {
  const charges = [
    charge('5.00', { included: true }),
    charge('6.00'),
    charge('7.00', { collectedBy: 'property' }),
  ];
  const [one] = detailsOf(order([room('1', { charges })], { collectedBy: 'channel' }));
  expect(one!.charges!.map(({ collectedBy }) => collectedBy)).toEqual(['channel', null, 'property']);
});

test('companions are the named guests without the one of the booking; company and address are in the notes', () => {
  const guests = [
    { name: 'ADA  Example', age: null },
    { name: 'Bo', age: 6 },
    { name: ' ', age: null },
  ];
  const guest = { name: 'Ada Example', email: null, phone: null, company: 'Sample Ltd', address: '1 Way' };
  const [one] = detailsOf(order([room('1', { guests, notes: 'Quiet' })], { guest, notes: 'Late' }));
  expect(one).toMatchObject({
    companions: [{ name: 'Bo', age: 6 }],
    notes: 'Late\nQuiet\nCompany: Sample Ltd\nAddress: 1 Way',
  });
});
