// Tokens of the public API: created, listed and revoked by the operator; looked up by every request.
import type { Database, Queryable } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import type { Scopes, TokenScope } from '../model/scope.ts';
import { createToken, hashToken, type TokenAccess, type TokenReach } from '../model/token.ts';
import { Problem } from '../problems.ts';
import { type PropertyRow, toProperty } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** A token as it is listed, without the secret. */
export type Token = {
  tokenId: number;
  label: string;
  access: TokenAccess;
  /** what it opens; null = everything */
  scopes: Scopes;
  /** the properties that it opens, by id; null = all */
  hotelIds: readonly number[] | null;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null;
  revokedAt: Temporal.Instant | null;
};

/** What a new token is for, and what it may do. */
export type NewToken = { label: string; access: TokenAccess; scopes: Scopes };

/** Creates a token of the property. `secret` is the token itself, which is shown only once. */
export async function issueToken(
  tx: PropertyTransaction,
  wanted: NewToken,
): Promise<Token & { secret: string }> {
  return storeToken(tx, wanted, { hotelId: tx.hotelId, all: false });
}

/**
 * Creates a token of several properties; `hotelIds` null = of all, also of those made later. Throws
 * `unknown_property`.
 */
export async function issuePortfolioToken(
  tx: PropertyTransaction,
  wanted: NewToken,
  hotelIds: readonly number[] | null,
): Promise<Token & { secret: string }> {
  const token = await storeToken(tx, wanted, { hotelId: null, all: hotelIds === null });
  if (hotelIds === null) return token;
  const rows = await tx.query<{ hotel_id: number }>(
    `insert into token_properties (hotel_id, token_id)
     select hotel_id, $2 from properties where hotel_id = any($1::bigint[]) and sandbox_at is null
     returning hotel_id`,
    [hotelIds, token.tokenId],
  );
  const known = new Set(rows.map((row) => row.hotel_id));
  const unknown = hotelIds.find((hotelId) => !known.has(hotelId));
  if (unknown !== undefined) throw new Problem('unknown_property', { hotelId: unknown });
  return { ...token, hotelIds: [...known].sort((a, b) => a - b) };
}

async function storeToken(
  tx: PropertyTransaction,
  { label, access, scopes }: NewToken,
  { hotelId, all }: { hotelId: number | null; all: boolean },
): Promise<Token & { secret: string }> {
  const secret = createToken();
  const [row] = await tx.query<Omit<TokenRow, 'hotel_ids'>>(
    `insert into tokens (token_hash, hotel_id, label, access, scopes, all_properties, created_at)
     values ($1, $2, $3, $4, $5::text[], $6, $7) returning *`,
    [hashToken(secret), hotelId, label, access, scopes, all, tx.now],
  );
  const hotelIds = hotelId === null ? null : [hotelId];
  return { ...toToken({ ...row!, hotel_ids: hotelIds }), secret };
}

/** Revokes a token, for all properties that it opens; repeating it changes nothing. Throws `not_found`. */
export async function revokeToken(tx: PropertyTransaction, tokenId: number): Promise<Token> {
  return revokeWhere(tx, tokenId, OPENS_PROPERTY, [tx.hotelId]);
}

/** Revokes a token that was made for several properties. Like `revokeToken`. */
export async function revokePortfolioToken(tx: PropertyTransaction, tokenId: number): Promise<Token> {
  return revokeWhere(tx, tokenId, OPENS_SEVERAL, []);
}

/** Returns the tokens that open a property, by id, revoked ones included. */
export async function listTokens(db: Queryable, hotelId: number): Promise<Token[]> {
  return selectTokens(db, OPENS_PROPERTY, [hotelId]);
}

/** Returns the tokens that were made for several properties, by id, revoked ones included. */
export async function listPortfolioTokens(db: Queryable): Promise<Token[]> {
  return selectTokens(db, OPENS_SEVERAL, []);
}

const OPENS_PROPERTY = `(token.hotel_id = $1 or token.hotel_id is null and (token.all_properties
  and exists (select 1 from properties where hotel_id = $1 and test_until is null) or exists (
  select 1 from token_properties as opened where opened.hotel_id = $1 and opened.token_id = token.token_id)))`;
const OPENS_SEVERAL = 'token.hotel_id is null';

/** The ids of the properties that a token names; null = all. */
const HOTEL_IDS = `case when token.hotel_id is not null then array[token.hotel_id]
  when not token.all_properties then array(
    select opened.hotel_id from token_properties as opened where opened.token_id = token.token_id order by 1)
  end as hotel_ids`;

async function revokeWhere(
  tx: PropertyTransaction,
  tokenId: number,
  condition: string,
  values: readonly number[],
): Promise<Token> {
  const next = values.length + 1;
  const [row] = await tx.query<TokenRow>(
    `update tokens as token set revoked_at = coalesce(token.revoked_at, $${next + 1})
     where ${condition} and token.token_id = $${next} returning token.*, ${HOTEL_IDS}`,
    [...values, tokenId, tx.now],
  );
  if (!row) throw new Problem('not_found', { case: 'token', id: tokenId });
  return toToken(row);
}

async function selectTokens(db: Queryable, condition: string, values: readonly number[]): Promise<Token[]> {
  const rows = await db.query<TokenRow>(
    `select token.*, ${HOTEL_IDS} from tokens as token where ${condition} order by token.token_id`,
    [...values],
  );
  return rows.map(toToken);
}

/** A valid token, without the properties that it opens. */
type TokenHolder = {
  tokenId: number;
  label: string;
  access: TokenAccess;
  scopes: Scopes;
  opens: TokenReach;
};

/**
 * Returns what a token may do, and the property: the one that it opens, or of several that with the id `hotelId`; null when it does not
 * open that one or none is named. Returns null for a token that is unknown or revoked. One statement reads one row, unless the
 * property is null.
 */
export async function findByToken(
  db: Queryable,
  token: string,
  hotelId: number | null,
): Promise<{ holder: TokenHolder; property: Property | null } | null> {
  const hash = hashToken(token);
  const [found] = await db.query<PropertyRow & HolderRow>(
    `select property.*, head.last_seq, ${HOLDER}
     from tokens as token
     join properties as property
       on property.hotel_id = coalesce(token.hotel_id, $2) and property.removal_due_at is null and (token.hotel_id is not null or property.sandbox_at is null)
     join log_heads as head on head.hotel_id = property.hotel_id
     where token.token_hash = $1 and token.revoked_at is null
       and (token.hotel_id is not null or token.all_properties and property.test_until is null or exists (
         select 1 from token_properties as opened where opened.hotel_id = $2 and opened.token_id = token.token_id))`,
    [hash, hotelId],
  );
  if (found) return { holder: toHolder(found), property: toProperty(found) };
  const [row] = await db.query<HolderRow>(
    `select ${HOLDER} from tokens as token
     where token.token_hash = $1 and token.revoked_at is null and token.hotel_id is null`,
    [hash],
  );
  return row ? { holder: toHolder(row), property: null } : null;
}

const HOLDER = `token.token_id, token.label as token_label, token.access as token_access, token.scopes as token_scopes,
  case when token.hotel_id is not null then 'one' when token.all_properties then 'all' else 'named' end as token_opens`;

type HolderRow = {
  token_id: number;
  token_label: string;
  token_access: TokenAccess;
  token_scopes: TokenScope[] | null;
  token_opens: TokenReach;
};

function toHolder(row: HolderRow): TokenHolder {
  return {
    tokenId: row.token_id,
    label: row.token_label,
    access: row.token_access,
    scopes: row.token_scopes,
    opens: row.token_opens,
  };
}

/**
 * Returns the ids of those of these tokens that are not revoked. `hotelId`: a property that the token opened when it was
 * last looked up.
 */
export async function findValidTokens(
  db: Queryable,
  tokens: readonly { hotelId: number; tokenId: number }[],
): Promise<Set<number>> {
  const rows = await db.query<{ token_id: number }>(
    `select token_id from tokens
     where ((hotel_id, token_id) in (select * from unnest($1::bigint[], $2::bigint[]))
       or hotel_id is null and token_id = any($2::bigint[])) and revoked_at is null`,
    [tokens.map((token) => token.hotelId), tokens.map((token) => token.tokenId)],
  );
  return new Set(rows.map((row) => row.token_id));
}

/** Stores when tokens were last used: once per batch of the usage log, not once per request. */
export async function touchTokens(
  db: Database,
  tokenIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  await db.query(`update tokens set last_used_at = $2 where token_id = any($1::bigint[])`, [tokenIds, now]);
}

type TokenRow = {
  token_id: number;
  label: string;
  access: TokenAccess;
  scopes: TokenScope[] | null;
  /** bigints, which the driver gives as texts in an array */
  hotel_ids: (number | string)[] | null;
  created_at: Temporal.Instant;
  last_used_at: Temporal.Instant | null;
  revoked_at: Temporal.Instant | null;
};

function toToken(row: TokenRow): Token {
  return {
    tokenId: row.token_id,
    label: row.label,
    access: row.access,
    scopes: row.scopes,
    hotelIds: row.hotel_ids?.map(Number) ?? null,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
