// Occupied ranges as events of a calendar file, for the feed and for the agent's resource.
import type { OccupiedRange } from '../pms/calendar-feeds.ts';

/**
 * Returns the events of occupied ranges. A reservation keeps its UID when its dates change; when its guest comes back from another room,
 * the later range has its first night in it. A closed range is identified by its room, or its room and unit, and its first night.
 */
export function calendarEntries(
  ranges: readonly OccupiedRange[],
  { roomId, unitId }: { roomId: number; unitId: number | null },
) {
  const place = unitId === null ? roomId : `${roomId}-${unitId}`;
  const seen = new Set<number>();
  return ranges.map(({ reservationId, from, until }) => {
    if (reservationId === null)
      return { uid: `closed-${place}-${from}`, from, until, summary: 'Not available' as const };
    const uid = seen.has(reservationId) ? `stay-${reservationId}-${from}` : `stay-${reservationId}`;
    seen.add(reservationId);
    return { uid, from, until, summary: 'Reserved' as const };
  });
}
