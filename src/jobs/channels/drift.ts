// The nightly check: what the channel's own calendar says is compared with what it confirmed, and the difference is told again.
import { todayAt } from '../../model/property.ts';
import { noteDrift } from '../../pms/channel-sync/drift.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import { DONE, type Ending, type Turn } from './turn.ts';

/** At the property: few guests book then, and nobody changes prices. */
const FROM_HOUR = 3;

export async function checkDrift(turn: Turn, work: Work): Promise<Ending> {
  const { adapter, context, fence, property, view, exchanger } = turn;
  const readBack = adapter.ari?.readBack;
  const now = context.now();
  const today = todayAt(property, now);
  if (!readBack || work.driftCheckedOn?.equals(today)) return DONE;
  if (now.toZonedDateTimeISO(property.timezone).hour < FROM_HOUR) return DONE;
  const startedMs = performance.now();
  const days = Math.min(adapter.ari!.maxDaysAhead, property.settings.horizonDays);
  const known = [];
  for (const request of readBack.request(view, { from: today, to: today.add({ days: days - 1 }) })) {
    const verdict = await exchanger.ask(request, (response) => readBack.decode(response, view));
    if (verdict.kind === 'auth') return { kind: 'stopped', words: verdict.words };
    if (verdict.kind !== 'ok') return { ...verdict, kind: 'later' };
    known.push(...verdict.value);
  }
  const drifted = await noteDrift(context.db, fence, { today, known });
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
