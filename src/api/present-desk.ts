// Converts the snapshot of a desk to its public record.
import type { Static } from 'typebox';
import { toMajor } from '../model/money.ts';
import type { PlainDate } from '../model/night.ts';
import { memberOf, NIGHT_FIELDS } from '../model/night-values.ts';
import type { Property } from '../model/property.ts';
import type { NightsOfRoom } from '../pms/desk/nights-by-room.ts';
import type { DeskQuery, DeskSnapshot } from '../pms/desk/snapshot.ts';
import type { deskNightsSchema, deskSchema } from './desk-records.ts';
import { presentBooking, presentProperty, presentRoom, presentTask } from './present.ts';
import { presentClosure, presentUnitItself } from './present-unit.ts';

export function presentDesk(
  from: DeskSnapshot,
  { today, window, parts }: Pick<DeskQuery, 'today' | 'window' | 'parts'>,
): Static<typeof deskSchema> {
  const { property } = from;
  return {
    seq: property.lastSeq,
    today: today.toString(),
    fromdate: window.from.toString(),
    todate: window.until.subtract({ days: 1 }).toString(),
    property: presentProperty(property),
    ...(parts.has('rooms') && { rooms: from.rooms.map((room) => presentRoom(room, property)) }),
    ...(parts.has('units') && { units: from.units.map(presentUnitItself) }),
    ...(parts.has('bookings') && {
      bookings: presentBookings(from.bookings, property, today),
      undecided: presentBookings(from.undecided, property, today),
    }),
    ...(parts.has('nights') && {
      nights: from.nights.map((nights) => presentNights(nights, property.currency)),
    }),
    ...(parts.has('closures') && { closures: from.closures.map(presentClosure) }),
    ...(parts.has('tasks') && { tasks: from.tasks.map(presentTask) }),
  };
}

function presentBookings(bookings: DeskSnapshot['bookings'], property: Property, today: PlainDate) {
  return bookings.map((booking) => ({
    ...presentBooking(booking, property, today),
    conflict: booking.conflict,
  }));
}

function presentNights({ roomId, values }: NightsOfRoom, currency: string): Static<typeof deskNightsSchema> {
  const lists = NIGHT_FIELDS.filter((field) => values[field]).map((field) => [
    memberOf(field),
    field === 'priceMinor' ? values[field]!.map((minor) => toMajor(Number(minor), currency)) : values[field],
  ]);
  return { room_id: roomId, ...Object.fromEntries(lists) };
}
