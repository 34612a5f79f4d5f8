// People who may sign in, as the operator API has them.
import type { Static } from 'typebox';
import type { signInLinkSchema, userSchema } from '../../../src/api/operator/records.ts';
import { STAFF_ROLE_NAMES, type StaffRole } from '../../../src/model/staff.ts';

export type StaffMember = Static<typeof userSchema>;
export type MadeInvitation = Static<typeof signInLinkSchema>;

export const ROLES = STAFF_ROLE_NAMES;

export function pathOf({ user_id: id }: StaffMember): string {
  return `/operator/users/${id}`;
}

/** Returns the role of a person at a property; null = none. */
export function roleAt({ role, roles }: StaffMember, hotelId: number | null): StaffRole | null {
  return role ?? roles.find((one) => one.hotel_id === hotelId)?.role ?? null;
}

/** Whether a person has a role of its own at another property than the one that is shown. */
export function worksElsewhere({ role, roles }: StaffMember, hotelId: number | null): boolean {
  return role === null && roles.some((one) => one.hotel_id !== hotelId);
}
