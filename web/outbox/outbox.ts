// The changes of this person that the server has not answered: kept on the device, sent in their order when the server can be reached, by
// one page at a time.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { type ChangeRequest, type DeskAnswer, type DeskProblem, newKey } from '../desk/server.ts';
import { onTabMessage, postToTabs } from '../device/tabs.ts';
import type { ReplicaState } from '../replica/state.ts';
import { asSentAgain, type Delivery, deliver } from './delivery.ts';
import {
  applyChanges,
  canWait,
  idOfAnswer,
  imageOf,
  isAbout,
  lastIdBefore,
  photoIdOfAnswer,
  type WaitingChange,
  waitsForRecord,
  withRealId,
} from './effects.ts';
import { addChange, listChanges, patchChange, removeAnswered, removeUnsent } from './kept.ts';

/** What became of a change. `waiting`: it is kept, and sent when the server can be reached; null = this page cannot keep it. */
export type Posted =
  | { kind: 'done'; answer: DeskAnswer }
  | { kind: 'refused'; problem: DeskProblem }
  | { kind: 'waiting'; id: number }
  | null;

/** What the outbox needs to know of the desk. */
type OutboxHost = {
  userId: number;
  /** whether the server can be reached, as far as is known */
  isLive: () => boolean;
  /** the property that is shown, with its copy as the server has it */
  shown: () => { hotelId: number; state: ReplicaState } | null;
  /** a request failed: the connection that is thought to be there may not be */
  onUnreachable: () => void;
  /** the number of the present session */
  session: () => number;
  /** asks for a sign-in after that session, unless there was one; resolves with whether it is the same person */
  signIn: (endedSession: number) => Promise<boolean>;
  /** asks the server whether this person is signed in. Throws if it cannot be reached. */
  isSignedIn: () => Promise<boolean>;
  /** says why a change was not taken that somebody made before */
  onRefused: (change: WaitingChange) => void;
};

/** An answer that takes longer comes as a surprise: until then the change is shown as unsent. */
const PATIENCE_MS = 2_500;
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** Failures of the server at one change, after which the others need not wait for it. */
const MAX_FAILURES = 5;
/** How long a change that was done is shown by the copy at the latest: its event is here by then. */
const SETTLING_MS = 3_000;

const listed = signal<readonly WaitingChange[]>([]);
/** Changes that were done, and whose event is not here yet. */
const settling = signal<readonly WaitingChange[]>([]);
let host: OutboxHost | null = null;
let isDelivering = false;
/** whether to look for further changes after those that are under way */
let isAskedAgain = false;
let failures = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
/** Those who wait for the answer to a change that they just made. */
const waitingForAnswer = new Map<number, (posted: Posted) => void>();
/** Answers to changes of this page that had to wait, for their way back. */
const answers = new Map<number, DeskAnswer>();
const realIds = new Map<number, number>();

/** The changes that are not sent, or were refused, the first one first. */
export const unsent: ReadonlySignal<readonly WaitingChange[]> = computed(() =>
  listed.value.filter(({ isShown }) => isShown),
);

/** Returns the copy of a property as it will be once everything is sent. */
export function withUnsent(state: ReplicaState, hotelId: number): ReplicaState {
  const waiting = unsent.value.filter(({ problem }) => problem === null);
  const changes = [...settling.value, ...waiting].filter((one) => one.hotelId === hotelId);
  return changes.length === 0 ? state : applyChanges(state, changes);
}

/** Returns the picture in base64 of a photo that waits, by its id below zero; null = it is not of this device. */
export function waitingImage(photoId: number): string | null {
  const change = [...settling.value, ...listed.value].find(({ id }) => id === -photoId);
  return change ? imageOf(change) : null;
}

/** Begins with the changes of a person. */
export async function openOutbox(given: OutboxHost): Promise<void> {
  closeOutbox();
  host = given;
  // What a page left without an answer is shown as unsent by the next one.
  for (const { id, isShown } of await listChanges(given.userId)) {
    if (!isShown && !waitingForAnswer.has(id)) await patchChange(id, { isShown: true });
  }
  await refresh();
  deliverSoon();
}

export function closeOutbox(): void {
  host = null;
  clearTimeout(retryTimer);
  for (const id of waitingForAnswer.keys()) answerWaiting(id, { kind: 'waiting', id });
  listed.value = [];
  settling.value = [];
  answers.clear();
  realIds.clear();
}

/** Keeps a change and sends it. Waits for the answer as long as a person would. */
export async function post(request: ChangeRequest, text: string): Promise<Posted> {
  const place = host?.shown();
  // One page at a time must send, which only such a lock ensures.
  if (!host || !place || !('locks' in navigator)) return null;
  const { state, hotelId } = place;
  const named = withKnownId(request);
  if (!canWait(named, withUnsent(state, hotelId))) return null;
  const isLive = host.isLive();
  const change = await addChange({
    userId: host.userId,
    hotelId,
    key: newKey(),
    text,
    request: named,
    madeAt: Date.now(),
    attemptedAt: null,
    failures: 0,
    isShown: !isLive,
    problem: null,
    lastKnownId: lastIdBefore(named, state),
  });
  if (!change) return null;
  await refresh();
  if (!isLive) {
    postToTabs({ kind: 'changes' });
    return { kind: 'waiting', id: change.id };
  }
  const { promise, resolve } = Promise.withResolvers<Posted>();
  waitingForAnswer.set(change.id, resolve);
  const timer = setTimeout(() => void showAsUnsent(change.id), PATIENCE_MS);
  deliverSoon();
  return promise.finally(() => clearTimeout(timer));
}

function withKnownId(request: ChangeRequest): ChangeRequest {
  const made = waitsForRecord(request);
  const real = made === null ? undefined : realIds.get(made);
  return real === undefined ? request : withRealId(request, made!, real);
}

/**
 * Takes a change back that had to wait. `removed`: it was never sent; otherwise the answer, if it has one by now; null = it may have been
 * done, and its answer is not here.
 */
export async function takeBack(id: number): Promise<'removed' | DeskAnswer | null> {
  const answer = answers.get(id);
  if (answer) return answer;
  const isRemoved = await removeUnsent(id, { ifNeverSent: true });
  if (isRemoved) await changed();
  return isRemoved ? 'removed' : null;
}

/** Removes a change that is not to be sent any more. */
export async function dropChange(id: number): Promise<void> {
  await removeUnsent(id, { ifNeverSent: false });
  await changed();
}

/** Sends a change again that was refused. `more`: what the refusal asks for. */
export async function sendAgain(change: WaitingChange, more: object = {}): Promise<void> {
  await patchChange(change.id, asSentAgain(change, more));
  await changed();
  deliverSoon();
}

/** Sends what waits, now that the server can be reached. */
export function deliverSoon(): void {
  isAskedAgain = true;
  clearTimeout(retryTimer);
  if (isDelivering) return;
  isDelivering = true;
  void deliverAll().finally(() => {
    isDelivering = false;
    // Somebody may have asked at the last moment.
    if (isAskedAgain && host) deliverSoon();
  });
}

/** Drops what the copy shows of changes that were done, when their events are in it. Null = the whole snapshot was read again. */
export function settleWith(events: readonly DeskEvent[] | null): void {
  if (settling.value.length === 0) return;
  settling.value = settling.value.filter(
    (change) =>
      events !== null &&
      !events.some(({ kind, data }) => isAbout(change, kind, data as Readonly<Record<string, unknown>>)),
  );
}

onTabMessage((message) => {
  if (message.kind === 'changes') void refresh();
  if (message.kind !== 'answered') return;
  const { id, data, etag, real, problem } = message;
  // Also what this page no longer waits for may be taken back here.
  if (!problem && host) keepAnswer(id, { data, etag }, real);
  if (!waitingForAnswer.has(id)) return;
  if (problem) void removeUnsent(id, { ifNeverSent: false }).then(changed);
  answerWaiting(id, problem ? { kind: 'refused', problem } : { kind: 'done', answer: { data, etag } });
});

function keepAnswer(id: number, answer: DeskAnswer, real: number | null): void {
  if (real !== null) realIds.set(-id, real);
  answers.set(id, answer);
}

function answerWaiting(id: number, posted: Posted): boolean {
  const resolve = waitingForAnswer.get(id);
  waitingForAnswer.delete(id);
  resolve?.(posted);
  return resolve !== undefined;
}

async function refresh(): Promise<void> {
  if (host) listed.value = await listChanges(host.userId);
}

async function changed(): Promise<void> {
  await refresh();
  postToTabs({ kind: 'changes' });
}

async function showAsUnsent(id: number): Promise<void> {
  if (!waitingForAnswer.has(id)) return;
  await patchChange(id, { isShown: true });
  await changed();
  answerWaiting(id, { kind: 'waiting', id });
}

/** Sends everything, in one page at a time; what fails is tried again later. */
async function deliverAll(): Promise<void> {
  while (isAskedAgain && host) {
    isAskedAgain = false;
    const { userId } = host;
    const work = () => deliverInOrder(userId).catch(() => false);
    const went = await navigator.locks.request(`innwire.changes.${userId}`, work);
    if (went) failures = 0;
    else if (!isAskedAgain) planRetry();
  }
}

function planRetry(): void {
  failures += 1;
  clearTimeout(retryTimer);
  retryTimer = setTimeout(deliverSoon, Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1)));
}

/** Returns whether nothing is left that could be sent. */
async function deliverInOrder(userId: number): Promise<boolean> {
  const isTheirs = () => host?.userId === userId;
  for (;;) {
    const all = await listChanges(userId);
    const next = all.find(({ request, problem }) => problem === null && waitsForRecord(request) === null);
    if (!next) return true;
    if (host?.userId !== userId) return true;
    if (!host.isLive()) return keepAllShown();
    // What waited may meet the session of somebody else, whose change it would become.
    if (next.isShown && !(await host.isSignedIn())) return true;
    if (!isTheirs()) return true;
    const session = host.session();
    const delivery = await deliver(next, {
      now: Date.now(),
      today: host.shown()?.hotelId === next.hotelId ? host.shown()!.state.today : null,
      keep: (patch) => patchChange(next.id, patch),
      isTheirs,
    });
    if (!(await settle(next, delivery, session))) return false;
  }
}

/** Shows as unsent what was made while the server was thought to be there. It is sent as soon as it is. */
async function keepAllShown(): Promise<true> {
  for (const id of waitingForAnswer.keys()) await showAsUnsent(id);
  return true;
}

/** Stores what became of a change that was sent in the session of this number. Returns whether the next one can be sent. */
async function settle(change: WaitingChange, delivery: Delivery, session: number): Promise<boolean> {
  const { id } = change;
  switch (delivery.ended) {
    case 'done':
      await settleDone(change, delivery.answer);
      return true;
    case 'refused':
      await settleRefused(change, delivery.problem);
      return true;
    case 'left':
      return true;
    case 'signed_out':
      await keepAllShown();
      if (host?.userId === change.userId)
        void host?.signIn(session).then((isSame) => isSame && deliverSoon());
      return false;
    case 'unreachable': {
      if (!delivery.isServer) host?.onUnreachable();
      await patchChange(id, { failures: change.failures + (delivery.isServer ? 1 : 0) });
      await keepAllShown();
      if (!delivery.isServer || change.failures + 1 < MAX_FAILURES) return false;
      await settleRefused(change, {
        status: 500,
        code: 'server_failed',
        title: '',
        detail: '',
      } as DeskProblem);
      return true;
    }
  }
}

async function settleDone(change: WaitingChange, answer: DeskAnswer): Promise<void> {
  const { id, request, isShown } = change;
  await removeAnswered(change, answer.data);
  const real = idOfAnswer(request, answer.data);
  // Whoever uses the page by now cannot take it back.
  if (host?.userId === change.userId) keepAnswer(id, answer, real);
  const wasShown = isShown || listed.value.some((one) => one.id === id && one.isShown);
  if (wasShown) {
    const photoId = photoIdOfAnswer(request, answer.data);
    settling.value = [...settling.value, { ...change, ...(photoId !== null && { photoId }) }];
    setTimeout(() => {
      settling.value = settling.value.filter((one) => one.id !== id);
    }, SETTLING_MS);
  }
  await changed();
  if (!answerWaiting(id, { kind: 'done', answer }))
    postToTabs({ kind: 'answered', id, data: answer.data, etag: answer.etag, real, problem: null });
}

async function settleRefused(change: WaitingChange, problem: DeskProblem): Promise<void> {
  const { id } = change;
  if (waitingForAnswer.has(id)) {
    // Whoever made it is looking, and sees why where it was made.
    await removeUnsent(id, { ifNeverSent: false });
    await changed();
    answerWaiting(id, { kind: 'refused', problem });
    return;
  }
  const kept = await patchChange(id, { problem, isShown: true });
  await changed();
  postToTabs({ kind: 'answered', id, data: null, etag: null, real: null, problem });
  if (kept && change.isShown) host?.onRefused(kept);
}
