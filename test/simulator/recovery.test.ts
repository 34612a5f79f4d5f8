// Recovery of missed reservations from the simulated OTAs, with the requests of their documents only.
import { expect, test } from 'vitest';
import type { Ota } from '../../simulator/ota.ts';
import { ask, findAll, NOON, simulator } from './harness.ts';

const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };
const MINUTE_MS = 60_000;

async function bookingComHeaders({ url, credentials }: Ota) {
  const { client_id, client_secret } = credentials;
  const body = JSON.stringify({ client_id, client_secret });
  const token = await ask(`${url}/token-based-authentication/exchange`, { body });
  return {
    'accept-version': '1.1',
    'content-type': 'application/xml',
    authorization: `Bearer ${token.json.jwt}`,
  };
}

test('Booking.com: what nobody acknowledges leaves its queue after 30 minutes; last_change and the summary have it still', async () => {
  let nowMs = NOON;
  const { bookingCom: ota } = await simulator({ now: () => nowMs });
  const hotel = ota.hotel({ id: '1234567', rooms: 1 });
  const headers = await bookingComHeaders(ota);
  const queue = async (query = '') =>
    findAll(
      (await ask(`${ota.url}/hotels/ota/OTA_HotelResNotif${query}`, { method: 'GET', headers })).text,
      'HotelReservationID',
    ).map(({ attributes }) => attributes['ResID_Value']);
  const summary = async () => {
    const body = `<request><hotel_id>${hotel.id}</hotel_id></request>`;
    const { text } = await ask(`${ota.url}/hotels/xml/reservationssummary`, { headers, body });
    return findAll(text, 'reservation').length;
  };
  const { reference } = await ota.sell({ ...STAY, force: true });
  nowMs += 29 * MINUTE_MS;
  expect(await queue()).toEqual([reference]);
  nowMs += MINUTE_MS;
  expect(await queue()).toEqual([]);
  expect(ota.outstanding()).toBe(0);
  expect(await queue(`?last_change=${encodeURIComponent('2027-03-01 12:00:00')}`)).toEqual([reference]);
  expect(await queue(`?last_change=${encodeURIComponent('2027-03-01 12:00:01')}`)).toEqual([]);
  expect(await summary()).toBe(1);
  await ota.cancel(reference);
  expect(await summary()).toBe(0);
});

test('Booking.com: in the recovery programme missed reservations are listed, and read by their numbers', async () => {
  let nowMs = NOON;
  const { bookingCom: ota } = await simulator({ now: () => nowMs });
  const hotel = ota.hotel({ id: '1234567', rooms: 1 });
  const headers = await bookingComHeaders(ota);
  const list = () =>
    ask(`${ota.url}/reservations-flow-control/missed-reservations`, { method: 'GET', headers });
  const queue = (query: string) =>
    ask(`${ota.url}/hotels/ota/OTA_HotelResNotif${query}`, { method: 'GET', headers });
  expect((await list()).status).toBe(403);
  ota.setRecoveryProgramme(true);
  const { reference } = await ota.sell({ ...STAY, force: true });
  nowMs += 29 * MINUTE_MS;
  expect((await list()).json.data).toEqual([]);
  nowMs += MINUTE_MS;
  expect((await list()).json.data).toMatchObject([
    { reservation_id: Number(reference), hotel_id: Number(hotel.id), checkin: STAY.arrival },
  ]);
  expect((await queue('')).text).not.toContain(reference);
  expect((await queue(`?id=${reference}`)).text).toContain(reference);
  const old = await queue(`?last_change=${encodeURIComponent('2027-03-01 11:00:00')}`);
  expect([old.status, old.text]).toEqual([400, expect.stringContaining('at most 30 minutes ago')]);
  ota.acknowledgeElsewhere();
  expect((await list()).json.data).toEqual([]);
});

test('Expedia: NbDaysInPast asks for the last state of every booking of these days, confirmed or not, the most recent first', async () => {
  let nowMs = NOON;
  const { expedia: ota } = await simulator({ now: () => nowMs });
  const hotel = ota.hotel({ rooms: 1 });
  const { username, password } = ota.credentials;
  const retrieve = async (params: string) => {
    const body = `<BookingRetrievalRQ xmlns="http://www.expediaconnect.com/EQC/BR/2014/01"><Authentication username="${username}" password="${password}"/><Hotel id="${hotel.id}"/><ParamSet>${params}</ParamSet></BookingRetrievalRQ>`;
    const { text } = await ask(`${ota.url}/eqc/br`, { headers: { 'content-type': 'text/xml' }, body });
    return findAll(text, 'Booking').map(({ attributes: { id, type } }) => `${type} ${id}`);
  };
  const old = await ota.sell({ ...STAY, force: true });
  nowMs += 48 * 60 * MINUTE_MS;
  const changed = await ota.sell({ ...STAY, force: true });
  ota.acknowledgeElsewhere();
  nowMs += 60 * MINUTE_MS;
  await ota.cancel(changed.reference);
  ota.acknowledgeElsewhere();
  expect(await retrieve('<Status value="pending"/><Status value="retrieved"/>')).toEqual([]);
  expect(await retrieve('<NbDaysInPast>30</NbDaysInPast>')).toEqual([
    `Cancel ${changed.reference}`,
    `Book ${old.reference}`,
  ]);
  expect(await retrieve('<NbDaysInPast>1</NbDaysInPast>')).toEqual([`Cancel ${changed.reference}`]);
});
