// Lists of more than one page, read from the simulated Channex: nothing is lost, and what was read before is not read again.
import { expect, test } from 'vitest';
import type { ConnectionView, Pull, Pulled } from '../../../src/channels/channel.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import { ask, NOON, simulator } from '../../simulator/harness.ts';
import { connection, PROPERTY } from './connection.ts';

const ROOM = '00000000-0000-4000-8000-00000000000c';
const RATE = '00000000-0000-4000-8000-00000000000b';

/** The simulated Channex with a clock that moves on with every call of `tick`, and a reader of its lists. */
async function start() {
  let nowMs = NOON;
  const { channex: ota } = await simulator({ now: () => nowMs, limits: false });
  ota.hotel({ id: PROPERTY, rooms: [{ id: ROOM, maxPersons: 2, rates: [{ id: RATE }] }] });
  const view: ConnectionView = { ...connection, url: ota.url, credentials: ota.credentials };
  const cursors = new Map<string, string>();
  const tick = (ms = 1_000) => {
    nowMs += ms;
  };
  /** Reads a list until it says that there is no more; returns what it read and the paths that it requested. */
  const read = async <T>(name: string, pull: Pull<T>) => {
    const items: T[] = [];
    const paths: string[] = [];
    let more = true;
    while (more) {
      more = false;
      const state = {
        cursor: cursors.get(name) ?? null,
        now: Temporal.Instant.fromEpochMilliseconds(nowMs),
      };
      for (const request of pull.requests(view, state)) {
        const { method, url, headers } = channex.authorization!.authorize(request, view, null);
        const { status, text } = await ask(url, { method, headers: headers ?? {} });
        const verdict = pull.decode({ status, headers: {}, body: text }, request, view);
        if (verdict.kind !== 'ok') throw new Error(verdict.reason);
        const pulled: Pulled<T> = verdict.value;
        paths.push(new URL(url).pathname.replace('/api/v1/', ''));
        items.push(...pulled.items);
        if (pulled.cursor !== undefined) cursors.set(name, pulled.cursor);
        more ||= pulled.more ?? false;
      }
      if (paths.length > 1_000) throw new Error('The list does not end');
    }
    return { items, paths };
  };
  return { ota, read, tick, view };
}

const STAY = { hotel: PROPERTY, room: ROOM, rate: RATE, arrival: '2027-04-01', nights: 1, force: true };

test('conversations on every page are read; later only those with new messages', async () => {
  const { ota, read, tick } = await start();
  const references: string[] = [];
  for (let i = 0; i < 230; i += 1) {
    tick();
    const { reference } = await ota.sell({ ...STAY, seller: 'Airbnb' });
    await ota.write(reference, `Question ${i}`);
    references.push(reference);
  }
  const first = await read('messages', channex.messages!);
  expect(new Set(first.items.map(({ text }) => text)).size).toBe(230);
  expect(first.paths.filter((path) => path === 'message_threads')).toHaveLength(3);
  expect((await read('messages', channex.messages!)).paths).toEqual(['message_threads']);
  // One of the oldest conversations, which was on the last page.
  tick();
  const { thread } = await ota.write(references[0]!, 'Are you there?');
  const second = await read('messages', channex.messages!);
  expect(second.items.map(({ text }) => text)).toEqual(['Question 0', 'Are you there?']);
  expect(second.paths).toEqual(['message_threads', `message_threads/${thread}/messages`]);
});

test('all messages of a long conversation are read, later only the page with new ones', async () => {
  const { ota, read, tick } = await start();
  const { reference } = await ota.sell({ ...STAY, seller: 'Booking.com' });
  for (let i = 0; i < 230; i += 1) {
    tick();
    await ota.write(reference, `Text ${i}`);
  }
  const first = await read('messages', channex.messages!);
  expect(new Set(first.items.map(({ text }) => text)).size).toBe(230);
  expect(first.paths).toHaveLength(4);
  tick();
  await ota.write(reference, 'The last');
  const second = await read('messages', channex.messages!);
  expect(second.items.at(-1)!.text).toBe('The last');
  expect(second.paths).toHaveLength(2);
});

test('a list in another order than requested is read to its end each time', () => {
  const item = (id: string, moment: string) => ({
    type: 'message_thread',
    id,
    attributes: { id, title: 'Ada', provider: 'Airbnb', last_message_received_at: moment },
  });
  const seen = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`t-${i}`, `2027-03-01T${String(i % 24).padStart(2, '0')}:30:00`]),
  );
  const cursor = JSON.stringify({ seen, pending: [] });
  const now = Temporal.Instant.fromEpochMilliseconds(NOON);
  const decoded = (...items: object[]) => {
    const [request] = channex.messages!.requests(connection, { cursor, now });
    const body = JSON.stringify({ data: items, meta: { page: 1, limit: 100, total: 240 } });
    const verdict = channex.messages!.decode({ status: 200, headers: {}, body }, request!, connection);
    return verdict.kind === 'ok' ? JSON.parse(verdict.value.cursor!) : verdict;
  };
  const [newer, older] = [item('n', '2027-03-02T00:00:00'), item('o', '2027-02-01T00:00:00')];
  expect(decoded(newer, older).page).toBeUndefined();
  expect(decoded(older, newer).page).toBe(2);
});

test('reviews on every page are read once, later those of the last 30 days', async () => {
  const { ota, read, tick } = await start();
  const { reference } = await ota.sell({ ...STAY, seller: 'Airbnb' });
  for (let i = 0; i < 230; i += 1) {
    tick(12 * 3_600_000);
    await ota.review(reference, { positive: `Review ${i}`, score: 8 });
  }
  const first = await read('reviews', channex.reviews!);
  expect(new Set(first.items.map(({ externalReview }) => externalReview)).size).toBe(230);
  expect(first.paths).toHaveLength(3);
  await ota.review(reference, { positive: 'One more', score: 8 });
  expect((await read('reviews', channex.reviews!)).paths).toHaveLength(1);
});

test("guests' requests on every page are read, kind by kind", async () => {
  const { ota, read, tick } = await start();
  const ids = new Set<string>();
  for (let i = 0; i < 130; i += 1) {
    tick();
    ids.add(await ota.askAbout({ hotel: PROPERTY, room: ROOM, rate: RATE, arrival: '2027-04-01' }));
    if (i < 2)
      ids.add(await ota.requestBooking({ hotel: PROPERTY, room: ROOM, rate: RATE, arrival: '2027-04-01' }));
  }
  const { items, paths } = await read('guestRequests', channex.guestRequests!);
  expect(new Set(items.map(({ externalRequest }) => externalRequest))).toEqual(ids);
  expect(paths).toHaveLength(4);
  // After 60 days only the first page of each kind is read.
  tick(61 * 24 * 3_600_000);
  expect((await read('guestRequests', channex.guestRequests!)).paths).toHaveLength(3);
});

test('revisions behind a page of revisions that cannot be read are read too', () => {
  const revision = (id: string, attributes: object) => ({
    type: 'booking_revision',
    id,
    attributes: { id, property_id: PROPERTY, ...attributes },
  });
  const broken = Array.from({ length: 100 }, (_, i) => revision(`broken-${i}`, { status: 'maybe' }));
  const good = revision('good', {
    status: 'cancelled',
    ota_name: 'Airbnb',
    ota_reservation_code: 'HM1',
    inserted_at: '2027-03-01T08:00:00',
  });
  const now = Temporal.Instant.fromEpochMilliseconds(NOON);
  let cursor: string | null = null;
  const pages: { page: string | null; items: number; more: boolean }[] = [];
  for (const data of [broken, [good], [good]]) {
    const [request] = channex.reservations!.requests(connection, { cursor, now });
    const body = JSON.stringify({ data, meta: { limit: 100, total: 101 } });
    const verdict = channex.reservations!.decode({ status: 200, headers: {}, body }, request!, connection);
    if (verdict.kind !== 'ok') throw new Error(verdict.reason);
    cursor = verdict.value.cursor ?? cursor;
    pages.push({
      page: new URL(request!.url).searchParams.get('pagination[page]'),
      items: verdict.value.items.length,
      more: verdict.value.more ?? false,
    });
  }
  expect(pages.map(({ page }) => page)).toEqual(['1', '2', '1']);
  expect(pages[0]).toMatchObject({ items: 0, more: true });
  expect(pages[1]).toMatchObject({ items: 1, more: false });
});
