// Changes of units that several screens make: their condition, and closures with their way back.
import type { UnitCondition } from '../../src/model/unit.ts';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import type { DeskClosure, DeskUnit } from '../replica/state.ts';
import { makeOrKeep } from './changes.ts';
import { api } from './property.ts';
import type { ChangeRequest } from './server.ts';

/** Returns the request that says how a unit is. */
export function conditionRequest({ unit_id: id }: DeskUnit, condition: UnitCondition): ChangeRequest {
  return { method: 'PATCH', path: api('units', { unit_id: id }), body: { condition } };
}

/** Nights [from, until) in which a unit is closed. */
type NewClosure = {
  unitId: number;
  kind: DeskClosure['kind'];
  from: number;
  until: number;
  reason?: string;
};

/** Closes a unit. Returns whether it was closed. */
export async function closeUnit(
  { unitId, kind, from, until, reason }: NewClosure,
  done: string,
): Promise<boolean> {
  const nights = { fromdate: dateOfDayNumber(from), todate: dateOfDayNumber(until - 1) };
  const body = { unit_id: unitId, kind, ...nights, ...(reason && { reason }) };
  const outcome = await makeOrKeep<DeskClosure>({
    done,
    request: { method: 'POST', path: api('closures'), body },
    undo: ({ data }) => endRequest(data),
  });
  return outcome.ok;
}

/** Ends a closure from tonight on. The way back closes the same nights again, as far as they are not over. */
export function endClosure(closure: DeskClosure, today: number, done: string): void {
  const { unit_id, kind, todate, reason, responsible } = closure;
  // A closure cannot begin before today.
  const fromdate = dateOfDayNumber(Math.max(today, dayOfDate(closure.fromdate)));
  const again = { unit_id, kind, fromdate, todate, reason, responsible };
  void makeOrKeep({
    done,
    request: endRequest(closure),
    undo: () => ({ method: 'POST', path: api('closures'), body: again }),
  });
}

function endRequest({ closure_id: id }: DeskClosure): ChangeRequest {
  return { method: 'DELETE', path: api('closures', { closure_id: id }) };
}
