// Lists of the command line with their filters, single records, and their output formats.
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommandLine } from '../harness/command-line.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  INNWIRE,
  operate,
  type PropertyHandle,
  runCommand,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';

useProcesses();

const line = useCommandLine();
const { run, print, json, dataDir } = line;
let property: PropertyHandle;

beforeAll(async () => {
  property = await createProperty(line.innwire, { rooms: 2, units: 2 });
  // Berlin never has the time of UTC, unlike Lisbon in winter.
  await operate(line.innwire, 'PATCH', `/properties/${property.hotelId}`, { timezone: 'Europe/Berlin' });
});

async function expectProblemInJson(args: readonly string[], code: string): Promise<any> {
  const { stderr, stdout, ...ended } = await run([...args, '--json']);
  expect({ code: ended.code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
  const problem = JSON.parse(stderr);
  expect(problem).toMatchObject({ code, title: expect.any(String), detail: expect.any(String) });
  return problem;
}

const book = async (name: string, room: number, checkin: string, checkout: string) =>
  json(
    ...['booking', 'add', name, '--room', String(room), '--price', '200'],
    ...['--checkin', checkin, '--checkout', checkout],
  );

test('empty lists say so, and are empty arrays for machines', async () => {
  for (const [command, sentence] of [
    ['booking list', 'No bookings.'],
    ['review list', 'No reviews.'],
    ['change list', 'No changes in the last two weeks.'],
  ] as const) {
    expect(await print(...command.split(' '))).toBe(`${sentence}\n`);
    expect(await json(...command.split(' '))).toEqual([]);
  }
});

test('a page that is not the last is followed by the option of the next', async () => {
  const page = ['calendar', 'show', '--limit', '2'];
  const { code, stderr } = await run(page);
  const [, cursor] = /^There are more: --cursor (\S+)\n$/.exec(stderr) ?? [];
  expect({ code, cursor }, stderr).toEqual({ code: 0, cursor: expect.any(String) });
  const nights = await json('calendar', 'show', '--limit', '4');
  expect(await json(...page, '--cursor', cursor!)).toEqual(nights.slice(2));
});

describe('a booking', () => {
  test('is offered, made, listed, shown, changed and cancelled', async () => {
    const [room] = property.rooms as [number];
    const stay = ['--checkin', '2027-11-22', '--checkout', '2027-11-24'];
    const offers = await json('offer', 'list', ...stay);
    expect(offers).toMatchObject([{ room_id: room, bookable: true, price: 200 }, { bookable: true }]);
    const made = await book('Ada Lovelace', room, '2027-11-22', '2027-11-24');
    expect(await json('booking', 'list', '--order', String(made.order_id))).toEqual([made]);
    expect(await json('booking', 'show', String(made.order_id))).toEqual(made);
    expect(await print('booking', 'show', String(made.order_id))).toMatch(
      /^checkin +2027-11-22 15:00\ncheckout +2027-11-24 11:00\nprice +200\.00$/m,
    );
    const table = await print('booking', 'list', '--from', '2027-11-22', '--to', '2027-11-22');
    expect(table.split('\n')[1]).toMatch(
      new RegExp(
        `^${made.order_id} +confirmed +${room} +Ada Lovelace +2027-11-22 15:00 +2027-11-24 11:00 +200\\.00 +200\\.00 +direct$`,
      ),
    );
    const [task] = await json('task', 'list', '--from', '2027-11-24', '--to', '2027-11-24');
    expect(task).toMatchObject({ order_id: made.order_id, status: 'pending' });
    const [entry] = await json('ledger', 'list', '--room', String(room));
    expect(entry).toMatchObject({ type: 'income', amount: 200, order_id: made.order_id });
    expect(await json('booking', 'cancel', String(made.order_id))).toMatchObject({ status: 'cancelled' });
    const other = await book('Bo', room, '2027-11-26', '2027-11-28');
    const from = ['--date', '2027-11-26'];
    expect(await json('booking', 'cancel', String(other.order_id), ...from)).toMatchObject({
      status: 'cancelled',
    });
    expect(await json('ledger', 'list')).toHaveLength(4); // two incomes and two reversals
  });

  test('is found by each of its filters, and by no other value', async () => {
    const [first, second] = property.rooms as [number, number];
    const made = await book('Carl', second, '2028-02-01', '2028-02-03');
    const ids = async (...args: string[]) =>
      (await json('booking', 'list', ...args)).map((one: any) => one.order_id);
    const year = ['--from', '2028-01-01', '--to', '2028-12-31'];
    const chosen = ['--room', String(second), '--status', 'confirmed', '--channel', 'direct'];
    expect(await ids(...year, ...chosen, '--updated-since', '2026-01-01T00:00:00Z')).toEqual([made.order_id]);
    for (const none of [
      ['--from', '2028-02-02', '--to', '2028-12-31'],
      [...year, '--room-id', String(first)],
      [...year, '--status', 'cancelled'],
      [...year, '--updated-since', '2100-01-01T00:00:00Z'],
    ]) {
      expect(await ids(...none), none.join(' ')).toEqual([]);
    }
    expect(await ids('--limit', '1')).toHaveLength(1);
  });
});

test('what guests wrote is printed whole, one record below the other', async () => {
  const { order_id: order } = await book('Dora', property.rooms[0]!, '2028-03-01', '2028-03-02');
  const long = `${'Is there a cot, a kettle and a view of the sea? '.repeat(20)}Thanks`;
  await query(
    embeddedUrl(dataDir),
    `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at, needs_reply)
     values ($1, $2, 'direct', $3, '2026-07-01T12:00:05Z', true)`,
    [property.hotelId, order, long],
  );
  const listed = await print('message', 'list', '--order', String(order));
  expect(listed).toContain(long);
  expect(listed).toMatch(/^created_at +2026-07-01 14:00:05$/m);
  const [{ id }] = await json('message', 'list', '--order', String(order), '--unanswered');
  expect(await json('message', 'set', String(id), '--needs-reply', 'off')).toMatchObject({
    id,
    changed: [id],
  });
  expect(await json('message', 'list', '--unanswered')).toEqual([]);
  expect(await json('message', 'set', String(id), '--needs-reply')).toMatchObject({ id, needs_reply: true });
  expect(await json('message', 'reply', String(order), 'Yes')).toMatchObject({ rid: order, reply: 'Yes' });
  expect(await json('message', 'list', '--order', '1')).toEqual([]);
  await query(
    embeddedUrl(dataDir),
    `insert into reviews (hotel_id, channel, guest_name, score, positive, language, created_at)
     values ($1, 'direct', 'Ada', 9.5, $2, 'en', now())`,
    [property.hotelId, long],
  );
  expect(await print('review', 'list')).toContain(long);
});

test('one property, one room, the status and the log are shown', async () => {
  expect(await print('property', 'show')).toMatch(/^timezone +Europe\/Berlin$/m);
  expect(await json('property', 'show')).toEqual((await json('property', 'list'))[0]);
  const room = String(property.rooms[0]);
  expect(await json('room', 'show', room)).toEqual((await json('room', 'list'))[0]);
  expect(await print('status')).toMatch(/^status +inactive$/m);
  expect(await json('status')).toMatchObject({ hotel_id: property.hotelId, channels: {} });
  await ask(`${line.innwire.url}/api/rentals/${property.token}`);
  expect(await print('log', 'list', '--limit', '1')).toMatch(/ api +GET rentals 200 /);
  const [entry] = await json('log', 'list');
  expect(await print('log', 'exchanges', String(entry.id))).toMatch(/^Nothing is kept of this entry/);
});

test('a property is named by --property before INNWIRE_PROPERTY, and by nobody only where it is the only one', async () => {
  const { hotel_id: other } = await json('property', 'add', 'Other', '--currency', 'JPY');
  const unnamed = await run(['room', 'list']);
  expect(unnamed.stderr).toMatch(/^Say which property with --property or INNWIRE_PROPERTY: /);
  const ofVariable = { INNWIRE_PROPERTY: String(property.hotelId) };
  expect(JSON.parse((await run(['room', 'list', '--json'], ofVariable)).stdout)).toHaveLength(2);
  const elsewhere = ['--property', String(other)];
  const added = await run(
    ['room', 'add', 'A', '--capacity', '1', '--price', '9000', ...elsewhere],
    ofVariable,
  );
  expect(added.stderr).toBe('');
  // Yen have no decimals; the number of units was not given.
  expect(await print('room', 'list', ...elsewhere)).toMatch(/^\d+ +A +1 +9000 +1 +0$/m);
});

describe('with --json a refusal is one JSON object', () => {
  const propertyOption = () => ['--property', String(property.hotelId)];

  test('that of the API where the API refuses', async () => {
    const problem = await expectProblemInJson(
      ['booking', 'show', '99', ...propertyOption()],
      'unknown_booking',
    );
    expect(problem).toMatchObject({ status: 400, request_id: expect.any(String) });
    const invalid = await expectProblemInJson(
      ['booking', 'list', '--from', '2027-02-30', ...propertyOption()],
      'invalid_parameters',
    );
    expect(invalid.errors).toEqual([
      { field: 'fromdate', message: expect.any(String), rule: 'wrong_format', data: { format: 'date' } },
    ]);
  });

  test('of the same form where it never came to that', async () => {
    await expectProblemInJson(['booking', 'add', 'Ada', ...propertyOption()], 'wrong_usage');
    await expectProblemInJson(['booking', 'lst'], 'wrong_usage');
    await expectProblemInJson(['message', 'reply', 'x', 'Hello', ...propertyOption()], 'command_failed');
    const { code, stderr } = await run(['property', 'list', '--json'], { PORT: '2' });
    expect([code, JSON.parse(stderr)]).toMatchObject([1, { code: 'command_failed', detail: /^No innwire/ }]);
  });
});

describe('refusals speak of what was typed', () => {
  const propertyOption = () => ['--property', String(property.hotelId)];

  test.each([
    [['property', 'add', 'X', '--currency', 'EURO'], /^--currency must have at most 3 characters\. /],
    [['property', 'set', '--checkin-time', '3pm'], /^--checkin-time must be written like 15:00\. /],
    [['booking', 'set', '99', '--status', 'no_show'], /: list them with "innwire booking list"\. /],
    [['booking', 'list', '--from', '2027-02-02', '--to', '2027-02-01'], /^--from must not be after --to\. /],
    [['booking', 'show', 'x'], /^<order> must be a whole number, not "x"\.$/m],
  ])('%j', async (args, sentence) => {
    const named = args[1] === 'add' ? [] : propertyOption();
    const { code, stdout, stderr } = await run([...args, ...named]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\b(GET|POST|PATCH|body|query)\b/);
  });
});

describe('help', () => {
  test('of the program, of a group and of a command succeeds, however it is asked for', async () => {
    for (const [args, message] of [
      [[], /^Usage: innwire \[options\] \[command\]$/m],
      [['room'], /^Usage: innwire room /m],
      [['help', 'room', 'add'], /^Usage: innwire room add /m],
      [['room', 'help', 'add'], /^Usage: innwire room add /m],
      [['serve', '--help'], /^ {2}DATABASE_URL {2,}\S/m],
    ] as const) {
      const { code, stderr, stdout } = await runCommand(args, { env: { PORT: 'x' } });
      expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(message);
    }
  });

  test('is pointed to where something is missing or misspelt, at the command that is meant', async () => {
    for (const [args, hint] of [
      [['rom'], '(innwire --help lists the commands)'],
      [['help', 'rom'], '(innwire --help lists the commands)'],
      [['property', 'nonsense'], '(innwire property --help lists its commands)'],
      [['property', 'add', 'X'], '(innwire property add --help explains it)'],
      [['status', '--colour'], '(innwire status --help explains it)'],
    ] as const) {
      const { code, stderr, stdout } = await run(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim().split('\n').at(-1)).toBe(hint);
    }
  });
});

test.each([
  'a list',
  'help',
])('a reader that has seen enough of %s ends it without an error', async (what) => {
  const args =
    what === 'help' ? 'channel connect expedia --help' : `room list --property ${property.hotelId}`;
  const command = `"${process.execPath}" "${INNWIRE}" ${args} | true`;
  const { code, stderr } = await runCommand([], {
    program: ['/bin/sh', '-c', command],
    dataDir,
    env: { PORT: new URL(line.innwire.url).port },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

describe('the calendar', () => {
  const [from, to] = ['2027-08-02', '2027-08-06'];
  const propertyOption = () => ['--property', String(property.hotelId)];
  const set = (...options: string[]) =>
    json('calendar', 'set', String(property.rooms[0]), from, to, ...options, ...propertyOption());
  const show = () =>
    json(
      'calendar',
      'show',
      '--room',
      String(property.rooms[0]),
      '--from',
      from,
      '--to',
      to,
      ...propertyOption(),
    );

  test('is set from a date to a date, keeps what is not named, and is undone', async () => {
    expect(await set('--price', '150', '--min-stay', '2')).toMatchObject({ updated: 5 });
    const closed = await set('--stop-sell', 'on', '--max-stay', '7', '--days', 'mon,tue');
    expect(closed).toMatchObject({ updated: 2, change_id: expect.any(Number) });
    const nights = await show();
    expect(nights.map((night: any) => [night.price, night.min_stay, night.stop_sell ?? false])).toEqual([
      [150, 2, true],
      [150, 2, true],
      [150, 2, false],
      [150, 2, false],
      [150, 2, false],
    ]);
    await print('change', 'undo', String(closed.change_id), ...propertyOption());
    expect((await show()).some((night: any) => night.stop_sell || night.max_stay)).toBe(false);
  });

  test('says what it would change without changing it, and what it does not understand', async () => {
    const before = await show();
    expect(await set('--available', '0', '--dry-run')).toMatchObject({ updated: 5 });
    expect(await show()).toEqual(before);
    const room = String(property.rooms[0]);
    const refused = await run(['calendar', 'set', room, from, '--stop-sell', 'maybe', ...propertyOption()]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/--stop-sell must be on or off, not "maybe"/),
    ]);
    expect((await run(['calendar', 'set', room, from, ...propertyOption()])).stderr).toMatch(
      /sets nothing: give one of/,
    );
  });

  test('is a table of nights for people', async () => {
    const text = await print(
      'calendar',
      'show',
      '--room',
      String(property.rooms[0]),
      '--from',
      from,
      '--to',
      from,
      ...propertyOption(),
    );
    expect(text).toMatch(/room_id\s+date\s+available\s+price/);
    expect(text).toContain(from);
  });
});
