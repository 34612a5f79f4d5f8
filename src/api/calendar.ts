// A stretch of taken nights as an entry of a calendar file, whoever serves the file.
import type { OccupiedRange } from '../pms/calendar-feeds.ts';

/** A reservation keeps its UID whatever its dates become; a closed stretch is known by where it begins. */
export function calendarEntry({ reservationId, from, until }: OccupiedRange, roomId: number) {
  return {
    uid: reservationId === null ? `closed-${roomId}-${from}` : `stay-${reservationId}`,
    from,
    until,
    summary: reservationId === null ? ('Not available' as const) : ('Reserved' as const),
  };
}
