// Changes that a person makes: each is done at once, shown with its way back, and can be undone and redone with the keyboard.
import { signal } from '@preact/signals';
import { messages } from '../language.ts';
import { post, takeBack } from '../outbox/outbox.ts';
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
  /** returns why it was not done after all, where the answer says so; null = it was done */
  refusedBy?: (answer: DeskAnswer<T>) => string | null;
  /** it cannot be made again after it was taken back */
  isOnce?: boolean;
  /** shows no message, where the screen itself shows what was done */
  quiet?: boolean;
};

/** What became of a change. `problem`: why the server refused it; null = the server could not be reached. */
type ChangeOutcome<T> =
  | { ok: true; data: T; etag: string | null; waiting?: undefined }
  | { ok: false; problem: DeskProblem | null };
/** `waiting`: it is kept on this device until the server can be reached, and counts as done. */
type KeptOutcome<T> = ChangeOutcome<T> | { ok: true; waiting: number };

/** The way back. Of a change that waits it is known once there is an answer. */
type WayBack = ChangeRequest | { waiting: number; of: (answer: DeskAnswer) => ChangeRequest | null };
type Done = { text: string; undo: WayBack; redo: ChangeRequest | null };

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
  return follow(attemptNow<T>(change.request).then((outcome) => show(change, outcome, options)));
}

/** Makes a change as `make` does. Without the server it is kept and sent later, where that is safe. */
export function makeOrKeep<T = unknown>(
  change: DeskChange<T>,
  options: MakeOptions = {},
): Promise<KeptOutcome<T>> {
  return follow(attempt<T>(change.request, change.done).then((outcome) => show(change, outcome, options)));
}

function show<T, Outcome extends KeptOutcome<T>>(
  change: DeskChange<T>,
  outcome: Outcome,
  { onRefused }: MakeOptions,
): Outcome {
  if (!outcome.ok) {
    if (outcome.problem && onRefused) onRefused(outcome.problem);
    else showRefusal(outcome.problem);
    return outcome;
  }
  const refusal = outcome.waiting === undefined ? (change.refusedBy?.(outcome) ?? null) : null;
  if (refusal !== null) {
    showToast({ text: refusal, refused: true });
    return outcome;
  }
  const undo = wayBackOf(change, outcome);
  redoable.value = [];
  if (undo) keep({ text: change.done, undo, redo: change.isOnce ? null : change.request });
  const text = outcome.waiting === undefined ? change.done : messages().unsent.kept(change.done);
  if (!change.quiet) showToast({ text, ...(undo && { undo: () => void undoLast() }) });
  return outcome;
}

function wayBackOf<T>(
  { undo }: DeskChange<T>,
  outcome: Extract<KeptOutcome<T>, { ok: true }>,
): WayBack | null {
  if (outcome.waiting === undefined) return undo?.({ data: outcome.data, etag: outcome.etag }) ?? null;
  // What makes a record can be taken back as long as it waits; afterwards the answer names the record.
  const of = (answer: DeskAnswer) => undo?.(answer as DeskAnswer<T>) ?? null;
  return undo ? { waiting: outcome.waiting, of } : null;
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
  const text = messages().undone(last.text);
  const request = await requestBack(last);
  if (request === 'unknown') {
    keep(last);
    return showToast({ text: messages().unsent.notYet, refused: true });
  }
  const outcome = request === null ? null : await attempt(request, text);
  if (outcome && !outcome.ok) return showRefusal(outcome.problem);
  if (last.redo) redoable.value = [...redoable.value, last];
  showToast({ text });
}

/** Returns the request that takes a change back; null = it waited, and is not sent; `unknown` = its answer is needed first. */
async function requestBack({ undo, redo }: Done): Promise<ChangeRequest | null | 'unknown'> {
  if (!('waiting' in undo)) return undo;
  const before = await takeBack(undo.waiting);
  if (before === 'removed') return null;
  if (before) return undo.of(before);
  return redo?.method === 'PATCH' ? undo.of({ data: {}, etag: null }) : 'unknown';
}

/** Makes the change again that was taken back last. */
export function redoLast(): Promise<void> {
  return afterOthers(redoNow);
}

async function redoNow(): Promise<void> {
  const last = redoable.value.at(-1);
  if (!last?.redo) return;
  redoable.value = redoable.value.slice(0, -1);
  // The record has another version than when the change was made first.
  const outcome = await attempt({ ...last.redo, ifMatch: null }, last.text);
  if (!outcome.ok) return showRefusal(outcome.problem);
  const { undo } = last;
  if (outcome.waiting !== undefined)
    keep({ ...last, undo: { waiting: outcome.waiting, of: 'of' in undo ? undo.of : () => undo } });
  else if ('waiting' in undo) {
    const request = undo.of({ data: outcome.data, etag: outcome.etag });
    if (request) keep({ ...last, undo: request });
  } else keep({ ...last, undo: { ...undo, ifMatch: outcome.etag } });
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

/** Sends a request: through the list of unsent changes if it can wait, else at once. `text`: what it does. */
async function attempt<T>(request: ChangeRequest, text: string): Promise<KeptOutcome<T>> {
  const posted = await post(request, text);
  if (posted?.kind === 'done') return { ok: true, ...(posted.answer as DeskAnswer<T>) };
  if (posted?.kind === 'refused') return { ok: false, problem: posted.problem };
  if (posted?.kind === 'waiting') return { ok: true, waiting: posted.id };
  return attemptNow(request);
}

async function attemptNow<T>(request: ChangeRequest): Promise<ChangeOutcome<T>> {
  const key = newKey();
  for (const pauseMs of [...RETRY_MS, null]) {
    try {
      return { ok: true, ...(await send<T>(request, key)) };
    } catch (error) {
      if (error instanceof ServerRefusal && error.status < 500) return { ok: false, problem: error.problem };
      if (pauseMs === null || !navigator.onLine) return { ok: false, problem: null };
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return { ok: false, problem: null };
}
