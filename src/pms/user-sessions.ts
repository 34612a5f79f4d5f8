// Sessions of people who are signed in: started, looked up by every request of theirs, listed and ended.
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import {
  PIN_DAYS,
  SESSION_HOURS,
  type SignedInPerson,
  type SignInWay,
  type StaffRole,
} from '../model/staff.ts';
import type { TokenReach } from '../model/token.ts';
import { Problem } from '../problems.ts';
import { type PropertyRow, toProperty } from './properties.ts';

/** A device on which a person is signed in. */
type UserSession = {
  sessionId: number;
  device: string;
  isPhone: boolean;
  /** on a screen that several people share: a PIN resumes it */
  isOnSharedScreen: boolean;
  /** null = of an earlier release */
  beganWith: SignInWay | null;
  createdAt: Temporal.Instant;
  lastSeenAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

/** The device of a new session, the shared screen that it is, if any, and the name of the cookie that will hold its secret. */
export type NewSession = { cookie: string; device: string; isPhone: boolean; screenId: number | null };

/** What the cookie of a new session holds. */
export type StartedSession = { userId: number; sessionId: number; secret: string };

/** The person behind a session, with the role at the property of the request; null = none is named, or none there. */
type SessionHolder = {
  userId: number;
  sessionId: number;
  name: string;
  role: StaffRole | null;
  beganWith: SignInWay | null;
  opens: Exclude<TokenReach, 'one'>;
};

/** Returns 256 random bits as text. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the hash under which a session is stored. It is made with the name of its cookie, so that a secret that was made for
 * https is worth nothing in the cookie that is also sent without it.
 */
export function hashSession(cookie: string, secret: string): Buffer {
  return createHash('sha256').update(`${cookie}=${secret}`).digest();
}

/** Starts a session for a person who has proved who it is. */
export async function startSession(
  tx: Transaction,
  { userId, beganWith }: { userId: number; beganWith: SignInWay },
  { cookie, device, isPhone: isOnPhone, screenId: wantedScreen }: NewSession,
  now: Temporal.Instant,
): Promise<StartedSession> {
  const secret = createSecret();
  const screenId = wantedScreen === null ? null : await takePlaceOnScreen(tx, wantedScreen, userId, now);
  const isPhone = isOnPhone && screenId === null;
  const [row] = await tx.query<{ session_id: number }>(
    `insert into sessions (session_hash, user_id, device, is_phone, created_at, last_seen_at, expires_at, screen_id, began_with)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8) returning session_id`,
    [
      hashSession(cookie, secret),
      userId,
      device,
      isPhone,
      now,
      now.add({ hours: hoursOf(isPhone) }),
      screenId,
      beganWith,
    ],
  );
  return { userId, sessionId: row!.session_id, secret };
}

/** Ends the person's earlier session on a shared screen. Returns the screen; null if it is no longer shared. */
async function takePlaceOnScreen(
  tx: Transaction,
  screenId: number,
  userId: number,
  now: Temporal.Instant,
): Promise<number | null> {
  const [shared] = await tx.query(
    `select 1 from shared_screens where screen_id = $1 and ended_at is null for update`,
    [screenId],
  );
  if (!shared) return null;
  await tx.query(
    `update sessions set revoked_at = $3 where screen_id = $1 and user_id = $2 and revoked_at is null`,
    [screenId, userId, now],
  );
  return screenId;
}

function hoursOf(isPhone: boolean): number {
  return isPhone ? SESSION_HOURS.phone : SESSION_HOURS.desk;
}

/**
 * Returns the person behind a session, and the property: the one with the id `hotelId`, or without an id the only one at which the
 * person has a role; null when the person has none there, or several and none is named. Returns null for a session
 * that is unknown, ended or too old. One statement.
 */
export async function findBySession(
  db: Queryable,
  { cookie, secret }: { cookie: string; secret: string },
  hotelId: number | null,
  now: Temporal.Instant,
): Promise<{ holder: SessionHolder; property: Property | null } | null> {
  const [row] = await db.query<(PropertyRow | { hotel_id: null }) & HolderRow>(
    `select property.*, head.last_seq, session.session_id, session.user_id as session_user_id,
       session.began_with,
       person.name as user_name, person.role as role_everywhere, held.role as role_here
     from sessions as session
     join users as person on person.user_id = session.user_id and person.removed_at is null
     cross join lateral (
       select coalesce($2::bigint, min(one.hotel_id)) as hotel_id, count(*) as roles
       from user_roles as one where one.user_id = session.user_id
     ) as wanted
     left join user_roles as held on held.user_id = session.user_id and held.hotel_id = wanted.hotel_id
       and ($2::bigint is not null or wanted.roles = 1)
     left join properties as property on property.hotel_id = wanted.hotel_id and property.sandbox_at is null and property.removal_due_at is null
       and (held.role is not null or person.role is not null and property.test_until is null)
     left join log_heads as head on head.hotel_id = property.hotel_id
     where session.session_hash = $1 and session.revoked_at is null and session.expires_at > $3`,
    [hashSession(cookie, secret), hotelId, now],
  );
  if (!row) return null;
  const holder: SessionHolder = {
    userId: row.session_user_id,
    sessionId: row.session_id,
    name: row.user_name,
    role: row.role_here ?? row.role_everywhere,
    beganWith: row.began_with,
    opens: row.role_everywhere === null ? 'named' : 'all',
  };
  return { holder, property: row.hotel_id === null ? null : toProperty(row) };
}

type HolderRow = {
  session_id: number;
  session_user_id: number;
  began_with: SignInWay | null;
  user_name: string;
  role_everywhere: StaffRole | null;
  role_here: StaffRole | null;
};

/**
 * Returns the present role of each session at its property, in the order of the list; null for a session that has ended, and for
 * a person without a role there.
 */
export async function findPresentRoles(
  db: Queryable,
  sessions: readonly { sessionId: number; hotelId: number }[],
  now: Temporal.Instant,
): Promise<(StaffRole | null)[]> {
  const rows = await db.query<{ role: StaffRole | null }>(
    `select case when session.revoked_at is null and session.expires_at > $3 and person.removed_at is null
         and exists (select 1 from properties where properties.hotel_id = one.hotel_id and removal_due_at is null)
       then coalesce(held.role, person.role) end as role
     from unnest($1::bigint[], $2::bigint[]) with ordinality as one(session_id, hotel_id, place)
     left join sessions as session on session.session_id = one.session_id
     left join users as person on person.user_id = session.user_id
     left join user_roles as held on held.user_id = session.user_id and held.hotel_id = one.hotel_id
     order by one.place`,
    [sessions.map((one) => one.sessionId), sessions.map((one) => one.hotelId), now],
  );
  return rows.map((row) => row.role);
}

/** Moves the ends of sessions that were used, of each at most once a minute. */
export async function touchSessions(
  db: Database,
  sessionIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  await db.query(
    `update sessions set last_seen_at = $2::timestamptz,
       expires_at = $2::timestamptz + make_interval(hours => case when is_phone then $3::int else $4::int end)
     where session_id = any($1::bigint[]) and last_seen_at < $2::timestamptz - interval '1 minute'
       and revoked_at is null and expires_at > $2`,
    [sessionIds, now, SESSION_HOURS.phone, SESSION_HOURS.desk],
  );
}

/**
 * Returns the sessions in which a person is signed in, the one used last first, with those on shared screens that the person's PIN
 * resumes.
 */
export async function listSessions(
  db: Queryable,
  userId: number,
  now: Temporal.Instant,
): Promise<UserSession[]> {
  const rows = await db.query<SessionRow>(
    `select * from sessions where user_id = $1 and revoked_at is null
       and (expires_at > $2 or screen_id is not null and last_seen_at > $3)
     order by last_seen_at desc, session_id desc`,
    [userId, now, earliestResumable(now)],
  );
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    isPhone: row.is_phone,
    isOnSharedScreen: row.screen_id !== null,
    beganWith: row.began_with,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }));
}

/** Returns the moment after which a session on a shared screen must have been used for a PIN to resume it. */
export function earliestResumable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: PIN_DAYS * 24 });
}

type SessionRow = {
  session_id: number;
  device: string;
  is_phone: boolean;
  screen_id: number | null;
  began_with: SignInWay | null;
  created_at: Temporal.Instant;
  last_seen_at: Temporal.Instant;
  expires_at: Temporal.Instant;
};

/** Ends one session of a person. Throws `not_found` for a session that is not one of the person's. */
export async function endSession(
  db: Queryable,
  { userId, sessionId }: SignedInPerson,
  now: Temporal.Instant,
): Promise<void> {
  const [row] = await db.query(
    `update sessions set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and session_id = $2 returning 1`,
    [userId, sessionId, now],
  );
  if (!row) throw new Problem('not_found', { case: 'session', id: sessionId });
}

/** Ends all sessions of a person except `kept` (null = all). Returns how many there were. */
export async function endSessions(
  db: Queryable,
  { userId, kept }: { userId: number; kept: number | null },
  now: Temporal.Instant,
): Promise<number> {
  const rows = await db.query(
    `update sessions set revoked_at = $2
     where user_id = $1 and revoked_at is null and (expires_at > $2 or screen_id is not null)
       and session_id is distinct from $3 returning 1`,
    [userId, now, kept],
  );
  return rows.length;
}

/** Removes sessions that ended, and links that expired, more than KEPT_DAYS ago. */
export async function pruneSessions(db: Database, now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: KEPT_DAYS * 24 });
  await db.query(`delete from sessions where least(expires_at, revoked_at) < $1`, [before]);
  await db.query(`delete from sign_in_links where expires_at < $1`, [before]);
}

const KEPT_DAYS = 90;
