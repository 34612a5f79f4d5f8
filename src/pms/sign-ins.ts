// Signing in with a password or with a link that signs in once, and the making of both.
import { createHash } from 'node:crypto';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { LINK_HOURS, normalizeUserName, type SignedInPerson } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { requirePassword } from './confirmed-person.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { requireCode } from './second-factors.ts';
import {
  createSecret,
  endSessions,
  type NewSession,
  type StartedSession,
  startSession,
} from './user-sessions.ts';
import { type Administered, lockWholeUser, type User } from './users.ts';

/**
 * Starts a session for whoever has this name or e-mail address and password, and the code of the second factor if there is one. Throws
 * `sign_in_refused`, after the same time whether or not there is such a person, `code_required` and `code_refused`.
 */
export async function signInByPassword(
  db: Database,
  { name, password, code }: { name: string; password: string; code: string | null },
  wanted: NewSession,
  now: Temporal.Instant,
): Promise<StartedSession> {
  const row = await findNamed(db, name);
  if (!(await verifyPassword(password, row?.password_hash ?? null))) throw new Problem('sign_in_refused');
  await requireCode(db, row!.user_id, code, now);
  return db.transaction(async (tx) => {
    // The password may have been changed, or the person removed, since it was read.
    const [valid] = await tx.query(
      `select 1 from users where user_id = $1 and password_hash = $2 and removed_at is null for share`,
      [row!.user_id, row!.password_hash],
    );
    if (!valid) throw new Problem('sign_in_refused');
    return { value: await startSession(tx, { userId: row!.user_id, beganWith: 'password' }, wanted, now) };
  });
}

/** Returns the id of the person who has this name or e-mail address; null for nobody. */
export async function findNamedUser(db: Queryable, name: string): Promise<number | null> {
  return (await findNamed(db, name))?.user_id ?? null;
}

async function findNamed(db: Queryable, name: string) {
  const [row] = await db.query<{ user_id: number; password_hash: string | null }>(
    `select user_id, password_hash from users
     where removed_at is null and ${name.includes('@') ? 'lower(email)' : 'lower(name)'} in (lower($1), lower($2))
     order by lower(name) = lower($1) desc limit 1`,
    // Names of earlier releases are stored as they were typed.
    [name, normalizeUserName(name)],
  );
  return row;
}

/**
 * Starts a session with the secret of a link, which is then used up. With `password` the person gets this password, and all
 * other sessions of the person end. Throws `link_not_valid`, and `code_required` or `code_refused` without using the link up.
 */
export async function signInByLink(
  db: Database,
  { secret, password, code }: { secret: string; password: string | null; code: string | null },
  wanted: NewSession,
  now: Temporal.Instant,
): Promise<StartedSession> {
  const userId = await requireLink(db, secret, now);
  // Before the code, which is used up: a password may be refused because too many are being hashed.
  const hash = password === null ? null : await hashPassword(password);
  await requireCode(db, userId, code, now);
  return db.transaction(async (tx) => {
    const [used] = await tx.query<{ user_id: number }>(
      `update sign_in_links as link set used_at = $2 from users as person
       where link.secret_hash = $1 and link.used_at is null and link.expires_at > $2
         and person.user_id = link.user_id and person.removed_at is null
       returning link.user_id`,
      [hashLink(secret), now],
    );
    if (!used) throw new Problem('link_not_valid');
    if (hash !== null) await setPassword(tx, { userId: used.user_id, hash, kept: null }, now);
    return { value: await startSession(tx, { userId: used.user_id, beganWith: 'link' }, wanted, now) };
  });
}

/** Returns the id of the person whom a link signs in. Throws `link_not_valid`. */
export async function requireLink(db: Queryable, secret: string, now: Temporal.Instant): Promise<number> {
  const [row] = await db.query<{ user_id: number }>(
    `select user_id from sign_in_links where secret_hash = $1 and used_at is null and expires_at > $2`,
    [hashLink(secret), now],
  );
  if (!row) throw new Problem('link_not_valid');
  return row.user_id;
}

/**
 * Creates a link that signs a person in once, and makes the earlier ones invalid. Returns its secret. Throws `unknown_user`, and
 * `owner_required` for a person who has roles beyond the administered properties.
 */
export async function createSignInLink(
  tx: PropertyTransaction,
  userId: number,
  administered: Administered,
): Promise<{ user: User; secret: string; expiresAt: Temporal.Instant }> {
  const user = await lockWholeUser(tx, userId, administered);
  await tx.query(`delete from sign_in_links where user_id = $1 and used_at is null`, [userId]);
  const secret = createSecret();
  const expiresAt = tx.now.add({ hours: LINK_HOURS });
  await tx.query(
    `insert into sign_in_links (secret_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)`,
    [hashLink(secret), userId, tx.now, expiresAt],
  );
  return { user: { ...user, linkValidUntil: expiresAt }, secret, expiresAt };
}

function hashLink(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Gives a person another password and ends the other sessions of the person. `current` may be null only while the person has none.
 * Throws `wrong_password`, and `full_sign_in_required` for a first password in a session that began with a PIN.
 */
export async function changePassword(
  db: Database,
  who: SignedInPerson,
  { current, wanted }: { current: string | null; wanted: string },
  now: Temporal.Instant,
): Promise<void> {
  const stored = await requirePassword(db, who, current);
  const hash = await hashPassword(wanted);
  await db.transaction(async (tx) => {
    const [same] = await tx.query(
      `select 1 from users where user_id = $1 and password_hash is not distinct from $2 and removed_at is null for update`,
      [who.userId, stored],
    );
    if (!same) throw new Problem('wrong_password');
    await setPassword(tx, { userId: who.userId, hash, kept: who.sessionId }, now);
    return { value: undefined };
  });
}

async function setPassword(
  tx: Transaction,
  { userId, hash, kept }: { userId: number; hash: string; kept: number | null },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(`update users set password_hash = $2 where user_id = $1`, [userId, hash]);
  await endSessions(tx, { userId, kept }, now);
  // A link that somebody else has must not outlive the password that replaces it.
  await tx.query(`delete from sign_in_links where user_id = $1 and used_at is null`, [userId]);
}
