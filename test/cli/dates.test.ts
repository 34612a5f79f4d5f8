// Words for days and plain dates on the command line, at the property's time zone.
import { expect, test } from 'vitest';
import { resolveDates } from '../../src/cli/dates.ts';
import type { Values } from '../../src/cli/operator-command.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';

async function resolve(name: string, values: Values, timeZone = 'Pacific/Kiritimati'): Promise<Values> {
  const command = OPERATOR_COMMANDS.find((one) => one.name === name)!;
  await resolveDates(command, values, async () => timeZone);
  return values;
}

test('words are days at the property, also in the rooms of a group', async () => {
  const before = Temporal.Now.plainDateISO('Pacific/Kiritimati');
  const { rooms, ...values } = await resolve('group add', {
    checkin: 'today',
    checkout: 'tomorrow',
    name: 'today',
    rooms: [{ room_id: 1, checkin: 'tomorrow' }],
  });
  const today = Temporal.PlainDate.from(values['checkin'] as string);
  // Midnight may have passed meanwhile.
  expect([before.toString(), before.add({ days: 1 }).toString()]).toContain(today.toString());
  expect(values['name']).toBe('today');
  expect(['1', '2']).toContain(
    String(before.until(Temporal.PlainDate.from(values['checkout'] as string)).days),
  );
  expect((rooms as Values[])[0]!['checkin']).toBe(values['checkout']);
});

test.each([
  ['2026-11-22', 'Europe/Berlin', '2026-11-22T00:00:00+01:00'],
  // The day begins at one o'clock, when the clocks change at midnight.
  ['2026-09-06', 'America/Santiago', '2026-09-06T01:00:00-03:00'],
  ['2026-11-22T12:00:00Z', 'Europe/Berlin', '2026-11-22T12:00:00Z'],
  ['2026-02-30', 'Europe/Berlin', '2026-02-30'],
  ['soon', 'Europe/Berlin', 'soon'],
])('the moment %s in %s is %s', async (typed, zone, sent) => {
  expect(await resolve('booking list', { updated_since: typed }, zone)).toEqual({ updated_since: sent });
});
