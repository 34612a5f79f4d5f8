// innwire backup while the server works, and restore into a new DATA_DIR, which is then used.
import { expect, test } from 'vitest';
import {
  ask,
  createProperty,
  embeddedUrl,
  type Innwire,
  newPath,
  type PropertyHandle,
  runCommand,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';
import { expectRetriesChangeNothing, expectWhole, startWriteLoad, UNITS } from './write-load.ts';

useProcesses();

test('a backup under write load is a complete snapshot of one moment, and can be used further', async () => {
  const first = await startInnwire();
  const property = await createProperty(first, { rooms: 4, units: UNITS });
  const load = startWriteLoad(() => first.url, property, 'storm');
  await load.moreBooked(50);
  const before = await bookings(first, property);
  const file = await backup(first);
  const after = await bookings(first, property);
  await load.moreBooked(1);
  await load.stop();
  expect(load.broken).toBe(0);
  expect(load.refusals.filter((answer) => answer.status !== 400)).toEqual([]);

  const second = await restored(file);
  const saved = await bookings(second, property); // the backup includes the tokens
  const ids = (all: any[]) => new Set(all.map((booking) => booking.order_id));
  expect(ids(before).difference(ids(saved)).size).toBe(0);
  expect(ids(saved).difference(ids(after)).size).toBe(0);
  expect(saved.length).toBeGreaterThan(0);
  await expectWhole(embeddedUrl(second.dataDir), property);

  // Clients that lost the connection to the first server repeat their requests at the second.
  const known = ids(saved);
  const stays = load.stays.filter((stay) => stay.answer && known.has(stay.answer.order_id));
  await expectRetriesChangeNothing(second.url, property, { ...load, stays });
  const again = startWriteLoad(() => second.url, property, 'again');
  await again.moreBooked(50);
  await again.stop();
  const made = again.stays.flatMap((stay) => (stay.answer ? [stay.answer.order_id] : []));
  expect(Math.min(...made)).toBeGreaterThan(Math.max(...known)); // no number is used twice
  await expectWhole(embeddedUrl(second.dataDir), property);
});

/** Why a queued reply waits, in the restored copy and in the original: the text, and its code with what was said. */
const REASONS = [
  [
    'Paused: this database was restored from a backup. It is sent after innwire channel resume.',
    'Waits for SMTP_URL to be set.',
  ],
  ['"code":"paused"', '"code":"email_not_set_up"'],
  ['"said":"this database was restored from a backup"', '"said":null'],
] as const;

test('what is restored answers as the original does', async () => {
  const first = await startInnwire();
  const property = await createProperty(first, { rooms: 2 });
  const room_id = property.rooms[0];
  const stay = { room_id, name: 'Zoë "O\'Neil" \\ 東京\t🌊', checkin: '2027-03-01', checkout: '2027-03-04' };
  const post = (path: string, body: object) =>
    ask(`${first.url}/api/${path}/${property.token}`, { method: 'POST', body });
  const { order_id } = (await post('bookings', { ...stay, price: 300.5, email: 'zoe@example.com' })).body;
  await post('availability', { room_id, date: '2027-05-01', price: 99, available: 1, min_stay: 3 });
  await post('messages', { rid: order_id, reply: 'Welcome\n\\.\nto us' });
  const second = await restored(await backup(first));

  const resources = ['bookings', 'rentals', 'messages', 'tasks', 'accounting', 'reviews', 'hotels', 'status'];
  for (const resource of [...resources, 'availability']) {
    const [was, is] = await Promise.all(
      [first, second].map(({ url }) => ask(`${url}/api/${resource}/${property.token}`)),
    );
    expect(is!.status).toBe(200);
    // The copy is paused, and its queued reply says so. One of both may have answered a second later.
    const isText = REASONS.reduce(
      (text, [own, other]) => text.replaceAll(own, other),
      JSON.stringify(is!.body),
    );
    expect(JSON.parse(ageless(isText)), resource).toEqual(JSON.parse(ageless(JSON.stringify(was!.body))));
  }
  const [was, is] = await Promise.all(
    [first, second].map(async ({ url }) => {
      const [link] = (await ask(`${url}/api/ical/${property.token}?room_id=${room_id}`)).body;
      const feed = await ask(`${url}${new URL(link.url).pathname}`);
      return feed.text;
    }),
  );
  expect(was).toContain('BEGIN:VEVENT');
  // The same for channels that fetch it, but for when it was written.
  expect(is).toMatch(WRITTEN_AT);
  expect(is!.replace(WRITTEN_AT, '')).toBe(was!.replace(WRITTEN_AT, ''));
});

/** Each entry of a feed says when the feed was written, in whole seconds. */
const WRITTEN_AT = /^DTSTAMP:\d{8}T\d{6}Z\r\n/gm;

function ageless(text: string): string {
  return text.replace(/"oldest_seconds":\d+/, '"oldest_seconds":0');
}

async function bookings({ url }: Innwire, property: PropertyHandle): Promise<any[]> {
  return (await ask(`${url}/api/bookings/${property.token}`)).body;
}

async function backup(innwire: Innwire): Promise<string> {
  const file = newPath('innwire.backup');
  const made = await runCommand(['backup', file], {
    dataDir: innwire.dataDir,
    env: { PORT: new URL(innwire.url).port },
  });
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Written to \S+\. .*\nThe keys are not in it: .*\n$/),
  });
  return file;
}

/** Starts a server on a new DATA_DIR that was restored from a backup. */
async function restored(file: string): Promise<Innwire> {
  const dataDir = newPath();
  const done = await runCommand(['restore', file], { dataDir });
  expect(done).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^Restored \d+ rows\. Start innwire as usual: .* paused until "innwire channel resume".*\n$/,
    ),
  });
  const innwire = await startInnwire({ dataDir });
  const resumed = await runCommand(['channel', 'resume'], {
    dataDir,
    env: { PORT: new URL(innwire.url).port },
  });
  expect(resumed).toMatchObject({ code: 0, stderr: '' });
  return innwire;
}
