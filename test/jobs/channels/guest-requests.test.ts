// Guests' requests, guest counts and arrival times through each channel: shown, stored, without card numbers.
import { expect, test, vi } from 'vitest';
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
  await expect
    .poll(() => onlyBooking(property), { timeout: 20_000 })
    .toMatchObject({ adults: 1, children: [], notes: edited, arrival_time: '16:00' });
  await ota.modify(reference, { notes: 'Quiet room, twin beds', arrivalTime: '' });
  await expect
    .poll(() => onlyBooking(property), { timeout: 20_000 })
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

/** What a channel's booking shows of an order of 200 that the guest pays to the OTA, with breakfast, city tax and company. */
const DETAILS: Partial<Record<Channel, object>> = {
  channex: {
    meal: 'breakfast',
    collected_by: 'channel',
    virtual_card: { active_from: environment.day(4), active_until: expect.any(String), amount: 170 },
    commission: 30,
    charges: [
      {
        kind: 'tax',
        description: 'City tax',
        amount: 6,
        quantity: null,
        included: false,
        collected_by: null,
      },
    ],
    companions: [{ name: 'Bo Example', age: null }],
    language: 'pt',
    country: 'BR',
    notes: expect.stringContaining('Company: Sample Travel Ltd, VAT 1123331'),
  },
};

test.each(
  Object.keys(DETAILS) as Channel[],
)('%s: meals, charges, commission, card, companions, language and country are shown with the booking', async (channel) => {
  const { property, there: partner } = await environment.connectOneRoom(channel, FOR_FOUR);
  const bo = { givenName: 'Bo', surname: 'Example' } as Person;
  await sell(partner, {
    nights: 2,
    price: 100,
    guest: { language: 'pt', country: 'BR' },
    force: true,
    details: {
      collect: 'ota',
      meal: 'breakfast',
      companions: [{ guest: bo, age: null }],
      taxes: [{ name: 'City tax', price: 6, type: 'tax', included: false }],
      company: 'Sample Travel Ltd',
    },
  });
  expect(await onlyBooking(property)).toMatchObject({ price: 200, ...DETAILS[channel] });
});

/** Sells a stay; retries, because prices may reach the channel a little later than counts. */
function sell({ ota, hotel }: Connected, input: Parameters<Connected['ota']['sell']>[0]) {
  const stay = { hotel: hotel.id, arrival: environment.day(4), ...input };
  return vi.waitFor(() => ota.sell(stay), { timeout: 20_000, interval: 200 });
}

async function onlyBooking({ token }: { token: string }): Promise<any> {
  const list = async () => (await environment.api.get(`/api/bookings/${token}`)).body;
  await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBe(1);
  return (await list())[0];
}

/** Half of the bookings at Expedia, by their number, name who collects the payment. */
function withoutPayment(notes: string | null): string | null {
  return (
    notes?.replace(
      /\nExpedia collects payment\nPrices without Expedia's compensation$|\nDue \d{4}-[\s\S]*$/,
      '',
    ) ?? null
  );
}
