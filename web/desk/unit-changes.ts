// Changes of units that several screens make: their condition, and closures with their way back.
import type { UnitCondition } from '../../src/model/unit.ts';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import type { DeskClosure, DeskUnit } from '../replica/state.ts';
import { type AlsoChange, type DeskChange, make, makeOrKeep } from './changes.ts';
import { api } from './property.ts';
import type { ChangeRequest, DeskProblem } from './server.ts';

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

/** Closes a unit. `also`: what is made and taken back with it; all of it cannot be made again. Returns whether it was closed. */
export async function closeUnit(
  { unitId, kind, from, until, reason }: NewClosure,
  done: string,
  also: readonly AlsoChange[] = [],
): Promise<boolean> {
  const nights = { fromdate: dateOfDayNumber(from), todate: dateOfDayNumber(until - 1) };
  const body = { unit_id: unitId, kind, ...nights, ...(reason && { reason }) };
  const outcome = await makeOrKeep<DeskClosure>({
    done,
    request: { method: 'POST', path: api('closures'), body },
    undo: ({ data }) => endRequest(data),
    ...(also.length > 0 && { also, isOnce: true }),
  });
  return outcome.ok;
}

/** Ends a closure from tonight on. */
export function endClosure(closure: DeskClosure, today: number, done: string): void {
  void makeOrKeep(closureEnd(closure, today, done));
}

/**
 * Returns the change that ends a closure from a day on, which is not before today. The way back closes the nights again that it opens.
 */
export function closureEnd(closure: DeskClosure, from: number, done: string, date?: string): DeskChange {
  const { unit_id, kind, todate, reason, responsible } = closure;
  // A closure cannot begin before today.
  const fromdate = dateOfDayNumber(Math.max(from, dayOfDate(closure.fromdate)));
  const again = { unit_id, kind, fromdate, todate, reason, responsible };
  return {
    done,
    request: endRequest(closure, date),
    undo: () => ({ method: 'POST', path: api('closures'), body: again }),
    redo: ({ data }) => endRequest(data as DeskClosure),
  };
}

type ClosureChange = Pick<DeskClosure, 'fromdate' | 'todate' | 'kind' | 'reason' | 'responsible'>;

/** Changes a closure: its nights, its kind, its texts. Only what is another one now is sent. Returns whether it was changed. */
export async function changeClosure(
  closure: DeskClosure,
  wanted: ClosureChange,
  done: string,
  onRefused: (problem: DeskProblem) => void,
): Promise<boolean> {
  const names = (Object.keys(wanted) as (keyof ClosureChange)[]).filter(
    (name) => wanted[name] !== closure[name],
  );
  const request = (values: ClosureChange): ChangeRequest => ({
    method: 'PATCH',
    path: api('closures', { closure_id: closure.closure_id }),
    body: Object.fromEntries(names.map((name) => [name, values[name]])),
  });
  if (names.length === 0) return true;
  const { ok } = await make<DeskClosure>(
    { done, request: request(wanted), undo: () => request(closure) },
    { onRefused },
  );
  return ok;
}

/** `date`: the first night in which the unit can be used; absent = tonight. */
function endRequest({ closure_id: id }: DeskClosure, date?: string): ChangeRequest {
  return { method: 'DELETE', path: api('closures', { closure_id: id, ...(date && { date }) }) };
}
