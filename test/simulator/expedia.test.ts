// The simulated Expedia accepts messages as EQC does, and refuses others with EQC's codes.
import { expect, test } from 'vitest';
import { addDays } from '../../simulator/dates.ts';
import type { ExpediaOptions } from '../../simulator/expedia/context.ts';
import { createHeldPauses } from '../harness/held-pauses.ts';
import { ask, find, findAll, simulator } from './harness.ts';

const BASE = 'http://www.expediaconnect.com/EQC';

async function expedia(options: ExpediaOptions = {}) {
  const pauses = createHeldPauses();
  const { expedia: ota } = await simulator({ expedia: { waits: pauses.waits, ...options } });
  ota.hotel({
    id: '3546',
    rooms: [{ id: '558945', maxPersons: 2, rates: [{ id: '556887' }, { id: '556888', readOnly: true }] }],
  });
  const { username, password } = ota.credentials;
  const login = `<Authentication username="${username}" password="${password}"/>`;
  const post = (path: string, body: string) =>
    ask(`${ota.url}/eqc/${path}`, { headers: { 'content-type': 'text/xml' }, body });
  const update = (inside: string) =>
    post(
      'ar',
      `<AvailRateUpdateRQ xmlns="${BASE}/AR/2011/06">${login}<Hotel id="3546"/>${inside}</AvailRateUpdateRQ>`,
    );
  const retrieve = (inside = '') =>
    post(
      'br',
      `<BookingRetrievalRQ xmlns="${BASE}/BR/2014/01">${login}<Hotel id="3546"/>${inside}</BookingRetrievalRQ>`,
    );
  const confirm = (id: string, type: string, number = 'RES-1') =>
    post(
      'bc',
      `<BookingConfirmRQ xmlns="${BASE}/BC/2007/09">${login}<Hotel id="3546"/><BookingConfirmNumbers><BookingConfirmNumber bookingID="${id}" bookingType="${type}" confirmNumber="${number}" confirmTime="2027-03-02T09:30:47Z"/></BookingConfirmNumbers></BookingConfirmRQ>`,
    );
  return { ota, pauses, login, post, update, retrieve, confirm };
}

const RANGE = '<DateRange from="2027-04-01" to="2027-04-10"/>';
const PLAN =
  '<RatePlan id="556887" closed="false"><Rate currency="EUR"><PerDay rate="120.50"/></Rate><Restrictions minLOS="2" maxLOS="14" closedToArrival="false" closedToDeparture="false"/></RatePlan>';
const FULL = `<AvailRateUpdate>${RANGE}<RoomType id="558945" closed="false"><Inventory totalInventoryAvailable="5"/>${PLAN}</RoomType></AvailRateUpdate>`;

test('it takes the documented update into its calendar, and shows it over PARR', async () => {
  const { ota, login, post, update } = await expedia();
  const { text } = await update(FULL);
  expect(find(text, 'AvailRateUpdateRS')!.namespace).toBe(`${BASE}/AR/2007/02`);
  expect(find(text, 'Success')!.children).toEqual([]);
  expect(ota.calendar()).toHaveLength(10);
  expect(ota.calendar()[0]).toEqual({
    room: '558945',
    rate: '556887',
    date: '2027-04-01',
    available: 5,
    price: 120.5,
    minStay: 2,
    maxStay: 14,
    closedToArrival: false,
    closedToDeparture: false,
    stopSell: false,
  });
  const parr = (inside: string) =>
    post(
      'parr',
      `<ProductAvailRateRetrievalRQ xmlns="${BASE}/PAR/2013/07">${login}<Hotel id="3546"/><ParamSet>${inside}</ParamSet></ProductAvailRateRetrievalRQ>`,
    );
  const products = (await parr('<ProductRetrieval/>')).text;
  expect(findAll(products, 'RatePlan').map(({ attributes }) => attributes['id'])).toEqual([
    '556887',
    '556888',
  ]);
  const nights = (await parr('<AvailRateRetrieval from="2027-04-01" to="2027-04-02"/>')).text;
  expect(findAll(nights, 'Inventory').map(({ attributes }) => attributes['totalInventoryAvailable'])).toEqual(
    ['5', '5'],
  );
});

test('days of the week narrow a range', async () => {
  const { ota, update } = await expedia();
  await update(FULL.replace('"2027-04-10"', '"2027-04-10" fri="true" sat="true"'));
  expect([...new Set(ota.calendar().map(({ date }) => date))]).toEqual([
    '2027-04-02',
    '2027-04-03',
    '2027-04-09',
    '2027-04-10',
  ]);
});

test.each([
  [
    '1001',
    'a wrong password',
    (body: string) => body.replace(/password="[^"]+"/, 'password="wrong password"'),
  ],
  ['3010', 'a short password', (body: string) => body.replace(/password="[^"]+"/, 'password="abc"')],
  ['2002', 'what is no XML', () => 'hello'],
  ['2010', 'another namespace', (body: string) => body.replace('2011/06', '2007/02')],
  [
    '3010',
    'elements out of order',
    (body: string) => body.replace(/(<Rate .*<\/Rate>)(<Restrictions.*?>)/, '$2$1'),
  ],
  ['3010', 'a stay of 29 nights', (body: string) => body.replace('maxLOS="14"', 'maxLOS="29"')],
  ['3010', 'more rooms than 4999', (body: string) => body.replace('Available="5"', 'Available="5000"')],
  ['3015', 'a day before yesterday', (body: string) => body.replace('2027-04-01', '2027-02-27')],
  ['3020', 'an end before the start', (body: string) => body.replace('2027-04-10', '2027-03-10')],
  ['3021', 'more than two years', (body: string) => body.replace('2027-04-10', '2029-03-03')],
  [
    '3022',
    'two ways to count',
    (body: string) => body.replace('Available="5"', 'Available="5" flexibleAllocation="1"'),
  ],
  [
    '3026',
    'another pricing',
    (body: string) => body.replace('PerDay rate="120.50"', 'PerOccupancy rate="9" occupancy="1"'),
  ],
  ['3103', 'another currency', (body: string) => body.replace('EUR', 'USD')],
  ['3107', 'too many updates', (body: string) => body.replace('2027-04-10', '2029-03-01')],
  [
    '3108',
    'a date twice',
    (body: string) => body.replace('</AvailRateUpdateRQ>', `${FULL}</AvailRateUpdateRQ>`),
  ],
  ['3145', 'a derived rate', (body: string) => body.replace('556887', '556888')],
  ['3202', 'an unknown hotel', (body: string) => body.replace('Hotel id="3546"', 'Hotel id="1"')],
  ['3203', 'an unknown room', (body: string) => body.replace('558945', '1')],
  ['3204', 'an unknown rate plan', (body: string) => body.replace('556887', '1')],
  [
    '3405',
    'a message over 100 kB',
    (body: string) => body.replace('<Hotel', `<!--${'x'.repeat(103_000)}--><Hotel`),
  ],
])('error %s for %s, and nothing is done', async (code, _what, wrong) => {
  const { ota, login, post } = await expedia();
  const body = `<AvailRateUpdateRQ xmlns="${BASE}/AR/2011/06">${login}<Hotel id="3546"/>${FULL}</AvailRateUpdateRQ>`;
  const { status, text } = await post('ar', wrong(body));
  expect([status, find(text, 'Error')?.attributes['code']]).toEqual([200, code]);
  expect(ota.calendar()).toEqual([]);
});

test('a minimum above the stored maximum is a warning: the rest is done', async () => {
  const { ota, update } = await expedia();
  await update(FULL);
  const { text } = await update(
    `<AvailRateUpdate><DateRange from="2027-04-01" to="2027-04-01"/><RoomType id="558945"><Inventory totalInventoryAvailable="3"/><RatePlan id="556887"><Restrictions minLOS="20"/></RatePlan></RoomType></AvailRateUpdate>`,
  );
  const warning = find(text, 'Warning')!;
  expect(warning.attributes['code']).toBe('7016');
  expect(warning.text).toContain('[Room Type ID 558945; Rate Plan ID 556887; Stay Date 2027-04-01]');
  expect(ota.calendar()[0]).toMatchObject({ available: 3, minStay: 2 });
});

test('requests of different APIs for one hotel are taken side by side where that is set, those of one API are not', async () => {
  const { ota, pauses, update, retrieve } = await expedia();
  ota.setOptions({ oneRequestPer: 'api' });
  ota.faults.add({ kind: 'slow', on: 'availability', count: 1 });
  const first = update(FULL);
  await expect.poll(() => ota.requests('availability').at(-1)?.body).toContain('Hotel');
  expect(find((await retrieve()).text, 'Error')).toBeUndefined();
  expect(find((await update(FULL)).text, 'Error')?.attributes['code']).toBe('3210');
  pauses.end();
  expect(find((await first).text, 'Success')).toBeDefined();
});

test('a request is in progress until its response has arrived, or for a while after its client closed the connection', async () => {
  const { ota, pauses, login, update } = await expedia();
  const code = async () => find((await update(FULL)).text, 'Error')?.attributes['code'];
  const retrieve = (signal: AbortSignal | null) =>
    fetch(`${ota.url}/eqc/br`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: `<BookingRetrievalRQ xmlns="${BASE}/BR/2014/01">${login}<Hotel id="3546"/></BookingRetrievalRQ>`,
      signal,
    });
  const slow = { kind: 'slow_read', on: 'reservations', count: 1 } as const;
  ota.faults.add({ ...slow, pieces: 2 });
  const answer = await retrieve(null);
  expect(await code()).toBe('3210');
  pauses.end();
  await answer.text();
  expect(await code()).toBeUndefined();
  ota.setOptions({ goesOnMs: 1_000 });
  ota.faults.add({ ...slow, pieces: 300 });
  const client = new AbortController();
  const begun = await retrieve(client.signal);
  client.abort();
  await expect(begun.text()).rejects.toThrow();
  expect(await code()).toBe('3210');
  await expect
    .poll(() => {
      pauses.end();
      return code();
    })
    .toBeUndefined();
});

test('two requests for one hotel at the same time are error 3210 for the second', async () => {
  const { ota, pauses, update, retrieve } = await expedia();
  ota.faults.add({ kind: 'slow', on: 'availability', count: 1 });
  const first = update(FULL);
  await expect.poll(() => ota.requests('availability').at(-1)?.body).toContain('Hotel');
  expect(find((await retrieve()).text, 'Error')?.attributes['code']).toBe('3210');
  pauses.end();
  expect(find((await first).text, 'Success')).toBeDefined();
  expect(find((await retrieve()).text, 'Error')).toBeUndefined();
});

const STAY = { hotel: '3546', arrival: '2027-04-01', departure: '2027-04-03' };
const only = (status: string) => `<ParamSet><Status value="${status}"/></ParamSet>`;

test('transactions of a booking come one after the other, each when the one before is confirmed', async () => {
  const { ota, update, retrieve, confirm } = await expedia();
  await update(FULL);
  const { reference } = await ota.sell(STAY);
  const pushed = async (inside = '') =>
    findAll((await retrieve(inside)).text, 'Booking').map(({ attributes }) => [
      attributes['type'],
      attributes['status'],
    ]);
  expect(await pushed()).toEqual([['Book', 'pending']]);
  await ota.modify(reference, { arrival: '2027-04-02', departure: addDays('2027-04-02', 3) });
  await ota.cancel(reference);
  expect(await pushed()).toEqual([]);
  expect(await pushed(only('retrieved'))).toEqual([['Book', 'retrieved']]);
  expect(find((await confirm(reference, 'Cancel')).text, 'Warning')!.attributes['code']).toBe('10100');
  expect(find((await confirm(reference, 'Book')).text, 'Warning')).toBeUndefined();
  expect(await pushed()).toEqual([['Modify', 'pending']]);
  await confirm(reference, 'Modify');
  const { text } = await retrieve();
  expect(find(text, 'RoomStay')!.attributes).toEqual({ roomTypeID: '0', ratePlanID: '0' });
  expect(find(text, 'PerDayRate')!.attributes['baseRate']).toBe('0.00');
  await confirm(reference, 'Cancel');
  expect([ota.acknowledgements(), ota.outstanding()]).toEqual([3, 0]);
  expect(await pushed(only('confirmed'))).toEqual([['Cancel', 'confirmed']]);
});

test('a booking that changed before its first retrieval is delivered as a Book', async () => {
  const { ota, update, retrieve } = await expedia();
  await update(FULL);
  const { reference } = await ota.sell(STAY);
  await ota.modify(reference, { departure: '2027-04-04' });
  const { text } = await retrieve();
  expect(find(text, 'Booking')!.attributes['type']).toBe('Book');
  expect(findAll(text, 'PerDayRate')).toHaveLength(3);
});

test('an order of two rooms is two bookings with the same special request', async () => {
  const { ota, update, retrieve } = await expedia();
  await update(FULL);
  await ota.sell({ ...STAY, rooms: [{}, {}] });
  const { text } = await retrieve();
  expect(findAll(text, 'Booking')).toHaveLength(2);
  expect(findAll(text, 'SpecialRequest').filter(({ attributes }) => attributes['code'] === '3')).toHaveLength(
    2,
  );
  expect(ota.calendar()[0]!.available).toBe(3);
});

test.each([
  ['10080', '99', '3546'],
  ['10081', 'other', '3546'],
])('confirming wrongly is warning %s', async (code, id) => {
  const { ota, update, confirm } = await expedia();
  await update(FULL);
  ota.hotel({ id: '4000', rooms: [{ id: '41', rates: [{ id: '42' }] }] });
  const { reference } = await ota.sell({
    hotel: '4000',
    room: '41',
    arrival: STAY.arrival,
    force: true,
  });
  const { text } = await confirm(id === 'other' ? reference : id, 'Book');
  expect(find(text, 'Warning')!.attributes['code']).toBe(code);
});

test('messages and reviews go over GraphQL, held to the public schema', async () => {
  const { ota, update } = await expedia();
  await update(FULL);
  const { reference } = await ota.sell(STAY);
  await ota.write(reference, 'Is parking available?');
  const review = await ota.review(reference);
  const { key, secret } = ota.credentials;
  const { json: token } = await ask(`${ota.url}/identity/oauth2/v3/token`, {
    headers: {
      authorization: `Basic ${btoa(`${key}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const graphql = async (query: string, variables = {}) =>
    ask(`${ota.url}/supply/lodging/graphql`, {
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
  const { json } = await graphql(
    `query ($id: String!, $filters: PropertyMessagesFiltersInput!) {
      property(id: $id, idSource: EXPEDIA) {
        messages(filters: $filters, limit: 5) {
          cursor
          elements { id fromRole body { value } messageThread { id reservationSummary { id alternativeIds { supplierId } } } }
        }
        reviews(pageSize: 10) { totalCount reviews { id starRatings { category value } reservation { reservationIds { id } } } }
      }
    }`,
    {
      id: '3546',
      filters: { creationDateTime: { from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' } },
    },
  );
  expect(json.errors).toBeUndefined();
  const [message] = json.data.property.messages.elements;
  expect(message).toMatchObject({ fromRole: 'TRAVELER', body: { value: 'Is parking available?' } });
  const { id: internalId, alternativeIds } = message.messageThread.reservationSummary;
  expect(alternativeIds.supplierId).toBe(reference);
  expect(internalId).toMatch(/^[0-9a-f]{8}-/);
  expect(json.data.property.reviews.reviews[0].id).toBe(review.id);
  const clientMutationId = '00000000-0000-4000-8000-000000000001';
  const sent = await graphql(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { messageId clientMutationId } }',
    {
      input: { messageThreadId: message.messageThread.id, body: 'Yes.', clientMutationId },
    },
  );
  expect(sent.json.data.sendMessage.clientMutationId).toBe(clientMutationId);
  const unnumbered = await graphql(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { messageId } }',
    { input: { messageThreadId: message.messageThread.id, body: 'No.', clientMutationId: 'm1' } },
  );
  expect(unnumbered.json.errors[0].message).toContain('must be a UUID');
  expect(ota.messages().at(-1)).toMatchObject({ from: 'property', text: 'Yes.' });
  expect((await graphql('{ property(id: "3546") { nothing } }')).status).toBe(400);
  ota.expireTokens();
  expect((await graphql('{ property(id: "3546") { id } }')).status).toBe(401);
});
