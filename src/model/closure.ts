// A closure: nights in which a unit is not used, or only if no other is free.
import { isBefore, type PlainDate } from './night.ts';
import type { ClosureKind } from './unit.ts';

export type UnitClosure = {
  hotelId: number;
  closureId: number;
  unitId: number;
  /** what is written on the unit's door */
  unitName: string;
  roomId: number;
  kind: ClosureKind;
  firstNight: PlainDate;
  /** the day before `firstNight` if the closure ended before it began */
  lastNight: PlainDate;
  reason: string | null;
  /** who attends to it */
  responsible: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  /** when people ended it before its last night; null = not so */
  endedAt: Temporal.Instant | null;
};

/** Whether a closure has a night: it has none if it ended before it began. */
export function hasNights({ firstNight, lastNight }: Pick<UnitClosure, 'firstNight' | 'lastNight'>): boolean {
  return !isBefore(lastNight, firstNight);
}

/** The longest closure, in nights: three years. What is closed longer is no unit any more. */
export const MAX_CLOSURE_NIGHTS = 1_096;
