// Who is in the way of a stay in a unit. Pure.
import type { NightSpan } from '../../chart/geometry.ts';
import { overlaps } from '../../chart/geometry.ts';
import type { ChartBar } from '../../replica/bars.ts';

/** Who or what has a unit first in some nights; null = nobody. Units that are out of service are free. */
export function takenBy(
  bars: readonly ChartBar[],
  { unitId, span, without }: { unitId: number; span: NightSpan; without: number | null },
): ChartBar | null {
  const all = bars.filter(
    (bar) =>
      bar.unitId === unitId &&
      bar.kind !== 'out_of_service' &&
      (without === null || bar.orderId !== without) &&
      overlaps(bar, span),
  );
  return all.toSorted((one, other) => one.from - other.from)[0] ?? null;
}
