// What a refusal says of the fields of a form.
import type { DeskProblem } from './server.ts';

/** Returns what is wrong with a field, as its props. */
export function errorOf(problem: DeskProblem | null, field: string): { error?: string } {
  const found = problem?.errors?.find((one) => one.field === field);
  return found ? { error: found.message } : {};
}

/** Returns the refusal that no field of the form shows; null = none. */
export function generalOf(problem: DeskProblem | null, fields: readonly string[]): string | null {
  if (problem === null || problem.errors?.some(({ field }) => fields.includes(field))) return null;
  return problem.detail;
}
