// Pushes to a partner: a minimal calendar that applies the changes in order ends up with the current values.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AriMessage, ConnectionView, StaleNight } from '../../../src/channels/channel.ts';
import { openChannel } from '../../../src/channels/open_channel/index.ts';
import { randomly } from '../../harness/random.ts';
import { datesOf, NOW, nights, staleNights, supportedValues } from '../stale-nights.ts';
import { connection, fixture } from './connection.ts';

const ari = openChannel.ari!;
const [garden] = connection.rooms;
const date = Temporal.PlainDate.from('2027-05-03');
const set = (settings: object): ConnectionView => ({
  ...connection,
  settings: { ...connection.settings, ...settings },
});
const attributesOf = ({ body }: AriMessage) => JSON.parse(body!).data[0].attributes;

describe('encoding', () => {
  test('the sample comes out for its nights', () => {
    const values = { available: 4, priceMinor: 9_800, minStay: 3, closedToArrival: true };
    const stale = nights(7, { room: garden!, date, values });
    const [message, ...others] = ari.encode(stale, set({ min_stay: 'both' }), NOW);
    expect(others).toEqual([]);
    const { request_id, ...pushed } = attributesOf(message!);
    const { request_id: _, ...sample } = JSON.parse(fixture('changes-request')).data[0].attributes;
    expect(pushed).toEqual(sample);
    expect(message!.headers).toEqual({ 'idempotency-key': request_id });
    expect(message!.url).toBe('http://channel.test/innwire/changes/');
  });

  test('any nights applied give the current values, and nothing else changes', () => {
    const anyNights = staleNights(connection.rooms, supportedValues);
    fc.assert(
      fc.property(anyNights, fc.constantFrom(1, 3, 1_000), (stale, max_changes) => {
        expect(replay(ari.encode(stale, set({ max_changes }), NOW))).toEqual(expected(stale));
      }),
      randomly(60),
    );
  });

  test('the same changes at another moment are another request', () => {
    const stale = nights(2, { room: garden!, date });
    const ids = [NOW, NOW, NOW.add({ seconds: 1 })].map(
      (now) => attributesOf(ari.encode(stale, connection, now)[0]!).request_id,
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('per person, each number of guests has a rate', () => {
    const stale = nights(1, { room: garden!, date, changed: ['priceMinor'] });
    const [message] = ari.encode(stale, set({ sell_mode: 'per_person' }), NOW);
    const { rates } = attributesOf(message!).changes[0].attributes;
    expect(rates.map(({ occupancy, rate }: any) => [occupancy, rate])).toEqual([
      [1, '120.50'],
      [2, '120.50'],
    ]);
  });
});

describe('what the partner makes of it', () => {
  const stale = nights(2, { room: garden!, date });
  const [message] = ari.encode(stale, connection, NOW);
  const decode = (body: object) =>
    ari.decode({ status: 200, headers: {}, body: JSON.stringify(body) }, message!, connection);

  test('an error that names its change concerns that one alone', () => {
    const errors = [{ index: 1, message: 'read-only' }];
    expect(decode({ success: true, errors })).toEqual({
      kind: 'ok',
      value: [{ ...message!.cells[1], reason: 'read-only' }],
    });
    expect(decode({ success: false, errors })).toEqual({
      kind: 'refused',
      reason: 'read-only',
      cells: [{ ...message!.cells[1], reason: 'read-only' }],
    });
  });

  test('one that names no change rejects all of them', () => {
    const verdict = decode({ success: false, message: 'no', errors: [{ index: 7, message: 'which?' }] });
    expect(verdict).toEqual({ kind: 'refused', reason: 'no' });
  });
});

/** A minimal calendar: `room/date/member` of the last change that contains it. */
function replay(messages: readonly AriMessage[]): Record<string, unknown> {
  const store: Record<string, unknown> = {};
  for (const { type, attributes } of messages.flatMap((message) => attributesOf(message).changes)) {
    const { room_type_id, rate_plan_id: _, date_from, date_to, ...pushed } = attributes;
    expect(type).toBe('availability' in pushed ? 'availability_changes' : 'restriction_changes');
    for (const day of datesOf(date_from, date_to)) {
      for (const [member, value] of Object.entries(pushed)) {
        store[`${room_type_id}/${day}/${member}`] = member === 'rates' ? (value as any)[0].rate : value;
      }
    }
  }
  return store;
}

function expected(stale: readonly StaleNight[]): Record<string, unknown> {
  const entries = stale.flatMap(({ room, date: day, changed, values }) => {
    const members = {
      available: ['availability', Math.max(0, values.available)],
      priceMinor: ['rates', (values.priceMinor / 100).toFixed(2)],
      minStay: ['min_stay_arrival', values.minStay],
      maxStay: ['max_stay', values.maxStay ?? 0],
      closedToArrival: ['closed_to_arrival', values.closedToArrival],
      closedToDeparture: ['closed_to_departure', values.closedToDeparture],
      stopSell: ['stop_sell', values.stopSell],
    } as const;
    return changed.map((field) => {
      const [member, value] = members[field];
      return [`${room.externalRoom}/${day}/${member}`, value] as const;
    });
  });
  return Object.fromEntries(entries);
}
