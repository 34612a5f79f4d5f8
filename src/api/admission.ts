// Authentication and authorization: finds the caller behind a token or a session and checks what the caller may do.
import type { Queryable } from '../db/database.ts';
import { type Property, SANDBOX_ID, subscriptionLapsed } from '../model/property.ts';
import { missingScopes, SCOPE_NAMES, type Scopes } from '../model/scope.ts';
import { type SignInWay, STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '../model/staff.ts';
import { isTokenShaped, SANDBOX_TOKEN, type TokenAccess, type TokenReach } from '../model/token.ts';
import { countOpenedProperties, listOpenedProperties } from '../pms/opened-properties.ts';
import { getProperty } from '../pms/properties.ts';
import { findByToken, findValidTokens } from '../pms/tokens.ts';
import { findBySession, findPresentRoles } from '../pms/user-sessions.ts';
import { Problem } from '../problems.ts';
import type { Operation } from './operation.ts';
import { requireScopes } from './visible.ts';

/** Who holds a valid token, or is signed in. */
export type Holder = {
  /** null for the public sandbox token, and for a person */
  tokenId: number | null;
  /** the person who is signed in; absent = a token */
  userId?: number;
  sessionId?: number;
  /** the role at the property; null = none is named, or none there */
  role?: StaffRole | null;
  /** how the person signed in; absent or null = not known */
  beganWith?: SignInWay | null;
  label: string;
  access: TokenAccess | 'demo';
  /** what the token opens of a property; null = everything */
  scopes: Scopes;
  /** which properties the token opens */
  opens: TokenReach;
};

/** A caller with a valid token or session, and the property that the request concerns. */
export type Caller = Holder & { property: Property };

/** The holder of a token; the property is null when the request names none of several, or one that the token does not open. */
export type Identified = { holder: Holder; property: Property | null };

/**
 * Finds the holder of a token. `hotelId`: the property that the request names; null = none. Throws
 * `unknown_token` for a token that is not valid, without saying why.
 */
export async function identify(db: Queryable, token: string, hotelId: number | null): Promise<Identified> {
  if (token === SANDBOX_TOKEN) return { holder: SANDBOX, property: await getProperty(db, SANDBOX_ID) };
  // A text that is not shaped like a token is rejected without a query.
  const found = isTokenShaped(token) ? await findByToken(db, token, hotelId) : null;
  if (!found) {
    throw new Problem('unknown_token');
  }
  return found;
}

/** A cookie that a browser sent. */
export type SessionCookie = { cookie: string; secret: string };

/** The session that a browser sent. `expectedUserId`: who the page says is signed in; null = it does not say. */
export type SentSession = SessionCookie & { expectedUserId: number | null };

/**
 * Finds the person of a session, like `identify`. It is never cached, so that a session ends at once in all processes. Throws
 * `not_signed_in`, and `other_person` where the page expects somebody else.
 */
export async function identifyPerson(
  db: Queryable,
  session: SentSession | null,
  hotelId: number | null,
  now: Temporal.Instant,
): Promise<Identified> {
  const found = session && (await findBySession(db, session, hotelId, now));
  if (!found) throw new Problem('not_signed_in');
  const { userId, sessionId, name, role, beganWith, opens } = found.holder;
  // Somebody else has signed in since in another tab, which has the same cookie.
  if (session.expectedUserId !== null && session.expectedUserId !== userId) throw new Problem('other_person');
  // Without a role at a property nothing of it is opened.
  const { access, scopes } = role === null ? ({ access: 'read', scopes: [] } as const) : STAFF_ROLES[role];
  const person = { userId, sessionId, role, beganWith, label: name };
  const holder: Holder = { tokenId: null, ...person, access, scopes, opens };
  return { holder, property: found.property };
}

const SANDBOX: Holder = { tokenId: null, label: 'sandbox', access: 'demo', scopes: null, opens: 'one' };

/**
 * Like `identify`, but the answer may come from a cache of at most one second. For writes: they need nothing
 * of the property that changes with every write, and looking up the caller costs a round trip, a tenth of the
 * time of a booking. This process clears the cache after its own changes (`clearCallerCache`); a change made
 * by another process takes effect up to a second late.
 */
export async function identifyWriter(
  db: Queryable,
  token: string,
  hotelId: number | null,
): Promise<Identified> {
  const cache = cacheOf(db);
  const key = `${token} ${hotelId ?? ''}`;
  const found = cache.callers.get(key);
  if (found && found.until > performance.now()) return found.identified;
  const { generation } = cache;
  const until = performance.now() + CACHE_MS;
  const identified = await identify(db, token, hotelId);
  // A caller that was read before a change must not be cached after it.
  if (generation === cache.generation) {
    if (cache.callers.size >= MAX_CACHED_CALLERS) cache.callers.clear();
    cache.callers.set(key, { identified, until });
  }
  return identified;
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

type CallerCache = { callers: Map<string, { identified: Identified; until: number }>; generation: number };

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
 * Returns the caller with the property that the request concerns: the one that it names, else the only one that the token opens.
 * Throws `property_required` when it names none of several, and `property_not_opened` when the token does not open the one
 * that it names, whether or not that exists.
 */
export async function selectProperty(
  db: Queryable,
  { holder, property }: Identified,
  hotelId: number | null,
): Promise<Caller> {
  if (property && (hotelId === null || property.hotelId === hotelId)) return { ...holder, property };
  const opened = property ? [property] : await firstOpened(db, holder);
  if (hotelId === null && opened.length === 1) return { ...holder, property: opened[0]! };
  const total =
    holder.opens === 'one' || opened.length < MAX_NAMED
      ? opened.length
      : await countOpenedProperties(db, holder);
  const facts = {
    properties: opened.map(({ hotelId: id, name }) => ({ hotelId: id, name })),
    total,
    ...(holder.userId !== undefined && { signedIn: true as const }),
  };
  throw hotelId === null
    ? new Problem('property_required', facts)
    : new Problem('property_not_opened', { ...facts, hotelId });
}

/**
 * Returns the caller of an operation that concerns all properties of the token; `property` is the first of them, in whose usage
 * log the call is. Throws `property_required` when there is none.
 */
export async function selectFirstProperty(db: Queryable, identified: Identified): Promise<Caller> {
  const { holder } = identified;
  const property = identified.property ?? (await firstOpened(db, holder))[0];
  if (!property) throw new Problem('property_required', { properties: [], total: 0 });
  return { ...holder, property };
}

/** Number of properties that a refusal names. */
const MAX_NAMED = 20;

async function firstOpened(db: Queryable, holder: Holder): Promise<Property[]> {
  if (holder.opens === 'one') return [];
  return listOpenedProperties(db, holder, { size: MAX_NAMED, after: null });
}

/**
 * Throws when the caller may not run the operation: first if the subscription has lapsed, then if it would
 * write with the sandbox token, a read-only token or one that only proposes, then if the token lacks a scope of the operation, then if only owners
 * may run it, and then if its effect would outlive the session of a person who signed in with a PIN only.
 */
export function authorize(caller: Caller, operation: Operation): void {
  const isOpen = (operation.kind === 'read' || operation.kind === 'list') && operation.openWhenLapsed;
  if (!isOpen) requireSubscription(caller);
  if (operation.kind === 'write') {
    if (caller.access === 'demo') throw new Problem('demo_mode', { property: 'sandbox' });
    if (caller.access === 'read') throw new Problem('read_only_token');
    if (caller.access === 'propose') throw new Problem('proposing_token');
  }
  if (operation.scopes === undefined && caller.userId !== undefined) requireUnrestricted(caller);
  requireScopes(caller.scopes, operation.scopes ?? SCOPE_NAMES);
  if (operation.ownersOnly && caller.role !== 'owner')
    throw new Problem('owner_required', { case: 'of_property' });
  if (operation.ownersOnly || operation.fullSignInOnly) requireFullSignIn(caller);
  requireNotArchived(caller.property, operation);
}

/** Throws `property_archived` for a write that an archived property does not take. */
export function requireNotArchived({ hotelId, archivedAt }: Property, operation: Operation): void {
  if (archivedAt === null || operation.kind !== 'write' || operation.archivedToo) return;
  throw new Problem('property_archived', { hotelId, archivedAt: archivedAt.toString() });
}

/**
 * Throws `full_sign_in_required` for a person who signed in with a PIN: colleagues see it being typed, so it opens nothing that would
 * outlive the session.
 */
export function requireFullSignIn(holder: Pick<Holder, 'beganWith'>): void {
  if (!isFullySignedIn(holder)) throw new Problem('full_sign_in_required');
}

/** Whether a caller is no person who signed in with a PIN. */
export function isFullySignedIn(holder: Pick<Holder, 'beganWith'> | null | undefined): boolean {
  return holder?.beganWith !== 'pin';
}

/** Throws `owner_required` for a person whose role is restricted to scopes: that no scope opens an operation is easier said so. */
function requireUnrestricted({ scopes }: Caller): void {
  if (scopes !== null) throw new Problem('owner_required', { case: 'or_manager' });
}

/** Returns the roles that open an operation of the operator to people who are signed in. */
export function rolesOf(operation: Operation): StaffRole[] {
  if (operation.kind === 'installation') return operation.forOwners ? ['owner'] : [];
  if (operation.ownersOnly) return ['owner'];
  return STAFF_ROLE_NAMES.filter((role) => mayCall(STAFF_ROLES[role], operation));
}

/** Whether the token of the caller opens the operation, as far as its access and its scopes go. */
export function mayCall(
  { access, scopes }: Pick<Caller, 'access' | 'scopes'>,
  operation: Operation,
): boolean {
  if (scopes === null) return true;
  if (access === 'read' && operation.kind === 'write') return false;
  return missingScopes(scopes, operation.scopes ?? SCOPE_NAMES).length === 0;
}

/** Whether a caller who was admitted some time ago still has the same rights: the token is valid, the session too, with the same role. */
export async function isStillAdmitted(
  db: Queryable,
  caller: Caller,
  now: Temporal.Instant,
): Promise<boolean> {
  const { tokenId, sessionId, role, property } = caller;
  const { hotelId } = property;
  if (sessionId !== undefined) {
    const [present] = await findPresentRoles(db, [{ sessionId, hotelId }], now);
    return present === role;
  }
  return tokenId === null || (await findValidTokens(db, [{ hotelId, tokenId }])).has(tokenId);
}

/** Throws when the subscription of the caller's property has lapsed. */
export function requireSubscription({ property: { subscription } }: Caller): void {
  if (!subscriptionLapsed(subscription)) return;
  throw new Problem('subscription_required', { status: subscription.status });
}
