// The details that a channel reports for a stay: guests, requests, meals, and what it says about money.
import { isSameName } from '../../../model/letters.ts';
import { type Companion, MAX_LISTED, MAX_NOTES, type StayDetails } from '../../../model/stay-details.ts';
import { amountsOfRoom, type ReportedRoom } from './amounts-of-room.ts';

/** Returns the members of a booking that this version of its order reports; the others are absent. */
export function reportedDetails(reported: ReportedRoom): Partial<StayDetails> {
  const { order, room } = reported;
  const { guest } = order;
  const details = {
    adults: room.party?.adults,
    children: room.party?.children,
    notes: joined(
      order.notes,
      room.notes,
      guest.company && `Company: ${guest.company}`,
      guest.address && `Address: ${guest.address}`,
    ),
    arrivalTime: order.arrivalTime,
    language: guest.language,
    country: guest.country,
    meal: room.meal,
    collectedBy: order.collectedBy,
  };
  return {
    ...Object.fromEntries(
      Object.entries(details).filter(([, value]) => value !== null && value !== undefined),
    ),
    ...(room.guests && { companions: companionsOf(reported) }),
    ...amountsOfRoom(reported),
  };
}

/** Returns the named guests of the room without the one that the booking is made for; null if there are none. */
function companionsOf({ order, room }: ReportedRoom): readonly Companion[] | null {
  const booked = order.guest.name.trim() || room.guestName || '';
  const others = (room.guests ?? []).filter(({ name }) => name.trim() !== '' && !isSameName(name, booked));
  const companions = others
    .slice(0, MAX_LISTED)
    .map(({ name, age }) => ({ name: name.trim().slice(0, MAX_NAME).toWellFormed(), age }));
  return companions.length > 0 ? companions : null;
}

/** As for the guest of a booking. */
const MAX_NAME = 200;

/** Joins texts by lines, each line once. */
export function joined(...texts: (string | null | undefined)[]): string | null {
  const lines = texts.flatMap((text) => text?.split('\n') ?? []).map((line) => line.trim());
  const text = [...new Set(lines.filter((line) => line !== ''))].join('\n');
  return text === '' ? null : text.slice(0, MAX_NOTES).toWellFormed();
}
