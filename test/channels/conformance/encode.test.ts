// Properties of pushes that every adapter must have: each changed value is carried by a message or reported
// as unsupported.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  AriMessage,
  Cells,
  ConnectionView,
  MappedRoom,
  StaleNight,
} from '../../../src/channels/channel.ts';
import { NIGHT_FIELDS } from '../../../src/model/night-values.ts';
import { randomly } from '../../harness/random.ts';
import { anyValues, cellsOf, changedCells, NOW, nights, staleNights, TODAY } from '../stale-nights.ts';
import { authorized, RUNS, TESTED } from './adapters.ts';

const PUSHING = TESTED.filter(({ adapter }) => adapter.ari);

describe.each(PUSHING)('$protocol', ({ adapter, entry }) => {
  const ari = adapter.ari!;
  const { rooms } = entry.connection;
  const small = {
    ...entry.connection,
    settings: { ...entry.connection.settings, ...entry.push!.smallMessages },
  };
  const anyNights = staleNights(rooms, anyValues).map((stale) => stale.map(only(ari.fields)));
  const anyConnection: fc.Arbitrary<ConnectionView> = fc
    .tuple(fc.constantFrom(entry.connection, small), fc.constantFrom('EUR', 'JPY', 'KWD'))
    .map(([connection, currency]) => ({ ...connection, currency }));
  const law = (holds: (stale: StaleNight[], connection: ConnectionView) => void) =>
    fc.assert(fc.property(anyNights, anyConnection, holds), randomly(RUNS));
  const encode = (stale: readonly StaleNight[], connection: ConnectionView) =>
    ari.encode(stale, connection, NOW);
  const unsupported = (stale: readonly StaleNight[], connection: ConnectionView) =>
    ari.unsupported?.(stale, connection) ?? [];

  test('every changed value is carried by one message, or reported as unsupported', () => {
    law((stale, connection) => {
      const pushed = encode(stale, connection).map(({ cells }) => [...new Set(cellsOf(cells))]);
      const claimed = pushed.flat();
      const reported = cellsOf(unsupported(stale, connection));
      expect(repeated(claimed), 'carried by two messages').toEqual([]);
      expect(repeated(reported), 'reported twice').toEqual([]);
      const both = new Set(claimed);
      expect(
        reported.filter((cell) => both.has(cell)),
        'carried and reported',
      ).toEqual([]);
      const covered = new Set([...claimed, ...reported]);
      const changed = changedCells(stale);
      expect(
        changed.filter((cell) => !covered.has(cell)),
        'neither carried nor reported',
      ).toEqual([]);
      // Values sent along with a change are included; a night that is reported must have changed.
      const changedSet = new Set(changed);
      expect(
        reported.filter((cell) => !changedSet.has(cell)),
        'reported, but not changed',
      ).toEqual([]);
      const of = new Set(changed.map((cell) => cell.slice(0, cell.lastIndexOf('/'))));
      const strange = claimed.filter((cell) => !of.has(cell.slice(0, cell.lastIndexOf('/'))));
      expect(strange, 'carried, but the night has not changed').toEqual([]);
    });
  });

  test.runIf(adapter.severalRates)(
    'a room with several rates is pushed for each of them, and its other values once',
    () => {
      const several = rooms.map((room) => ({
        ...room,
        externalRates: room.externalRates.flatMap((rate) => [rate, `${rate}9`]),
      }));
      const sameNights = (stale: readonly StaleNight[], mapped: readonly MappedRoom[]) =>
        stale.map((night) => ({
          ...night,
          room: mapped.find(({ roomId }) => roomId === night.room.roomId)!,
        }));
      let mentions = 0;
      law((stale, connection) => {
        const pushed = encode(sameNights(stale, several), { ...connection, rooms: several });
        const alone = encode(sameNights(stale, rooms), { ...connection, rooms });
        const cells = (messages: readonly AriMessage[]) =>
          new Set(messages.flatMap((one) => cellsOf(one.cells)));
        expect(cells(pushed)).toEqual(cells(alone));
        for (const message of pushed) expectFitting(message, { ...connection, rooms: several });
        const bodies = pushed.map(({ body }) => body).join('\n');
        for (const room of several) {
          const [first, second] = room.externalRates.map((rate) =>
            [...cells(pushed.map((one) => ({ ...one, cells: ofRate(one.cells, room.roomId, rate) })))].sort(),
          );
          expect(first).toEqual(second);
          // Cells may be of all rates together: then only the message shows the rates.
          const [reported, alike] = room.externalRates.map((rate) => bodies.split(`"${rate}"`).length - 1);
          expect(reported).toBe(alike);
          mentions += reported!;
        }
        expect(repeated(pushed.flatMap((one) => cellsWithRates(one.cells)))).toEqual([]);
      });
      expect(mentions, 'mentions of a rate').toBeGreaterThan(0);
    },
  );

  test('unsupported values have a reason', () => {
    law((stale, connection) => {
      for (const { reason, fields } of unsupported(stale, connection)) {
        expect(reason.length).toBeGreaterThan(10);
        expect(fields).not.toEqual([]);
      }
    });
  });

  test('nights that close come first', () => {
    law((stale, connection) => {
      const closing = new Set(
        changedCells(stale.filter((night) => night.closing)).filter((cell) =>
          /(available|stopSell)$/.test(cell),
        ),
      );
      const closes = encode(stale, connection).map(({ cells }) =>
        cellsOf(cells).some((cell) => closing.has(cell)),
      );
      expect(closes).toEqual(closes.toSorted((a, b) => Number(b) - Number(a)));
    });
  });

  test('the same nights give the same messages, and are not modified', () => {
    law((stale, connection) => {
      const before = JSON.stringify(stale);
      const messages = encode(stale, connection);
      expect(JSON.stringify(encode(structuredCloneOf(stale), connection))).toBe(JSON.stringify(messages));
      expect(JSON.stringify(stale)).toBe(before);
    });
  });

  test('however the nights are split, the same cells are pushed', () => {
    fc.assert(
      fc.property(anyNights, anyConnection, fc.nat(), (stale, connection, where) => {
        const cut = stale.length === 0 ? 0 : where % stale.length;
        const pushed = (...parts: StaleNight[][]) =>
          parts.flatMap((part) => encode(part, connection).flatMap(({ cells }) => cellsOf(cells)));
        const whole = new Set(pushed(stale));
        expect(new Set(pushed(stale.slice(0, cut), stale.slice(cut)))).toEqual(whole);
      }),
      randomly(RUNS),
    );
  });

  test('no message is larger than the channel accepts', () => {
    law((stale, connection) => {
      for (const message of encode(stale, connection)) expectFitting(message, connection);
    });
    const many = manyNights(3, 500, (day) => ({ available: day % 7, priceMinor: (100 + day) * 100 }));
    const wide = { ...entry.connection, rooms: roomsLike(rooms[0]!, 3) };
    for (const message of encode(many, wide)) expectFitting(message, wide);
  });

  function expectFitting(message: AriMessage, connection: ConnectionView): void {
    expect(message.cells).not.toEqual([]);
    // rejected parts of a message are found by its cells
    for (const { fields } of message.cells) expect(fields).not.toEqual([]);
    entry.push!.withinLimits(
      message,
      authorized({ adapter, entry: { ...entry, connection } }, message, null),
    );
  }

  test('a run of equal nights needs no more messages than one of them', () => {
    fc.assert(
      fc.property(anyValues, fc.subarray([...ari.fields], { minLength: 1 }), (values, changed) => {
        const some = { room: rooms[0]!, date: TODAY, values, changed };
        const [one, month] = [1, 31].map((days) => encode(nights(days, some), entry.connection).length);
        expect(month).toBe(one);
      }),
      randomly(RUNS),
    );
  });

  test('a full push of 20 rooms and 500 equal nights takes the fewest messages', () => {
    const wide = { ...entry.connection, rooms: roomsLike(rooms[0]!, 20) };
    expect(encode(manyNights(20, 500), wide).length).toBeLessThanOrEqual(entry.push!.fullPush);
  });

  test('a retired room is pushed with nothing for sale', () => {
    const retired = nights(40, { room: rooms[0]!, date: TODAY, closing: true, values: { available: 0 } });
    const pushed = encode(retired, entry.connection).flatMap(({ cells }) => cellsOf(cells));
    for (const cell of changedCells(retired.map((night) => ({ ...night, changed: ['available'] })))) {
      expect(pushed).toContain(cell);
    }
  });

  test('without changes there is no message', () => {
    expect(encode([], entry.connection)).toEqual([]);
    expect(unsupported([], entry.connection)).toEqual([]);
  });

  function manyNights(count: number, days: number, vary?: (day: number) => object): StaleNight[] {
    return roomsLike(rooms[0]!, count).flatMap((room) =>
      nights(days, { room, date: TODAY, values: { priceMinor: 12_000 } }, vary),
    );
  }
});

/** Nights are requested with the fields that a protocol supports. */
function only(fields: readonly string[]) {
  return (night: StaleNight): StaleNight => {
    const changed = night.changed.filter((field) => fields.includes(field));
    return { ...night, changed: changed.length > 0 ? changed : ['available'] };
  };
}

/** Rooms that are mapped like this one, each to its own external room. */
function roomsLike(room: MappedRoom, count: number): MappedRoom[] {
  return Array.from({ length: count }, (_, i) => ({
    ...room,
    roomId: 1000 + i,
    externalRoom: `${room.externalRoom}${i}`,
    externalRates: room.externalRates.map((rate) => `${rate}${i}`),
  }));
}

function structuredCloneOf(stale: readonly StaleNight[]): StaleNight[] {
  return stale.map(({ room, date, changed, values, closing }) => ({
    room: { ...room },
    date: Temporal.PlainDate.from(date.toString()),
    changed: NIGHT_FIELDS.filter((field) => changed.includes(field)),
    values: { ...values },
    closing,
  }));
}

function ofRate(cells: readonly Cells[], roomId: number, rate: string): Cells[] {
  return cells.filter((cell) => cell.roomId === roomId && cell.externalRate === rate);
}

function cellsWithRates(cells: readonly Cells[]): string[] {
  return [
    ...new Set(cells.flatMap((one) => cellsOf([one]).map((cell) => `${cell} ${one.externalRate ?? ''}`))),
  ];
}

function repeated(cells: readonly string[]): string[] {
  const seen = new Set<string>();
  return cells.filter((cell) => seen.size === seen.add(cell).size);
}
