// The second factor of people: one-time codes of an app on the phone (TOTP), asked for after the password or a link. A passkey is as strong
// by itself, and a PIN only resumes a session that began with all of it.
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { MAX_WRONG_CODES, RECOVERY_CODES, type SignedInPerson } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { requirePasswordAndFullSignIn } from './confirmed-person.ts';
import { endSessions } from './user-sessions.ts';

/** As apps expect it: 160 bits, SHA-1, six digits, 30 seconds. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Steps by which the clock of a phone may be wrong. */
const WINDOW = 1;
const RECOVERY_BYTES = 10;

/**
 * Makes a secret for an app and returns it, with the address that a QR code carries to the app. It counts once a code of the app was
 * entered: `enableSecondFactor`. Throws `wrong_password`, `full_sign_in_required` and `second_factor_on`.
 */
export async function beginSecondFactor(
  db: Database,
  who: SignedInPerson,
  password: string | null,
  now: Temporal.Instant,
): Promise<{ secret: string; uri: string }> {
  const name = await requirePasswordAndFullSignIn(db, who, password);
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const [stored] = await db.query(
    `insert into second_factors as known (user_id, encrypted_secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set encrypted_secret = excluded.encrypted_secret,
       created_at = excluded.created_at, wrong_codes = 0
     where known.confirmed_at is null returning 1`,
    [who.userId, db.secrets.encrypt(secret.base32, contextOf(who.userId)), now],
  );
  if (!stored) throw new Problem('second_factor_on');
  return { secret: secret.base32, uri: totpOf(secret, name).toString() };
}

/**
 * Asks for codes from now on, and ends the other sessions of the person, which began without one. Returns recovery codes, which are not shown
 * again. Throws `code_refused`, `second_factor_on` and `second_factor_missing`.
 */
export async function enableSecondFactor(
  db: Database,
  { userId, sessionId }: SignedInPerson,
  code: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const factor = await findFactor(db, userId);
  if (!factor) throw new Problem('second_factor_missing');
  if (factor.confirmed_at !== null) throw new Problem('second_factor_on');
  const step = stepOf(secretIn(db, factor), code, now);
  if (step === null) throw new Problem('code_refused', { left: null });
  return db.transaction(async (tx) => {
    const [confirmed] = await tx.query(
      `update second_factors set confirmed_at = $2, last_step = $3, wrong_codes = 0
       where user_id = $1 and confirmed_at is null and encrypted_secret = $4 returning 1`,
      [userId, now, step, factor.encrypted_secret],
    );
    if (!confirmed) throw new Problem('second_factor_on');
    await endSessions(tx, { userId, kept: sessionId }, now);
    return { value: await createRecoveryCodes(tx, userId) };
  });
}

/** Replaces the recovery codes. Throws `code_refused`, and `second_factor_missing` where no codes are asked for. */
export async function replaceRecoveryCodes(
  db: Database,
  { userId }: SignedInPerson,
  code: string,
  now: Temporal.Instant,
): Promise<string[]> {
  await useCode(db, await requireOn(db, userId), code, now);
  return db.transaction(async (tx) => {
    // Of two at the same time, the second must see the codes of the first to remove them; and a factor that is turned off meanwhile keeps none.
    const [locked] = await tx.query(
      `select 1 from second_factors where user_id = $1 and confirmed_at is not null for update`,
      [userId],
    );
    if (!locked) throw new Problem('second_factor_missing');
    return { value: await createRecoveryCodes(tx, userId) };
  });
}

/** Asks for no codes any more. Throws as `replaceRecoveryCodes` and `beginSecondFactor` do. */
export async function disableSecondFactor(
  db: Database,
  who: SignedInPerson,
  { code, password }: { code: string; password: string | null },
  now: Temporal.Instant,
): Promise<void> {
  await requirePasswordAndFullSignIn(db, who, password);
  await useCode(db, await requireOn(db, who.userId), code, now);
  await db.transaction(async (tx) => ({ value: await deleteSecondFactor(tx, who.userId) }));
}

/** Takes the second factor of a person away, if there is one. Whatever writes recovery codes locks the factor first, so it goes first here too. */
export async function deleteSecondFactor(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`delete from second_factors where user_id = $1`, [userId]);
  await tx.query(`delete from recovery_codes where user_id = $1`, [userId]);
}

/**
 * Uses up a code of the app or a recovery code of a person; does nothing for a person without a second factor. Each code is accepted once,
 * and after ten wrong ones in a row only a recovery code is. Throws `code_required` without a code, and `code_refused`.
 */
export async function requireCode(
  db: Database,
  userId: number,
  code: string | null,
  now: Temporal.Instant,
): Promise<void> {
  const factor = await findFactor(db, userId);
  if (!isOn(factor)) return;
  if (code === null) throw new Problem('code_required');
  await useCode(db, factor, code, now);
}

/** Uses up a code for a second factor. Throws `code_refused`. */
async function useCode(db: Database, factor: FactorRow, code: string, now: Temporal.Instant): Promise<void> {
  const { user_id: userId } = factor;
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(plain)) return useRecoveryCode(db, userId, plain);
  // Read before the try is counted: a process with another key must not use the tries up.
  const secret = secretIn(db, factor);
  // Counted before it is compared: codes that are tried at the same time must not all be let through.
  const [tried] = await db.query<{ wrong_codes: number }>(
    `update second_factors set wrong_codes = wrong_codes + 1
     where user_id = $1 and wrong_codes < $2 returning wrong_codes`,
    [userId, MAX_WRONG_CODES],
  );
  if (!tried) throw new Problem('code_refused', { left: 0 });
  const step = stepOf(secret, plain, now);
  const [used] =
    step === null
      ? []
      : await db.query(
          `update second_factors set last_step = $2, wrong_codes = 0 where user_id = $1 and last_step < $2 returning 1`,
          [userId, step],
        );
  if (!used) throw new Problem('code_refused', { left: MAX_WRONG_CODES - tried.wrong_codes });
}

async function useRecoveryCode(db: Database, userId: number, code: string): Promise<void> {
  const [used] = await db.query(
    `with factor as materialized (select user_id from second_factors where user_id = $1 for update),
     used as (
       delete from recovery_codes as code using factor
       where code.user_id = factor.user_id and code.code_hash = $2 returning 1
     )
     update second_factors set wrong_codes = 0 where user_id = $1 and exists (select 1 from used) returning 1`,
    [userId, hashCode(code)],
  );
  if (!used) throw new Problem('code_refused', { left: null });
}

type FactorRow = { user_id: number; encrypted_secret: Buffer; confirmed_at: Temporal.Instant | null };

async function findFactor(db: Queryable, userId: number): Promise<FactorRow | undefined> {
  const [row] = await db.query<FactorRow>(
    `select user_id, encrypted_secret, confirmed_at from second_factors where user_id = $1`,
    [userId],
  );
  return row;
}

/** Returns the second factor of a person. Throws `second_factor_missing` where no codes are asked for. */
async function requireOn(db: Queryable, userId: number): Promise<FactorRow> {
  const factor = await findFactor(db, userId);
  if (!isOn(factor)) throw new Problem('second_factor_missing');
  return factor;
}

/** Whether codes are asked for: from the first code of the app on. */
function isOn(factor: FactorRow | undefined): factor is FactorRow {
  return factor !== undefined && factor.confirmed_at !== null;
}

async function createRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await tx.query(`delete from recovery_codes where user_id = $1`, [userId]);
  await tx.query(`insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])`, [
    userId,
    codes.map((code) => hashCode(code.replaceAll('-', ''))),
  ]);
  return codes;
}

/** Returns 80 random bits as groups of letters and digits that are not mistaken for each other: `k3vq-7mzd-x2ha-p5nt`. */
function createRecoveryCode(): string {
  const text = new Secret({
    buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer,
  }).base32.toLowerCase();
  return text.match(/.{4}/g)!.join('-');
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Names the row that a secret is encrypted for. */
function contextOf(userId: number): string {
  return `second-factor/${userId}`;
}

function secretIn(
  { secrets }: Database,
  { user_id: userId, encrypted_secret: encrypted }: FactorRow,
): Secret {
  return Secret.fromBase32(secrets.decrypt(encrypted, contextOf(userId)));
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'innwire', label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });
}

/** Returns the step of a code, now or shortly before or after; null = a wrong one. */
function stepOf(secret: Secret, code: string, now: Temporal.Instant): number | null {
  const timestamp = now.epochMilliseconds;
  const delta = totpOf(secret, '').validate({ token: code.replaceAll(/\s/g, ''), window: WINDOW, timestamp });
  return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
}
