// Occupied ranges as events of a calendar file, for the feed and for the agent's resource.
import type { OccupiedRange } from '../pms/calendar-feeds.ts';

/**
 * Returns the event of an occupied range. A reservation keeps its UID when its dates change; a closed range
 * is identified by its room, or its room and unit, and its first night.
 */
export function calendarEntry(
  { reservationId, from, until }: OccupiedRange,
  { roomId, unitId }: { roomId: number; unitId: number | null },
) {
  const place = unitId === null ? roomId : `${roomId}-${unitId}`;
  return {
    uid: reservationId === null ? `closed-${place}-${from}` : `stay-${reservationId}`,
    from,
    until,
    summary: reservationId === null ? ('Not available' as const) : ('Reserved' as const),
  };
}
