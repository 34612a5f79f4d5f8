// Stores a connection's state when it has changed, and has the operator alerted of a refusal.

import { isDeepStrictEqual } from 'node:util';
import { INNWIRE } from '../../model/actor.ts';
import { storableCause } from '../../pms/cause.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { setConnectionState } from '../../pms/connections.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import type { DerivedState } from './derive-connection-state.ts';
import type { ConnectionWorkerOptions } from './load-cycles.ts';
import { sendAlert } from './send-alert.ts';

/** The derived state and the work it was derived from; null = nothing is to be stored. */
type FoundState = { work: PendingSync; shown: DerivedState; at: Temporal.Instant } | null;

/** How often it is checked whether an alert is due that could not be sent earlier. */
const ALERT_CHECK_MS = 60_000;

export type StateWriter = {
  /** Calls `find` once earlier writes are stored, so that the latest state is also stored last. */
  write(find: () => FoundState): Promise<void>;
  /** resolves when everything is stored */
  idle(): Promise<void>;
};

/** Creates the writer of a connection's state. */
export function createStateWriter(parts: ConnectionWorkerOptions, key: ConnectionKey): StateWriter {
  let alertDueMs = 0;
  let writing: Promise<void> = Promise.resolve();
  const store = async (found: FoundState) => {
    if (!found) return;
    const { work, shown, at } = found;
    const { state, message } = shown;
    const cause = storableCause(shown.cause);
    const isSameCause = isDeepStrictEqual(cause, work.lastErrorCause);
    if (state !== work.state || message !== work.lastError || !isSameCause) {
      const changed = await inPropertyTransaction(
        parts.context.db,
        { hotelId: key.hotelId, now: at, actor: INNWIRE },
        (tx) =>
          setConnectionState(tx, key.channel, { state, lastError: message, cause, revision: work.revision }),
      );
      if (changed && state === 'error' && work.state !== 'error') {
        parts.context.log.warn({ ...key, reason: message }, 'a channel refuses a connection');
      }
      const errorSince = state === 'error' ? (work.errorSince ?? at) : null;
      Object.assign(work, { state, lastError: message, lastErrorCause: cause, errorSince });
    }
    if (state !== 'error') {
      alertDueMs = 0;
    } else if (at.epochMilliseconds >= alertDueMs) {
      alertDueMs = at.epochMilliseconds + ALERT_CHECK_MS;
      void sendAlert(parts, key, message ?? ''); // does not wait for the mail server
    }
  };
  return {
    write(find) {
      writing = writing.catch(() => {}).then(() => store(find()));
      return writing;
    },
    idle: () => writing.catch(() => {}),
  };
}
