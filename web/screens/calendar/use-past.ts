// The copy of the property as it was at a moment of the past. It is read once and follows no events: the past does not change.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Desk } from '../../../src/api/desk-records.ts';
import type { NightSpan } from '../../chart/geometry.ts';
import { dateOfDayNumber } from '../../days.ts';
import { api, isLive, shown } from '../../desk/property.ts';
import { read, ServerRefusal } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { type ReplicaState, stateOf } from '../../replica/state.ts';

type Past = {
  /** null = not here yet, or refused */
  state: ReplicaState | null;
  /** why it cannot be shown; null = it can */
  refusal: string | null;
};

/** Reads the days as they were at the moment. Those that were shown before stay until the answer is here. */
export function usePast(moment: string, { from, until }: NightSpan): Past {
  const answer = useSignal<{ moment: string; state: ReplicaState } | null>(null);
  const refusal = useSignal<{ moment: string; why: string } | null>(null);
  const address = api('desk', {
    as_of: moment,
    fromdate: dateOfDayNumber(from),
    todate: dateOfDayNumber(until - 1),
  });
  const isReachable = isLive.value;
  const replica = shown.value?.replica;
  useEffect(() => {
    const abort = new AbortController();
    read<Desk>(address, {}, abort.signal).then(
      (desk) => {
        answer.value = { moment, state: stateOf(desk) };
        refusal.value = null;
      },
      (error) => {
        if (!abort.signal.aborted) refusal.value = { moment, why: reasonOf(error) };
      },
    );
    return () => abort.abort();
    // It is tried again when the server can be reached again.
  }, [address, replica, refusal.value !== null && isReachable]);
  const state = answer.value?.moment === moment ? answer.value.state : null;
  return { state, refusal: refusal.value?.moment === moment && !state ? refusal.value.why : null };
}

/** Returns why a moment cannot be shown. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ServerRefusal)) return messages().calendar.past.offline;
  const { errors, detail } = error.problem;
  return errors?.[0]?.message ?? detail;
}
