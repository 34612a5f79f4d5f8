// The form of a connection: fields from the schemas of every protocol, and the request that the form becomes.
import { describe, expect, test } from 'vitest';
import { presentProtocol } from '../../../src/api/present-protocol.ts';
import { ADAPTERS, getAdapter } from '../../../src/channels/registry.ts';
import {
  bodyOf,
  type DeskProtocol,
  formOf,
  linesOfRooms,
  linesToSend,
} from '../../../web/screens/channels/connection-form.ts';
import { membersOfSchema, valueOfMember } from '../../../web/screens/channels/schema-values.ts';

function protocolOf(name: string): DeskProtocol {
  return presentProtocol(getAdapter(name));
}

describe('the schemas of the protocols', () => {
  test.each(ADAPTERS.map(({ protocol }) => protocol))('%s has a field for each of its members', (name) => {
    const adapter = getAdapter(name);
    const members = membersOfSchema({ ...adapter.settingsSchema });
    expect(new Set(members.map((member) => member.name))).toEqual(
      new Set(Object.keys(adapter.settingsSchema.properties)),
    );
    for (const { kind, choices } of members) expect(kind === 'choice').toBe(choices.length > 0);
  });

  test('say which members have no default: they come first', () => {
    const members = membersOfSchema({ ...protocolOf('booking_com').settings });
    expect(members.filter(({ isNeeded }) => isNeeded).map(({ name }) => name)).toEqual(['hotel_id']);
    expect(members[0]!.name).toBe('hotel_id');
  });

  test('turn what was typed into values: numbers with a comma too, and nothing where nothing was typed', () => {
    const [member] = membersOfSchema({ properties: { min_price: { type: ['number', 'null'] } } });
    expect([valueOfMember(member!, '12,5'), valueOfMember(member!, ''), valueOfMember(member!, 'x')]).toEqual(
      [12.5, undefined, 'x'],
    );
  });
});

describe('the form', () => {
  test('becomes a request with the rooms that are sold there', () => {
    const protocol = protocolOf('expedia');
    const form = formOf(protocol, null);
    const [first, second] = linesOfRooms(form.lines, [101, 102]);
    const filled = {
      ...form,
      settings: { hotel_id: '42' },
      credentials: { username: 'EQC', password: '' },
      lines: [{ ...first!, room: '200', rate: '300A' }, second!],
    };
    expect(bodyOf(filled, protocol)).toEqual({
      protocol: 'expedia',
      settings: { hotel_id: '42' },
      credentials: { username: 'EQC' },
      rooms: [{ room_id: 101, external_room: '200', external_rate: '300A' }],
    });
  });

  test('of a calendar has its addresses', () => {
    const protocol = protocolOf('ical');
    const form = formOf(protocol, null);
    const lines = [
      {
        ...linesOfRooms(form.lines, [101])[0]!,
        calendar: 'https://www.airbnb.com/calendar/ical/1.ics',
        unitId: 7,
      },
    ];
    expect(bodyOf({ ...form, lines }, protocol)).toEqual({
      protocol: 'ical',
      settings: {},
      rooms: [{ room_id: 101, unit_id: 7, ical_url: 'https://www.airbnb.com/calendar/ical/1.ics' }],
    });
  });

  test('has the lines in which something was written: a refusal counts those', () => {
    const lines = linesOfRooms([], [101, 102, 103]);
    const typed = lines
      .with(1, { ...lines[1]!, room: '200' })
      .with(2, { ...lines[2]!, calendar: 'no address' });
    expect(linesToSend(typed, protocolOf('expedia'))).toEqual([typed[1]]);
    expect(linesToSend(typed, protocolOf('ical'))).toEqual([typed[2]]);
  });

  test('has a line for each room that the house has now, also for those that it got since the form was opened', () => {
    const form = formOf(protocolOf('expedia'), null);
    const [first] = linesOfRooms(form.lines, [102]);
    const typed = [{ ...first!, room: '200' }];
    const lines = linesOfRooms(typed, [101, 102, 103]);
    expect(lines.map(({ roomId, room }) => [roomId, room])).toEqual([
      [101, ''],
      [102, '200'],
      [103, ''],
    ]);
  });
});
