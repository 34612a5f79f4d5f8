// Property tokens: created, listed and revoked by the operator; looked up by every request.
import type { Database, Queryable } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import type { Scopes, TokenScope } from '../model/scope.ts';
import { createToken, hashToken, type TokenAccess } from '../model/token.ts';
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
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null;
  revokedAt: Temporal.Instant | null;
};

/** Creates a token. `secret` is the token itself, which is shown only once. */
export async function issueToken(
  tx: PropertyTransaction,
  wanted: { label: string; access: TokenAccess; scopes: Scopes },
): Promise<Token & { secret: string }> {
  const secret = createToken();
  const [row] = await tx.query<TokenRow>(
    `insert into tokens (token_hash, hotel_id, label, access, scopes, created_at) values ($1, $2, $3, $4, $5::text[], $6) returning *`,
    [hashToken(secret), tx.hotelId, wanted.label, wanted.access, wanted.scopes, tx.now],
  );
  return { ...toToken(row!), secret };
}

/** Revokes a token; repeating it changes nothing. Throws `not_found`. */
export async function revokeToken(tx: PropertyTransaction, tokenId: number): Promise<Token> {
  const [row] = await tx.query<TokenRow>(
    `update tokens set revoked_at = coalesce(revoked_at, $3) where hotel_id = $1 and token_id = $2 returning *`,
    [tx.hotelId, tokenId, tx.now],
  );
  if (!row) throw new Problem('not_found', { case: 'token', id: tokenId });
  return toToken(row);
}

/** Returns all tokens of a property by id, revoked ones included. */
export async function listTokens(db: Queryable, hotelId: number): Promise<Token[]> {
  const rows = await db.query<TokenRow>(`select * from tokens where hotel_id = $1 order by token_id`, [
    hotelId,
  ]);
  return rows.map(toToken);
}

/**
 * Returns the property that a token gives access to, and the kind of access. Null for a
 * token that is unknown or revoked. Reads one row.
 */
export async function findByToken(
  db: Queryable,
  token: string,
): Promise<{
  property: Property;
  tokenId: number;
  label: string;
  access: TokenAccess;
  scopes: Scopes;
} | null> {
  const [row] = await db.query<
    PropertyRow & {
      token_id: number;
      token_label: string;
      token_access: TokenAccess;
      token_scopes: TokenScope[] | null;
    }
  >(
    `select property.*, head.last_seq, token.token_id, token.label as token_label, token.access as token_access,
       token.scopes as token_scopes
     from tokens as token
     join properties as property on property.hotel_id = token.hotel_id
     join log_heads as head on head.hotel_id = token.hotel_id
     where token.token_hash = $1 and token.revoked_at is null`,
    [hashToken(token)],
  );
  if (!row) return null;
  return {
    property: toProperty(row),
    tokenId: row.token_id,
    label: row.token_label,
    access: row.token_access,
    scopes: row.token_scopes,
  };
}

/** Returns the ids of those of these tokens that are not revoked. */
export async function findValidTokens(
  db: Queryable,
  tokens: readonly { hotelId: number; tokenId: number }[],
): Promise<Set<number>> {
  const rows = await db.query<{ token_id: number }>(
    `select token_id from tokens
     where (hotel_id, token_id) in (select * from unnest($1::bigint[], $2::bigint[])) and revoked_at is null`,
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
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
