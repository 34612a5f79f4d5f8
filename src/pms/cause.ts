// Causes of failures as they are stored.
import type { Cause } from '../model/cause.ts';
import { storableSummary } from './activity.ts';

/** Returns a cause whose text can be stored: shortened, without card numbers and invisible characters. */
export function storableCause<C extends Cause | null>(cause: C): C {
  return cause?.said === undefined ? cause : { ...cause, said: storableSummary(cause.said) };
}

/** Returns a cause as a parameter of a statement; null = none. */
export function causeJson(cause: Cause | null): string | null {
  return cause && JSON.stringify(storableCause(cause));
}
