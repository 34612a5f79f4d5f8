// Guest counts, notes and arrival time that a channel reports for a stay.
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { MAX_NOTES, type StayDetails } from '../../../model/stay-details.ts';

type Details = Pick<StayDetails, 'adults' | 'children' | 'notes' | 'arrivalTime'>;

/** Returns the members of a booking that this version of its order reports; the others are absent. */
export function reportedDetails(order: ChannelReservation, room: ChannelRoomStay): Partial<Details> {
  const { adults = null, children = null } = room.party ?? {};
  const notes = joined(order.notes, room.notes ?? null);
  const arrivalTime = order.arrivalTime ?? null;
  return {
    ...(adults !== null && { adults }),
    ...(children !== null && { children }),
    ...(notes !== null && { notes }),
    ...(arrivalTime !== null && { arrivalTime }),
  };
}

/**
 * Returns what a version of an order changes of a booking: only values that differ from the version before,
 * because people here may have corrected the others. New notes are added below notes that people wrote.
 */
export function changedDetails(
  booking: Details,
  {
    order,
    room,
    last,
  }: { order: ChannelReservation; room: ChannelRoomStay; last: ChannelReservation | null },
): Partial<Details> {
  const now = reportedDetails(order, room);
  const roomBefore = last?.rooms.find((one) => one.key === room.key);
  const before: Partial<Details> = last && roomBefore ? reportedDetails(last, roomBefore) : {};
  const changed = Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Details]),
    ),
  ) as Partial<Details>;
  const edited = booking.notes !== (before.notes ?? null);
  if (changed.notes && edited) changed.notes = joined(booking.notes, changed.notes);
  return changed;
}

/** Joins two texts by lines, each line once. */
function joined(first: string | null, second: string | null): string | null {
  const lines = [first, second].flatMap((text) => text?.split('\n') ?? []).map((line) => line.trim());
  const text = [...new Set(lines.filter((line) => line !== ''))].join('\n');
  return text === '' ? null : text.slice(0, MAX_NOTES).toWellFormed();
}
