// Screens that several people share: each signs in once, and then takes the screen over with a PIN.
import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import { MAX_WRONG_PINS, SESSION_HOURS, type SignedInPerson } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { requirePassword } from './confirmed-person.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  createSecret,
  earliestResumable,
  endSession,
  hashSession,
  type StartedSession,
} from './user-sessions.ts';

/** A person who may take a shared screen over. `isLocked`: too many wrong PINs, so the person has to sign in again. */
type ScreenUser = { userId: number; name: string; hasPin: boolean; isLocked: boolean };

type Cookie = { cookie: string; secret: string };

/** Returns the shared screen of a cookie; null for none, and for one whose sharing has ended. */
export async function findSharedScreen(db: Queryable, given: Cookie | null): Promise<number | null> {
  if (!given) return null;
  const [row] = await db.query<{ screen_id: number }>(
    `select screen_id from shared_screens where screen_hash = $1 and ended_at is null`,
    [hashSession(given.cookie, given.secret)],
  );
  return row?.screen_id ?? null;
}

/**
 * Declares the browser of a session a shared screen. Returns the secret of the cookie that the browser keeps. A session of a phone
 * becomes one of a desk.
 */
export async function shareScreen(
  db: Database,
  who: SignedInPerson,
  cookie: string,
  now: Temporal.Instant,
): Promise<string> {
  const secret = createSecret();
  await db.transaction(async (tx) => {
    const [screen] = await tx.query<{ screen_id: number }>(
      `insert into shared_screens (screen_hash, created_by, created_at) values ($1, $2, $3) returning screen_id`,
      [hashSession(cookie, secret), who.userId, now],
    );
    await tx.query(
      `update sessions set screen_id = $3, wrong_pins = 0, is_phone = false, expires_at = least(expires_at, $4::timestamptz)
       where user_id = $1 and session_id = $2 and revoked_at is null`,
      [who.userId, who.sessionId, screen!.screen_id, now.add({ hours: SESSION_HOURS.desk })],
    );
    return { value: undefined };
  });
  return secret;
}

/** Ends the sharing of a screen: everybody but the person of the session is signed out there. */
export async function endSharing(
  db: Database,
  screenId: number,
  { sessionId }: SignedInPerson,
  now: Temporal.Instant,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`update shared_screens set ended_at = $2 where screen_id = $1 and ended_at is null`, [
      screenId,
      now,
    ]);
    await tx.query(
      `update sessions set revoked_at = $3 where screen_id = $1 and session_id <> $2 and revoked_at is null`,
      [screenId, sessionId, now],
    );
    await tx.query(`update sessions set screen_id = null where screen_id = $1 and session_id = $2`, [
      screenId,
      sessionId,
    ]);
    return { value: undefined };
  });
}

/** Returns the people who may take a screen over, the one seen last first. */
export async function listScreenUsers(
  db: Queryable,
  screenId: number,
  now: Temporal.Instant,
): Promise<ScreenUser[]> {
  const rows = await db.query<{ user_id: number; name: string; has_pin: boolean; is_locked: boolean }>(
    `select person.user_id, person.name, person.pin_hash is not null as has_pin, session.wrong_pins >= $3 as is_locked
     from sessions as session
     join users as person on person.user_id = session.user_id and person.removed_at is null
     where session.screen_id = $1 and ${RESUMABLE}
     order by session.last_seen_at desc, person.user_id`,
    [screenId, earliestResumable(now), MAX_WRONG_PINS],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    hasPin: row.has_pin,
    isLocked: row.is_locked,
  }));
}

/** A session that a PIN resumes, as SQL; $2 is `earliestResumable`. */
const RESUMABLE = `session.revoked_at is null and session.last_seen_at > $2`;

/** Who takes a shared screen over, with which PIN, and from whom. */
type Switch = {
  screenId: number;
  userId: number;
  pin: string;
  before: SignedInPerson | null;
  cookie: string;
};

/**
 * Gives a shared screen to another person who has signed in there, whose session goes on under a new secret. The session before
 * is suspended. Throws `pin_refused`, and `pin_locked` after MAX_WRONG_PINS wrong ones.
 */
export async function switchByPin(
  db: Database,
  { screenId, userId, pin, before, cookie }: Switch,
  now: Temporal.Instant,
): Promise<StartedSession> {
  const attempt = await countPin(db, { screenId, userId }, now);
  const isRight = await verifyPassword(pin, attempt.pin_hash).catch(async (error) => {
    // The PIN was not compared: the attempt is given back.
    await db.query(`update sessions set wrong_pins = greatest(wrong_pins - 1, 0) where session_id = $1`, [
      attempt.session_id,
    ]);
    throw error;
  });
  if (!isRight) throw refusalAfter(attempt.wrong_pins);
  const secret = createSecret();
  await db.transaction(async (tx) => {
    // Held until the session has begun, so that a change of the PIN at the same time comes before it, or ends it.
    const [same] = await tx.query(
      `select 1 from users where user_id = $1 and removed_at is null and pin_hash = $2 for share`,
      [userId, attempt.pin_hash],
    );
    if (!same) throw new Problem('pin_refused', { left: 0 });
    const [resumed] = await tx.query(
      `update sessions set session_hash = $2, wrong_pins = 0, began_with = 'pin', last_seen_at = $3, expires_at = $4
       where session_id = $1 and revoked_at is null returning 1`,
      [attempt.session_id, hashSession(cookie, secret), now, now.add({ hours: SESSION_HOURS.desk })],
    );
    if (!resumed) throw new Problem('pin_refused', { left: 0 });
    if (before && before.sessionId !== attempt.session_id) await suspendSession(tx, before, screenId, now);
    return { value: undefined };
  });
  return { userId, sessionId: attempt.session_id, secret };
}

type PinAttempt = { session_id: number; wrong_pins: number; pin_hash: string };

/** Counts an attempt before the PIN is compared, so that attempts at the same time are not all let through. */
async function countPin(
  db: Queryable,
  { screenId, userId }: { screenId: number; userId: number },
  now: Temporal.Instant,
): Promise<PinAttempt> {
  const [attempt] = await db.query<PinAttempt>(
    `update sessions as session set wrong_pins = wrong_pins + 1 from users as person
     where session.screen_id = $1 and session.user_id = $3 and ${RESUMABLE} and session.wrong_pins < $4
       and person.user_id = session.user_id and person.removed_at is null and person.pin_hash is not null
     returning session.session_id, session.wrong_pins, person.pin_hash`,
    [screenId, earliestResumable(now), userId, MAX_WRONG_PINS],
  );
  if (attempt) return attempt;
  const people = await listScreenUsers(db, screenId, now);
  const isLocked = people.some((one) => one.userId === userId && one.isLocked);
  throw isLocked ? new Problem('pin_locked') : new Problem('pin_refused', { left: 0 });
}

function refusalAfter(wrongPins: number): Problem {
  const left = MAX_WRONG_PINS - wrongPins;
  return left > 0 ? new Problem('pin_refused', { left }) : new Problem('pin_locked');
}

/** Ends a session in a browser. On the shared screen the PIN of the person resumes it; elsewhere it is over. */
export async function suspendSession(
  db: Queryable,
  who: SignedInPerson,
  screenId: number | null,
  now: Temporal.Instant,
): Promise<void> {
  const [suspended] = await db.query(
    `update sessions set session_hash = $4, expires_at = least(expires_at, $5::timestamptz)
     where user_id = $1 and session_id = $2 and screen_id = $3 and revoked_at is null returning 1`,
    [who.userId, who.sessionId, screenId, randomBytes(32), now],
  );
  if (!suspended) await endSession(db, who, now);
}

/**
 * Gives a person another PIN; null takes it away. Other sessions that began with the former one are suspended. Whoever has a password
 * types it. Throws as `requirePassword` does.
 */
export async function setPin(
  db: Database,
  who: SignedInPerson,
  { pin, password }: { pin: string | null; password: string | null },
  now: Temporal.Instant,
): Promise<void> {
  const { userId, sessionId } = who;
  const stored = await requirePassword(db, who, password);
  const hash = pin === null ? null : await hashPassword(pin);
  await db.transaction(async (tx) => {
    const [same] = await tx.query(
      `update users set pin_hash = $2 where user_id = $1 and removed_at is null
         and password_hash is not distinct from $3 returning 1`,
      [userId, hash, stored],
    );
    if (!same) throw new Problem('wrong_password');
    await tx.query(`update sessions set wrong_pins = 0 where user_id = $1 and session_id = $2`, [
      userId,
      sessionId,
    ]);
    const begunWithPin = await tx.query<{ session_id: number; screen_id: number | null }>(
      `select session_id, screen_id from sessions
       where user_id = $1 and session_id <> $2 and began_with = 'pin' and revoked_at is null`,
      [userId, sessionId],
    );
    for (const one of begunWithPin)
      await suspendSession(tx, { userId, sessionId: one.session_id }, one.screen_id, now);
    return { value: undefined };
  });
}
