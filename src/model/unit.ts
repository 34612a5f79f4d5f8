// Units: the physical rooms of a room that is sold, their condition, and which of them a stay has in which nights.
import type { PlainDate } from './night.ts';

export const UNIT_CONDITIONS = ['dirty', 'clean', 'inspected'] as const;
export type UnitCondition = (typeof UNIT_CONDITIONS)[number];

export type RoomUnit = {
  hotelId: number;
  unitId: number;
  /** the room as which it is sold */
  roomId: number;
  /** what is written on its door */
  name: string;
  floor: string | null;
  /** place in lists */
  position: number;
  condition: UnitCondition;
  /** when the condition was last set */
  conditionAt: Temporal.Instant;
  /** no longer in use */
  archived: boolean;
};

export const CLOSURE_KINDS = ['out_of_order', 'out_of_service'] as const;
/** `out_of_order`: not for sale, and the room sells one less; `out_of_service`: given to a stay only if no other unit is free. */
export type ClosureKind = (typeof CLOSURE_KINDS)[number];

export const OCCUPANCIES = ['vacant', 'arriving', 'occupied', 'departing'] as const;
/** Of a unit today: nobody is in it; a guest is expected; a guest stays; a guest leaves, or should have left. */
export type Occupancy = (typeof OCCUPANCIES)[number];

/** A unit with who is in it and what comes next. */
export type UnitState = RoomUnit & {
  occupancy: Occupancy;
  /** the booking of the guest who is in it */
  occupiedBy: number | null;
  /** the first night of the next guest */
  nextArrival: { date: PlainDate; reservationId: number } | null;
  /** the closure of today */
  closure: { closureId: number; kind: ClosureKind; lastNight: PlainDate } | null;
};

/** Whether a guest may move into a unit in this condition. */
export function isReady(condition: UnitCondition, inspectsUnits: boolean): boolean {
  return inspectsUnits ? condition === 'inspected' : condition !== 'dirty';
}

/**
 * Consecutive nights of a stay in one unit. Dates are yyyy-MM-dd, so that they can be stored and compared as texts; `until` is the
 * day after the last night. The order of the members is that in which PostgreSQL stores them.
 */
export type UnitNights = { from: string; name: string; until: string; unitId: number };

/** The units of a stay, and whether people chose them. */
export type UnitsOfStay = {
  /** ordered by night; null = the stay has no unit */
  unitNights: UnitNights[] | null;
  /** people chose the unit: the automatic assignment leaves it */
  unitPinned: boolean;
};

export const NO_UNIT: UnitsOfStay = { unitNights: null, unitPinned: false };

/**
 * Returns the unit of a stay in the night of `today`, else in the next night, else in the last one; null for none, also when the guest has
 * moved from the last unit to another room.
 */
export function unitOn(
  {
    unitNights,
    earlierRooms,
  }: Pick<UnitsOfStay, 'unitNights'> & { earlierRooms?: readonly { until: string }[] | null },
  today: PlainDate,
): UnitNights | null {
  const [now, movedOn] = [today.toString(), earlierRooms?.at(-1)?.until ?? ''];
  const inRoom = (unitNights ?? []).filter(({ until }) => until > movedOn);
  return unitNights?.find(({ until }) => until > now) ?? inRoom.at(-1) ?? null;
}

/** Returns the part of the nights that lies in [from, until). */
export function clipUnitNights(
  nights: readonly UnitNights[],
  from: PlainDate | null,
  until: PlainDate | null,
): UnitNights[] {
  const [first, end] = [from?.toString() ?? '', until?.toString() ?? '9999-99-99'];
  return nights
    .filter((one) => one.until > first && one.from < end)
    .map((one) => ({
      from: one.from < first ? first : one.from,
      name: one.name,
      until: one.until > end ? end : one.until,
      unitId: one.unitId,
    }));
}

/** Returns the nights of both, which must not overlap, ordered; adjoining nights in one unit are joined. */
export function joinUnitNights(some: readonly UnitNights[], more: readonly UnitNights[]): UnitNights[] {
  const joined: UnitNights[] = [];
  for (const one of [...some, ...more].toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last && last.unitId === one.unitId && last.until === one.from) last.until = one.until;
    else joined.push({ ...one });
  }
  return joined;
}

/** Returns the nights, among these, that a night is one of. */
export function unitOfNight(nights: readonly UnitNights[], night: PlainDate): UnitNights | undefined {
  const date = night.toString();
  return nights.find(({ from, until }) => from <= date && date < until);
}

/** Whether the nights cover each night of [checkin, checkout). */
export function coversStay(
  nights: readonly UnitNights[],
  { checkin, checkout }: { checkin: PlainDate; checkout: PlainDate },
): boolean {
  let reached = checkin.toString();
  for (const { from, until } of nights) {
    if (from > reached) return false;
    if (until > reached) reached = until;
  }
  return reached >= checkout.toString();
}
