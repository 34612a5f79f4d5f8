// The properties that a token opens which was made for several.
import type { Queryable } from '../db/database.ts';
import { type Property, SANDBOX_ID } from '../model/property.ts';
import type { TokenReach } from '../model/token.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import { type PropertyRow, SELECT_PROPERTY, toProperty } from './properties.ts';

/** A token that was made for several properties. */
type PortfolioToken = { tokenId: number; opens: Exclude<TokenReach, 'one'> };

/** Returns one page of the properties that a token opens, by id. The sample property is never one of them. */
export async function listOpenedProperties(
  db: Queryable,
  token: PortfolioToken,
  page: Page,
): Promise<Property[]> {
  const key = { columns: ['property.hotel_id'], types: ['bigint'] };
  const { text, values } = keyset(SELECT_PROPERTY, conditionsOf(token), key, page);
  return (await db.query<PropertyRow>(text, values)).map(toProperty);
}

/** Returns how many properties a token opens. */
export function countOpenedProperties(db: Queryable, token: PortfolioToken): Promise<number> {
  return count(db, 'properties as property', conditionsOf(token));
}

function conditionsOf({ tokenId, opens }: PortfolioToken): Condition[] {
  const key = opens === 'named' ? tokenId : undefined;
  const named =
    'property.hotel_id in (select opened.hotel_id from token_properties as opened where opened.token_id = ?)';
  return [
    ['property.hotel_id <> ?', SANDBOX_ID],
    [named, key],
    ['(property.test_until is null) = ?', opens === 'all' ? true : undefined],
  ];
}
