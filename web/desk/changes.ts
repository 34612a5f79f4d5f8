// Changes that a person makes: each is done at once, shown with its way back, and can be undone and redone with the keyboard.
import { type ReadonlySignal, signal } from '@preact/signals';
import { messages } from '../language.ts';
import { post, takeBack } from '../outbox/outbox.ts';
import { showToast } from '../parts/Toast.tsx';
import type { ReplicaState } from '../replica/state.ts';
import { isChangedSince, isInCopy } from './changed-since.ts';
import { type ChangeRequest, type DeskAnswer, type DeskProblem, ServerRefusal, send } from './server.ts';
import { person } from './session.ts';
import { forgetKey, isDefinite, keepKey, keyOf } from './unknown-outcomes.ts';

/**
 * A change. `done`: said once it is done ("Gallagher is checked in"). `undo` returns the request that takes it back, or several, or null if
 * nothing does; without it the change cannot be undone here.
 */
export type DeskChange<T = unknown> = {
  done: string;
  request: ChangeRequest;
  undo?: (answer: DeskAnswer<T>) => WayBack;
  /** what is made once this is done, each with its own way back: all of it is undone and redone as one change */
  also?: readonly AlsoChange[];
  /** returns the values that the change gave its record, where neither the request nor the answer has them */
  made?: (answer: DeskAnswer<T>) => object;
  /** returns why it was not done after all, where the answer says so; null = it was done */
  refusedBy?: (answer: DeskAnswer<T>) => string | null;
  /** returns the request that makes the change again, where taking it back made a record with another id; absent = the same as the first time */
  redo?: (answerOfUndo: DeskAnswer) => ChangeRequest;
  /** it cannot be made again after it was taken back */
  isOnce?: boolean;
  /** shows no message, where the screen itself shows what was done */
  quiet?: boolean;
};

/**
 * What is made with a change. `request`: also one that depends on what was made before it (`made`: the change itself, then those that are
 * made with it; undefined = it was not made); null = then it is not made either. Without `undo` it goes when the others are taken back.
 * `text`: what it does, said where it waits to be sent; absent = as the change.
 */
export type AlsoChange = {
  request: ChangeRequest | ((made: readonly (MadeAnswer | undefined)[]) => ChangeRequest | null);
  undo?: (answer: DeskAnswer) => ChangeRequest;
  text?: string;
};

/** The answer to a change; of one that waits, the id below which it does. */
export type MadeAnswer = DeskAnswer | { waiting: number };

type WayBack = ChangeRequest | readonly ChangeRequest[] | null;

/**
 * What became of a change. `wasDone`: an earlier attempt did it, whose answer was lost. `problem`: why the server refused it; null = no answer
 * came, and an equal request that follows is not done twice.
 */
type ChangeOutcome<T> =
  | { ok: true; data: T; etag: string | null; waiting?: undefined; wasDone?: boolean }
  | { ok: false; problem: DeskProblem | null };
/** `waiting`: it is kept on this device until the server can be reached, and counts as done. */
type KeptOutcome<T> = ChangeOutcome<T> | { ok: true; waiting: number };

/**
 * A request that was done. `answer`: the server's; of one that waits it is known later. `back` returns the requests that take it back, of the
 * record that the answer is about. `undone`: the request that has taken it back, with its answer.
 */
type Step = {
  request: ChangeRequest;
  answer: MadeAnswer;
  back: (answer: DeskAnswer) => readonly ChangeRequest[];
  redoOf: DeskChange['redo'];
  /** it waited, and was taken from the list: it is not to be taken back any more */
  isRemoved?: boolean;
  undone?: { request: ChangeRequest; answer: unknown };
};

/**
 * A change that was done, in one request or several. `left`: the rest of its way back, if that was begun and not finished. `hideToast`
 * removes the message of what was done last: the change, or that it was taken back.
 */
type Done = {
  text: string;
  steps: readonly Step[];
  isOnce: boolean;
  left?: readonly Backward[];
  hideToast?: () => void;
};

/** A request that takes a step back. */
type Backward = { step: Step; request: ChangeRequest };

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
  const send = <A>(request: ChangeRequest) => attemptNow<A>(request, maker);
  return follow(makeAll<T, ChangeOutcome<T>>(change, { send, maker, ...options }));
}

/** Makes a change as `make` does. Without the server it is kept and sent later, where that is safe. */
export function makeOrKeep<T = unknown>(
  change: DeskChange<T>,
  options: MakeOptions = {},
): Promise<KeptOutcome<T>> {
  const maker = makerNow();
  const send = <A>(request: ChangeRequest, text = change.done) => attempt<A>(request, text, maker);
  return follow(makeAll<T, KeptOutcome<T>>(change, { send, maker, ...options }));
}

type Making<T, Outcome> = MakeOptions & {
  send: (request: ChangeRequest, text?: string) => Promise<Outcome | KeptOutcome<T>>;
  maker: Maker;
};

async function makeAll<T, Outcome extends KeptOutcome<T>>(
  change: DeskChange<T>,
  { send, maker, ...options }: Making<T, Outcome>,
): Promise<Outcome> {
  const outcome = (await send(change.request)) as Outcome;
  const others: Step[] = [];
  const made: (MadeAnswer | undefined)[] = outcome.ok ? [answerIn(outcome)] : [];
  let failed: DeskProblem | null | undefined;
  for (const group of outcome.ok ? sentTogether(change.also ?? []) : []) {
    if (!isSamePerson(maker)) break;
    const sending = group.map(async ({ request: given, undo, text }) => {
      const request = typeof given === 'function' ? given(made) : given;
      return { request, undo, other: request && (await send(request, text)) };
    });
    for (const { request, undo, other } of await Promise.all(sending)) {
      made.push(other?.ok ? answerIn(other) : undefined);
      if (!request || !other) continue;
      if (!other.ok) failed = other.problem;
      else if (undo)
        others.push({ request, answer: answerIn(other), back: (one) => [undo(one)], redoOf: undefined });
    }
  }
  show(change, outcome, others, maker, options);
  if (failed !== undefined && isSamePerson(maker)) showRefusal(failed);
  return outcome;
}

/** Those without a way back of their own are sent together, so that photos are all on the device before the first is answered. */
function sentTogether(also: readonly AlsoChange[]): AlsoChange[][] {
  const groups: AlsoChange[][] = [];
  for (const one of also) {
    const last = groups.at(-1);
    if (last && !one.undo && !last[0]!.undo) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function show<T>(
  change: DeskChange<T>,
  outcome: KeptOutcome<T>,
  others: readonly Step[],
  maker: Maker,
  { onRefused }: MakeOptions,
): void {
  // Whoever uses the desk by now did not make it.
  if (!isSamePerson(maker)) return;
  if (!outcome.ok) {
    if (outcome.problem && onRefused) onRefused(outcome.problem);
    else showRefusal(outcome.problem);
    return;
  }
  const refusal = outcome.waiting === undefined ? (change.refusedBy?.(outcome) ?? null) : null;
  if (refusal !== null) {
    showToast({ text: refusal, refused: true });
    return;
  }
  const done = isSameView(maker) ? doneOf(change, outcome, others) : null;
  if (isSameView(maker)) redoable.value = [];
  if (done) keep(done);
  const text = textOf(change.done, outcome);
  if (change.quiet) return;
  const hideToast = showToast({ text, ...(done && { undo: () => void undoThis(done) }) });
  if (done) done.hideToast = hideToast;
}

function textOf(done: string, outcome: Extract<KeptOutcome<unknown>, { ok: true }>): string {
  if (outcome.waiting !== undefined) return messages().unsent.kept(done);
  return outcome.wasDone ? messages().doneBefore(done) : done;
}

/** Returns a change as one that can be undone; null = nothing takes it back. */
function doneOf<T>(
  { done: text, request, undo, redo: redoOf, made, isOnce = false }: DeskChange<T>,
  outcome: Extract<KeptOutcome<T>, { ok: true }>,
  others: readonly Step[],
): Done | null {
  if (!undo) return null;
  const back = (answer: DeskAnswer) => [undo(answer as DeskAnswer<T>) ?? []].flat();
  const answer = answerIn(outcome);
  // What makes a record can be taken back as long as it waits; afterwards the answer names the record.
  if (!('waiting' in answer) && back(answer).length === 0) return null;
  const values = made && !('waiting' in answer) ? made(answer as DeskAnswer<T>) : {};
  const first: Step = {
    request,
    answer: 'waiting' in answer ? answer : withValues(answer, values),
    back,
    redoOf,
  };
  return { text, steps: [first, ...others], isOnce };
}

function withValues(answer: DeskAnswer, values: object): DeskAnswer {
  return Object.keys(values).length === 0
    ? answer
    : { ...answer, data: { ...(answer.data as object), ...values } };
}

function answerIn(outcome: Extract<KeptOutcome<unknown>, { ok: true }>): MadeAnswer {
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
    else showToast({ text: messages().nothingToUndo, refused: true });
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
  const requests = done.left ?? (await wayBack(done));
  if (!isSameView(maker)) return;
  if (requests === 'unknown') {
    keep(done);
    showToast({ text: messages().unsent.notYet, refused: true });
    return;
  }
  if (!done.left && (await isOverwriting(requests.map(backwardOf)))) return showNotUndone(done);
  const undone = new Map<Step, Step['undone']>();
  for (const [place, { step, request }] of requests.entries()) {
    if (!isSameView(maker)) return;
    const outcome = await attempt(versioned(request, step), text, maker);
    if (!isSameView(maker)) return;
    if (!outcome.ok) {
      const { problem } = outcome;
      const isHalf = place > 0 || done.left !== undefined;
      // Without the network nothing is decided, and what is half done can be finished: it can be tried again.
      if (isHalf) keep({ ...done, left: requests.slice(place) });
      else if (problem === null) keep(done);
      if (isHalf) return showRefusal(problem, messages().halfUndone(done.text));
      return problem?.code === 'precondition_failed' ? showNotUndone(done) : showRefusal(problem);
    }
    undone.set(step, { request, answer: outcome.waiting === undefined ? outcome.data : {} });
  }
  done.hideToast?.();
  const hideToast = showToast({ text });
  // Of what was undone in two attempts the answers of the first are not known any more.
  if (!done.isOnce && !done.left)
    redoable.value = [...redoable.value, { ...done, steps: done.steps.map(undoneStep), hideToast }];

  function undoneStep(step: Step): Step {
    const last = undone.get(step);
    return last ? { ...step, request: redoAfter(step, last.answer), undone: last } : step;
  }
}

function showNotUndone({ text }: Done): void {
  showToast({ text: messages().notUndone(text), refused: true });
}

/** Returns the request that makes a step again that was taken back. `answer`: of what took it back; empty = not known yet. */
function redoAfter({ request, redoOf }: Step, answer: unknown): ChangeRequest {
  const isKnown = answer !== null && typeof answer === 'object' && Object.keys(answer).length > 0;
  return redoOf && isKnown ? redoOf({ data: answer, etag: null }) : request;
}

/** Returns what takes a change back, the last step first; `unknown` = an answer is needed first. A step that waited is not sent. */
async function wayBack({ steps }: Done): Promise<Backward[] | 'unknown'> {
  const all: Backward[] = [];
  for (const step of steps.toReversed()) {
    const requests = await requestsBack(step);
    if (requests === 'unknown') return 'unknown';
    all.push(...requests.map((request) => ({ step, request })));
  }
  return all;
}

async function requestsBack(step: Step): Promise<readonly ChangeRequest[] | 'unknown'> {
  const { answer, back, request } = step;
  if (step.isRemoved) return [];
  if (!('waiting' in answer)) return back(answer);
  const before = await takeBack(answer.waiting);
  if (before === 'removed') {
    step.isRemoved = true;
    return [];
  }
  if (before) return back(before);
  return request.method === 'PATCH' ? back({ data: {}, etag: null }) : 'unknown';
}

type Overwriting = { made: { request: ChangeRequest; answer: unknown }; request: ChangeRequest };

function backwardOf({ step, request }: Backward): Overwriting {
  const { answer } = step;
  return { made: { request: step.request, answer: 'waiting' in answer ? {} : answer.data }, request };
}

/** How long the events of changes that were just answered may take. */
const LATEST_EVENT_MS = 1_500;

/** Returns whether requests would overwrite what somebody changed since; waits for the events of the latest changes, if it seems so. */
async function isOverwriting(requests: readonly Overwriting[]): Promise<boolean> {
  const isNow = () => {
    const state = presentCopy();
    return state !== null && requests.some(({ made, request }) => isChangedSince(made, request, state));
  };
  if (!isNow()) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), LATEST_EVENT_MS);
  const end = present.subscribe(() => {
    if (!isNow()) resolve(false);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    end();
  });
}

/** Returns a request that changes a record with the version that it must still have, where the copy does not say what changed since. */
function versioned(request: ChangeRequest, { answer }: Step): ChangeRequest {
  const state = presentCopy();
  const isKnown = state !== null && isInCopy(request, state);
  if (isKnown || request.method !== 'PATCH' || 'waiting' in answer || request.ifMatch) return request;
  return { ...request, ifMatch: answer.etag };
}

let present: ReadonlySignal<ReplicaState | null> = signal(null);
let isPresent: ReadonlySignal<boolean> = signal(false);

/** Sets the copy that says what others changed since a change was made. `isLive`: whether it has what was committed before. */
export function compareWith(
  copy: ReadonlySignal<ReplicaState | null>,
  isLive: ReadonlySignal<boolean>,
): void {
  present = copy;
  isPresent = isLive;
}

/** Returns the copy if it says how things are now. */
function presentCopy(): ReplicaState | null {
  return isPresent.peek() ? present.peek() : null;
}

/** Makes the change again that was taken back last. */
export function redoLast(): Promise<void> {
  return afterOthers(redoNow);
}

async function redoNow(maker: Maker): Promise<void> {
  const last = redoable.value.at(-1);
  if (!last) return;
  redoable.value = redoable.value.slice(0, -1);
  const again = last.steps.flatMap(({ undone, request }) => (undone ? [{ made: undone, request }] : []));
  if (await isOverwriting(again)) {
    showToast({ text: messages().notRedone(last.text), refused: true });
    return;
  }
  const steps: Step[] = [];
  for (const step of last.steps) {
    if (!isSameView(maker)) return;
    // The record has another version than when the change was made first.
    const outcome = await attempt({ ...step.request, ifMatch: null }, last.text, maker);
    if (!isSameView(maker)) return;
    if (!outcome.ok) {
      const { problem } = outcome;
      // What is half done can be taken back, and the rest made.
      if (steps.length > 0) keep({ ...last, steps });
      if (steps.length > 0 || problem === null)
        redoable.value = [...redoable.value, { ...last, steps: last.steps.slice(steps.length) }];
      return showRefusal(problem, steps.length > 0 ? messages().halfRedone(last.text) : null);
    }
    // What it makes is another record now.
    steps.push({ ...step, answer: answerIn(outcome), isRemoved: false });
  }
  const done: Done = { ...last, steps };
  keep(done);
  last.hideToast?.();
  done.hideToast = showToast({ text: last.text, undo: () => void undoThis(done) });
}

/** Forgets what can be undone: somebody else uses the desk, or another property is shown. */
export function forgetChanges(): void {
  view += 1;
  undoable.value = [];
  redoable.value = [];
}

/** Shows why something could not be done. `before`: what is said first. */
function showRefusal(problem: DeskProblem | null, before: string | null = null): void {
  const why = problem?.detail ?? messages().noAnswer;
  showToast({ text: before === null ? why : `${before} ${why}`, refused: true });
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
  const { userId } = maker;
  const sent = keyOf(userId, request);
  for (const pauseMs of [...RETRY_MS, null]) {
    if (!isSamePerson(maker)) break;
    try {
      const answer = await send<T>(request, sent.key);
      forgetKey(userId, request);
      return { ok: true, ...answer, wasDone: sent.isRepeat && answer.isReplayed === true };
    } catch (error) {
      const refusal = error instanceof ServerRefusal ? error : null;
      if (refusal && isDefinite(refusal)) forgetKey(userId, request);
      if (refusal && refusal.status < 500) return { ok: false, problem: refusal.problem };
      keepKey(userId, request, sent);
      if (pauseMs === null || !navigator.onLine) return { ok: false, problem: null };
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return { ok: false, problem: null };
}
