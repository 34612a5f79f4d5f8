// The nightly check: what the channel's own calendar says is compared with what it confirmed, and the difference is told again.
import type { KnownNight } from '../../channels/channel.ts';
import { todayAt } from '../../model/property.ts';
import { noteDrift } from '../../pms/channel-sync/drift.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import { closedToUs, DONE, type Ending, type Turn } from './turn.ts';

/** At the property: few guests book then, and nobody changes prices. */
const FROM_HOUR = 3;

export async function checkDrift(turn: Turn, work: Work): Promise<Ending> {
  const { adapter, context, fence, property, view, exchanger, pushes } = turn;
  const readBack = adapter.ari?.readBack;
  const now = context.now();
  const today = todayAt(property, now);
  if (!readBack || work.driftCheckedOn?.equals(today)) return DONE;
  if (now.toZonedDateTimeISO(property.timezone).hour < FROM_HOUR) return DONE;
  const startedMs = performance.now();
  const days = Math.min(adapter.ari!.maxDaysAhead, property.settings.horizonDays);
  const known: KnownNight[] = [];
  const watched = pushes.watch();
  for (const request of readBack.request(view, { from: today, to: today.add({ days: days - 1 }) })) {
    const verdict = await exchanger.ask(request, (response) => readBack.decode(response, view));
    if (verdict.kind === 'auth') return closedToUs('the calendar there', verdict.words);
    if (verdict.kind !== 'ok') return { ...verdict, kind: 'later' };
    known.push(...verdict.value);
  }
  // Of a night that was pushed since the reading began, the reading may be the older one.
  const drifted = await pushes.between(() =>
    noteDrift(context.db, fence, { today, known: known.filter((night) => !watched.wasPushed(night)) }),
  );
  turn.note({
    direction: 'pull',
    operation: 'drift check',
    summary: `${fence.channel}: ${drifted === 0 ? 'its calendar equals ours' : `${drifted} nights differ and are told again`}`,
    outcome: drifted === 0 ? 'ok' : 'partial',
    items: drifted,
    error: null,
    startedMs,
  });
  return drifted > 0 ? { kind: 'again' } : DONE;
}
