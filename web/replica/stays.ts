// What a booking says about days and units: its nights, its parts in rooms and units, and which of them lack a unit. Pure.
import { dayOfDate, dayOfMoment } from '../days.ts';
import type { DeskBooking, ReplicaState } from './state.ts';

/** Nights [from, until), as day numbers, in one room and one unit; null = no unit. */
export type StayPart = { from: number; until: number; roomId: number; unitId: number | null };

/** Returns the day of arrival and the day of departure. */
export function daysOfStay({ checkin, checkout }: DeskBooking, { property }: Pick<ReplicaState, 'property'>) {
  const { timezone } = property;
  return { from: dayOfMoment(checkin, timezone), until: dayOfMoment(checkout, timezone) };
}

/** Returns the day of arrival and the day of departure that the channel knows; null = it knows none. Other nights are the house's own. */
export function daysAtChannel({
  channel_checkin: from,
  channel_checkout: until,
}: Pick<DeskBooking, 'channel_checkin' | 'channel_checkout'>): { from: number; until: number } | null {
  return from && until ? { from: dayOfDate(from), until: dayOfDate(until) } : null;
}

/** Returns the parts of a stay in the order of its nights: a new one where the guest changes the room or the unit. */
export function partsOfStay(booking: DeskBooking, state: ReplicaState): StayPart[] {
  const { from, until } = daysOfStay(booking, state);
  const units = spansOf(booking.unit_nights).map(({ unit_id: unitId, ...span }) => ({ ...span, unitId }));
  const rooms = spansOf(booking.earlier_rooms).map(({ room_id: roomId, ...span }) => ({ ...span, roomId }));
  const edges = [...units, ...rooms].flatMap((span) => [span.from, span.until]);
  const cuts = [...new Set([from, ...edges.filter((day) => day > from && day < until), until])].toSorted(
    (a, b) => a - b,
  );
  const parts: StayPart[] = [];
  for (const [place, night] of cuts.slice(0, -1).entries()) {
    const roomId = spanAt(rooms, night)?.roomId ?? booking.room_id;
    // Without `unit_nights` the stay has one unit in all its nights, or none.
    const unitId = booking.unit_nights === null ? booking.unit_id : (spanAt(units, night)?.unitId ?? null);
    const last = parts.at(-1);
    if (last?.roomId === roomId && last.unitId === unitId) last.until = cuts[place + 1]!;
    else parts.push({ from: night, until: cuts[place + 1]!, roomId, unitId });
  }
  return parts;
}

type Dated = { fromdate: string; todate: string };

/** Returns records with a first and a last night as spans. */
function spansOf<T extends Dated>(records: readonly T[] | null): (Omit<T, keyof Dated> & Span)[] {
  return (records ?? []).map(({ fromdate, todate, ...record }) => ({
    ...record,
    from: dayOfDate(fromdate),
    until: dayOfDate(todate) + 1,
  }));
}

type Span = { from: number; until: number };

function spanAt<T extends Span>(spans: readonly T[], night: number): T | undefined {
  return spans.find(({ from, until }) => from <= night && night < until);
}

/** Returns the unit of the present night, else of the next one, else of the last; null = none. */
export function presentUnitOf(booking: DeskBooking, state: ReplicaState): number | null {
  const parts = partsOfStay(booking, state).filter(({ unitId }) => unitId !== null);
  return (parts.find(({ until }) => until > state.today) ?? parts.at(-1))?.unitId ?? null;
}

/**
 * Returns the unit that a stay has in all nights from today on, so that one request can give it back; null = it has none in them; undefined =
 * they differ.
 */
export function singleUnitOf(booking: DeskBooking, state: ReplicaState): number | null | undefined {
  const parts = partsOfStay(booking, state);
  const open = parts.filter(({ until }) => until > state.today);
  const units = new Set((open.length > 0 ? open : parts.slice(-1)).map(({ unitId }) => unitId));
  return units.size === 1 ? [...units][0] : undefined;
}

/** Whether a night from today on lacks a unit, in a room that has units. */
export function lacksUnit(
  booking: DeskBooking,
  state: ReplicaState,
  roomsWithUnits: ReadonlySet<number>,
): boolean {
  return partsOfStay(booking, state).some(
    ({ until, roomId, unitId }) => unitId === null && until > state.today && roomsWithUnits.has(roomId),
  );
}

/** Returns the rooms that have units: stays in others cannot get one. */
export function roomsWithUnits({ units }: ReplicaState): Set<number> {
  return new Set([...units.values()].map(({ room_id: roomId }) => roomId));
}

/**
 * Returns what a channel and the house have both changed of a stay; null = nothing. Of a cancelled one only whether it takes place is to be decided. A
 * copy of before does not have it.
 */
export function undecidedOf({ status, differences = null }: DeskBooking): DeskBooking['differences'] {
  if (status !== 'cancelled') return differences;
  const left = differences?.filter(({ member }) => member === 'status') ?? [];
  return left.length > 0 ? left : null;
}

/** Whether people must decide about a stay: it has no place, or its channel reports otherwise than people here have set it. */
export function isUndecided(booking: DeskBooking): boolean {
  return booking.conflict !== null || undecidedOf(booking) !== null;
}

/** Returns what the copy knows of a booking, shown or not. Undefined = it does not have it. */
export function stayIn(
  state: Pick<ReplicaState, 'bookings' | 'undecided'> | null | undefined,
  orderId: number,
): DeskBooking | undefined {
  return state?.bookings.get(orderId) ?? state?.undecided.get(orderId);
}
