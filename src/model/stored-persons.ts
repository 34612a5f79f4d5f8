// Records that channels sent, without the person they are about.
import type { ChannelReservation } from './channel-records.ts';

/** Members of records and of their rooms that say something of a person. */
const PERSONAL = new Set([
  'guestName',
  'guestNames',
  'companions',
  'guests',
  'notes',
  'email',
  'phone',
  'address',
  'company',
  'vatId',
  'title',
  'positive',
  'negative',
  'reply',
  'attachments',
]);

/**
 * Returns a version of an order, as its adapter decoded it, without the person. It is read as one that reports no
 * guest, no notes and no address; rooms, dates and prices stay.
 */
export function orderWithoutPerson(order: ChannelReservation): ChannelReservation {
  return {
    ...withoutPersonalMembers(order),
    guest: { name: '', email: null, phone: null },
    rooms: order.rooms.map(withoutPersonalMembers),
  };
}

/** Returns a version of an order without the guests of these rooms, by key, and, with `maker`, without the guest and contact of the order. */
export function orderWithoutGuests(
  order: ChannelReservation,
  { rooms, maker }: { rooms: ReadonlySet<string>; maker: boolean },
): ChannelReservation {
  return {
    ...order,
    ...(maker && { guest: { name: '', email: null, phone: null } }),
    rooms: order.rooms.map((room) => (rooms.has(room.key) ? withoutPersonalMembers(room) : room)),
  };
}

/** Returns the stored form of a record of any kind without the person. */
export function storedWithoutPerson(kind: 'reservation' | 'message' | 'review', content: object): object {
  if (kind === 'reservation') return orderWithoutPerson(content as ChannelReservation);
  return { ...withoutPersonalMembers(content), ...(kind === 'message' ? { text: '' } : { guestName: '' }) };
}

function withoutPersonalMembers<T extends object>(record: T): T {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, PERSONAL.has(name) ? null : value]),
  ) as T;
}
