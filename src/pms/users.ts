// People who sign in: created, changed and removed by the operator and by owners. What an owner may do is limited to the properties
// that the owner owns.
import type { Queryable } from '../db/database.ts';
import { opensMore, type StaffRole } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { deletePasskeys } from './passkeys.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { deleteSecondFactor } from './second-factors.ts';
import { endSessions } from './user-sessions.ts';

/** A person with the roles that the reader may see. */
export type User = {
  userId: number;
  name: string;
  email: string | null;
  language: string | null;
  /** at every property; null = `roles` */
  role: StaffRole | null;
  /** by property */
  roles: { hotelId: number; role: StaffRole }[];
  hasPassword: boolean;
  hasPin: boolean;
  /** codes are asked for after the password */
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  /** what signs the person in without a password, the oldest first */
  passkeys: {
    passkeyId: number;
    name: string;
    createdAt: Temporal.Instant;
    lastUsedAt: Temporal.Instant | null;
  }[];
  createdAt: Temporal.Instant;
  lastSeenAt: Temporal.Instant | null;
  /** until when the newest link signs the person in; null = it was used, or is too old */
  linkValidUntil: Temporal.Instant | null;
};

/** The properties whose people a caller may see and change; null = all, for the operator and owners of all. */
export type Administered = readonly number[] | null;

/** Name, e-mail address and language of a person; absent = unchanged. */
type UserProfile = {
  name?: string | undefined;
  email?: string | null | undefined;
  language?: string | null | undefined;
};

/** The role that a person gets at some properties; null = at all, also those made later. */
type RoleGrant = { role: StaffRole; hotelIds: readonly number[] | null };

/**
 * Creates a person without a password. Throws `user_name_taken`, `unknown_property` for a property that the caller does not
 * administer or that does not exist, and `owner_required` for a role everywhere.
 */
export async function createUser(
  tx: PropertyTransaction,
  { profile, grant }: { profile: UserProfile & { name: string }; grant: RoleGrant },
  administered: Administered,
): Promise<User> {
  const [row] = await orTaken(
    profile,
    tx.query<{ user_id: number }>(
      `insert into users (name, email, language, created_at) values ($1, $2, $3, $4) returning user_id`,
      [profile.name, profile.email ?? null, profile.language ?? null, tx.now],
    ),
  );
  await grantRole(tx, row!.user_id, grant, administered);
  return findUser(tx, row!.user_id, administered, tx.now);
}

/** What a change of a person sets; absent = unchanged. */
export type UserChange = {
  profile: UserProfile;
  role?: StaffRole | undefined;
  /** where `role` applies; absent = wherever the person has a role; null = at all properties */
  hotelIds?: readonly number[] | null | undefined;
  /** where the person loses the role */
  removedHotelIds?: readonly number[] | undefined;
};

/**
 * Changes a person. Who loses the last role is removed as `removeUser` does. Who may do more than before signs in again: sessions end, and links
 * that are not used yet are no longer valid. Throws `unknown_user`, `user_name_taken`, `unknown_property` and `owner_required`.
 */
export async function updateUser(
  tx: PropertyTransaction,
  userId: number,
  { profile, role, hotelIds, removedHotelIds = [] }: UserChange,
  administered: Administered,
): Promise<User> {
  const user = await lockUser(tx, userId, administered);
  const { name, email, language } = profile;
  if (name !== undefined || email !== undefined || language !== undefined) {
    await requireWhole(tx, userId, administered);
    await orTaken(
      profile,
      tx.query(
        `update users set name = coalesce($2, name), email = case when $3 then $4 else email end,
           language = case when $5 then $6 else language end where user_id = $1`,
        [userId, name ?? null, email !== undefined, email ?? null, language !== undefined, language ?? null],
      ),
    );
  }
  if (role !== undefined) {
    const everywhere = user.role === null ? user.roles.map((one) => one.hotelId) : null;
    const before = await rolesByHotel(tx, userId);
    const granted = hotelIds === undefined ? everywhere : hotelIds;
    await grantRole(tx, userId, { role, hotelIds: granted }, administered);
    const grows =
      granted === null
        ? opensMore(role, user.role)
        : granted.some((hotelId) => opensMore(role, before.get(hotelId) ?? user.role));
    if (grows) await endWhatCameBefore(tx, userId);
  }
  if (removedHotelIds.length > 0) {
    requireAdministered(removedHotelIds, administered);
    await tx.query(`delete from user_roles where user_id = $1 and hotel_id = any($2::bigint[])`, [
      userId,
      removedHotelIds,
    ]);
    if (!(await hasRole(tx, userId, administered))) return endWithoutRoles(tx, user);
  }
  return findUser(tx, userId, administered, tx.now);
}

/** Returns the roles of a person at properties of their own. */
async function rolesByHotel(tx: PropertyTransaction, userId: number): Promise<Map<number, StaffRole>> {
  const rows = await tx.query<{ hotel_id: number; role: StaffRole }>(
    `select hotel_id, role from user_roles where user_id = $1`,
    [userId],
  );
  return new Map(rows.map((row) => [row.hotel_id, row.role]));
}

/** Ends the sessions and the unused links of a person: whoever made or has one may not be whom its new rights are meant for. */
async function endWhatCameBefore(tx: PropertyTransaction, userId: number): Promise<void> {
  await tx.query(`delete from sign_in_links where user_id = $1 and used_at is null`, [userId]);
  await endSessions(tx, { userId, kept: null }, tx.now);
}

/** Whether a person has a role at one of the properties, or at all. */
async function hasRole(tx: PropertyTransaction, userId: number, hotelIds: Administered): Promise<boolean> {
  const [row] = await tx.query(
    `select 1 from users where user_id = $1 and role is not null
     union all
     select 1 from user_roles where user_id = $1 and ($2::bigint[] is null or hotel_id = any($2)) limit 1`,
    [userId, hotelIds],
  );
  return row !== undefined;
}

/** Sets the language of a person's pages; null = as the browser says. Only the person does this: everything else is for owners. */
export async function setLanguage(db: Queryable, userId: number, language: string | null): Promise<void> {
  await db.query(`update users set language = $2 where user_id = $1 and removed_at is null`, [
    userId,
    language,
  ]);
}

/**
 * Takes a person's roles at the administered properties away. A person without a role anywhere can no longer sign in, and is signed
 * out at once. Throws `unknown_user` and, for somebody with a role at every property, `owner_required`.
 */
export async function removeUser(
  tx: PropertyTransaction,
  userId: number,
  administered: Administered,
): Promise<User> {
  const user = await lockUser(tx, userId, administered);
  if (user.role !== null && administered !== null) throw new Problem('owner_required', { case: 'of_all' });
  await tx.query(
    `delete from user_roles where user_id = $1 and ($2::bigint[] is null or hotel_id = any($2))`,
    [userId, administered],
  );
  await tx.query(`update users set role = null where user_id = $1`, [userId]);
  return endWithoutRoles(tx, user);
}

/**
 * Ends what a person can do who has lost the roles that the caller may see. With none left anywhere the person is signed out at once and can
 * no longer sign in. Returns the person as the caller sees it then.
 */
async function endWithoutRoles(tx: PropertyTransaction, user: User): Promise<User> {
  const { userId } = user;
  if (await hasRole(tx, userId, null)) return { ...user, roles: [] };
  await tx.query(
    `update users set removed_at = $2, role = null, email = null, password_hash = null, pin_hash = null where user_id = $1`,
    [userId, tx.now],
  );
  await tx.query(`update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null`, [
    userId,
    tx.now,
  ]);
  await tx.query(`delete from sign_in_links where user_id = $1`, [userId]);
  await deletePasskeys(tx, userId);
  await deleteSecondFactor(tx, userId);
  return {
    ...user,
    role: null,
    roles: [],
    email: null,
    hasPassword: false,
    hasPin: false,
    hasSecondFactor: false,
    recoveryCodesLeft: 0,
    passkeys: [],
    linkValidUntil: null,
  };
}

/** Returns the people with a role at the administered properties, by name. */
export async function listUsers(
  db: Queryable,
  administered: Administered,
  now: Temporal.Instant,
): Promise<User[]> {
  const rows = await db.query<UserRow>(
    `${SELECT_USER} where person.removed_at is null and (${VISIBLE}) order by lower(person.name), person.user_id`,
    [administered, now],
  );
  return rows.map(toUser);
}

/** Returns a person. Throws `unknown_user` for one without a role at the administered properties. */
export async function findUser(
  db: Queryable,
  userId: number,
  administered: Administered,
  now: Temporal.Instant,
): Promise<User> {
  const [row] = await db.query<UserRow>(
    `${SELECT_USER} where person.removed_at is null and (${VISIBLE}) and person.user_id = $3`,
    [administered, now, userId],
  );
  if (!row) throw new Problem('unknown_user', { userId });
  return toUser(row);
}

/** Returns the properties whose people a person administers. Throws `owner_required` for those who own none. */
export async function administeredBy(db: Queryable, userId: number): Promise<Administered> {
  const [row] = await db.query<{ role: StaffRole | null; owned: (number | string)[] }>(
    `select role, array(
       select hotel_id from user_roles as held where held.user_id = person.user_id and held.role = 'owner' order by 1
     ) as owned from users as person where user_id = $1 and removed_at is null`,
    [userId],
  );
  if (row?.role === 'owner') return null;
  if (!row || row.owned.length === 0) throw new Problem('owner_required', { case: 'of_property' });
  return row.owned.map(Number);
}

/**
 * Throws `owner_required` when a person has a role at a property that the caller does not administer: a change of the person would
 * reach that property.
 */
async function requireWhole(db: Queryable, userId: number, administered: Administered): Promise<void> {
  if (administered === null) return;
  const [beyond] = await db.query(
    `select 1 from users as person where user_id = $1 and (role is not null or exists (
       select 1 from user_roles as held where held.user_id = $1 and held.hotel_id <> all($2::bigint[])))`,
    [userId, administered],
  );
  if (beyond) throw new Problem('owner_required', { case: 'of_all' });
}

/**
 * Locks a person for a change that reaches every property at which the person has a role. Throws `unknown_user`, and `owner_required` where the caller
 * does not administer all of them.
 */
export async function lockWholeUser(
  tx: PropertyTransaction,
  userId: number,
  administered: Administered,
): Promise<User> {
  const user = await lockUser(tx, userId, administered);
  await requireWhole(tx, userId, administered);
  return user;
}

/** Locks a person against other changes of the same person. Throws like `findUser`. */
async function lockUser(tx: PropertyTransaction, userId: number, administered: Administered): Promise<User> {
  await tx.query(`select 1 from users where user_id = $1 for update`, [userId]);
  return findUser(tx, userId, administered, tx.now);
}

async function grantRole(
  tx: PropertyTransaction,
  userId: number,
  { role, hotelIds }: RoleGrant,
  administered: Administered,
): Promise<void> {
  if (hotelIds === null) {
    if (administered !== null) throw new Problem('owner_required', { case: 'of_all' });
    await tx.query(`delete from user_roles where user_id = $1`, [userId]);
    await tx.query(`update users set role = $2 where user_id = $1`, [userId, role]);
    return;
  }
  requireAdministered(hotelIds, administered);
  const [restricted] = await tx.query(
    `update users set role = null where user_id = $1 and role is not null and $2 returning 1`,
    [userId, administered === null],
  );
  const [everywhere] = restricted
    ? []
    : await tx.query(`select 1 from users where user_id = $1 and role is not null`, [userId]);
  if (everywhere) throw new Problem('owner_required', { case: 'of_all' });
  const rows = await tx.query<{ hotel_id: number }>(
    `insert into user_roles (hotel_id, user_id, role)
     select hotel_id, $2, $3 from properties where hotel_id = any($1::bigint[]) and sandbox_at is null
     on conflict (hotel_id, user_id) do update set role = excluded.role returning hotel_id`,
    [hotelIds, userId, role],
  );
  const known = new Set(rows.map((row) => row.hotel_id));
  const unknown = hotelIds.find((hotelId) => !known.has(hotelId));
  if (unknown !== undefined) throw new Problem('unknown_property', { hotelId: unknown });
}

/** Throws `unknown_property` for a property that the caller does not administer, whether or not it exists. */
function requireAdministered(hotelIds: readonly number[], administered: Administered): void {
  const foreign = administered && hotelIds.find((hotelId) => !administered.includes(hotelId));
  if (foreign) throw new Problem('unknown_property', { hotelId: foreign });
}

/** Returns the result of a write of a person. Throws `user_name_taken` where somebody else has the name or the address. */
async function orTaken<T>({ name, email }: UserProfile, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== UNIQUE_VIOLATION) throw error;
    const isEmail = constraint === 'users_by_email';
    throw new Problem('user_name_taken', {
      member: isEmail ? 'email' : 'name',
      value: (isEmail ? email : name) ?? '',
    });
  }
}

const UNIQUE_VIOLATION = '23505';

/** Whether a person has a role at one of the properties $1 (null = all). */
const VISIBLE = `$1::bigint[] is null or person.role is not null or exists (
  select 1 from user_roles as held where held.user_id = person.user_id and held.hotel_id = any($1))`;

const SELECT_USER = `
  select person.user_id, person.name, person.email, person.language, person.role, person.created_at,
    person.password_hash is not null as has_password, person.pin_hash is not null as has_pin,
    exists (select 1 from second_factors as factor
      where factor.user_id = person.user_id and factor.confirmed_at is not null) as has_second_factor,
    (select count(*)::int from recovery_codes as code where code.user_id = person.user_id) as recovery_codes_left,
    (select coalesce(jsonb_agg(jsonb_build_object('passkeyId', passkey_id, 'name', passkey.name,
       'createdAt', passkey.created_at, 'lastUsedAt', passkey.last_used_at) order by passkey_id), '[]')
     from passkeys as passkey where passkey.user_id = person.user_id) as passkeys,
    (select coalesce(jsonb_agg(jsonb_build_object('hotelId', held.hotel_id, 'role', held.role) order by held.hotel_id), '[]')
     from user_roles as held where held.user_id = person.user_id and ($1::bigint[] is null or held.hotel_id = any($1))) as roles,
    (select max(last_seen_at) from sessions as session where session.user_id = person.user_id) as last_seen_at,
    (select max(expires_at) from sign_in_links as link
     where link.user_id = person.user_id and link.used_at is null and link.expires_at > $2) as link_valid_until
  from users as person`;

type UserRow = {
  user_id: number;
  name: string;
  email: string | null;
  language: string | null;
  role: StaffRole | null;
  roles: { hotelId: number; role: StaffRole }[];
  has_password: boolean;
  has_pin: boolean;
  has_second_factor: boolean;
  recovery_codes_left: number;
  passkeys: { passkeyId: number; name: string; createdAt: string; lastUsedAt: string | null }[];
  created_at: Temporal.Instant;
  last_seen_at: Temporal.Instant | null;
  link_valid_until: Temporal.Instant | null;
};

function toUser(row: UserRow): User {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    language: row.language,
    role: row.role,
    roles: row.roles,
    hasPassword: row.has_password,
    hasPin: row.has_pin,
    hasSecondFactor: row.has_second_factor,
    recoveryCodesLeft: row.recovery_codes_left,
    passkeys: row.passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: Temporal.Instant.from(createdAt),
      lastUsedAt: lastUsedAt === null ? null : Temporal.Instant.from(lastUsedAt),
    })),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    linkValidUntil: row.link_valid_until,
  };
}
