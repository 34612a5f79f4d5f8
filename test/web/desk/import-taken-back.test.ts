// An import of stays against the real server: it is made once, taken back as one, and what people changed since stays.
import { signal } from '@preact/signals';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { shown } from '../../../web/desk/property.ts';
import { stateOf } from '../../../web/replica/state.ts';
import { checkList, NOTHING_GIVEN } from '../../../web/screens/setup/import/check-list.ts';
import { forgetMade, importsOf } from '../../../web/screens/setup/import/made-imports.ts';
import { sending, sendStays } from '../../../web/screens/setup/import/sending.ts';
import { readTable } from '../../../web/screens/setup/import/stays-file.ts';
import { takeImportBack, takingBack } from '../../../web/screens/setup/import/taking-back.ts';
import { type TestProperty, useApi } from '../../harness/api.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-11-29T10:00:00Z');
const TODAY = '2026-11-29';

const device = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => device.get(key) ?? null,
  setItem: (key: string, value: string) => device.set(key, value),
  removeItem: (key: string) => device.delete(key),
});
vi.stubGlobal('location', { origin: 'http://desk.test' });
afterAll(() => vi.unstubAllGlobals());

let house: TestProperty;
/** Whether the connection is cut after the server has done what it was sent. */
let isCut = false;

// The session of the desk is another way to be allowed the same operations: here its token stands for it.
vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
  const path = String(address)
    .replace('http://desk.test', '')
    .replace(/\/session\?hotel_id=\d+&?/, `/${house.token}?`);
  const { status, text, headers } = await api.request(init.method ?? 'GET', path, {
    ...(init.body && { raw: String(init.body) }),
    headers: init.headers as Record<string, string>,
  });
  if (isCut) throw new TypeError('the connection was cut');
  return new Response(status === 304 ? null : text, { status, headers: headers as Record<string, string> });
});

beforeEach(async () => {
  house = await api.property({ rooms: [{ name: 'Suite', units: 3 }] });
  isCut = false;
  sending.value = null;
  takingBack.value = null;
  shown.value = { hotelId: house.hotelId, replica: { state: signal(null) } } as never;
});

const LIST = [
  'Guest,Room,Rooms,Arrival,Departure,Price,Status',
  'Ada,Suite,2,2027-01-13,2027-01-15,240,ok',
  'Bob,Suite,1,2027-02-13,2027-02-15,120,ok',
  'Cyd,Suite,1,2027-02-13,2027-02-15,120,cancelled',
].join('\n');

function offered(text = LIST) {
  const state = stateOf({
    seq: 1,
    today: TODAY,
    fromdate: TODAY,
    todate: '2027-01-29',
    property: { timezone: 'Europe/Lisbon', currency: 'EUR' },
    rooms: [{ room_id: house.room, name: 'Suite' }],
    bookings: [],
    nights: [],
  } as unknown as Desk);
  return checkList(readTable(text)!, NOTHING_GIVEN, state).stays.filter(
    ({ outcome }) => outcome === 'offered',
  );
}

type Stored = { order_id: number; name: string; status: string; price: number };
const bookings = async (): Promise<Stored[]> =>
  (await api.get(`/api/bookings/${house.token}`)).body.toSorted(
    (one: Stored, other: Stored) => one.order_id - other.order_id,
  );
const statuses = async () => (await bookings()).map(({ name, status }) => `${name} ${status}`);
const takeBackNewest = () => takeImportBack(house.hotelId, importsOf(house.hotelId)[0]!, TODAY);

describe('an import', () => {
  test('is taken back as one, and the same list makes its stays again', async () => {
    await sendStays(offered());
    expect((await bookings()).map(({ name, price }) => [name, price])).toEqual([
      ['Ada', 120],
      ['Ada', 120],
      ['Bob', 120],
    ]);
    expect(importsOf(house.hotelId)).toMatchObject([{ stays: { length: 3 } }]);
    await takeBackNewest();
    expect(takingBack.value).toEqual({ done: 3, all: 3, isOver: true, kept: [] });
    expect(await statuses()).toEqual(['Ada cancelled', 'Ada cancelled', 'Bob cancelled']);
    expect(importsOf(house.hotelId)).toEqual([]);
    for (const round of [1, 2]) {
      await sendStays(offered());
      const live = (await bookings()).filter(({ status }) => status === 'confirmed');
      expect([round, live.map(({ name }) => name)]).toEqual([round, ['Ada', 'Ada', 'Bob']]);
      await takeBackNewest();
    }
  });

  test('leaves what was changed since, and says so', async () => {
    await sendStays(offered());
    const [first, second] = await bookings();
    const change = (id: number, body: object) =>
      api.request('PATCH', `/api/bookings/${house.token}?order_id=${id}`, { body });
    await change(first!.order_id, { notes: 'comes late' });
    await change(second!.order_id, { status: 'cancelled' });
    await takeBackNewest();
    expect(takingBack.value).toMatchObject({
      done: 3,
      kept: [{ orderId: first!.order_id, reason: 'was changed since' }],
    });
    expect(await statuses()).toEqual(['Ada confirmed', 'Ada cancelled', 'Bob cancelled']);
    expect(importsOf(house.hotelId)).toEqual([]);
  });

  test('leaves stays that have begun', async () => {
    await sendStays(offered());
    await takeImportBack(house.hotelId, importsOf(house.hotelId)[0]!, '2027-01-14');
    expect(takingBack.value!.kept.map(({ reason }) => reason)).toEqual(['has begun', 'has begun']);
    expect(await statuses()).toEqual(['Ada confirmed', 'Ada confirmed', 'Bob cancelled']);
  });

  test('can be taken back again after the connection was cut, whatever was done by then', async () => {
    await sendStays(offered());
    isCut = true;
    await takeBackNewest();
    expect(takingBack.value!.kept).toHaveLength(3);
    expect(importsOf(house.hotelId)).toMatchObject([{ stays: { length: 3 } }]);
    isCut = false;
    await takeBackNewest();
    expect(takingBack.value!.kept).toEqual([]);
    expect(await statuses()).toEqual(['Ada cancelled', 'Ada cancelled', 'Bob cancelled']);
  });

  test('that is sent again makes nothing twice, and its stays remain those of the first', async () => {
    await sendStays(offered(), '2026-11-29T10:00:00Z');
    await sendStays(offered(), '2026-11-29T11:00:00Z');
    expect(await bookings()).toHaveLength(3);
    expect(importsOf(house.hotelId)).toMatchObject([{ at: '2026-11-29T10:00:00Z', stays: { length: 3 } }]);
  });

  test('has the stays of a further attempt, and those that the server refused are not in it', async () => {
    const stays = offered(`${LIST}\nDan,Suite,4,2027-03-13,2027-03-15,120,ok`);
    await sendStays(stays);
    const { at, failed } = sending.value!;
    expect(failed.map(({ stay }) => stay.name)).toEqual(['Dan']);
    await sendStays(
      failed.map(({ stay }) => stay),
      at,
    );
    expect(importsOf(house.hotelId)).toMatchObject([{ at, stays: { length: 6 } }]);
  });

  test('is kept on the device, without data of guests', async () => {
    await sendStays(offered());
    const kept = [...device].filter(([key]) => key.endsWith(String(house.hotelId)));
    expect(kept).toHaveLength(1);
    expect(kept[0]![1]).not.toMatch(/Ada|Bob/);
    expect(JSON.parse(kept[0]![1])).toEqual(importsOf(house.hotelId));
    const [one] = importsOf(house.hotelId);
    forgetMade(house.hotelId, one!.at, new Set(one!.stays.map(({ orderId }) => orderId)));
    expect(importsOf(house.hotelId)).toEqual([]);
  });

  test('of another tab is taken back here, too, and none of them is lost', async () => {
    await sendStays(offered(), '2026-11-29T10:00:00Z');
    const [key] = [...device.keys()].filter((one) => one.endsWith(String(house.hotelId)));
    const other = { at: '2026-11-29T10:30:00Z', stays: [{ orderId: 5, etag: '"other"', checkin: TODAY }] };
    device.set(key!, JSON.stringify([other, ...importsOf(house.hotelId)]));
    await sendStays(offered(`${LIST}\nDan,Suite,1,2027-03-13,2027-03-15,120,ok`), '2026-11-29T11:00:00Z');
    expect(importsOf(house.hotelId).map(({ at, stays }) => [at, stays.length])).toEqual([
      ['2026-11-29T11:00:00Z', 1],
      ['2026-11-29T10:30:00Z', 1],
      ['2026-11-29T10:00:00Z', 3],
    ]);
  });

  test('is taken back also where the browser stores nothing', async () => {
    vi.stubGlobal('localStorage', undefined);
    await sendStays(offered());
    await takeBackNewest();
    expect(await statuses()).toEqual(['Ada cancelled', 'Ada cancelled', 'Bob cancelled']);
    expect(importsOf(house.hotelId)).toEqual([]);
  });
});
