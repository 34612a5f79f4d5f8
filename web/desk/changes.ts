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
import { person } from './session.ts';

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

/**
 * A change that was done. `answer`: the server's; of a change that waits it is known later. `back` returns the request that takes the change
 * back, of the record that the answer is about.
 */
type Done = {
  text: string;
  answer: DeskAnswer | { waiting: number };
  back: (answer: DeskAnswer) => ChangeRequest | null;
  redo: ChangeRequest | null;
};

/** Changes that can be undone, and changes that were undone; the newest last. */
const undoable = signal<readonly Done[]>([]);
const redoable = signal<readonly Done[]>([]);
const MAX_KEPT = 100;

/** Who makes a change. `view`: another number for each person and property that the desk is shown for. */
type Maker = { userId: number | undefined; view: number };
let view = 0;
const makerNow = (): Maker => ({ userId: person.peek()?.user_id, view });
/** Whether the same person still uses the desk: a request goes out as whoever is signed in. */
const isSamePerson = ({ userId }: Maker) => person.peek()?.user_id === userId;
/** Whether the same person also still looks at the same property. */
const isSameView = (maker: Maker) => maker.view === view && isSamePerson(maker);

/** Changes that are not answered yet. A bar moves with its event, which may be here before the answer. */
const underWay = new Set<Promise<unknown>>();

function follow<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  const end = () => underWay.delete(work);
  work.then(end, end);
  return work;
}

/** Runs after all that is under way, so that what is taken back is what the person did last. */
function afterOthers(work: (maker: Maker) => Promise<void>): Promise<void> {
  const maker = makerNow();
  return follow(Promise.allSettled(underWay).then(() => (isSameView(maker) ? work(maker) : undefined)));
}

type MakeOptions = { onRefused?: (problem: DeskProblem) => void };

/** Makes a change, and says so. A refusal is shown too, unless `onRefused` takes it: a form shows it beside its field. */
export function make<T = unknown>(
  change: DeskChange<T>,
  options: MakeOptions = {},
): Promise<ChangeOutcome<T>> {
  const maker = makerNow();
  const work = attemptNow<T>(change.request, maker);
  return follow(work.then((outcome) => show(change, outcome, maker, options)));
}

/** Makes a change as `make` does. Without the server it is kept and sent later, where that is safe. */
export function makeOrKeep<T = unknown>(
  change: DeskChange<T>,
  options: MakeOptions = {},
): Promise<KeptOutcome<T>> {
  const maker = makerNow();
  const work = attempt<T>(change.request, change.done, maker);
  return follow(work.then((outcome) => show(change, outcome, maker, options)));
}

function show<T, Outcome extends KeptOutcome<T>>(
  change: DeskChange<T>,
  outcome: Outcome,
  maker: Maker,
  { onRefused }: MakeOptions,
): Outcome {
  // Whoever uses the desk by now did not make it.
  if (!isSamePerson(maker)) return outcome;
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
  const done = isSameView(maker) ? doneOf(change, outcome) : null;
  if (isSameView(maker)) redoable.value = [];
  if (done) keep(done);
  const text = outcome.waiting === undefined ? change.done : messages().unsent.kept(change.done);
  if (!change.quiet) showToast({ text, ...(done && { undo: () => void undoThis(done) }) });
  return outcome;
}

/** Returns a change as one that can be undone; null = nothing takes it back. */
function doneOf<T>(
  { done: text, request, undo, isOnce }: DeskChange<T>,
  outcome: Extract<KeptOutcome<T>, { ok: true }>,
): Done | null {
  if (!undo) return null;
  const back = (answer: DeskAnswer) => undo(answer as DeskAnswer<T>);
  const answer = answerIn(outcome);
  const redo = isOnce ? null : request;
  // What makes a record can be taken back as long as it waits; afterwards the answer names the record.
  return 'waiting' in answer || back(answer) ? { text, answer, back, redo } : null;
}

function answerIn(outcome: Extract<KeptOutcome<unknown>, { ok: true }>): Done['answer'] {
  if (outcome.waiting !== undefined) return { waiting: outcome.waiting };
  return { data: outcome.data, etag: outcome.etag };
}

function keep(done: Done): void {
  undoable.value = [...undoable.value, done].slice(-MAX_KEPT);
}

/** Takes back the last change. */
export function undoLast(): Promise<void> {
  return afterOthers(async (maker) => {
    const last = undoable.value.at(-1);
    if (last) await undoNow(last, maker);
  });
}

/** Takes back one change, whatever was done after it. Does nothing if it was taken back already. */
function undoThis(done: Done): Promise<void> {
  return afterOthers(async (maker) => {
    if (undoable.value.includes(done)) await undoNow(done, maker);
  });
}

async function undoNow(done: Done, maker: Maker): Promise<void> {
  undoable.value = undoable.value.filter((one) => one !== done);
  const text = messages().undone(done.text);
  const request = await requestBack(done);
  if (!isSameView(maker)) return;
  if (request === 'unknown') {
    keep(done);
    return showToast({ text: messages().unsent.notYet, refused: true });
  }
  const outcome = request === null ? null : await attempt(request, text, maker);
  if (!isSameView(maker)) return;
  if (outcome && !outcome.ok) {
    // Without the network nothing is decided: it can be tried again.
    if (outcome.problem === null) keep(done);
    return showRefusal(outcome.problem);
  }
  if (done.redo) redoable.value = [...redoable.value, done];
  showToast({ text });
}

/** Returns the request that takes a change back; null = it waited, and is not sent; `unknown` = its answer is needed first. */
async function requestBack({ answer, back, redo }: Done): Promise<ChangeRequest | null | 'unknown'> {
  if (!('waiting' in answer)) return back(answer);
  const before = await takeBack(answer.waiting);
  if (before === 'removed') return null;
  if (before) return back(before);
  return redo?.method === 'PATCH' ? back({ data: {}, etag: null }) : 'unknown';
}

/** Makes the change again that was taken back last. */
export function redoLast(): Promise<void> {
  return afterOthers(redoNow);
}

async function redoNow(maker: Maker): Promise<void> {
  const last = redoable.value.at(-1);
  if (!last?.redo) return;
  redoable.value = redoable.value.slice(0, -1);
  // The record has another version than when the change was made first.
  const outcome = await attempt({ ...last.redo, ifMatch: null }, last.text, maker);
  if (!isSameView(maker)) return;
  if (!outcome.ok) {
    if (outcome.problem === null) redoable.value = [...redoable.value, last];
    return showRefusal(outcome.problem);
  }
  // What it makes is another record now.
  const done = { ...last, answer: answerIn(outcome) };
  keep(done);
  showToast({ text: last.text, undo: () => void undoThis(done) });
}

/** Forgets what can be undone: somebody else uses the desk, or another property is shown. */
export function forgetChanges(): void {
  view += 1;
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
async function attempt<T>(request: ChangeRequest, text: string, maker: Maker): Promise<KeptOutcome<T>> {
  const posted = await post(request, text);
  if (posted?.kind === 'done') return { ok: true, ...(posted.answer as DeskAnswer<T>) };
  if (posted?.kind === 'refused') return { ok: false, problem: posted.problem };
  if (posted?.kind === 'waiting') return { ok: true, waiting: posted.id };
  return attemptNow(request, maker);
}

async function attemptNow<T>(request: ChangeRequest, maker: Maker): Promise<ChangeOutcome<T>> {
  const key = newKey();
  for (const pauseMs of [...RETRY_MS, null]) {
    if (!isSamePerson(maker)) break;
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
