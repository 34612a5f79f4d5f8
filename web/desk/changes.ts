// Changes that a person makes: each is done at once, shown with its way back, and can be undone and redone with the keyboard.
import { signal } from '@preact/signals';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import {
  type ChangeRequest,
  type DeskAnswer,
  type DeskProblem,
  newKey,
  ServerRefusal,
  send,
} from './server.ts';

/**
 * A change. `done`: said once it is done ("Gallagher is checked in"). `undo` returns the request that takes it back, or null if nothing
 * does; without it the change cannot be undone here.
 */
export type DeskChange<T = unknown> = {
  done: string;
  request: ChangeRequest;
  undo?: (answer: DeskAnswer<T>) => ChangeRequest | null;
  /** shows no message, where the screen itself shows what was done */
  quiet?: boolean;
};

/** What became of a change. `problem`: why the server refused it; null = the server could not be reached. */
type ChangeOutcome<T> =
  | { ok: true; data: T; etag: string | null }
  | { ok: false; problem: DeskProblem | null };

type Done = { text: string; undo: ChangeRequest; redo: ChangeRequest };

/** Changes that can be undone, and changes that were undone; the newest last. */
const undoable = signal<readonly Done[]>([]);
const redoable = signal<readonly Done[]>([]);
const MAX_KEPT = 100;

/** Changes that are not answered yet. A bar moves with its event, which may be here before the answer. */
const underWay = new Set<Promise<unknown>>();

function follow<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  const end = () => underWay.delete(work);
  work.then(end, end);
  return work;
}

/** Runs after all that is under way, so that what is taken back is what the person did last. */
function afterOthers(work: () => Promise<void>): Promise<void> {
  return follow(Promise.allSettled(underWay).then(work));
}

type MakeOptions = { onRefused?: (problem: DeskProblem) => void };

/** Makes a change, and says so. A refusal is shown too, unless `onRefused` takes it: a form shows it beside its field. */
export function make<T = unknown>(
  change: DeskChange<T>,
  options: MakeOptions = {},
): Promise<ChangeOutcome<T>> {
  return follow(makeNow(change, options));
}

async function makeNow<T>(change: DeskChange<T>, { onRefused }: MakeOptions): Promise<ChangeOutcome<T>> {
  const outcome = await attempt<T>(change.request);
  if (!outcome.ok) {
    if (outcome.problem && onRefused) onRefused(outcome.problem);
    else showRefusal(outcome.problem);
    return outcome;
  }
  const { data, etag } = outcome;
  const undo = change.undo?.({ data, etag }) ?? null;
  redoable.value = [];
  if (undo) keep({ text: change.done, undo, redo: change.request });
  if (!change.quiet) showToast({ text: change.done, ...(undo && { undo: () => void undoLast() }) });
  return outcome;
}

function keep(done: Done): void {
  undoable.value = [...undoable.value, done].slice(-MAX_KEPT);
}

/** Takes back the last change. */
export function undoLast(): Promise<void> {
  return afterOthers(undoNow);
}

async function undoNow(): Promise<void> {
  const last = undoable.value.at(-1);
  if (!last) return;
  undoable.value = undoable.value.slice(0, -1);
  const outcome = await attempt(last.undo);
  if (!outcome.ok) return showRefusal(outcome.problem);
  redoable.value = [...redoable.value, last];
  showToast({ text: messages().undone(last.text) });
}

/** Makes the change again that was taken back last. */
export function redoLast(): Promise<void> {
  return afterOthers(redoNow);
}

async function redoNow(): Promise<void> {
  const last = redoable.value.at(-1);
  if (!last) return;
  redoable.value = redoable.value.slice(0, -1);
  // The record has another version than when the change was made first.
  const outcome = await attempt({ ...last.redo, ifMatch: null });
  if (!outcome.ok) return showRefusal(outcome.problem);
  keep({ ...last, undo: { ...last.undo, ifMatch: outcome.etag } });
  showToast({ text: last.text, undo: () => void undoLast() });
}

/** Forgets what can be undone: somebody else uses the desk, or another property is shown. */
export function forgetChanges(): void {
  undoable.value = [];
  redoable.value = [];
}

/** Shows why something could not be done. */
function showRefusal(problem: DeskProblem | null): void {
  showToast({ text: problem?.detail ?? messages().unreachable, refused: true });
}

/** Pauses before further attempts when the server cannot be reached. */
const RETRY_MS = [300, 1_000, 3_000];

async function attempt<T>(request: ChangeRequest): Promise<ChangeOutcome<T>> {
  const key = newKey();
  for (const pauseMs of [...RETRY_MS, null]) {
    try {
      return { ok: true, ...(await send<T>(request, key)) };
    } catch (error) {
      if (error instanceof ServerRefusal && error.status < 500) return { ok: false, problem: error.problem };
      if (pauseMs === null) return { ok: false, problem: null };
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return { ok: false, problem: null };
}
