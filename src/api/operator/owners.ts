// What of an operation only owners may do, among the people who are signed in.
import { Problem } from '../../problems.ts';
import { requireFullSignIn } from '../admission.ts';
import type { Call } from '../operation.ts';

/**
 * Throws `owner_required` for a person who does not own the property, and `full_sign_in_required` for an owner who signed in with a PIN.
 * Whoever has the operator key may do everything.
 */
export function requireOwner({ token }: Pick<Call, 'token'>): void {
  if (!token) return;
  if (token.role !== 'owner') throw new Problem('owner_required', { case: 'of_property' });
  requireFullSignIn(token);
}

/** Throws like `requireOwner`, and `owner_required` for a person who does not own all properties. */
export function requireOwnerOfAll(call: Pick<Call, 'token'>): void {
  requireOwner(call);
  if (call.token && call.token.opens !== 'all') throw new Problem('owner_required', { case: 'of_all' });
}
