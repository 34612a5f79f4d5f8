// Sends one change that waited: once, however often it is tried, and only to the record that the person saw.
import {
  type ChangeRequest,
  type DeskAnswer,
  type DeskProblem,
  newKey,
  readAnswer,
  ServerRefusal,
  sendOnce,
} from '../desk/server.ts';
import { KEY_MS } from '../desk/unknown-outcomes.ts';
import { asOfDay, targetOf, type WaitingChange } from './effects.ts';

/**
 * What became of it. `left`: somebody else uses the page by now. `unreachable`: it stays, and is tried again; `isServer`: the server was reached, and failed. `signed_out`: nobody, or
 * somebody else, is signed in.
 */
export type Delivery =
  | { ended: 'done'; answer: DeskAnswer }
  | { ended: 'refused'; problem: DeskProblem }
  | { ended: 'unreachable'; isServer: boolean }
  | { ended: 'signed_out' }
  | { ended: 'left' };

/** An answer that takes longer is lost. */
const TIMEOUT_MS = 30_000;
/** Bytes of a request that take a millisecond more on a very slow network: 64 kbit/s. */
const BYTES_PER_MS = 8;
/** How often other changes of the record may come in between. */
const MAX_TRIES = 5;

/** Codes of refusals that the desk itself gives: the server has no part in them. */
export const OUTCOME_UNKNOWN = 'outcome_unknown';
const CHANGED_MEANWHILE = 'changed_meanwhile';

type Keeping = {
  now: number;
  /** today at the property; null = not known */
  today: number | null;
  /** stores what a further attempt must know, before this one */
  keep: (patch: Partial<WaitingChange>) => Promise<unknown>;
  /** whether the page is still used by the person who made the change: a request goes out as whoever is signed in */
  isTheirs: () => boolean;
};

/** Sends a change. */
export async function deliver(change: WaitingChange, keeping: Keeping): Promise<Delivery> {
  const { attemptedAt } = change;
  // Whether one was done that was tried before that, nobody can say.
  if (attemptedAt !== null && keeping.now - attemptedAt > KEY_MS) return refusedHere(OUTCOME_UNKNOWN);
  try {
    return await attempt(change, keeping);
  } catch (error) {
    if (!(error instanceof ServerRefusal)) return { ended: 'unreachable', isServer: false };
    const { status, problem } = error;
    if (problem.code === 'not_signed_in' || problem.code === 'other_person') return { ended: 'signed_out' };
    if (status >= 500 || status === 429) return { ended: 'unreachable', isServer: status >= 500 };
    return { ended: 'refused', problem };
  }
}

async function attempt(change: WaitingChange, { now, today, keep, isTheirs }: Keeping): Promise<Delivery> {
  const isFirst = change.attemptedAt === null;
  // Once sent, a request stays as it is: its key belongs to what is in it.
  let request = isFirst && today !== null ? asOfDay(change.request, today) : change.request;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (request.expects && !request.ifMatch) {
      const known = await readMember(request, request.expects.member);
      if (known.value === wantedValue(request))
        return { ended: 'done', answer: { data: null, etag: known.etag } };
      if (known.value !== request.expects.value) return refusedHere(CHANGED_MEANWHILE, known.value);
      request = { ...request, ifMatch: known.etag };
    }
    if (!isTheirs()) return { ended: 'left' };
    await keep({ request, attemptedAt: change.attemptedAt ?? now });
    if (!isTheirs()) return { ended: 'left' };
    try {
      const answer = await sendOnce(request, change.key, { signal: AbortSignal.timeout(timeoutOf(request)) });
      return { ended: 'done', answer };
    } catch (error) {
      const isChanged = error instanceof ServerRefusal && error.status === 412;
      if (!isChanged || !request.expects) throw error;
      request = { ...request, ifMatch: null };
    }
  }
  return refusedHere(CHANGED_MEANWHILE);
}

/** Returns how long the answer to a request may take: a photo has much to send first. */
function timeoutOf({ body }: ChangeRequest): number {
  return TIMEOUT_MS + Math.ceil((JSON.stringify(body)?.length ?? 0) / BYTES_PER_MS);
}

function wantedValue({ body, expects }: ChangeRequest): unknown {
  return (body as Record<string, unknown>)[expects!.member] ?? null;
}

/** Reads a member of the booking that a request changes, with the ETag of the record. */
async function readMember(
  request: ChangeRequest,
  member: string,
): Promise<{ value: string | null; etag: string | null }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { data, etag } = await readAnswer<Record<string, unknown>[]>(request.path, {}, signal, {
    waits: false,
  });
  const record = data.find(({ order_id: id }) => id === targetOf(request)?.id);
  return { value: (record?.[member] as string | null | undefined) ?? null, etag };
}

function refusedHere(code: string, theirs: string | null = null): Delivery {
  const problem = { status: 409, code, title: '', detail: '', data: { theirs } };
  return { ended: 'refused', problem: problem as unknown as DeskProblem };
}

/** Whether a refusal says that somebody else was first, so that it can be sent all the same. */
export function canSendAnyway({ problem }: WaitingChange): boolean {
  return problem?.code === CHANGED_MEANWHILE || problem?.code === 'precondition_failed';
}

/**
 * Returns what a change that was refused is like when it is sent again: whatever others changed, if that was the reason. `more`: what the
 * refusal asks for.
 */
export function asSentAgain(change: WaitingChange, more: object = {}): Partial<WaitingChange> {
  const { expects: _, ifMatch: __, ...anyway } = change.request;
  const isAnyway = canSendAnyway(change);
  const request = isAnyway ? anyway : change.request;
  const isOther = isAnyway || Object.keys(more).length > 0;
  // Another request was not done as the one that was refused. And a key that the server has forgotten says nothing.
  const isNew = isOther || change.problem?.code === OUTCOME_UNKNOWN;
  return {
    request:
      request.body === undefined ? request : { ...request, body: { ...(request.body as object), ...more } },
    ...(isNew && { key: newKey(), attemptedAt: null }),
    problem: null,
    failures: 0,
  };
}
