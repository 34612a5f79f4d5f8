// Steps that do not depend on each other: one that fails holds up no other.
import type { CauseCode } from '../../model/cause.ts';
import { type CycleResult, DONE } from './cycle.ts';

/**
 * Does the step of each item. After one that has to be tried again the others follow, until the channel cannot be reached, asks to wait or
 * refuses the credentials, or `MAX_FAILED_IN_A_ROW` have failed: then it may be the channel, not the item. Returns the first result that is not
 * `done`. `items` may grow meanwhile.
 */
export async function doOneByOne<T>(
  items: Iterable<T>,
  step: (item: T) => Promise<CycleResult>,
): Promise<CycleResult> {
  let first: CycleResult | null = null;
  let failed = 0;
  for (const item of items) {
    const result = await step(item);
    failed = result.kind === 'done' ? 0 : failed + 1;
    if (result.kind === 'done') continue;
    first ??= result;
    if (concernsAll(result) || failed === MAX_FAILED_IN_A_ROW) break;
  }
  return first ?? DONE;
}

const MAX_FAILED_IN_A_ROW = 3;

/** Whether a failure says nothing about the item whose request failed. */
export function concernsAll(result: CycleResult): boolean {
  if (result.kind !== 'later') return true;
  return result.afterSeconds !== undefined || OF_THE_CHANNEL.has(result.cause.code);
}

const OF_THE_CHANNEL: ReadonlySet<CauseCode> = new Set([
  'timed_out',
  'host_unknown',
  'connection_refused',
  'not_secure',
  'unreachable',
  'address_not_allowed',
  'too_many_requests',
]);
