// Authentication and authorization: finds the caller behind a token and checks what the caller may do.
import type { Queryable } from '../db/database.ts';
import { type Property, SANDBOX_ID, subscriptionLapsed } from '../model/property.ts';
import { missingScopes, SCOPE_NAMES, type Scopes } from '../model/scope.ts';
import { isTokenShaped, SANDBOX_TOKEN, type TokenAccess } from '../model/token.ts';
import { getProperty } from '../pms/properties.ts';
import { findByToken } from '../pms/tokens.ts';
import { Problem } from '../problems.ts';
import type { Operation } from './operation.ts';
import { requireScopes } from './visible.ts';

/** A caller with a valid token. */
export type Caller = {
  property: Property;
  /** null for the public sandbox token */
  tokenId: number | null;
  label: string;
  access: TokenAccess | 'demo';
  /** what the token opens; null = everything */
  scopes: Scopes;
};

/**
 * Finds the caller behind a token. Throws `unknown_token` when the token opens no property, without saying
 * why.
 */
export async function identify(db: Queryable, token: string): Promise<Caller> {
  if (token === SANDBOX_TOKEN) {
    return {
      property: await getProperty(db, SANDBOX_ID),
      tokenId: null,
      label: 'sandbox',
      access: 'demo',
      scopes: null,
    };
  }
  // A text that is not shaped like a token is rejected without a query.
  const caller = isTokenShaped(token) ? await findByToken(db, token) : null;
  if (!caller) {
    throw new Problem('unknown_token');
  }
  return caller;
}

/**
 * Like `identify`, but the caller may come from a cache of at most one second. For writes: they need nothing
 * of the property that changes with every write, and looking up the caller costs a round trip, a tenth of the
 * time of a booking. This process clears the cache after its own changes (`clearCallerCache`); a change made
 * by another process takes effect up to a second late.
 */
export async function identifyWriter(db: Queryable, token: string): Promise<Caller> {
  const cache = cacheOf(db);
  const found = cache.callers.get(token);
  if (found && found.until > performance.now()) return found.caller;
  const { generation } = cache;
  const until = performance.now() + CACHE_MS;
  const caller = await identify(db, token);
  // A caller that was read before a change must not be cached after it.
  if (generation === cache.generation) {
    if (cache.callers.size >= MAX_CACHED_CALLERS) cache.callers.clear();
    cache.callers.set(token, { caller, until });
  }
  return caller;
}

/**
 * Clears the cache of `identifyWriter`. Call it after each change of tokens or of a property, before the
 * response is sent.
 */
export function clearCallerCache(db: Queryable): void {
  const cache = cacheOf(db);
  cache.generation += 1;
  cache.callers.clear();
}

const CACHE_MS = 1_000;
const MAX_CACHED_CALLERS = 10_000;

type CallerCache = { callers: Map<string, { caller: Caller; until: number }>; generation: number };

const cachesByDatabase = new WeakMap<Queryable, CallerCache>();

function cacheOf(db: Queryable): CallerCache {
  let cache = cachesByDatabase.get(db);
  if (!cache) {
    cache = { callers: new Map(), generation: 0 };
    cachesByDatabase.set(db, cache);
  }
  return cache;
}

/**
 * Throws when the caller may not run the operation: first if the subscription has lapsed, then if it would
 * write with the sandbox token or a read-only token, then if the token lacks a scope of the operation.
 */
export function authorize(caller: Caller, operation: Operation): void {
  if (operation.kind !== 'read' || !operation.openWhenLapsed) requireSubscription(caller);
  if (operation.kind === 'write') {
    if (caller.access === 'demo') throw new Problem('demo_mode', { property: 'sandbox' });
    if (caller.access === 'read') throw new Problem('read_only_token');
  }
  requireScopes(caller.scopes, operation.scopes ?? SCOPE_NAMES);
}

/** Whether the token of the caller opens the operation, as far as its access and its scopes go. */
export function mayCall({ access, scopes }: Caller, operation: Operation): boolean {
  if (scopes === null) return true;
  if (access === 'read' && operation.kind === 'write') return false;
  return missingScopes(scopes, operation.scopes ?? SCOPE_NAMES).length === 0;
}

/** Throws when the subscription of the caller's property has lapsed. */
export function requireSubscription({ property: { subscription } }: Caller): void {
  if (!subscriptionLapsed(subscription)) return;
  throw new Problem('subscription_required', { status: subscription.status });
}
