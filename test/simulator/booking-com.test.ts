// The simulated Booking.com accepts and refuses messages as the real one does.
import { expect, test } from 'vitest';
import { ask, find, findAll, sample, simulator } from './harness.ts';

const ROOM = { id: '100000101', title: 'Double', maxPersons: 2, rates: [{ id: '2000001' }] };
const HOTEL = { id: '1234567', rooms: [ROOM] };
const XML = { 'accept-version': '1.1', 'content-type': 'application/xml' };

async function bookingCom(options = {}) {
  const { bookingCom: ota } = await simulator({ bookingCom: options });
  ota.hotel(HOTEL);
  const { client_id, client_secret } = ota.credentials;
  const { json } = await ask(`${ota.url}/token-based-authentication/exchange`, {
    body: JSON.stringify({ client_id, client_secret }),
  });
  const authorization = `Bearer ${json.jwt}`;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(`${ota.url}/hotels/ota/${path}`, { headers: { ...XML, authorization, ...headers }, body });
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(`${ota.url}${path}`, {
      method: 'GET',
      headers: { 'accept-version': '1.1', authorization, ...headers },
    });
  return { ota, post, get, authorization };
}

const AVAILABILITY = sample('booking_com/OTA_HotelAvailNotifRQ-room-availability.xml');
const RESTRICTIONS = sample('booking_com/OTA_HotelAvailNotifRQ-restrictions.xml');
const RATES = sample('booking_com/OTA_HotelRateAmountNotifRQ.xml');

test('it takes the sample messages into its calendar', async () => {
  const { ota, post } = await bookingCom();
  for (const [path, body] of [
    ['OTA_HotelAvailNotif', AVAILABILITY],
    ['OTA_HotelAvailNotif', RESTRICTIONS],
    ['OTA_HotelRateAmountNotif', RATES],
  ] as const) {
    const { status, text } = await post(path, body);
    expect([status, find(text, 'Success') !== undefined, find(text, 'Warnings')]).toEqual([
      200,
      true,
      undefined,
    ]);
    expect(text).toContain('<!-- RUID: [');
  }
  const night = (date: string) => ota.calendar().find((one) => one.date === date);
  expect(night('2027-04-04')).toEqual({
    room: '100000101',
    rate: '2000001',
    date: '2027-04-04',
    available: 5,
    price: 120.5,
    prices: { 1: 99 },
    minStay: 2,
    maxStay: 14,
    stopSell: false,
    closedToArrival: true,
  });
  expect(night('2027-04-05')?.closedToDeparture).toBe(true);
  expect(night('2027-04-09')?.stopSell).toBe(true);
  expect(night('2027-04-11')).toEqual({
    room: '100000101',
    rate: '2000001',
    date: '2027-04-11',
    available: 0,
  });
});

test.each([
  ['a night before yesterday', AVAILABILITY.replaceAll('2027-04-01', '2027-02-20'), '15'],
  ['a night in four years', AVAILABILITY.replaceAll('2027-04-10', '2031-04-10'), '15'],
  ['an end before the start', AVAILABILITY.replace('End="2027-04-10"', 'End="2027-03-10"'), '404'],
  ['an unknown room', AVAILABILITY.replaceAll('100000101', '999'), '402'],
  ['a count at a rate', AVAILABILITY.replaceAll('100000101"', '100000101" RatePlanCode="2000001"'), '320'],
  ['an unknown rate', RESTRICTIONS.replaceAll('2000001', '77'), '436'],
  ['an unknown restriction', RESTRICTIONS.replace('Restriction="Arrival"', 'Restriction="Never"'), '320'],
])('it refuses %s with the documented code, and takes the rest', async (_what, body, code) => {
  const { post } = await bookingCom();
  const { status, text } = await post('OTA_HotelAvailNotif', body);
  const wrong = [...findAll(text, 'Error'), ...findAll(text, 'Warning')];
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong[0]!.attributes).toMatchObject({ Code: code, Status: 'NotProcessed' });
  expect(status).toBe(find(text, 'Success') ? 200 : 400);
});

test('more rooms than can be counted are reset to 254, and 255 is no limit', async () => {
  const { ota, post } = await bookingCom();
  const available = async (limit: string) => {
    await post('OTA_HotelAvailNotif', AVAILABILITY.replace('BookingLimit="5"', `BookingLimit="${limit}"`));
    return ota.calendar().find(({ date }) => date === '2027-04-01')?.available;
  };
  expect(await available('300')).toBe(254);
  expect(await available('255')).toBe(255);
});

test.each([
  ['no XML', 'hello'],
  ['a document type', AVAILABILITY.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')],
  ['another namespace', AVAILABILITY.replace('2003/05', '2003/06')],
  [
    'two restrictions in a message',
    RESTRICTIONS.replace(
      '<RestrictionStatus Status="Open"/>',
      '<RestrictionStatus Status="Open"/><RestrictionStatus Status="Open"/>',
    ),
  ],
  [
    'children in another order',
    RESTRICTIONS.replace('<LengthsOfStay>', '<RestrictionStatus Status="Open"/><LengthsOfStay>'),
  ],
  ['an unknown attribute', AVAILABILITY.replace('LocatorID="1"', 'Locator="1"')],
])('%s is against the schema', async (_what, body) => {
  const { post, ota } = await bookingCom();
  expect((await post('OTA_HotelAvailNotif', body)).status).toBe(400);
  expect(ota.calendar()).toEqual([]);
});

test.each([
  ['an amount with a point', RATES.replace('"12050"', '"120.50"'), '367'],
  ['a price below 5', RATES.replace('"12050"', '"1"'), '320'],
  ['another currency', RATES.replaceAll('EUR', 'USD'), '320'],
  ['more guests than the room takes', RATES.replace('NumberOfGuests="1"', 'NumberOfGuests="9"'), '397'],
])('as a price it refuses %s', async (_what, body, code) => {
  const { post } = await bookingCom();
  const { text } = await post('OTA_HotelRateAmountNotif', body);
  expect([...findAll(text, 'Error'), ...findAll(text, 'Warning')][0]!.attributes['Code']).toBe(code);
});

test('a request without a token, with an old one, or with the old version is refused', async () => {
  const { ota, post } = await bookingCom();
  expect((await post('OTA_HotelAvailNotif', AVAILABILITY, { authorization: 'Bearer no' })).status).toBe(401);
  expect((await post('OTA_HotelAvailNotif', AVAILABILITY, { 'accept-version': '1.0' })).status).toBe(406);
  const other = ota.addAccount('other');
  ota.hotel({ id: '7654321', account: 'other', rooms: [{ id: '555', rates: [{ id: '556' }] }] });
  expect(other['client_id']).not.toBe(ota.credentials['client_id']);
  const { status, text } = await post('OTA_HotelAvailNotif', AVAILABILITY.replaceAll('100000101', '555'));
  expect([status, find(text, 'Error')!.attributes['Code']]).toEqual([403, '497']);
  ota.expireTokens();
  expect((await post('OTA_HotelAvailNotif', AVAILABILITY)).status).toBe(401);
});

test('rooms and rates can be looked up for mapping', async () => {
  const { ota, get, authorization } = await bookingCom();
  expect((await get('/hotels/ota/OTA_HotelProductNotif?HotelCode=1234567')).status).toBe(200);
  expect((await get('/hotels/ota/OTA_HotelProductNotif?HotelCode=1')).status).toBe(403);
  const body = '<request><hotel_id>1234567</hotel_id></request>';
  const { text } = await ask(`${ota.url}/hotels/xml/roomrates`, { headers: { ...XML, authorization }, body });
  expect([find(text, 'room')!.attributes['id'], find(text, 'rate')!.attributes['id']]).toEqual([
    '100000101',
    '2000001',
  ]);
});

test('a 31st token within the hour is refused', async () => {
  const { ota } = await bookingCom();
  const { client_id, client_secret } = ota.credentials;
  const body = JSON.stringify({ client_id, client_secret });
  const answers = [];
  for (let i = 0; i < 30; i += 1)
    answers.push(await ask(`${ota.url}/token-based-authentication/exchange`, { body }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(29);
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect(answers.at(-1)!.headers.get('retry-after')).toMatch(/^\d+$/);
});

const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };

async function withCalendar(options = {}) {
  const here = await bookingCom(options);
  await here.post('OTA_HotelAvailNotif', AVAILABILITY);
  await here.post('OTA_HotelRateAmountNotif', RATES);
  return here;
}

const ACK = (reference: string) =>
  sample('booking_com/OTA_HotelResNotifRS-ack.xml', { '4000000001': reference });
const ACK_CHANGE = (reference: string) =>
  sample('booking_com/OTA_HotelResModifyNotifRS-ack.xml', { '4000000001': reference });

test('a reservation comes until it is acknowledged, then its changes, and counts down its nights', async () => {
  const { ota, get, post } = await withCalendar();
  const { reference } = await ota.sell(STAY);
  const count = () => ota.calendar().find(({ date }) => date === STAY.arrival)!.available;
  expect(count()).toBe(4);
  for (let i = 0; i < 2; i += 1) {
    const { text } = await get('/hotels/ota/OTA_HotelResNotif');
    expect(find(text, 'HotelReservationID')!.attributes['ResID_Value']).toBe(reference);
    expect(findAll(text, 'RoomRate').map(({ attributes }) => attributes['EffectiveDate'])).toEqual([
      '2027-04-01',
      '2027-04-02',
    ]);
    expect(text.includes('4111111111111111')).toBe(i === 0);
  }
  await ota.modify(reference, { nights: 1 });
  expect(findAll((await get('/hotels/ota/OTA_HotelResModifyNotif')).text, 'HotelResModify')).toHaveLength(0);
  expect((await post('OTA_HotelResModifyNotif', ACK_CHANGE(reference))).status).toBe(400);
  expect(findAll((await get('/hotels/ota/OTA_HotelResNotif')).text, 'RoomRate')).toHaveLength(1);
  expect((await post('OTA_HotelResNotif', ACK(reference))).status).toBe(200);
  expect([ota.acknowledgements(), ota.outstanding()]).toEqual([2, 0]);
  await ota.cancel(reference);
  expect(count()).toBe(5);
  const cancelled = (await get('/hotels/ota/OTA_HotelResModifyNotif')).text;
  expect(find(cancelled, 'HotelResModify')!.attributes['ResStatus']).toBe('Cancel');
  expect((await post('OTA_HotelResModifyNotif', ACK_CHANGE(reference))).status).toBe(200);
  expect(ota.outstanding()).toBe(0);
  expect(ota.reservations()[0]!.revisions.map(({ kind }) => kind)).toEqual(['new', 'modified', 'cancelled']);
});

test('an acknowledgement covers the delivered revision, not later changes', async () => {
  const { ota, get, post } = await withCalendar();
  const { reference } = await ota.sell(STAY);
  await get('/hotels/ota/OTA_HotelResNotif');
  await ota.cancel(reference);
  await post('OTA_HotelResNotif', ACK(reference));
  expect(ota.outstanding()).toBe(1);
  expect(findAll((await get('/hotels/ota/OTA_HotelResModifyNotif')).text, 'HotelResModify')).toHaveLength(1);
});

test('an acknowledgement of nothing is refused, a negative one keeps the reservation', async () => {
  const { ota, get, post } = await withCalendar();
  const { reference } = await ota.sell(STAY);
  expect((await post('OTA_HotelResNotif', ACK('4999999999'))).status).toBe(404);
  expect((await post('OTA_HotelResNotif', ACK(reference))).status).toBe(400);
  await get('/hotels/ota/OTA_HotelResNotif');
  const no = sample('booking_com/OTA_HotelResNotifRS-nack.xml', { '4000000001': reference });
  expect((await post('OTA_HotelResNotif', no)).status).toBe(200);
  expect(ota.outstanding()).toBe(1);
});

test('messages leave the queue when they are confirmed, and sending one twice sends two', async () => {
  const { ota, get, authorization } = await withCalendar();
  const { reference } = await ota.sell(STAY);
  await ota.write(reference, 'Is <breakfast> included?');
  const version = { 'accept-version': '1.2', authorization };
  const latest = async () => (await get('/messaging/messages/latest', version)).json.data.messages;
  const [message] = await latest();
  expect(message).toMatchObject({
    content: 'Is <breakfast> included?',
    sender: { metadata: { participant_type: 'guest' } },
    conversation: {
      conversation_type: 'reservation',
      conversation_reference: reference,
      property_id: '1234567',
    },
  });
  await ask(`${ota.url}/messaging/messages?number_of_messages=1`, { method: 'PUT', headers: version });
  expect(await latest()).toEqual([]);
  const url = `${ota.url}/messaging/properties/1234567/conversations/${message.conversation.conversation_id}`;
  const send = { headers: version, body: sample('booking_com/messaging-send-request.json') };
  expect((await ask(url, send)).json.data).toMatchObject({ ok: 'true' });
  await ask(url, send);
  expect(ota.messages().map(({ from, text }) => [from, text])).toEqual([
    ['guest', 'Is <breakfast> included?'],
    ['property', 'Yes, from 13:00.'],
    ['property', 'Yes, from 13:00.'],
  ]);
  expect((await ask(url, { ...send, headers: { authorization, 'accept-version': '1.0' } })).status).toBe(400);
});

test('reviews come page by page behind a cursor that later shows what changed, and take one reply', async () => {
  const { ota, get, authorization } = await withCalendar();
  const { reference } = await ota.sell(STAY);
  for (let i = 0; i < 3; i += 1) await ota.review(reference);
  const first = (await get('/review-api/properties/1234567/reviews?limit=2')).json;
  expect(first.data.reviews).toHaveLength(2);
  const follow = async (url: string) => (await ask(url, { method: 'GET', headers: { authorization } })).json;
  const second = await follow(first.meta.next_page);
  expect(second.data.reviews).toHaveLength(1);
  const third = await follow(second.meta.next_page);
  expect(third.data.reviews).toEqual([]);
  const url = `${ota.url}/review-api/properties/1234567/reviews/${first.data.reviews[0].review_id}`;
  const reply = { headers: { authorization }, body: JSON.stringify({ reply: 'Thank you!' }) };
  expect([(await ask(url, reply)).status, (await ask(url, reply)).status]).toEqual([200, 400]);
  expect((await follow(third.meta.next_page)).data.reviews[0].reply.text).toBe('Thank you!');
});
