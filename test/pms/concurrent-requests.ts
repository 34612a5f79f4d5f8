// What tests of races share: many requests at once, and what came of them.
import type { ApiResponse } from '../harness/api.ts';

/** Returns the results of a function for 0 to n - 1. */
export const times = <T>(n: number, what: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => what(i));

/** Counts the responses by status and code. */
export function tally(answers: readonly ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? '200' : `${status} ${body?.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Sends a request again while the server is too busy for it, as `Retry-After` says but sooner. */
export async function untilServed(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}
