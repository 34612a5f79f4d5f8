// The stored conversations with channels: any text that a channel sends can be stored.
import { expect, test } from 'vitest';
import type { HttpExchange } from '../../src/model/channel.ts';
import { listActivity } from '../../src/pms/activity.ts';
import { listExchanges, storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { untilLockIsAwaited } from '../harness/lock-awaited.ts';

const api = useApi();
const AT = Temporal.Instant.from('2026-06-15T10:00:00Z');
const EXCHANGE: HttpExchange = {
  at: AT,
  method: 'POST',
  url: 'https://ota.example/ari',
  request: '',
  status: 200,
  response: null,
  error: null,
  durationMs: 12,
};
const ENTRY = {
  createdAt: AT,
  summary: 'one night pushed',
  channel: 'open_channel',
  direction: 'push' as const,
  operation: 'availability',
  outcome: 'failed' as const,
  items: 1,
  error: null,
  durationMs: 12,
};

test('bodies and errors are stored even if they are cut inside a character or contain a NUL', async () => {
  const { hotelId } = await api.property();
  const cutInTwo = (length: number) => `${'x'.repeat(length - 1)}😀`;
  const error = `\u0000${cutInTwo(1_999)}`;
  const request = cutInTwo(64 * 1024);
  const exchange = { ...EXCHANGE, request, response: `\u0000${'😀'.repeat(64 * 1024)}`, error };
  await storeCycles(api.db, hotelId, [{ entry: { ...ENTRY, error }, exchanges: [exchange] }]);
  const [logged] = await listActivity(api.db, hotelId, { kind: 'sync' }, { size: 1, after: null });
  expect(logged).toMatchObject({ error: expect.stringMatching(/^\ufffdx+\ufffd$/u) });
  const [stored] = await listExchanges(api.db, hotelId, { activityId: logged!.entryId });
  expect(stored!.request).toBe(`${'x'.repeat(64 * 1024 - 1)}\ufffd`);
  expect(stored!.response).toHaveLength(64 * 1024);
  expect(stored!.response!.isWellFormed()).toBe(true);
});

/** Erases a guest who has left; returns when. */
async function erase({ hotelId, token, room }: TestProperty): Promise<Temporal.Instant> {
  const stay = {
    room_id: room,
    name: 'Ada Example',
    checkin: '2026-07-01',
    checkout: '2026-07-02',
    price: 90,
  };
  const booked = await api.post(`/api/bookings/${token}`, stay);
  api.clock = Temporal.Instant.from('2026-08-15T10:00:00Z');
  const at = `/properties/${hotelId}/guests/${booked.body.guest_id}/erase`;
  expect(await api.operator('POST', at, {})).toMatchObject({ status: 200 });
  return api.clock;
}

test('what was exchanged before a person was erased, and is stored later, is stored without what it says', async () => {
  const [property, other] = [await api.property({ rooms: [{}] }), await api.property()];
  const [erasedAt, ofOther] = [await erase(property), other.hotelId];
  const exchanges = [-60, 0, 60].map((seconds) => ({
    ...EXCHANGE,
    at: erasedAt.add({ seconds }),
    request: 'asked about Ada',
    response: 'Ada',
    error: 'Ada',
  }));
  const { hotelId } = property;
  await storeCycles(api.db, hotelId, [
    { entry: ENTRY, exchanges: [...exchanges, { ...EXCHANGE, at: erasedAt }] },
  ]);
  await storeCycles(api.db, ofOther, [{ entry: ENTRY, exchanges }]);
  const texts = await api.db.query(
    `select hotel_id = $1 as own, url, request, response, error from exchanges where hotel_id in ($1, $2) order by hotel_id, position`,
    [hotelId, ofOther],
  );
  const said = { url: EXCHANGE.url, request: 'asked about Ada', response: 'Ada', error: 'Ada' };
  const erased = { url: '(erased)', request: '(erased)', response: '(erased)', error: '(erased)' };
  const quiet = { ...erased, response: null, error: null };
  expect(texts).toEqual([
    ...[erased, erased, said, quiet].map((text) => ({ own: true, ...text })),
    ...[said, said, said].map((text) => ({ own: false, ...text })),
  ]);
});

test('an erasure that is under way is waited for', async () => {
  const { hotelId } = await api.property();
  const erased = AT.add({ seconds: 1 });
  let stored: Promise<void> | undefined;
  await api.db.transaction(
    async (tx) => {
      await tx.query(`update erasures set last_at = $2 where hotel_id = $1`, [hotelId, erased]);
      stored = storeCycles(api.db, hotelId, [{ entry: ENTRY, exchanges: [{ ...EXCHANGE, request: 'Ada' }] }]);
      await untilLockIsAwaited(api.db);
      return { value: undefined };
    },
    { hotelId },
  );
  await stored;
  const [row] = await api.db.query(`select request from exchanges where hotel_id = $1`, [hotelId]);
  expect(row).toEqual({ request: '(erased)' });
});
