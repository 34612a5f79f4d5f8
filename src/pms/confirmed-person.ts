// Proof that it is the person who changes how the person signs in.
import type { Queryable } from '../db/database.ts';
import type { SignedInPerson, SignInWay } from '../model/staff.ts';
import { Problem } from '../problems.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Checks the password of a person who has one, and returns its hash; null for a person without one. A write that follows compares the hash, so that
 * it does not take place after the password was changed. Throws `not_signed_in`, `wrong_password`, and `full_sign_in_required` for a
 * person without a password in a session that began with a PIN: colleagues see it being typed, and nothing else proves who it is.
 */
export async function requirePassword(
  db: Queryable,
  who: SignedInPerson,
  password: string | null,
): Promise<string | null> {
  const person = await findPerson(db, who);
  if (person.password_hash === null && person.began_with === 'pin')
    throw new Problem('full_sign_in_required');
  await checkPassword(person, password);
  return person.password_hash;
}

/**
 * Checks the password of a person who has one, and returns the person's name. Throws `not_signed_in`, `wrong_password`, and
 * `full_sign_in_required` in any session that began with a PIN, even with the password.
 */
export async function requirePasswordAndFullSignIn(
  db: Queryable,
  who: SignedInPerson,
  password: string | null,
): Promise<string> {
  const person = await findPerson(db, who);
  if (person.began_with === 'pin') throw new Problem('full_sign_in_required');
  await checkPassword(person, password);
  return person.name;
}

type PersonRow = { name: string; password_hash: string | null; began_with: SignInWay | null };

async function findPerson(db: Queryable, { userId, sessionId }: SignedInPerson): Promise<PersonRow> {
  const [person] = await db.query<PersonRow>(
    `select person.name, person.password_hash, session.began_with from users as person
     join sessions as session on session.user_id = person.user_id and session.session_id = $2
     where person.user_id = $1 and person.removed_at is null`,
    [userId, sessionId],
  );
  if (!person) throw new Problem('not_signed_in');
  return person;
}

async function checkPassword({ password_hash: hash }: PersonRow, password: string | null): Promise<void> {
  if (hash !== null && !(password !== null && (await verifyPassword(password, hash))))
    throw new Problem('wrong_password');
}
