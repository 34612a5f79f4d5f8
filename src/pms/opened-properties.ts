// The properties that a token opens which was made for several, or at which a person has a role.
import type { Queryable } from '../db/database.ts';
import { type Property, SANDBOX_ID } from '../model/property.ts';
import type { TokenReach } from '../model/token.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import { type PropertyRow, SELECT_PROPERTY, toProperty } from './properties.ts';

/** Who opens properties: a token, or a person who is signed in. Both are null for the sandbox. */
export type Opener = { tokenId: number | null; userId?: number | null | undefined; opens: TokenReach };

/** Returns one page of the properties that are opened, by id. The sample property is never one of them. `opens` must not be `one`. */
export async function listOpenedProperties(db: Queryable, opener: Opener, page: Page): Promise<Property[]> {
  const key = { columns: ['property.hotel_id'], types: ['bigint'] };
  const { text, values } = keyset(SELECT_PROPERTY, conditionsOf(opener), key, page);
  return (await db.query<PropertyRow>(text, values)).map(toProperty);
}

/** Returns how many properties are opened. `opens` must not be `one`. */
export function countOpenedProperties(db: Queryable, opener: Opener): Promise<number> {
  return count(db, 'properties as property', conditionsOf(opener));
}

function conditionsOf({ tokenId, userId = null, opens }: Opener): Condition[] {
  const keyOf = (id: number | null) => (opens === 'named' && id !== null ? id : undefined);
  const named =
    'property.hotel_id in (select opened.hotel_id from token_properties as opened where opened.token_id = ?)';
  const ofPerson =
    'property.hotel_id in (select held.hotel_id from user_roles as held where held.user_id = ?)';
  return [
    ['property.hotel_id <> ?', SANDBOX_ID],
    ['(property.removal_due_at is null) = ?', true],
    [named, keyOf(tokenId)],
    [ofPerson, keyOf(userId)],
    ['(property.test_until is null) = ?', opens === 'all' ? true : undefined],
  ];
}
