// Requests whose answer was lost: nobody knows whether the server did them. Sent again with the same key they are done once.
import { type ChangeRequest, newKey, type ServerRefusal } from './server.ts';

/** Milliseconds for which the server knows a key, less an hour: it keeps the answers of requests for 24 hours. */
export const KEY_MS = 23 * 3_600_000;

/** The key of a request, and when it was first sent, in milliseconds since 1970. */
type SentKey = { key: string; sentAt: number };

/** By person and request. A page that is loaded again has forgotten them, as it has the values of its forms. */
const unknown = new Map<string, SentKey>();

/**
 * Returns the key with which a person's request is sent. `isRepeat`: an equal request was sent before, and its outcome is not known; then
 * it is the key of that one.
 */
export function keyOf(
  userId: number | undefined,
  request: ChangeRequest,
  now = Date.now(),
): SentKey & { isRepeat: boolean } {
  for (const [name, { sentAt }] of unknown) if (now - sentAt > KEY_MS) unknown.delete(name);
  const known = unknown.get(nameOf(userId, request));
  return known ? { ...known, isRepeat: true } : { key: newKey(), sentAt: now, isRepeat: false };
}

/** Keeps the key of a request without an answer for the next equal one. */
export function keepKey(userId: number | undefined, request: ChangeRequest, { key, sentAt }: SentKey): void {
  unknown.set(nameOf(userId, request), { key, sentAt });
}

/** Forgets the key of a request that was answered: an equal one that follows is another change. */
export function forgetKey(userId: number | undefined, request: ChangeRequest): void {
  unknown.delete(nameOf(userId, request));
}

/** Whether a refusal says that a request was not done, also not by an attempt before: what is asked before the key says nothing of it. */
export function isDefinite({ status, problem }: ServerRefusal): boolean {
  return status < 500 && !BEFORE_KEY.has(status) && problem.code !== 'other_person';
}

/** Statuses of refusals for which the server does not look at the key: nobody is signed in, it may not be done (any more), too many requests. */
const BEFORE_KEY: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** The property is part of the path. `If-Match` is not part of what is done. */
function nameOf(userId: number | undefined, { method, path, body }: ChangeRequest): string {
  return JSON.stringify([userId ?? null, method, path, body ?? null]);
}
