// Passkeys (WebAuthn): adding them to a person, and signing in with them.
import { createHash, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { isLoopbackHost } from '../model/loopback.ts';
import { MAX_PASSKEYS, type SignedInPerson } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { requirePasswordAndFullSignIn } from './confirmed-person.ts';
import { type NewSession, type StartedSession, startSession } from './user-sessions.ts';

/** A passkey as its owner sees it. */
type Passkey = {
  passkeyId: number;
  name: string;
  isSynced: boolean;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null;
};

/** Where passkeys are valid: the host name of the desk, and the origin of its pages. */
type Site = { rpId: string; origin: string };

const CHALLENGE_MINUTES = 5;
const HANDLE_BYTES = 32;

/** The library takes 0.2 s to load and is used by few requests. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns where passkeys are valid. It is made of the server's own address only, never of headers: a page of another origin could
 * otherwise pass on what a person signed there. On this machine that is `localhost`, because addresses cannot have passkeys. Throws
 * `passkeys_not_possible` for an address without a name or without https.
 */
export function siteOf(baseUrl: string): Site {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (isLoopbackHost(hostname))
    return { rpId: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` };
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  if (protocol !== 'https:' || !isName) throw new Problem('passkeys_not_possible');
  return { rpId: hostname, origin };
}

/**
 * Returns what a browser needs to make a passkey. A person with a password types it. Throws `wrong_password`, `too_many_passkeys`, and
 * `full_sign_in_required` in a session that began with a PIN.
 */
export async function beginPasskey(
  db: Database,
  who: SignedInPerson,
  { password, site }: { password: string | null; site: Site },
  now: Temporal.Instant,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const name = await requirePasswordAndFullSignIn(db, who, password);
  const known = await db.query<{ credential_id: string }>(
    `select credential_id from passkeys where user_id = $1`,
    [who.userId],
  );
  if (known.length >= MAX_PASSKEYS) throw new Problem('too_many_passkeys', { max: MAX_PASSKEYS });
  const [{ handle } = { handle: null }] = await db.query<{ handle: Buffer | null }>(
    `update users set passkey_handle = coalesce(passkey_handle, $2) where user_id = $1
     returning passkey_handle as handle`,
    [who.userId, randomBytes(HANDLE_BYTES)],
  );
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'innwire',
    rpID: site.rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(handle!),
    challenge: await createChallenge(db, who.sessionId, now),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Adds the passkey that a browser made. `credential`: as JSON. Throws `passkey_refused`. */
export async function addPasskey(
  db: Database,
  who: SignedInPerson,
  { credential, name, site }: { credential: string; name: string; site: Site },
  now: Temporal.Instant,
): Promise<void> {
  const given = parseCredential<RegistrationResponseJSON>(credential);
  const expectedChallenge = await useChallenge(db, given, who.sessionId, now);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: made } = await refusing(
    verifyRegistrationResponse({
      response: given,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    }),
  );
  if (!made) throw new Problem('passkey_refused');
  const transports = (made.credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one));
  await db.transaction(async (tx) => {
    // Two that are added at once wait for each other, so that the limit holds.
    await tx.query(`select 1 from users where user_id = $1 for update`, [who.userId]);
    const [added] = await tx.query(
      `insert into passkeys (credential_id, user_id, name, rp_id, public_key, counter, transports, is_synced, created_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9
       where (select count(*) from passkeys where user_id = $2) < $10
       on conflict (credential_id) do nothing returning 1`,
      [
        ...[made.credential.id, who.userId, name, site.rpId, Buffer.from(made.credential.publicKey)],
        ...[made.credential.counter, transports, made.credentialBackedUp, now, MAX_PASSKEYS],
      ],
    );
    if (!added) throw new Problem('passkey_refused');
    return { value: undefined };
  });
}

/** Returns what a browser needs to ask for a passkey, whoever's it is. */
export async function beginSignIn(
  db: Database,
  site: Site,
  now: Temporal.Instant,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: await createChallenge(db, null, now),
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required',
  });
}

type PasskeyRow = {
  user_id: number;
  passkey_handle: Buffer;
  public_key: Buffer;
  counter: number | string;
  transports: string[];
};

/** Starts a session for the person whose passkey signed a challenge. `credential`: as JSON. Throws `passkey_refused`. */
export async function signInByPasskey(
  db: Database,
  { credential, site }: { credential: string; site: Site },
  wanted: NewSession,
  now: Temporal.Instant,
): Promise<StartedSession> {
  const given = parseCredential<AuthenticationResponseJSON>(credential);
  const expectedChallenge = await useChallenge(db, given, null, now);
  const [row] = await db.query<PasskeyRow>(
    `select passkey.user_id, person.passkey_handle, passkey.public_key, passkey.counter, passkey.transports
     from passkeys as passkey join users as person on person.user_id = passkey.user_id and person.removed_at is null
     where passkey.credential_id = $1 and passkey.rp_id = $2`,
    [given.id, site.rpId],
  );
  // A device that names another person than the one who added the key is not asked further.
  if (!row || given.response.userHandle !== row.passkey_handle.toString('base64url'))
    throw new Problem('passkey_refused');
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: given,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: given.id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports as AuthenticatorTransport[],
      },
    }),
  );
  if (!verified) throw new Problem('passkey_refused');
  return db.transaction(async (tx) => {
    await countSignature(tx, given.id, authenticationInfo.newCounter, now);
    const [present] = await tx.query(
      `select 1 from users where user_id = $1 and removed_at is null for share`,
      [row.user_id],
    );
    if (!present) throw new Problem('passkey_refused');
    return { value: await startSession(tx, { userId: row.user_id, beganWith: 'passkey' }, wanted, now) };
  });
}

/** Stores the counter of a device that counts. Throws `passkey_refused` where it does not go up: then there is a copy of the key. */
async function countSignature(
  tx: Transaction,
  credentialId: string,
  counter: number,
  now: Temporal.Instant,
): Promise<void> {
  const [counted] = await tx.query(
    `update passkeys set counter = $2, last_used_at = $3
     where credential_id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning 1`,
    [credentialId, counter, now],
  );
  if (!counted) throw new Problem('passkey_refused');
}

async function createChallenge(
  db: Queryable,
  sessionId: number | null,
  now: Temporal.Instant,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await db.query(`delete from passkey_challenges where expires_at < $1`, [now]);
  await db.query(
    `insert into passkey_challenges (challenge_hash, session_id, expires_at) values ($1, $2, $3)`,
    [
      hashChallenge(Buffer.from(challenge).toString('base64url')),
      sessionId,
      now.add({ minutes: CHALLENGE_MINUTES }),
    ],
  );
  return challenge;
}

function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}

/** Uses up the challenge that was signed, whatever comes of it. Throws `passkey_refused` for one that is not valid, or not of this session. */
async function useChallenge(
  db: Queryable,
  given: { response: { clientDataJSON: string } },
  sessionId: number | null,
  now: Temporal.Instant,
): Promise<string> {
  const { challenge } = parseObject(Buffer.from(given.response.clientDataJSON, 'base64url').toString());
  const [used] = await db.query(
    `delete from passkey_challenges
     where challenge_hash = $1 and session_id is not distinct from $2 and expires_at > $3 returning 1`,
    [hashChallenge(String(challenge)), sessionId, now],
  );
  if (!used) throw new Problem('passkey_refused');
  return String(challenge);
}

/** Returns a credential as the library takes it. Throws `passkey_refused`. */
function parseCredential<T>(credential: string): T {
  const given = parseObject(credential);
  const { response } = given as { response?: { clientDataJSON?: unknown } };
  if (!/^[\w-]{1,1400}$/.test(String(given['id'])) || typeof response?.clientDataJSON !== 'string')
    throw new Problem('passkey_refused');
  return given as T;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // refused below
  }
  throw new Problem('passkey_refused');
}

/** The library throws an error for whatever does not fit: another origin, a wrong signature, a counter that went back. */
async function refusing<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch {
    throw new Problem('passkey_refused');
  }
}

/** Returns the passkeys of a person, the newest last. */
export async function listPasskeys(db: Queryable, userId: number): Promise<Passkey[]> {
  const rows = await db.query<{
    passkey_id: number;
    name: string;
    is_synced: boolean;
    created_at: Temporal.Instant;
    last_used_at: Temporal.Instant | null;
  }>(`select * from passkeys where user_id = $1 order by passkey_id`, [userId]);
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Gives a passkey of a person another name. Throws `not_found`. */
export async function renamePasskey(
  db: Queryable,
  userId: number,
  passkeyId: number,
  name: string,
): Promise<void> {
  const [renamed] = await db.query(
    `update passkeys set name = $3 where user_id = $1 and passkey_id = $2 returning 1`,
    [userId, passkeyId, name],
  );
  if (!renamed) throw new Problem('not_found', { case: 'passkey', id: passkeyId });
}

/** Removes a passkey of a person. Throws `not_found`, and `last_sign_in_way` for the only way to sign in. */
export function removePasskey(db: Database, userId: number, passkeyId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const [person] = await tx.query<{ password_hash: string | null }>(
      `select password_hash from users where user_id = $1 for update`,
      [userId],
    );
    const passkeys = await listPasskeys(tx, userId);
    if (!passkeys.some((one) => one.passkeyId === passkeyId))
      throw new Problem('not_found', { case: 'passkey', id: passkeyId });
    if (passkeys.length === 1 && person!.password_hash === null) throw new Problem('last_sign_in_way');
    await tx.query(`delete from passkeys where user_id = $1 and passkey_id = $2`, [userId, passkeyId]);
    return { value: undefined };
  });
}

/** Removes all passkeys of a person. */
export async function deletePasskeys(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`delete from passkeys where user_id = $1`, [userId]);
}
