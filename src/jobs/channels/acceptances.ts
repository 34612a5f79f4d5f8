// Requests to book that we accepted and whose channel has not spoken of them since: it is asked, or people are told to look.
import type { OrderState } from '../../channels/channel.ts';
import { changeProperty } from '../../pms/change.ts';
import {
  flagUnconfirmed,
  listUnconfirmed,
  releaseUnsold,
} from '../../pms/channel-sync/intake/acceptances.ts';
import { takeInReservation } from '../../pms/channel-sync/intake/reservations.ts';
import { DONE, type Ending, type Turn } from './turn.ts';

/** How often it is looked for them. */
export const LOOK_SECONDS = 60;
/** A channel sells, or gives up, within seconds of our answer; its notification may take a few tries. */
const PATIENCE_MINUTES = 10;

type Settled = { released: number[]; flagged: number[] };

export async function settleAcceptances(turn: Turn): Promise<Ending> {
  const { adapter, context, fence, exchanger, view } = turn;
  if (!adapter.inbound) return DONE;
  const now = context.now();
  const startedMs = performance.now();
  const references = await listUnconfirmed(context.db, fence, now.subtract({ minutes: PATIENCE_MINUTES }));
  const settled: Settled = { released: [], flagged: [] };
  let ending: Ending = DONE;
  for (const reference of references) {
    const order = { property: turn.property, channel: fence.channel, reference };
    const { orderLookup } = adapter;
    if (!orderLookup) {
      settled.flagged.push(...(await flagUnconfirmed(context.db, order, now)));
      continue;
    }
    const request = orderLookup.request(reference, view);
    const verdict = await exchanger.ask(request, (response) => orderLookup.decode(response, reference, view));
    if (verdict.kind === 'refused') {
      settled.flagged.push(...(await flagUnconfirmed(context.db, order, now)));
    } else if (verdict.kind !== 'ok') {
      const words = `Whether ${reference} is sold could not be asked: ${verdict.words}`;
      ending = { ...verdict, kind: 'later', words };
      break;
    } else if (verdict.value.kind === 'none') {
      settled.released.push(...(await releaseUnsold(context.db, order, now)));
    } else {
      await confirm(turn, verdict.value);
    }
  }
  note(turn, settled, startedMs);
  return ending;
}

/** What is sold is taken in like any news of the channel; what it still thinks about is asked for again. */
async function confirm({ context, fence, source }: Turn, state: OrderState): Promise<void> {
  if (state.kind !== 'sold') return;
  await changeProperty(context.db, { hotelId: fence.hotelId, now: context.now() }, (tx) =>
    takeInReservation(tx, source, state.reservation),
  );
}

function note({ note, fence }: Turn, { released, flagged }: Settled, startedMs: number): void {
  const { channel } = fence;
  const parts = [
    released.length > 0 &&
      `booking ${released.join(', ')} released, because ${channel} has no such order: our yes to its request did not arrive`,
    flagged.length > 0 &&
      `booking ${flagged.join(', ')} flagged: our yes to its request may not have arrived`,
  ].filter(Boolean);
  if (parts.length === 0) return;
  note({
    direction: 'pull',
    operation: 'accepted requests',
    summary: `${channel}: ${parts.join('; ')}`,
    outcome: flagged.length > 0 ? 'partial' : 'ok',
    items: released.length + flagged.length,
    error: null,
    startedMs,
  });
}
