// The public sample property: where it stands in the database.
import type { Queryable } from '../../db/database.ts';
import type { Property } from '../../model/property.ts';
import { getProperty } from '../properties.ts';

/** Below all numbers that real properties get. */
export const SANDBOX_ID = 1;

export function findSandbox(db: Queryable): Promise<Property> {
  return getProperty(db, SANDBOX_ID);
}
