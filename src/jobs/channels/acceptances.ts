// Resolves accepted requests to book that the channel has not confirmed: asks it, or flags the booking.
import type { OrderState } from '../../channels/channel.ts';
import { about } from '../../model/cause.ts';
import {
  flagUnconfirmed,
  listUnconfirmed,
  releaseUnconfirmed,
} from '../../pms/channel-sync/ingest/acceptances.ts';
import { ingestReservation } from '../../pms/channel-sync/ingest/reservations.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';

/** How often unconfirmed requests are looked for. */
export const CHECK_SECONDS = 60;
/** Channels sell or drop a request within seconds of our answer; a notification may take some attempts. */
const CONFIRMATION_TIMEOUT_MINUTES = 10;

type ResolvedRequests = { released: number[]; flagged: number[] };

/**
 * Looks up accepted requests that are still unconfirmed after ten minutes. A stay that is sold is stored, one
 * that the channel does not have is released, and one that cannot be looked up is flagged. Ends with `later`
 * when the channel cannot be asked.
 */
export async function resolveAcceptances(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, client, view } = cycle;
  if (!adapter.inbound) return DONE;
  const now = context.now();
  const startedMs = performance.now();
  const references = await listUnconfirmed(
    context.db,
    lease,
    now.subtract({ minutes: CONFIRMATION_TIMEOUT_MINUTES }),
  );
  const resolved: ResolvedRequests = { released: [], flagged: [] };
  let result: CycleResult = DONE;
  for (const reference of references) {
    const order = { property: cycle.property, channel: lease.channel, reference };
    const { orderLookup } = adapter;
    if (!orderLookup) {
      resolved.flagged.push(...(await flagUnconfirmed(context.db, order, now)));
      continue;
    }
    const request = orderLookup.request(reference, view);
    const verdict = await client.request(request, (response) =>
      orderLookup.decode(response, reference, view),
    );
    if (verdict.kind === 'refused') {
      resolved.flagged.push(...(await flagUnconfirmed(context.db, order, now)));
    } else if (verdict.kind !== 'ok') {
      const reason = `Whether ${reference} is sold could not be asked: ${verdict.reason}`;
      result = { ...verdict, kind: 'later', reason, cause: about(verdict.cause, 'accepted_requests') };
      break;
    } else if (verdict.value.kind === 'none') {
      resolved.released.push(...(await releaseUnconfirmed(context.db, order, now)));
    } else {
      await confirm(cycle, verdict.value);
    }
  }
  recordCycle(cycle, resolved, startedMs);
  return result;
}

/** Stores an order that is sold. A pending one is looked up again in the next run. */
async function confirm({ context, lease, source }: Cycle, state: OrderState): Promise<void> {
  if (state.kind !== 'sold') return;
  await inPropertyTransaction(
    context.db,
    { hotelId: lease.hotelId, now: context.now(), actor: { kind: 'channel', channel: lease.channel } },
    (tx) => ingestReservation(tx, source, state.reservation),
  );
}

function recordCycle(
  { record, lease }: Cycle,
  { released, flagged }: ResolvedRequests,
  startedMs: number,
): void {
  const { channel } = lease;
  const parts = [
    released.length > 0 &&
      `booking ${released.join(', ')} released, because ${channel} has no such order: our yes to its request did not arrive`,
    flagged.length > 0 &&
      `booking ${flagged.join(', ')} flagged: our yes to its request may not have arrived`,
  ].filter(Boolean);
  if (parts.length === 0) return;
  record({
    direction: 'pull',
    operation: 'accepted requests',
    summary: `${channel}: ${parts.join('; ')}`,
    outcome: flagged.length > 0 ? 'partial' : 'ok',
    items: released.length + flagged.length,
    error: null,
    startedMs,
  });
}
