// Requests of the desk to its server: reads, and changes that are done once however often they are sent.

import type { Static } from 'typebox';
import type { problemSchema } from '../../src/api/problem-record.ts';
import { savedName } from '../../src/model/saved-file.ts';
import { sessionNumber, signedInAgain } from './ended-session.ts';

export type DeskProblem = Static<typeof problemSchema>;

/** A change as data, so that it can be kept and sent later. `path`: with the property, as `api` and `operator` of property.ts return it. */
export type ChangeRequest = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** the ETag that the record must still have */
  ifMatch?: string | null;
  /** the value that a member of the record must still have when a change that had to wait is sent; it is read again then */
  expects?: { member: string; value: string | null };
};

/** `etag`: of the record after the change; null where it has none. `isReplayed`: the answer to an earlier attempt with the same key. */
export type DeskAnswer<T = unknown> = { data: T; etag: string | null; isReplayed?: boolean };

/** The server refused the request, and says why. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly problem: DeskProblem;

  constructor(status: number, problem: DeskProblem) {
    super(problem.detail);
    this.status = status;
    this.problem = problem;
  }

  /** Whether the same request is refused the next time too, as far as the server says. */
  get isFinal(): boolean {
    return this.status < 500 && this.status !== 429;
  }
}

let translate = async (problem: DeskProblem): Promise<DeskProblem> => problem;

/** Sets how refusals get their sentences in the language of the screen. */
export function translateRefusals(translation: (problem: DeskProblem) => Promise<DeskProblem>): void {
  translate = translation;
}

/** The person as whom changes are made, and what to do where the session is that of somebody else by now. */
type Sender = { userId: () => number | undefined; onOther: () => void };
let sender: Sender = { userId: () => undefined, onOther: () => {} };

/** Sets who makes changes. The server does none for a session of somebody else: another tab has the same cookie. */
export function sendAs(given: Sender): void {
  sender = given;
}

type Parameters = Record<string, string | number | boolean | undefined>;

/** Reads JSON. Throws `ServerRefusal`, and TypeError if the server cannot be reached, also if something before it answers in its place. */
export async function read<T>(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<T> {
  return (await readAnswer<T>(path, parameters, signal)).data;
}

/** Reads JSON with the ETag of the record. Throws as `read` does. `waits`: false = not for somebody to sign in. */
export async function readAnswer<T>(
  path: string,
  parameters: Parameters = {},
  signal?: AbortSignal,
  { waits = true } = {},
): Promise<DeskAnswer<T>> {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const request = () => readUnlessKept<T>(url.href, signal);
  return waits ? withSession(path, request) : request();
}

/**
 * The answers that were read last, by their addresses. The server says whether they are still right; a browser's own cache would outlast the
 * session, so it keeps none.
 */
let answers = new Map<string, DeskAnswer & { etag: string }>();
const MAX_KEPT = 50;

/** Forgets the answers that were read: they are those of a person and a property. */
export function forgetAnswers(): void {
  // What is still being read goes into the former ones.
  answers = new Map();
}

async function readUnlessKept<T>(url: string, signal: AbortSignal | undefined): Promise<DeskAnswer<T>> {
  const kept = answers;
  const known = kept.get(url);
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...(known && { 'if-none-match': known.etag }) },
    signal: signal ?? null,
  });
  if (known && answer.status === 304) return known as DeskAnswer<T>;
  const read = await answerOf<T>(answer);
  kept.delete(url);
  if (read.etag !== null) {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
    kept.set(url, { ...read, etag: read.etag });
  }
  return read;
}

/** Reads a file, with the name that the server gives it. Throws as `read` does. */
export async function readFile(path: string): Promise<{ content: Blob; name: string }> {
  return withSession(path, async () => {
    const answer = await fetch(path);
    if (!answer.ok) await answerOf(answer);
    const name = savedName(answer.headers.get('content-disposition')) ?? '';
    return { content: await answer.blob(), name };
  });
}

/** Sends a change. `key`: the same for each attempt, so that it is done once. Throws as `read` does. */
export async function send<T>(request: ChangeRequest, key: string): Promise<DeskAnswer<T>> {
  return withSession(request.path, () => sendOnce<T>(request, key));
}

/** `as`: the person as whom it is sent, who may not use the page any more; absent = who uses it now. */
type SendOptions = { signal?: AbortSignal; as?: number | undefined };

/** Sends a change as `send` does, but does not wait for somebody to sign in. */
export async function sendOnce<T>(
  request: ChangeRequest,
  key: string,
  { signal, as }: SendOptions = {},
): Promise<DeskAnswer<T>> {
  const { method, path, body, ifMatch } = request;
  const userId = OF_ANYBODY.includes(`${method} ${path}`) ? undefined : (as ?? sender.userId());
  const init = {
    method,
    headers: {
      accept: 'application/json',
      'idempotency-key': key,
      ...(userId !== undefined && { 'innwire-person': String(userId) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ?? null,
  };
  return answerOf<T>(await fetch(path, init), as === undefined ? sender.onOther : () => {});
}

/** Whoever signs in may be somebody else than before, and whoever locks the screen locks it for all. */
const OF_ANYBODY: readonly string[] = [
  'POST /session',
  'POST /session/passkeys/sign-in-options',
  'POST /session/link',
  'POST /session/screen/switch',
  'POST /session/screen/lock',
];

/** Sends a request once more if the session had ended and the same person signs in again. */
async function withSession<T>(path: string, request: () => Promise<T>): Promise<T> {
  const session = sessionNumber();
  try {
    return await request();
  } catch (error) {
    const isEnded = error instanceof ServerRefusal && error.problem.code === 'not_signed_in';
    // Whether somebody is signed in at all is no question to wait for.
    if (!isEnded || path === '/session' || !(await signedInAgain(session))) throw error;
    return request();
  }
}

/** Returns what is wrong with a field of a refused request; otherwise why all of it was refused. */
export function problemOf({ errors, detail }: DeskProblem, field: string): string {
  return errors?.find((one) => one.field === field)?.message ?? detail;
}

/** Returns a key for one change. `crypto.randomUUID` exists only where the connection is encrypted. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `onOther`: what to do where the session is that of somebody else by now. */
async function answerOf<T>(answer: Response, onOther = sender.onOther): Promise<DeskAnswer<T>> {
  const text = await answer.text();
  const data = parse(text);
  if (answer.ok) {
    // The server answers with JSON: the page of a proxy says nothing about what became of the request.
    if (data === undefined && answer.status !== 204) throw new TypeError('no answer of the server');
    const isReplayed = answer.headers.has('idempotent-replayed');
    return { data: data as T, etag: answer.headers.get('etag'), ...(isReplayed && { isReplayed }) };
  }
  const problem = (data ?? {
    status: answer.status,
    title: answer.statusText,
    detail: `${answer.status} ${answer.statusText}`,
    code: 'unknown',
  }) as DeskProblem;
  if (problem.code === 'other_person') onOther();
  throw new ServerRefusal(answer.status, await translate(problem));
}

/** Returns undefined for what is no JSON: the answer of a proxy, or none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
