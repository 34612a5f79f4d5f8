// The stays with which another one can be grouped. Pure.
import type { DeskBooking, ReplicaState } from '../replica/state.ts';

/** Returns one stay of each other group, and each stay that is in none, by arrival: those that are not over. */
export function groupChoices(
  booking: Pick<DeskBooking, 'order_id' | 'group_id'>,
  { bookings }: Pick<ReplicaState, 'bookings'>,
): DeskBooking[] {
  const open = [...bookings.values()].filter(
    ({ order_id: id, group_id: groupId, status }) =>
      (status === 'confirmed' || status === 'held' || status === 'checked_in') &&
      id !== booking.order_id &&
      (groupId === null || groupId !== booking.group_id),
  );
  const known = new Set<number>();
  return open
    .toSorted((one, other) => one.checkin.localeCompare(other.checkin) || one.order_id - other.order_id)
    .filter(({ group_id: groupId }) => {
      if (groupId === null) return true;
      const isFirst = !known.has(groupId);
      known.add(groupId);
      return isFirst;
    });
}

/** Returns how many bookings of the copy are in a group, without those that are cancelled. */
export function countInGroup(groupId: number, { bookings }: Pick<ReplicaState, 'bookings'>): number {
  return [...bookings.values()].filter((one) => one.group_id === groupId && one.status !== 'cancelled')
    .length;
}
