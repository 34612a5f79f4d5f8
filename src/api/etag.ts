// ETags of records: a change can be rejected when somebody else changed the record after the client read it.
import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { Scopes } from '../model/scope.ts';
import { Problem } from '../problems.ts';
import { visible } from './visible.ts';

/** Returns the strong ETag of a record as clients see it: equal members and values give equal tags. */
export function recordTag(record: object): string {
  return `"${createHash('sha1').update(JSON.stringify(record)).digest('base64url').slice(0, 16)}"`;
}

/** Returns the ETag of a record as the caller sees it: it must not depend on what a caller may not know. */
export function tagSeenBy(scopes: Scopes, record: object, schema: TSchema): string {
  return recordTag(visible(record, schema, scopes));
}

/** Throws `precondition_failed` unless the tag is among those of the If-Match header. */
export function requireMatch(ifMatch: string, etag: string): void {
  if (!matchesTag(ifMatch, etag)) throw new Problem('precondition_failed');
}

/**
 * Returns whether a header names this tag, or `*`. A weak tag counts as the strong one: proxies that compress
 * make strong tags weak, and our tags are made of the content in either case.
 */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
