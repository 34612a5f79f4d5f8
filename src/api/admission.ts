// Who may do what: from the token in the path to the property it opens, and the refusals on the way, in their order.
import type { Queryable } from '../db/database.ts';
import { type Property, subscriptionLapsed } from '../model/property.ts';
import { isTokenShaped, SANDBOX_TOKEN, type TokenAccess } from '../model/token.ts';
import { findSandbox } from '../pms/sandbox/property.ts';
import { findByToken } from '../pms/tokens.ts';
import { Problem } from '../problems.ts';
import type { Operation } from './operation.ts';

/** A caller whose token is known. */
export type Caller = {
  property: Property;
  /** null for the public sandbox token */
  tokenId: number | null;
  label: string;
  access: TokenAccess | 'demo';
};

/** The caller behind a token. Throws `unknown_token` for any that does not open a property, and does not say why. */
export async function identify(db: Queryable, token: string): Promise<Caller> {
  if (token === SANDBOX_TOKEN) {
    return { property: await findSandbox(db), tokenId: null, label: 'sandbox', access: 'demo' };
  }
  // A text that cannot be a token costs no look-up.
  const known = isTokenShaped(token) ? await findByToken(db, token) : null;
  if (!known) {
    throw new Problem(
      'unknown_token',
      'This token opens no property: check it, or ask its operator for a new one.',
    );
  }
  return known;
}

/** Refuses what the caller may not do: first the subscription, then writing with a token that only reads. */
export function authorize(caller: Caller, operation: Operation): void {
  if (operation.kind !== 'read' || !operation.openWhenLapsed) requireSubscription(caller);
  if (operation.kind !== 'write') return;
  if (caller.access === 'demo') {
    throw new Problem('demo_mode', 'The sandbox is read-only: make a property of your own to write.');
  }
  if (caller.access === 'read') {
    throw new Problem(
      'read_only_token',
      'This token may only read: ask its operator for one with full access.',
    );
  }
}

/** Refuses a caller whose property is not paid for. */
export function requireSubscription({ property: { subscription } }: Caller): void {
  if (!subscriptionLapsed(subscription)) return;
  throw new Problem(
    'subscription_required',
    `The subscription of this property is ${subscription.status}: its operator can renew it.`,
  );
}
