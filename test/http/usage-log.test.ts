// The usage log when the database fails between its statements: each call is stored once, and no use of a token is lost.
import { expect, test } from 'vitest';
import { createUsageLog } from '../../src/http/usage-log.ts';
import { useApi } from '../harness/api.ts';

const api = useApi();
const AT = Temporal.Instant.from('2026-06-15T12:34:56.789Z');

test('calls that are stored are not stored again when the time of the last use could not be', async () => {
  const { hotelId } = await api.property();
  const [token] = await api.db.query<{ token_id: number }>(
    'select token_id from tokens where hotel_id = $1',
    [hotelId],
  );
  const errors: unknown[] = [];
  const log = createUsageLog(api.db, (error) => errors.push(error));
  const call = (requestId: string) =>
    log.add(
      {
        ...{ kind: 'api', hotelId, createdAt: AT, summary: 'A call', method: 'GET', path: '/', status: 200 },
        ...{ durationMs: 1, requestId, tokenLabel: 'own' },
      },
      { tokenId: token!.token_id },
    );
  const lastUse = async () =>
    (
      await api.db.query<{ at: string | null }>(
        'select last_used_at::text as at from tokens where token_id = $1',
        [token!.token_id],
      )
    )[0]!.at;

  await api.db.query('alter table tokens rename last_used_at to elsewhere');
  call('first');
  await log.flush();
  await api.db.query('alter table tokens rename elsewhere to last_used_at');
  expect(errors).toHaveLength(1);
  expect(await lastUse()).toBeNull();

  call('second');
  await log.close();
  const stored = await api.db.query<{ request_id: string }>(
    `select request_id from activity where hotel_id = $1 and summary = 'A call' order by request_id`,
    [hotelId],
  );
  expect(stored.map(({ request_id }) => request_id)).toEqual(['first', 'second']);
  expect(await lastUse()).not.toBeNull();
});
