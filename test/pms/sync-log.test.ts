// The stored conversations with channels: any text that a channel sends can be stored.
import { expect, test } from 'vitest';
import { listActivity } from '../../src/pms/activity.ts';
import { listExchanges, storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import { useApi } from '../harness/api.ts';

const api = useApi();

test('bodies and errors are stored even if they are cut inside a character or contain a NUL', async () => {
  const { hotelId } = await api.property();
  const at = Temporal.Instant.from('2026-11-21T10:00:00Z');
  const cutInTwo = (length: number) => `${'x'.repeat(length - 1)}😀`;
  const error = `\u0000${cutInTwo(1_999)}`;
  const exchange = {
    at,
    method: 'POST',
    url: 'https://ota.example/ari',
    request: cutInTwo(64 * 1024),
    status: 200,
    response: `\u0000${'😀'.repeat(64 * 1024)}`,
    error,
    durationMs: 12,
  };
  const entry = {
    hotelId,
    createdAt: at,
    summary: 'one night pushed',
    channel: 'open_channel',
    direction: 'push' as const,
    operation: 'availability',
    outcome: 'failed' as const,
    items: 1,
    error,
    durationMs: 12,
  };
  await storeCycles(api.db, [{ entry, exchanges: [exchange] }]);
  const [logged] = await listActivity(api.db, hotelId, { kind: 'sync' }, { size: 1, after: null });
  expect(logged).toMatchObject({ error: expect.stringMatching(/^\ufffdx+\ufffd$/u) });
  const [stored] = await listExchanges(api.db, hotelId, { activityId: logged!.entryId });
  expect(stored!.request).toBe(`${'x'.repeat(64 * 1024 - 1)}\ufffd`);
  expect(stored!.response).toHaveLength(64 * 1024);
  expect(stored!.response!.isWellFormed()).toBe(true);
});
