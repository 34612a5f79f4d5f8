// Tests a connection: whether the channel accepts its credentials and mapping.
import type { Verdict } from '../../channels/channel.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';

/** Summary of a failed test in the sync log, by verdict; its error has the reason. */
const SUMMARIES = {
  auth: 'the credentials are not accepted',
  refused: 'the settings or the mapping are not accepted',
  retry: 'the connection could not be tried',
};

/** Tests the connection, before anything is sent that changes something at the channel. */
export async function testConnection({ adapter, client, view, record }: Cycle): Promise<CycleResult> {
  if (!adapter.test) return DONE;
  const startedMs = performance.now();
  const { request, decode } = adapter.test;
  const verdict = await client.request(
    request(view),
    (response): Verdict<null> =>
      // The channel has no such request: the first push will show whether the connection works.
      response.status === 404 ? { kind: 'ok', value: null } : decode(response, view),
  );
  if (verdict.kind === 'ok') return DONE;
  record({
    direction: 'pull',
    operation: 'test',
    summary: `${view.channel}: ${SUMMARIES[verdict.kind]}`,
    outcome: 'failed',
    items: 0,
    error: verdict.reason,
    startedMs,
  });
  return verdict.kind === 'retry'
    ? { ...verdict, kind: 'later' }
    : { kind: 'refused', reason: verdict.reason };
}
