// A full disk: requests that write are refused with a reason, reads go on, and writes work again as soon as there is room.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchFreeSpace } from '../../src/db/free-space.ts';
import { fingerprint } from '../api/database-dump.ts';
import { expectProblem } from '../api/expectations.ts';
import { type Populated, populate } from '../api/populated.ts';
import { operations, sampleRequest } from '../api/sample-requests.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';

const GIB = 1024 ** 3;
const disk = { freeBytes: 100 * GIB, totalBytes: 200 * GIB };
const lines: string[] = [];
const keep = (level: string) => (message: string) => lines.push(`${level} ${message}`);
const freeSpace = watchFreeSpace({
  folder: '/data',
  log: { info: keep('info'), warn: keep('warn'), error: keep('error') },
  read: async () => disk,
});
afterAll(() => freeSpace.stop());

const api = useApi({ freeSpace });
const KEY = { authorization: `Bearer ${OPERATOR_KEY}` };
let house: Populated;

const setFree = async (bytes: number, totalBytes = 200 * GIB) => {
  Object.assign(disk, { freeBytes: bytes, totalBytes });
  await freeSpace.measure();
};

beforeAll(async () => {
  await setFree(100 * GIB);
  house = await populate(api, 'Our own');
});
beforeEach(async () => {
  await setFree(100 * GIB);
  lines.length = 0;
});

const send = (side: string, request: ReturnType<typeof sampleRequest>) =>
  api.request(request.method, request.path, {
    ...(request.body !== undefined && { body: request.body }),
    headers: side === 'operator' ? KEY : {},
  });

describe('while the disk is full', () => {
  test.each(
    operations.map(({ side, operation }) => [operation.name, side, operation] as const),
  )('%s (%s) is answered, or refused without a change', async (_, side, operation) => {
    await setFree(0.1 * GIB);
    const before = await fingerprint(api.db);
    const answer = await send(side, sampleRequest(operation, house.ids, house.token));
    if (operation.method === 'GET') expect(answer.status).not.toBe(503);
    else {
      expectProblem(answer, 503, 'storage_full');
      expect(answer.headers['retry-after']).toBe('60');
      expect(await fingerprint(api.db)).toBe(before);
    }
  });

  test('/readyz and the metrics say so', async () => {
    await setFree(0.1 * GIB);
    const ready = await api.get('/readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready', storage: 'full' }]);
    expect((await api.get('/metrics', KEY)).text).toMatch(/^innwire_storage_free_bytes 107374182/m);
  });

  test('the log says it once, and a warning comes before', async () => {
    await setFree(0.9 * GIB);
    await setFree(0.8 * GIB);
    expect((await api.get('/readyz')).body).toEqual({ status: 'ready', storage: 'low' });
    await setFree(0.1 * GIB);
    await api.post(`/api/bookings/${house.token}`, {});
    await setFree(100 * GIB);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['warn', 'error', 'info']);
    expect(lines[1]).toContain('102 MiB are free on the disk of /data');
  });
});

test('a small disk is full later, by its share', async () => {
  await setFree(0.1 * GIB, GIB);
  expect(freeSpace.state).toBe('low');
  await setFree(0.04 * GIB, GIB);
  expect(freeSpace.state).toBe('full');
});

test('writes work as soon as there is room', async () => {
  const night = { room_id: house.room, date: '2027-03-01', price: 77 };
  await setFree(0);
  expectProblem(await api.post(`/api/availability/${house.token}`, night), 503, 'storage_full');
  await setFree(50 * GIB);
  expect((await api.post(`/api/availability/${house.token}`, night)).status).toBe(200);
});

test('a measurement that fails changes nothing', async () => {
  const broken = watchFreeSpace({
    folder: '/nowhere/at/all',
    log: { info: keep('info'), warn: keep('warn'), error: keep('error') },
  });
  await broken.measure();
  broken.stop();
  expect([broken.state, broken.freeBytes, lines]).toEqual(['enough', null, []]);
});

test('what the database could not write for lack of space is refused in the same way', async () => {
  await api.db.query(`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await api.db.query(
    'create trigger no_space before insert on reservations for each row execute function no_space()',
  );
  const stay = { room_id: house.room, name: 'Ada', checkin: '2027-08-01', checkout: '2027-08-02', price: 9 };
  expectProblem(await api.post(`/api/bookings/${house.token}`, stay), 503, 'storage_full');
  await api.db.query('drop trigger no_space on reservations');
  expect((await api.post(`/api/bookings/${house.token}`, stay)).status).toBe(200);
});
