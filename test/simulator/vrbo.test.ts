// The simulated Vrbo reads feeds as in captures, requests bookings and polls for innwire's changes.
import { expect, test } from 'vitest';
import { sample, simulator } from './harness.ts';
import { type ReceivedCall, receiver } from './receiver.ts';

const PM = 'SAMPLEPM_VRBO';
const CREDENTIALS = { username: 'vrbo', password: 'secret' };

type Files = Record<string, string>;

/** Returns the sample files as a property manager hosts them, by path, with URLs that link them. */
function hosted(changes: Files = {}): Files {
  const index = sample('vrbo/unitAvailabilityContentIndex.xml');
  return {
    '/index.xml': sample('vrbo/advertiserContentIndex.xml'),
    '/vrbo/availability/index.xml': index,
    '/vrbo/rates/index.xml': index
      .replaceAll('advertiserUnitAvailabilityContentIndex', 'advertiserLodgingRateContentIndex')
      .replaceAll('unitAvailabilityContent', 'lodgingRateContent')
      .replace('/availability/L-501', '/rates/L-501'),
    '/vrbo/availability/L-501/U-501.xml': sample('vrbo/unitAvailabilityContent.xml'),
    '/vrbo/rates/L-501/U-501.xml': sample('vrbo/lodgingRateContent-nightly.xml'),
    ...changes,
  };
}

async function vrbo(files: Files, more: (received: ReceivedCall) => string | undefined = () => undefined) {
  const { vrbo: ota } = await simulator();
  ota.hotel({ id: PM, currency: 'USD' });
  const us = await receiver((received) => {
    const text = more(received) ?? files[received.url];
    return text === undefined
      ? { status: 404, body: 'not found' }
      : { body: text.replaceAll('https://pms.example', us.url), type: 'application/xml' };
  });
  ota.connect(PM, { url: us.url, credentials: CREDENTIALS });
  return { ota, us };
}

test('it reads the sample feeds, and again only what changed', async () => {
  const { ota, us } = await vrbo(hosted());
  expect([await ota.pull(), ota.problems()]).toEqual([true, []]);
  expect(us.received[0]!.headers.authorization).toBe(`Basic ${btoa('vrbo:secret')}`);
  expect(ota.calendar().map(({ available, price, minStay }) => [available, price, minStay])).toEqual([
    [1, 150, 2],
    [1, 150, 2],
    [1, 150, 2],
    [1, 150, 2],
    [0, 150, 2],
    [0, 120, 2],
    [1, 120, 3],
    [1, 120, 3],
    [1, 140, 3],
    [1, 140, 3],
  ]);
  expect(ota.calendar()[4]).toMatchObject({ room: 'U-501', closedToArrival: true, closedToDeparture: true });
  const before = us.received.length;
  await ota.pull();
  expect(us.received.slice(before).map(({ url }) => url)).toEqual([
    '/index.xml',
    '/vrbo/availability/index.xml',
    '/vrbo/rates/index.xml',
  ]);
});

const AVAILABILITY = '/vrbo/availability/L-501/U-501.xml';
const RATES = '/vrbo/rates/L-501/U-501.xml';

test.each([
  [
    'a letter too few',
    AVAILABILITY,
    (text: string) => text.replace('YYYYNNYYYY', 'YYYYNNYYY'),
    /9 letters for 10 days/,
  ],
  [
    'a count too many',
    AVAILABILITY,
    (text: string) => text.replace('1,1,1,1,0,0', '1,1,1,1,1,0,0'),
    /11 values for 10 days/,
  ],
  ['an unknown letter', AVAILABILITY, (text: string) => text.replace('CCCCXX', 'CCCCZX'), /changeOver/],
  [
    'too long a range',
    AVAILABILITY,
    (text: string) => text.replace('2027-04-10', '2031-04-10'),
    /days, 1096/,
  ],
  ['another unit', AVAILABILITY, (text: string) => text.replace('U-501', 'U-502'), /differs from the index/],
  [
    'rates out of order',
    RATES,
    (text: string) => text.replace(/(<fri>.*<\/fri>)\s*(<mon>.*<\/mon>)/, '$2$1'),
    /fri|mon/,
  ],
  ['a price of zero', RATES, (text: string) => text.replace('<mon>120.00', '<mon>0.00'), /above zero/],
  [
    'min before max',
    RATES,
    (text: string) => text.replace(/(<max>.*<\/max>)(<min>.*<\/min>)/, '$2$1'),
    /max|min/,
  ],
  [
    'nothing due at booking',
    RATES,
    (text: string) => text.replace('AT_BOOKING', 'BEFORE_CHECKIN'),
    /AT_BOOKING/,
  ],
  ['another currency', RATES, (text: string) => text.replace('USD', 'EUR'), /currency/],
])('it finds fault with %s', async (_what, file, wrong, problem) => {
  const { ota } = await vrbo(hosted({ [file]: wrong(hosted()[file]!) }));
  expect(await ota.pull()).toBe(false);
  expect(ota.problems().map((one) => one.problem)).toEqual([expect.stringMatching(problem)]);
});

const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };

test('it requests a booking, again when the response is lost, and applies changes of innwire', async () => {
  let update = '';
  const { ota, us } = await vrbo(hosted(), ({ url, method }) => {
    if (url === '/bookingRequest') return sample('vrbo/bookingResponse-confirmed.xml');
    if (url === '/bookingContentIndex') return sample('vrbo/bookingContentIndex.xml');
    return method === 'GET' && url === '/vrbo/bookings/RES-1001.xml' ? update : undefined;
  });
  await ota.pull();
  ota.faults.add({ kind: 'cut_after', on: 'deliver', count: 1 });
  const { reference } = await ota.sell(STAY);
  const requests = us.received.filter(({ url }) => url === '/bookingRequest');
  expect(requests).toHaveLength(2);
  expect(requests[0]!.body).toBe(requests[1]!.body);
  expect(requests[0]!.body).toContain(`<trackingUuid>${reference}</trackingUuid>`);
  expect([ota.acknowledgements(), ota.calendar()[0]!.available]).toEqual([1, 0]);
  const cancelled = sample('vrbo/bookingUpdate-cancelled.xml');
  update = cancelled;
  expect(await ota.poll()).toBe(false);
  expect(ota.problems().splice(0)).toMatchObject([{ problem: 'the update has no order with items' }]);
  update = cancelled.replace(
    '</locale>',
    `</locale><orderList><order><currency>USD</currency><orderItemList><orderItem><feeType>RENTAL</feeType><name>Rent</name>
     <status>CANCELLED</status><totalAmount currency="USD">300.00</totalAmount></orderItem></orderItemList></order></orderList>
     <inquirer><firstName>Ada</firstName></inquirer>`,
  );
  expect(await ota.poll()).toBe(true);
  expect(ota.charged(reference)).toBe(300);
  expect(ota.reservations()[0]!.status).toBe('cancelled');
  expect([ota.outstanding(), ota.calendar()[0]!.available]).toEqual([0, 1]);
});

test('it queries availability when that has an address, and checks reasons against the enumeration', async () => {
  let free: object = { available: true };
  const { ota, us } = await vrbo(hosted(), ({ url }) => {
    if (url === '/bookingRequest') return sample('vrbo/bookingResponse-confirmed.xml');
    if (url === '/free') return JSON.stringify({ units: [{ unitExternalId: 'U-501', ...free }] });
    return undefined;
  });
  ota.connect(PM, { url: us.url, credentials: CREDENTIALS, paths: { availability: '/free' } });
  await ota.pull();
  await ota.sell(STAY);
  const question = us.received.find(({ url }) => url === '/free')!;
  expect(JSON.parse(question.body)).toMatchObject({
    listingExternalId: 'L-501',
    dateRange: { arrivalDate: STAY.arrival, departureDate: STAY.departure },
    units: [{ unitExternalId: 'U-501' }],
  });
  free = { available: false, errorCode: 'MIN_STAY_NOT_MET' };
  await expect(ota.sell({ ...STAY, force: true })).rejects.toThrow('MIN_STAY_NOT_MET');
  expect(ota.problems()).toEqual([]);
  free = { available: false, errorCode: 'TOO_SHORT' };
  await expect(ota.sell({ ...STAY, force: true })).rejects.toThrow('TOO_SHORT');
  expect(ota.problems()).toMatchObject([{ problem: expect.stringContaining('TOO_SHORT') }]);
  expect(us.received.filter(({ url }) => url === '/bookingRequest')).toHaveLength(1);
});

test('an arrival with less notice than the feed asks for is not sold', async () => {
  const notice = hosted()[AVAILABILITY]!.replace(
    /<minPriorNotify>.*<\/minPriorNotify>/,
    `<minPriorNotify>${Array(10).fill(900).join(',')}</minPriorNotify>`,
  );
  const { ota } = await vrbo(hosted({ [AVAILABILITY]: notice }), ({ url }) =>
    url === '/bookingRequest' ? sample('vrbo/bookingResponse-confirmed.xml') : undefined,
  );
  expect([await ota.pull(), ota.problems()]).toEqual([true, []]);
  await expect(ota.sell(STAY)).rejects.toThrow('needs 900 days of notice');
  expect(ota.reservations()).toEqual([]);
  await ota.sell({ ...STAY, force: true });
});

test('a refusal is no booking', async () => {
  const { ota } = await vrbo(hosted(), ({ url }) =>
    url === '/bookingRequest' ? sample('vrbo/bookingResponse-error.xml') : undefined,
  );
  await ota.pull();
  await expect(ota.sell(STAY)).rejects.toThrow('PROPERTY_NOT_AVAILABLE');
  expect([ota.reservations(), ota.calendar()[0]!.available]).toEqual([[], 1]);
});
