// The first question to a channel: whether credentials and mapping work.
import type { Verdict } from '../../channels/channel.ts';
import { DONE, type Ending, type Turn } from './turn.ts';

/** What the audit trail calls an attempt that failed; its error says why. */
const SUMMARIES = {
  auth: 'the credentials are not accepted',
  refused: 'the settings or the mapping are not accepted',
  retry: 'the connection could not be tried',
};

/** Asked before anything is sent that changes something there. */
export async function testConnection({ adapter, exchanger, view, note }: Turn): Promise<Ending> {
  if (!adapter.test) return DONE;
  const startedMs = performance.now();
  const { request, decode } = adapter.test;
  const verdict = await exchanger.ask(
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
    error: verdict.words,
    startedMs,
  });
  return verdict.kind === 'retry' ? { ...verdict, kind: 'later' } : { kind: 'refused', words: verdict.words };
}
