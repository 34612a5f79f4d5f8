// The public sample property: its id, and how to find it.
import type { Queryable } from '../../db/database.ts';
import type { Property } from '../../model/property.ts';
import { getProperty } from '../properties.ts';

/** Id of the sample property, below all ids that other properties get. */
export const SANDBOX_ID = 1;

/** Returns the sample property. Throws `unknown_property` before it was generated. */
export function findSandbox(db: Queryable): Promise<Property> {
  return getProperty(db, SANDBOX_ID);
}
