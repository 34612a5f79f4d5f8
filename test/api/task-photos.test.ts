// Photos of tasks: added, shown, removed; what is no photo is refused; they belong to one property, and go with their time.
import { beforeEach, describe, expect, test } from 'vitest';
import { prunePhotos } from '../../src/pms/task-photos.ts';
import { OPERATOR_KEY, type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { jpegWithPlace, PIXEL, PLACE, webpWithPlace } from './images.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
let house: TestProperty;
let task: number;

beforeEach(async () => {
  api.clock = NOW;
  house = await api.property();
  task = (await makeTask('The shower drips')).body.task_id;
});

const at = (path: string) => `/properties/${house.hotelId}/tasks${path}`;
const makeTask = (name: string) =>
  api.operator('POST', at(''), { room_id: house.room, task_name: name, date: '2026-06-15' });
const add = (image: string | Buffer = PIXEL, of = task) =>
  api.operator('POST', at(`/${of}/photos`), {
    image: typeof image === 'string' ? image : image.toString('base64'),
  });
const show = async (photo: number, of = task) => {
  const url = `/operator${at(`/${of}/photos/${photo}`)}`;
  const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${OPERATOR_KEY}` } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, body: answer.body };
};
const events = async () =>
  (await api.get(`/api/events/${house.token}?after=0&limit=1000`)).body.filter(({ kind }: { kind: string }) =>
    kind.startsWith('task.'),
  );
const stored = async () =>
  (await api.db.query('select photo_id from task_photos where hotel_id = $1', [house.hotelId])).length;

test('a photo is added, listed with its task, shown as it is, and removed, with an event each', async () => {
  const { body, text } = await add();
  expect(body.photos, text).toEqual([{ photo_id: expect.any(Number), added_at: '2026-06-15T10:00:00.000Z' }]);
  const [{ photo_id: id }] = body.photos;
  expect((await api.get(`/api/tasks/${house.token}`)).body).toEqual([body]);
  expect((await api.get(`/api/desk/${house.token}`)).body.tasks).toEqual([body]);
  const shown = await show(id);
  expect(shown.status).toBe(200);
  expect(shown.bytes.equals(Buffer.from(PIXEL, 'base64'))).toBe(true);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=3600, immutable',
    vary: 'cookie, authorization',
  });
  const removed = await api.operator('DELETE', at(`/${task}/photos/${id}`));
  expect([removed.status, removed.body.photos]).toEqual([200, []]);
  expectProblem(await api.operator('GET', at(`/${task}/photos/${id}`)), 404, 'unknown_photo');
  expectProblem(await api.operator('DELETE', at(`/${task}/photos/${id}`)), 404, 'unknown_photo');
  expect(
    (await events()).map(({ kind, data }: any) => [kind, data.changed, data.before, data.photos]),
  ).toEqual([
    ['task.created', undefined, undefined, []],
    ['task.changed', ['photos'], { photos: [] }, body.photos],
    ['task.changed', ['photos'], { photos: body.photos }, []],
  ]);
});

test('is kept without the place where it was taken, and answered as what its bytes are', async () => {
  for (const [bytes, type] of [
    [jpegWithPlace(), 'image/jpeg'],
    [webpWithPlace(), 'image/webp'],
  ] as const) {
    const { body } = await add(bytes);
    const shown = await show(body.photos.at(-1).photo_id);
    expect([shown.headers['content-type'], shown.bytes.includes(PLACE)]).toEqual([type, false]);
  }
});

test('is added once, however often the request is sent', async () => {
  const send = () =>
    api.request('POST', `/operator${at(`/${task}/photos`)}`, {
      body: { image: PIXEL },
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'idempotency-key': 'photo-1' },
    });
  const first = await send();
  const again = await send();
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await stored()).toBe(1);
});

test('changes of its task keep it, and say nothing of it', async () => {
  const { photos } = (await add()).body;
  const done = await api.operator('PATCH', at(`/${task}`), { status: 'done' });
  expect(done.body.photos).toEqual(photos);
  expect((await events()).at(-1).data).toMatchObject({ changed: ['status'], photos });
});

describe('is refused', () => {
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no_photo'],
    ['a page', Buffer.from('<!doctype html><p>x'), 'no_photo'],
    ['what is no base64', '!', 'no_photo'],
    ['nothing', '', 'too_short'],
    ['a file above 1 MB', jpegWithPlace(1_000_000), 'photo_too_large'],
  ])('%s', async (_, image, rule) => {
    const answer = await add(image);
    expectProblem(answer, 400, 'invalid_data', ['image']);
    expect(answer.body.errors[0].rule).toBe(rule);
    expect(await stored()).toBe(0);
  });

  test('what is much too large, before it is read', async () => {
    expectProblem(await add('A'.repeat(2_000_001)), 413, 'payload_too_large');
  });

  test('the seventh, also of seven at once', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => add()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 400]);
    expectProblem(await add(), 400, 'too_many_photos');
    expect(await stored()).toBe(6);
  });

  test('a task that there is not', async () => {
    expectProblem(await add(PIXEL, 999_999), 400, 'unknown_task');
  });
});

test('a photo is of its task and its property alone', async () => {
  const [{ photo_id: id }] = (await add()).body.photos;
  const other = (await makeTask('The lamp')).body.task_id;
  expect((await show(id, other)).status).toBe(404);
  expectProblem(await api.operator('DELETE', at(`/${other}/photos/${id}`)), 404, 'unknown_photo');
  house = await api.property();
  const theirs = (await makeTask('The lamp')).body.task_id;
  for (const of of [task, theirs]) expect((await show(id, of)).status).toBe(404);
  expectProblem(await add(), 400, 'unknown_task');
  expectProblem(await api.operator('DELETE', at(`/${theirs}/photos/${id}`)), 404, 'unknown_photo');
  expect((await api.db.query('select from task_photos where photo_id = $1', [id])).length).toBe(1);
});

test('the desk of the past shows those photos of then that are still there', async () => {
  await add();
  const { body } = await add();
  api.clock = NOW.add({ hours: 2 });
  await api.operator('DELETE', at(`/${task}/photos/${body.photos[0].photo_id}`));
  await add();
  const ofThen = await api.get(`/api/desk/${house.token}?as_of=2026-06-15T11:00:00Z`);
  expect(ofThen.body.tasks.map((one: any) => one.photos)).toEqual([[body.photos[1]]]);
  // What the log recorded before tasks had photos does not name them.
  await api.db.query(
    `update events set data = data - 'photos' - 'before' where hotel_id = $1 and kind = 'task.created'`,
    [house.hotelId],
  );
  await api.operator('POST', at(`/${task}/photos`), { image: PIXEL });
  expect((await events())[0].data.photos).toEqual([]);
});

test('is removed 90 days after its task has ended, with an event, and not before', async () => {
  await add();
  await add();
  const prune = async (days: number) => {
    const now = NOW.add({ hours: days * 24 });
    await prunePhotos(api.db, now);
    return stored();
  };
  expect(await prune(365)).toBe(2);
  await api.operator('PATCH', at(`/${task}`), { status: 'done' });
  expect(await prune(90)).toBe(2);
  expect(await prune(91)).toBe(0);
  const last = (await events()).at(-1);
  expect(last).toMatchObject({ kind: 'task.changed', by: { kind: 'innwire' } });
  expect([last.data.changed, last.data.photos]).toEqual([['photos'], []]);
  expect((await api.get(`/api/tasks/${house.token}`)).body[0].photos).toEqual([]);
  const { length } = await events();
  await prune(92);
  expect((await events()).length).toBe(length);
});

test('of a task that nobody has changed for a year is removed, although it is still to be done', async () => {
  await add();
  await prunePhotos(api.db, NOW.add({ hours: 366 * 24 }));
  expect(await stored()).toBe(0);
  expect((await api.get(`/api/tasks/${house.token}`)).body[0]).toMatchObject({
    status: 'pending',
    photos: [],
  });
});

test('is refused when the tasks of the property have as many as a property may have', async () => {
  await add();
  await api.db.query(
    `insert into task_photos (hotel_id, task_id, type, content, added_at)
     select hotel_id, task_id, type, content, added_at from task_photos, generate_series(2, 5000) where hotel_id = $1`,
    [house.hotelId],
  );
  const answer = await add();
  expectProblem(answer, 400, 'too_many_photos');
  expect(answer.body.data).toEqual({ max: 5_000, of: 'property' });
});
