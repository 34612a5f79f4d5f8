// The command line at the desk: units and their closures, tasks, payments and folios.
import { beforeAll, expect, test } from 'vitest';
import { useCommandLine } from '../harness/command-line.ts';
import { createProperty, operate, type PropertyHandle, useProcesses } from '../harness/process.ts';

useProcesses();

const line = useCommandLine();
const { run, print, json } = line;
let property: PropertyHandle;
let room: string;

beforeAll(async () => {
  property = await createProperty(line.innwire, { rooms: 1, units: 1 });
  await operate(line.innwire, 'PATCH', `/properties/${property.hotelId}`, { timezone: 'UTC' });
  room = String(property.rooms[0]);
});

const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

test('units with commas between their names are added one by one, and lists show what is closed', async () => {
  const added = await json('unit', 'add', room, '101,102', '103');
  expect(added.map(({ name }: { name: string }) => name)).toEqual(['101', '102', '103']);
  expect(await json('room', 'show', room)).toMatchObject({ units: 3 });
  const refused = await run(['unit', 'add', room, '105-110']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('name each unit')]);
  // Its last night is two days ahead, so that it is closed also after midnight.
  await print('closure', 'add', '103', day(0), day(2), '--kind', 'out_of_order');
  const [header, first, , third] = (await print('unit', 'list')).split('\n');
  expect(header).toMatch(/ closure$/);
  expect(first).toMatch(/ 101 .* –$/);
  expect(third).toMatch(new RegExp(` 103 .* out_of_order until ${day(2)}$`));
});

const book = (name: string, unit: string, price: number) =>
  json(
    'booking',
    'add',
    name,
    '--room',
    room,
    '--unit',
    unit,
    '--checkin',
    day(0),
    '--checkout',
    day(2),
    '--price',
    String(price),
  );

test('a payment and a check-out say what is still owed, and a folio whose it is', async () => {
  const { order_id } = await book('Ada Lovelace', '101', 200);
  const order = String(order_id);
  const pay = [
    'ledger',
    'post',
    '150',
    '--type',
    'payment',
    '--method',
    'cash',
    '--description',
    'Cash',
    '--order',
    order,
  ];
  expect(await print(...pay)).toMatch(new RegExp(`\n\nBooking ${order} still owes 50\\.00 EUR\\.\n$`));
  // The same payment again is asked about; one that is meant is seen.
  const asked = await run(pay);
  expect(asked.stderr).toMatch(
    /If this is another payment, send --confirm with it\. \(repeated_payment\)\n$/,
  );
  const twice = await json(...pay, '--confirm');
  expect(await print('ledger', 'reverse', String(twice.id))).toMatch(/still owes 50\.00 EUR\.\n$/);
  await print('booking', 'check-in', order, '--early');
  expect(await print('booking', 'check-out', order)).toMatch(/\n\nBooking \d+ still owes 50\.00 EUR\.\n$/);
  const folio = await print('ledger', 'list', '--order', order);
  const header = new RegExp(
    `^property +\\S.*\norder_id +${order}\nguest +Ada Lovelace\ncheckin .*\ncheckout .*\nroom_id .*\nunit +101\nstatus +checked_out\n\n`,
  );
  expect(folio).toMatch(header);
  expect(folio).toMatch(new RegExp(` ${twice.id} +–\n`));
  expect(folio).toMatch(/\n\ntotal +200\.00\npaid +150\.00\nbalance +50\.00\ncurrency +EUR\n$/);
});

test('entries of some days end with their sums by type and method, and never with one of all', async () => {
  const { order_id } = await book('Bo', '102', 80);
  const post = (amount: string, type: string, method: string) =>
    print(
      'ledger',
      'post',
      '--type',
      type,
      '--method',
      method,
      '--description',
      'x',
      '--order',
      String(order_id),
      '--date',
      day(-40),
      '--',
      amount,
    );
  await post('50.10', 'payment', 'cash');
  await post('30.20', 'payment', 'card_terminal');
  await post('-0.30', 'refund', 'cash');
  const days = ['--from', day(-40), '--to', day(-40)];
  const [, sums] = (await print('ledger', 'list', ...days)).split('\n\n');
  expect(sums!.split('\n').map((line) => line.trim().split(/ +/).join(' '))).toEqual([
    'type method currency entries amount',
    'payment card_terminal EUR 1 30.20',
    'payment cash EUR 1 50.10',
    'refund cash EUR 1 -0.30',
    '',
  ]);
  const cash = await print('ledger', 'list', '--method', 'cash', ...days);
  expect(cash).toMatch(/\npayment +cash +EUR +1 +50\.10\nrefund +cash +EUR +1 +-0\.30\n$/);
  const page = await run(['ledger', 'list', ...days, '--limit', '1']);
  expect(page.stdout.split('\n\n')).toHaveLength(1);
});

test('CSV of every list begins with a byte order mark, and that of the ledger is what REST answers', async () => {
  for (const list of ['room list', 'ledger list', 'unit list'])
    expect((await print(...list.split(' '), '--csv')).startsWith('\ufeff')).toBe(true);
  const response = await fetch(`${line.innwire.url}/api/accounting/${property.token}?format=csv`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(await print('ledger', 'list', '--csv')).toBe(bytes.toString());
});

test('a booking without a price costs what the calendar says, and the command says so', async () => {
  const stay = ['--room', room, '--checkin', day(20), '--checkout', day(23)];
  const made = await run(['booking', 'add', 'Carl', ...stay, '--json']);
  const { price } = JSON.parse(made.stdout);
  const offers = await json('offer', 'list', '--checkin', day(20), '--checkout', day(23));
  expect(price).toBe(offers[0].price);
  expect(made.stderr).toBe(`The price is that of the calendar: ${price.toFixed(2)} EUR.\n`);
  expect(await json('booking', 'add', 'Carl', ...stay, '--price', '1')).toMatchObject({ price: 1 });
  const unknown = await run(['booking', 'add', 'Carl', '--room', '999999', ...stay.slice(2)]);
  expect(unknown.stderr).toMatch(/\(unknown_room\)\n$/);
});

test('days have names, and a plain date is the beginning of the day where a moment is wanted', async () => {
  const { order_id } = await json(
    'booking',
    'add',
    'Eve',
    '--room',
    room,
    '--checkin',
    'tomorrow',
    '--checkout',
    day(3),
    '--price',
    '9',
  );
  const listed = await json('booking', 'list', '--from', 'today', '--to', day(2), '--updated-since', day(-2));
  expect(listed.map((one: { order_id: number }) => one.order_id)).toContain(order_id);
  expect(await json('booking', 'list', '--updated-since', day(3))).toEqual([]);
  const wrong = await run(['booking', 'list', '--updated-since', '2026-02-30']);
  expect(wrong.code).toBe(1);
  expect((await run(['booking', 'list', '--from', 'someday'])).stderr).toMatch(/^--from must be/);
});
