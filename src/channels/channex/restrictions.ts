// The restrictions of a rate plan at Channex: the names of members and the fields that they carry.
import type { NightField } from '../../model/night-values.ts';
import { fieldsNamed, restrictionMembers } from '../carried-members.ts';

/** All members by which a message or a warning may name a restriction. */
export const RESTRICTIONS = restrictionMembers('both');

/** Returns the fields that members of messages and warnings are about. */
export function fieldsOfRestrictionNames(names: readonly string[]): NightField[] {
  return fieldsNamed(names, RESTRICTIONS, {
    availability: 'available',
    rate: 'priceMinor',
    rates: 'priceMinor',
    min_stay: 'minStay',
  });
}
