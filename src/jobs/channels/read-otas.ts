// Reads the list of the OTAs behind a channel, and has the operator alerted of what is wrong with them.
import type { Adapter, WireRequest } from '../../channels/channel.ts';
import type { RequestOutcome } from '../../channels/channel-client.ts';
import { INNWIRE } from '../../model/actor.ts';
import { about } from '../../model/cause.ts';
import type { ListedOta } from '../../model/connected-ota.ts';
import { todayAt } from '../../model/property.ts';
import { ALERT_RETRY_SECONDS, storeListedOtas } from '../../pms/channel-sync/otas.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';
import { readSalesLimits } from './read-sales-limits.ts';
import { sendOtaAlert } from './send-alert.ts';

/** How often the OTAs are listed when the channel reports nothing: once a day, also with the varied pauses. */
export const OTAS_SECONDS = 72_000;
/** They are listed at most so often, however much the channel reports. */
const PAUSE_SECONDS = 60;

/** A list may have the connection loaded again: the next one waits as if it had not been. */
async function firstDueAt({ limits, memory }: Cycle, now: Temporal.Instant): Promise<Temporal.Instant> {
  const reserved = now.add({ seconds: Math.ceil(await limits.reservePoll('otas')) });
  const paused = memory.otasReadAt?.add({ seconds: PAUSE_SECONDS }) ?? reserved;
  return Temporal.Instant.compare(reserved, paused) < 0 ? paused : reserved;
}

/** Reads the list to its end, as far as its adapter does. */
async function listOtas(
  { request, decode }: NonNullable<Adapter['otas']>,
  { client, view }: Pick<Cycle, 'client' | 'view'>,
): Promise<RequestOutcome<{ otas: ListedOta[]; more: boolean }>> {
  const otas: ListedOta[] = [];
  for (let next: WireRequest = request(view); ; ) {
    const page = next;
    const verdict = await client.request(page, (response) => decode(response, view, page));
    if (verdict.kind !== 'ok') return verdict;
    otas.push(...verdict.value.otas);
    if (verdict.value.next === undefined) return { kind: 'ok', value: { otas, more: verdict.value.more } };
    next = verdict.value.next;
  }
}

/** Whether the OTAs of a connection have never been listed, and may be now. */
export function isFirstList({ memory }: Cycle): boolean {
  return memory.otasReadAt === null && memory.otasDueAt === null;
}

/**
 * Lists the OTAs behind the channel, reads the limits of the property there, and stores what has changed. `onOtherLimits`: called when what they accept has changed, with which the connection
 * is loaded anew. A key that may not list them keeps nothing from working:
 * what the channel reports of them is stored all the same.
 */
export async function readOtas(cycle: Cycle, onOtherLimits: () => void): Promise<CycleResult> {
  const { adapter, context, lease, memory, property } = cycle;
  if (!adapter.otas) return DONE;
  const now = context.now();
  // Of many properties of one key each waits until it is its time, so that more urgent requests are not delayed.
  memory.otasDueAt ??= await firstDueAt(cycle, now);
  const seconds = now.until(memory.otasDueAt).total('seconds');
  if (seconds > 0) return { kind: 'paused', seconds };
  const startedMs = performance.now();
  const verdict = await listOtas(adapter.otas, cycle);
  const pause = Math.max(PAUSE_SECONDS, await cycle.limits.reservePoll('otas'));
  memory.otasDueAt = now.add({ seconds: Math.ceil(pause) });
  if (verdict.kind === 'retry') return { ...verdict, kind: 'later', cause: about(verdict.cause, 'otas') };
  if (verdict.kind === 'ok') {
    const { otas: listed, more } = verdict.value;
    const { limiting } = adapter.otas;
    const list = { listed, isWhole: !more, limiting, today: todayAt(property, now) };
    const { hasOtherLimits } = await inPropertyTransaction(
      context.db,
      { hotelId: lease.hotelId, now, actor: INNWIRE },
      (tx) => storeListedOtas(tx, lease.channel, list),
    );
    if (hasOtherLimits) onOtherLimits();
  } else
    cycle.record({
      direction: 'pull',
      operation: 'otas',
      summary: `${lease.channel}: the OTAs behind it cannot be listed`,
      outcome: 'failed',
      items: 0,
      error: verdict.reason,
      startedMs,
    });
  const { hasOtherLimits: sellsOtherwise, failure } = await readSalesLimits(cycle);
  if (sellsOtherwise) onOtherLimits();
  if (failure) return failure;
  const isAlerted = await sendOtaAlert(cycle);
  return isAlerted ? DONE : { kind: 'paused', seconds: ALERT_RETRY_SECONDS };
}
