// Guests' requests, guest counts and arrival times through each channel: shown, stored, without card numbers.
import { expect, test } from 'vitest';
import type { Person } from '../../../sample-people/people.ts';
import {
  CHANNELS,
  type Channel,
  type Connected,
  useChannelEnvironment,
} from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const FOR_FOUR = { days: 20, room: { units: 2, capacity: 4 }, there: { maxPersons: 4 } };

/**
 * What each channel reports of two adults and children of six and nine, two requests and an arrival at 18:00.
 */
const SHOWN: Record<
  Channel,
  { children: (number | null)[]; notes: string | null; arrival_time: string | null }
> = {
  booking_com: {
    children: [6, 9],
    notes: 'Nut allergy, card ***\nApproximate time of arrival: between 18:00 and 19:00\nA baby cot',
    arrival_time: '18:00',
  },
  expedia: { children: [6, 9], notes: 'A baby cot\nNut allergy, card ***', arrival_time: null },
  channex: { children: [6, 9], notes: 'Nut allergy, card ***\nA baby cot', arrival_time: '18:00' },
  open_channel: {
    children: [null, null],
    notes: 'Nut allergy, card ***\nA baby cot\nAddress: 1 Sample St, 0000 Sampletown',
    arrival_time: '18:00',
  },
  // A request to book has guest counts, and no ages.
  airbnb: { children: [null, null], notes: null, arrival_time: null },
  vrbo: { children: [null, null], notes: 'Nut allergy, card ***', arrival_time: null },
};

test.each(CHANNELS)('%s: party, requests and arrival time are shown with the booking', async (channel) => {
  const { property, there: partner } = await environment.connectOneRoom(channel, FOR_FOUR);
  await sell(partner, {
    nights: 2,
    adults: 2,
    ages: [6, 9],
    notes: 'Nut allergy, card 4111 1111 1111 1111',
    requests: ['A baby cot'],
    arrivalTime: '18:00',
  });
  const booking = await onlyBooking(property);
  const { notes, ...shown } = SHOWN[channel];
  expect(booking).toMatchObject({ adults: 2, ...shown });
  expect(withoutPayment(booking.notes)).toBe(notes);
  const path = `/properties/${property.hotelId}/bookings/${booking.order_id}`;
  expect((await environment.api.operator('GET', path)).body).toEqual(booking);
  const events = (await environment.api.get(`/api/events/${property.token}?kinds=booking.created`)).body;
  expect(events.at(-1).data).toMatchObject({ adults: 2, ...shown, notes: booking.notes });
});

test('a modification changes only values that differ from the version before, not what people here corrected', async () => {
  const { property, there: partner } = await environment.connectOneRoom('channex', FOR_FOUR);
  const { ota } = partner;
  const { reference } = await sell(partner, {
    nights: 2,
    adults: 2,
    children: 0,
    notes: 'Quiet room',
    arrivalTime: '16:00',
  });
  const { order_id } = await onlyBooking(property);
  const path = `/properties/${property.hotelId}/bookings/${order_id}`;
  const edited = 'Quiet room\nRoom 12 promised by telephone';
  const patched = await environment.api.operator('PATCH', path, { notes: edited });
  expect(patched.body).toMatchObject({ notes: edited, adults: 2 });

  await ota.modify(reference, { adults: 1 });
  await environment
    .poll(() => onlyBooking(property))
    .toMatchObject({ adults: 1, children: [], notes: edited, arrival_time: '16:00' });
  await ota.modify(reference, { notes: 'Quiet room, twin beds', arrivalTime: '' });
  await environment
    .poll(() => onlyBooking(property))
    .toMatchObject({
      notes: `${edited}\nQuiet room, twin beds`,
      // A version without the time does not clear it.
      arrival_time: '16:00',
    });
  const [event] = (
    await environment.api.get(`/api/events/${property.token}?kinds=booking.modified`)
  ).body.slice(-1);
  expect(event.data).toMatchObject({ changed: ['notes'], before: {} });
  expect((await environment.api.operator('PATCH', path, { notes: null })).body.notes).toBeNull();
});

test.each([
  'channex',
  'open_channel',
] as const)('%s: services and fees are in the price and the income, unless they are paid at the property', async (channel) => {
  const { property, there: partner } = await environment.connectOneRoom(channel, FOR_FOUR);
  await partner.ota.sell({
    hotel: partner.hotel.id,
    arrival: environment.day(4),
    nights: 2,
    price: 100,
    force: true,
    services: [{ name: 'Cleaning', price: 100 }],
    roomServices: [
      { name: 'Breakfast', price: 20.5 },
      { name: 'City tax', price: 6, excluded: true },
    ],
  });
  const booking = await onlyBooking(property);
  expect(booking.price).toBe(320.5);
  expect(booking.notes).toMatch(/Breakfast: 20\.50 EUR/);
  expect(booking.notes).toMatch(/City tax: 6\.00 EUR, not included in the price/);
  const entries = (await environment.api.get(`/api/accounting/${property.token}`)).body;
  expect(entries).toMatchObject([
    { type: 'income', amount: 320.5, order_id: booking.order_id },
    { code: expect.stringMatching(/^(service|fee)$/), amount: 6, collected_by: 'property' },
  ]);
});

const CITY_TAX = {
  kind: 'tax',
  description: 'City tax',
  amount: 6,
  quantity: null,
  included: false,
  collected_by: null,
};
const CLEANING = {
  kind: 'fee',
  description: 'Cleaning fee',
  amount: 40,
  quantity: null,
  included: true,
  // what the price includes is collected with it
  collected_by: 'channel',
};
const BO = { name: 'Bo Example', age: null };
/** Members of a booking whose channel does not report them. */
const UNREPORTED = { meal: null, virtual_card: null, commission: null, companions: null };

/**
 * What each channel's booking shows of an order of 200 for the nights that the guest pays to the OTA, with breakfast,
 * a companion, a company, a cleaning fee of 40 in the order's total and a city tax of 6 that the guest pays at the
 * property.
 */
const DETAILS: Record<Channel, object> = {
  booking_com: {
    // The cleaning fee is in the price of the room.
    price: 200,
    meal: 'breakfast',
    collected_by: 'channel',
    virtual_card: { active_from: environment.day(4), active_until: expect.any(String), amount: 200 },
    commission: 30,
    charges: [{ ...CITY_TAX, collected_by: 'property' }, CLEANING],
    companions: [BO],
    // The language of the guest is not among Booking.com's documented elements.
    language: null,
    country: 'BR',
    notes: expect.stringContaining('Company: Sample Travel Ltd'),
  },
  expedia: {
    ...UNREPORTED,
    // Fees are beside the base rates.
    price: 240,
    collected_by: 'channel',
    virtual_card: { active_from: environment.day(4), active_until: null, amount: 240 },
    charges: [{ ...CLEANING, description: 'Hotel service fees' }],
    language: null,
    country: null,
  },
  channex: {
    price: 200,
    meal: 'breakfast',
    collected_by: 'channel',
    virtual_card: { active_from: environment.day(4), active_until: expect.any(String), amount: 170 },
    commission: 30,
    charges: [CITY_TAX, CLEANING],
    companions: [BO],
    language: 'pt',
    country: 'BR',
    notes: expect.stringContaining('Company: Sample Travel Ltd, VAT 1123331'),
  },
  open_channel: {
    ...UNREPORTED,
    price: 240,
    collected_by: 'channel',
    virtual_card: { active_from: environment.day(4), active_until: expect.any(String), amount: 240 },
    charges: [
      { ...CITY_TAX, kind: 'fee', quantity: 1, collected_by: 'property' },
      { ...CLEANING, quantity: 1 },
    ],
    companions: [BO],
    language: 'pt',
    country: 'BR',
    notes: expect.stringContaining('Company: Sample Travel Ltd, VAT 1123331'),
  },
  airbnb: {
    ...UNREPORTED,
    // What Airbnb pays: 240 without its fee.
    price: 232.8,
    collected_by: 'channel',
    commission: 7.2,
    charges: [CLEANING],
    language: 'pt',
    country: null,
    notes: expect.stringContaining('Occupancy tax paid by Airbnb: 6.00 EUR'),
  },
  vrbo: {
    ...UNREPORTED,
    price: 240,
    collected_by: 'channel',
    charges: [CLEANING],
    language: 'pt-BR',
    country: 'BR',
  },
};

test.each(
  CHANNELS,
)('%s: meals, charges, commission, card, companions, language and country are shown with the booking', async (channel) => {
  const { property, there: partner } = await environment.connectOneRoom(channel, FOR_FOUR);
  const bo = { givenName: 'Bo', surname: 'Example' } as Person;
  const { reference } = await sell(partner, {
    nights: 2,
    price: 100,
    guest: { language: 'pt', country: 'BR' },
    force: true,
    details: {
      collect: 'ota',
      meal: 'breakfast',
      companions: [{ guest: bo, age: null }],
      taxes: [
        { name: 'City tax', price: 6, type: 'tax', included: false },
        { name: 'Cleaning fee', price: 40, type: 'fee', included: true },
      ],
      company: 'Sample Travel Ltd',
    },
  });
  await environment.settled([partner]);
  const booking = await onlyBooking(property);
  expect(booking).toMatchObject({
    referral_order_id: expect.stringContaining(reference),
    ...DETAILS[channel],
  });
  expect(JSON.stringify(booking)).not.toContain('4111');
});

/**
 * Sums over the bookings of an order of two rooms, with a cleaning fee of 10 and a city tax of 6 each, that the guest pays
 * to the OTA. `balance`: what the guest owes the property.
 */
const SHARED = {
  booking_com: { price: 133.34, commission: 20, card: 133.34, charges: 32, balance: 12 },
  expedia: { price: 153.34, commission: 0, card: 153.34, charges: 20, balance: 0 },
  channex: { price: 133.34, commission: 20, card: 113.34, charges: 32, balance: 12 },
  open_channel: { price: 153.34, commission: 0, card: 153.34, charges: 32, balance: 12 },
};

test.each(
  Object.keys(SHARED) as (keyof typeof SHARED)[],
)('%s: amounts of an order of two rooms add up over its bookings', async (channel) => {
  const { property, there: partner } = await environment.connectOneRoom(channel, FOR_FOUR);
  const bo = { givenName: 'Bo', surname: 'Example' } as Person;
  await sell(partner, {
    rooms: [{ price: 100.01 }, { price: 33.33 }],
    nights: 1,
    force: true,
    details: {
      collect: 'ota',
      companions: [{ guest: bo, age: null }],
      taxes: [
        { name: 'City tax', price: 6, type: 'tax', included: false },
        { name: 'Cleaning fee', price: 10, type: 'fee', included: true },
      ],
    },
  });
  const list = async () => (await environment.api.get(`/api/bookings/${property.token}`)).body;
  await environment.poll(async () => (await list()).length).toBe(2);
  await environment.settled([partner]);
  const bookings: any[] = await list();
  const sum = (of: (booking: any) => number) =>
    Math.round(bookings.reduce((total, booking) => total + of(booking), 0) * 100) / 100;
  expect({
    price: sum(({ price }) => price),
    commission: sum(({ commission }) => commission ?? 0),
    card: sum(({ virtual_card }) => virtual_card.amount),
    charges: sum(({ charges }) => charges.reduce((total: number, { amount }: any) => total + amount, 0)),
    balance: sum(({ balance }) => balance),
  }).toEqual(SHARED[channel]);
  const named = bookings.filter(({ companions }) => companions?.some(({ name }: any) => name === BO.name));
  expect(named).toHaveLength(channel === 'expedia' ? 0 : 1);
});

/** Sells a stay; retries, because prices may reach the channel a little later than counts. */
function sell({ ota, hotel }: Connected, input: Parameters<Connected['ota']['sell']>[0]) {
  const stay = { hotel: hotel.id, arrival: environment.day(4), ...input };
  return environment.clock.eventually(() => ota.sell(stay));
}

async function onlyBooking({ token }: { token: string }): Promise<any> {
  const list = async () => (await environment.api.get(`/api/bookings/${token}`)).body;
  await environment.poll(async () => (await list()).length).toBe(1);
  return (await list())[0];
}

/** Bookings at Expedia name who collects the payment, requests of Vrbo when it is due. */
function withoutPayment(notes: string | null): string | null {
  return (
    notes?.replace(
      /\n(Hotel Collect Booking .*|Expedia collects payment\nPrices without Expedia's compensation)$|\nDue \d{4}-[\s\S]*$/,
      '',
    ) ?? null
  );
}
