// The nightly drift check: nights that differ at the channel from the confirmed values are pushed again.
import type { Cells, KnownNight } from '../../channels/channel.ts';
import { type HttpExchange, type MappingKey, nightKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { todayAt } from '../../model/property.ts';
import { mayBeClosedByLimits, type SalesLimits } from '../../model/sales-limits.ts';
import { recordDrift } from '../../pms/channel-sync/drift.ts';
import { resetCells, type UnknownCells } from '../../pms/channel-sync/reset-cells.ts';
import { windowOf } from '../../pms/channel-sync/stale-nights.ts';
import { reserveEntryId } from '../../pms/channel-sync/sync-log.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { datesOf } from './cells.ts';
import { type Cycle, type CycleResult, DONE, failedStep } from './cycle.ts';

/** Local hour of the property from which the check runs: few guests book then, and nobody changes prices. */
const FROM_HOUR = 3;

/**
 * Reads the channel's calendar once a day and compares it with the confirmed values. Nights that differ or
 * are missing are queued for a push; then it ends with `again`. Does nothing where the protocol cannot read
 * the calendar back.
 */
export async function checkDrift(cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const { adapter, context, lease, property, view, client, pushes } = cycle;
  const readBack = adapter.ari?.readBack;
  const now = context.now();
  const today = todayAt(property, now);
  if (!readBack || work.driftCheckedOn?.equals(today)) return DONE;
  if (now.toZonedDateTimeISO(property.timezone).hour < FROM_HOUR) return DONE;
  const startedMs = performance.now();
  const { salesLimits: limits } = view;
  const { until } = windowOf(property, adapter.ari!, { today, limits });
  const known: ReportedNight[] = [];
  const missing: UnknownCells[] = [];
  const watched = pushes.watch();
  for (const request of readBack.request(view, { from: today, to: until.subtract({ days: 1 }) })) {
    const verdict = await client.request(request, (response) => readBack.decode(response, view));
    if (verdict.kind !== 'ok') return failedStep('calendar', verdict);
    const reportedBy = cycle.entry.last();
    const nights = verdict.value.map((night) => withoutOwnClosing(night, limits, today));
    known.push(...nights.map((night) => ({ ...night, reportedBy })));
    missing.push(...missingOf(request.covers, verdict.value));
  }
  // A night pushed since the reading began is skipped: the values read may be older than the push.
  const settled = <N extends MappingKey & { date: PlainDate }>(nights: readonly N[]) =>
    nights.filter((night) => !watched.wasPushed(night));
  const [drifted, lost] = await pushes.between(async () => {
    const lost = await resetCells(context.db, lease, settled(missing));
    cycle.entry.id ??= await reserveEntryId(context.db);
    const { entry } = cycle;
    const reported = settled(known).map(({ reportedBy, ...night }) => ({
      ...night,
      exchange: { entryId: entry.id!, position: entry.positionOf(reportedBy) },
    }));
    return [await recordDrift(context.db, lease, { today, known: reported, missing: lost, limits }), lost];
  });
  cycle.record({
    direction: 'pull',
    operation: 'drift check',
    summary: `${lease.channel}: ${summaryOf({ drifted, lost, isEmpty: known.length === 0 })}`,
    outcome: drifted + lost === 0 ? 'ok' : 'partial',
    items: drifted + lost,
    error: null,
    startedMs,
  });
  return drifted + lost > 0 ? { kind: 'again' } : DONE;
}

type ReportedNight = KnownNight & { reportedBy: HttpExchange | null };

/** Leaves out the count of a night that the channel has closed by itself: a push would not open it. */
function withoutOwnClosing(night: KnownNight, limits: SalesLimits | null, today: PlainDate): KnownNight {
  const { available, ...others } = night.values;
  const isClosed = available === 0 && mayBeClosedByLimits(limits, today, night.date);
  return isClosed ? { ...night, values: others } : night;
}

/** Requested cells that are missing in the answer, e.g. of a calendar that was lost. */
function missingOf(covers: readonly Cells[], known: readonly KnownNight[]): UnknownCells[] {
  const ofRate = (of: MappingKey & { externalRate?: string }, date: PlainDate) =>
    `${nightKey(of, date)}/${of.externalRate ?? ''}`;
  const returned = new Set(known.map((night) => ofRate(night, night.date)));
  return covers.flatMap((cells) =>
    datesOf(cells)
      .filter((date) => !returned.has(ofRate(cells, date)))
      .map((date) => ({ roomId: cells.roomId, unitId: cells.unitId ?? null, date, fields: cells.fields })),
  );
}

function summaryOf({ drifted, lost, isEmpty }: { drifted: number; lost: number; isEmpty: boolean }): string {
  if (drifted + lost === 0) return 'its calendar equals ours';
  if (isEmpty) return `its calendar is empty: ${lost} nights that it had accepted are pushed again`;
  const parts = [
    ...(drifted > 0 ? [`${drifted} nights differ`] : []),
    ...(lost > 0 ? [`${lost} nights are missing there`] : []),
  ];
  return `${parts.join(', ')} and are pushed again`;
}
