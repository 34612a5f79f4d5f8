// Evaluation of a case's pushes: number of requests by kind, and ids of Channex's tasks.
import type { Push } from '../innwire.ts';
import type { CaseResult } from '../report.ts';

export function countRequests(pushes: readonly Push[]): Record<'availability' | 'restrictions', number> {
  const kinds = pushes.flatMap(({ requests }) =>
    requests.map(({ url }) => new URL(url).pathname.split('/').at(-1)),
  );
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  return { availability: count('availability'), restrictions: count('restrictions') };
}

/** Returns the task ids in Channex's responses, which its form asks for. */
export function tasksOf(pushes: readonly Push[]): CaseResult['tasks'] {
  return pushes.flatMap(({ requests }) =>
    requests.flatMap(({ url, response }) => {
      const kind = new URL(url).pathname.split('/').at(-1)!;
      try {
        const { data } = JSON.parse(response ?? '') as { data: { id: string; type: string }[] };
        return data.filter(({ type }) => type === 'task').map(({ id }) => ({ kind, id }));
      } catch {
        return [];
      }
    }),
  );
}
