// Events that belong together: one change, what followed from it, and the day it was made. Pure.
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { dayOfMoment } from '../../days.ts';

/** What one person, program or channel did at one moment, in the order of the log. */
export type LoggedChange = { key: number; events: readonly DeskEvent[] };
type LoggedDay = { day: number; changes: readonly LoggedChange[] };

/** Groups events, the newest first, by days at the property and by changes: those of one transaction have the same moment. */
export function daysOfLog(events: readonly DeskEvent[], timezone: string): LoggedDay[] {
  const days: { day: number; changes: { key: number; events: DeskEvent[] }[] }[] = [];
  let before: DeskEvent | null = null;
  for (const event of events) {
    const day = dayOfMoment(event.at, timezone);
    if (days.at(-1)?.day !== day) days.push({ day, changes: [] });
    const { changes } = days.at(-1)!;
    const last = changes.at(-1);
    if (last && before && isSameChange(before, event)) last.events.unshift(event);
    else changes.push({ key: event.seq, events: [event] });
    before = event;
  }
  return days;
}

/** Kinds that follow from something else, the most direct ones first. */
const CONSEQUENCES = ['task.created', 'availability.changed'];

/**
 * Returns the events of a change with what somebody did first (a booking, a payment, a move) and what followed from it below: what the
 * booking posts, tasks, and the counts of nights. Otherwise in the order of the log.
 */
export function headlineFirst(events: readonly DeskEvent[]): DeskEvent[] {
  return events.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ kind, data }: DeskEvent): number {
  const { type } = data as { type?: unknown };
  if (kind === 'accounting.posted' && isPostedByBooking(String(type))) return 1;
  return CONSEQUENCES.includes(kind) ? 2 + CONSEQUENCES.indexOf(kind) : 0;
}

function isSameChange(one: DeskEvent, other: DeskEvent): boolean {
  return one.at === other.at && JSON.stringify(one.by) === JSON.stringify(other.by);
}
