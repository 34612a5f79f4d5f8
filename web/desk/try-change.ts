// What a change would do: the server does it and takes it back at once.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ChangeRequest, type DeskProblem, newKey, ServerRefusal, send } from './server.ts';

/** The record as it would be, or why the change would be refused. */
export type Trial<T> = { record: T; problem: null } | { record: null; problem: DeskProblem };

/** A pause of the pointer or of the keys this long is worth a question to the server. */
const PAUSE_MS = 60;

/** Tries a change; null = the server cannot be reached. */
async function tryChange<T>(request: ChangeRequest): Promise<Trial<T> | null> {
  try {
    const { data } = await send<T>({ ...request, path: `${request.path}&dry_run=true` }, newKey());
    return { record: data, problem: null };
  } catch (error) {
    return error instanceof ServerRefusal ? { record: null, problem: error.problem } : null;
  }
}

/** Returns what changes would do, in their order; null = not known yet, or nothing is to be tried. `version`: another one tries them again. */
export function useTrials<T>(
  requests: readonly (ChangeRequest | null)[],
  version: string,
): readonly (Trial<T> | null)[] {
  const trials = useSignal<{ key: string; answers: readonly (Trial<T> | null)[] } | null>(null);
  const key = `${version} ${JSON.stringify(requests)}`;
  useEffect(() => {
    if (requests.every((request) => request === null)) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const answers = await Promise.all(requests.map((request) => request && tryChange<T>(request)));
      if (!isOver) trials.value = { key, answers };
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return trials.value?.key === key ? trials.value.answers : requests.map(() => null);
}
