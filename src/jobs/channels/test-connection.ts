// The first question to a channel: whether credentials and mapping work.
import type { Verdict } from '../../channels/channel.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';

/** What the audit trail calls an attempt that failed; its error says why. */
const SUMMARIES = {
  auth: 'the credentials are not accepted',
  refused: 'the settings or the mapping are not accepted',
  retry: 'the connection could not be tried',
};

/** Asked before anything is sent that changes something there. */
export async function testConnection({ adapter, client, view, record: note }: Cycle): Promise<CycleResult> {
  if (!adapter.test) return DONE;
  const startedMs = performance.now();
  const { request, decode } = adapter.test;
  const verdict = await client.request(
    request(view),
    (response): Verdict<null> =>
      // Where the other side offers no such question, the first push will show it.
      response.status === 404 ? { kind: 'ok', value: null } : decode(response, view),
  );
  if (verdict.kind === 'ok') return DONE;
  note({
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
