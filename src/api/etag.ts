// ETags of records: what a client read last, so that a change of it can be refused when somebody else was faster.
import { createHash } from 'node:crypto';
import { Problem } from '../problems.ts';

/** The strong ETag of a record as clients see it: the same members with the same values have the same. */
export function recordTag(record: object): string {
  return `"${createHash('sha1').update(JSON.stringify(record)).digest('base64url').slice(0, 16)}"`;
}

/** Throws `precondition_failed` unless the record still has one of the tags in an If-Match header. */
export function requireMatch(ifMatch: string | undefined, record: object): void {
  if (ifMatch === undefined || matchesTag(ifMatch, recordTag(record))) return;
  throw new Problem(
    'precondition_failed',
    'The record has changed since the ETag in If-Match was given: read it again, and decide again.',
  );
}

/**
 * Whether a header names this tag, or `*`. A weak form counts as the tag itself: proxies that compress make strong tags
 * weak, and what stands behind ours is the content in either case.
 */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
