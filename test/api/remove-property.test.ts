// Removal of properties for good: what goes is shown before, the name is confirmed, and nothing of others is touched.
import { beforeEach, expect, test } from 'vitest';
import { createRemovals } from '../../src/jobs/remove-properties.ts';
import {
  claimRemoval,
  deleteRows,
  findRemoved,
  TABLES_OF_A_PROPERTY,
} from '../../src/pms/remove-property.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { dumpDatabase, fingerprint, ofProperty } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { invite, signedIn } from './people.ts';
import { populate } from './populated.ts';

const api = useApi({ testProperties: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

const remove = (hotelId: number, body: object = {}, query = '') =>
  api.operator('POST', `/properties/${hotelId}/remove${query}`, body);
const nameOf = async (hotelId: number) => (await api.operator('GET', `/properties/${hotelId}`)).body.name;

async function archive({ hotelId }: TestProperty): Promise<void> {
  for (const { channel } of (await api.operator('GET', `/properties/${hotelId}/channels`)).body)
    await api.operator('DELETE', `/properties/${hotelId}/channels/${channel}`);
  const archived = await api.operator('POST', `/properties/${hotelId}/archive`, { confirm: true });
  expect(archived.status, archived.text).toBe(200);
}

/** Removes an archived property; its rows are still there. */
async function removed(house: TestProperty): Promise<void> {
  await archive(house);
  const answer = await remove(house.hotelId, { confirm: await nameOf(house.hotelId) });
  expect(answer.status, answer.text).toBe(200);
}

const countRows = async (hotelId: number) => {
  const counts = TABLES_OF_A_PROPERTY.map(
    (table) => `(select count(*) from ${table} where hotel_id = ${hotelId})`,
  );
  const [row] = await api.db.query<{ count: number }>(`select (${counts.join(' + ')})::int as count`);
  return row!.count;
};

/** Deletes the rows of all removed properties, as the background work of a process does. */
async function deleteRemoved(): Promise<void> {
  const unused = { outgoing: undefined as never, mailer: null, icalPollSeconds: 600, calendarDomain: 'x' };
  const log = { info: () => {}, warn: (details: object) => expect.fail(JSON.stringify(details)) };
  const removals = createRemovals({ db: api.db, now: () => api.clock!, log, ...unused });
  while ((await removals.runOnce()).claimed > 0);
}

test('a dry run says what goes and what stays, and changes nothing', async () => {
  const house = await populate(api, 'Our own');
  const alone = await invite(api, 'desk', [house.hotelId]);
  const other = await api.property();
  await invite(api, 'desk', [house.hotelId, other.hotelId]);
  const before = await fingerprint(api.db);
  const { status, body, text } = await remove(house.hotelId, {}, '?dry_run=true');
  expect(status, text).toBe(200);
  expect(await fingerprint(api.db)).toBe(before);
  expect(body).toMatchObject({ hotel_id: house.hotelId, name: await nameOf(house.hotelId), dry_run: true });
  const rows = Object.fromEntries(body.removed.map((one: any) => [one.kind, one.rows]));
  expect(rows).toMatchObject({ rooms: 2, channels: 1, webhooks: 1, reviews: 2 });
  const none = Object.keys(rows).filter((kind) => rows[kind] === 0);
  expect(none.filter((kind) => !kind.startsWith('bookings_'))).toEqual([]);
  const [{ count }] = (await api.db.query<{ count: number }>(
    `select count(*)::int as count from ledger_entries where hotel_id = $1`,
    [house.hotelId],
  )) as [{ count: number }];
  expect(rows.ledger_entries).toBe(count);
  expect(body.ledger.first_date <= body.ledger.last_date).toBe(true);
  expect(body.ledger.open[0]).toMatchObject({ currency: 'EUR' });
  expect(body.people.map((one: any) => one.user_id)).toContain(alone.userId);
  expect(body.people).toHaveLength(2);
  expect(body.kept.map((one: any) => one.what)).toEqual(['backups', 'audit', 'people']);
});

test('a property in use, and a name that is not the exact one, are refused', async () => {
  const house = await api.property({ name: 'Quinta do Mar' });
  expectProblem(await remove(house.hotelId, { confirm: 'Quinta do Mar' }), 409, 'property_not_archived');
  await archive(house);
  const before = await fingerprint(api.db);
  for (const body of [{}, { confirm: 'quinta do mar' }, { confirm: ' Quinta do Mar' }, { confirm: '' }]) {
    const answer = await remove(house.hotelId, body);
    expectProblem(answer, 409, 'name_not_confirmed');
    expect(answer.body.data).toEqual({ name: 'Quinta do Mar' });
  }
  expect(await fingerprint(api.db)).toBe(before);
});

test('once removed nobody finds it, and its rows go; those of other properties stay', async () => {
  const house = await populate(api, 'Our own');
  const other = await populate(api, 'Of the other', 'vrbo');
  const { browser } = await signedIn(api, 'owner', [house.hotelId, other.hotelId]);
  const everywhere = await signedIn(api, 'owner', null);
  const ofAll = (await api.operator('POST', '/tokens', { label: 'x', all_properties: true })).body.api_token;
  const [link] = (await api.operator('GET', `/properties/${house.hotelId}/ical`)).body;
  const before = await dumpDatabase(api.db);
  await removed(house);
  const unseen = async () => {
    expectProblem(await api.get(`/api/hotels/${house.token}`), 404, 'unknown_token');
    expectProblem(await api.get(new URL(link.url).pathname), 404, 'not_found');
    expectProblem(await api.operator('GET', `/properties/${house.hotelId}`), 404, 'unknown_property');
    expectProblem(await remove(house.hotelId, { confirm: 'x' }), 404, 'unknown_property');
    expectProblem(
      await api.get(`/api/hotels/${ofAll}?hotel_id=${house.hotelId}`),
      400,
      'property_not_opened',
    );
    const listed = (await api.operator('GET', '/properties')).body.map((one: any) => one.hotel_id);
    expect(listed).not.toContain(house.hotelId);
    for (const one of [browser, everywhere.browser]) {
      const { properties } = (await one.get('/session')).body;
      expect(properties.map((held: any) => held.hotel_id)).not.toContain(house.hotelId);
      expectProblem(await one.get(`/operator/properties/${house.hotelId}`), 404, 'unknown_property');
    }
  };
  await unseen();
  expect(await countRows(house.hotelId)).toBeGreaterThan(0);
  await deleteRemoved();
  expect(await countRows(house.hotelId)).toBe(0);
  await unseen();
  expect(ofProperty(await dumpDatabase(api.db), other.hotelId)).toEqual(ofProperty(before, other.hotelId));
});

test('the audit trail keeps who removed it and how much went', async () => {
  const house = await api.property({ name: 'Quinta do Mar', rooms: [{}, {}] });
  const { browser, userId } = await signedIn(api, 'owner', [house.hotelId]);
  await archive(house);
  const path = `/operator/properties/${house.hotelId}/remove`;
  expect((await browser.request('POST', path, { confirm: 'Quinta do Mar' })).status).toBe(200);
  await deleteRemoved();
  const [entry] = (await api.operator('GET', `/audit?hotel_id=${house.hotelId}&operation=removeProperty`))
    .body;
  expect(entry).toMatchObject({ outcome: 'ok', user_id: userId, hotel_id: house.hotelId });
  expect(entry.target).toMatchObject({ name: 'Quinta do Mar', rooms: 2, guests: 0 });
});

test('a removal that is stopped anywhere goes on where it was, and another process takes it over', async () => {
  const house = await populate(api, 'Our own');
  const other = await populate(api, 'Of the other', 'vrbo');
  const before = ofProperty(await dumpDatabase(api.db), other.hotelId);
  await removed(house);
  const one = { hotelId: house.hotelId };
  const removedFirst = await findRemoved(api.db, NOW);
  expect(removedFirst).toEqual([one]);
  expect(await claimRemoval(api.db, one, NOW)).toBe(true);
  expect(await claimRemoval(api.db, one, NOW)).toBe(false);
  let statements = 0;
  for (let stopAt = 3; ; stopAt += 7) {
    const stopping = new AbortController();
    statements = 0;
    // The clock is read before each statement.
    const clock = () => {
      statements += 1;
      if (statements === stopAt) stopping.abort();
      return NOW;
    };
    if (await deleteRows(api.db, one, { clock, signal: stopping.signal, rowsAtOnce: 2 })) break;
    expect(await countRows(house.hotelId)).toBeGreaterThan(0);
    expectProblem(await api.operator('GET', `/properties/${house.hotelId}`), 404, 'unknown_property');
  }
  expect(await countRows(house.hotelId)).toBe(0);
  expect(ofProperty(await dumpDatabase(api.db), other.hotelId)).toEqual(before);
});

test('after the time of a process that died the rows are due again', async () => {
  const house = await api.property();
  await removed(house);
  const one = { hotelId: house.hotelId };
  await claimRemoval(api.db, one, NOW);
  expect(await findRemoved(api.db, NOW.add({ seconds: 119 }))).toEqual([]);
  expect(await findRemoved(api.db, NOW.add({ seconds: 120 }))).toEqual([one]);
  api.clock = NOW.add({ seconds: 120 });
  await deleteRemoved();
  expect(await countRows(house.hotelId)).toBe(0);
});

test('two that ask at once remove it once', async () => {
  const house = await api.property({ name: 'Quinta do Mar' });
  await archive(house);
  const answers = await Promise.all([1, 2, 3].map(() => remove(house.hotelId, { confirm: 'Quinta do Mar' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  await deleteRemoved();
});

test('a test property is removed at once', async () => {
  const made = (await api.operator('POST', '/test-properties')).body;
  const answer = await remove(made.hotel_id, { confirm: 'Test property' });
  expect(answer.status, answer.text).toBe(200);
  expectProblem(await api.get(`/api/hotels/${made.api_token}`), 404, 'unknown_token');
  await deleteRemoved();
  expect(await countRows(made.hotel_id)).toBe(0);
});

test('reversed entries and merged guests are no obstacle, however few rows a statement deletes', async () => {
  const house = await populate(api, 'Our own');
  const at = `/properties/${house.hotelId}`;
  const reversed = await api.operator('POST', `${at}/accounting`, {
    ...{ reverses_id: house.ids.posting },
  });
  expect(reversed.status, reversed.text).toBe(200);
  const merged = await api.operator('POST', `${at}/guests/merge`, {
    guest_id: house.ids.guest,
    into: house.ids.otherGuest,
  });
  expect(merged.status, merged.text).toBe(200);
  await removed(house);
  expect(await deleteRows(api.db, house, { clock: () => NOW, rowsAtOnce: 1 })).toBe(true);
  expect(await countRows(house.hotelId)).toBe(0);
});

test('the last property may go: people sign in, and see none', async () => {
  for (const { hotel_id: hotelId } of (await api.operator('GET', '/properties')).body)
    await removed({ hotelId } as TestProperty);
  const { browser } = await signedIn(api, 'owner', null);
  expect((await browser.get('/session')).body.properties).toEqual([]);
  await deleteRemoved();
  expect(await api.db.query(`select 1 from properties where sandbox_at is null`)).toEqual([]);
  const made = await browser.request('POST', '/operator/properties', { name: 'Again', currency: 'EUR' });
  expect(made.status, made.text).toBe(200);
});
