// Tests a connection: whether the channel accepts its credentials and mapping.
import type { WireResponse } from '../../channels/channel.ts';
import type { FailedOutcome } from '../../channels/channel-client.ts';
import type { Failure } from '../../model/cause.ts';
import { todayAt } from '../../model/property.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';
import { sendTest } from './send-test.ts';

/** Summary of a failed test in the sync log, by verdict; its error has the reason. */
const SUMMARIES = {
  auth: 'the credentials are not accepted',
  refused: 'the settings or the mapping are not accepted',
  retry: 'the connection could not be tried',
};

/** Tests the connection, before anything is sent that changes something at the channel. */
export async function testConnection(cycle: Cycle): Promise<CycleResult> {
  const { adapter, client, context, memory, view, record } = cycle;
  if (!adapter.test) return DONE;
  const startedMs = performance.now();
  // The channel has no such request: the first push will show whether the connection works.
  const isPassed = ({ status }: WireResponse) => status === 404;
  const verdict = await sendTest(client, { test: adapter.test, view, isPassed });
  if (verdict.kind !== 'retry')
    memory.mapping = {
      fault: verdict.kind === 'refused' ? failureOf(verdict) : null,
      testedAt: context.now(),
    };
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
    : { kind: 'refused', ...failureOf(verdict) };
}

function failureOf({ reason, cause }: FailedOutcome): Failure {
  return { reason, cause };
}

/**
 * Tests a connection that works once more before its first push of all nights of a day, and before each that people have asked
 * for (`fullPush`), because what is mapped may have changed at the channel: a rate has another currency, or takes its price from
 * another rate. Returns why it refuses the mapping; null = it does not.
 */
export async function mappingFault(
  cycle: Cycle,
  { whole, fullPush }: { whole: boolean; fullPush: boolean },
): Promise<Failure | null> {
  const { context, memory, property } = cycle;
  const { fault, testedAt } = memory.mapping;
  const isOfToday = testedAt !== null && todayAt(property, testedAt).equals(todayAt(property, context.now()));
  if (fault === null && !fullPush && (!whole || isOfToday)) return null;
  const pause = fault === null ? TEST_PAUSE_SECONDS : FAULT_PAUSE_SECONDS;
  const passed = testedAt ? context.now().since(testedAt).total('seconds') : Number.POSITIVE_INFINITY;
  if (passed >= pause) await testConnection(cycle);
  return memory.mapping.fault;
}

/** Tests are at least so far apart: a push of all nights may take several cycles. */
const TEST_PAUSE_SECONDS = 60;
/** How often a refused mapping is tested again: people may have mended it at the channel. */
const FAULT_PAUSE_SECONDS = 300;
