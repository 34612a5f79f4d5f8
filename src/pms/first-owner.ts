// The first owner of an installation, whom nobody could invite: signed in by a link that is printed at the start.
import type { Database } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import { WHOLE_INSTALLATION } from './operator-actions.ts';
import { inPropertyTransaction } from './property-transaction.ts';
import { createSignInLink } from './sign-ins.ts';
import { createUser, listUsers, type User } from './users.ts';

/** The name that the first owner has until it is changed. */
const FIRST_OWNER = 'Owner';

/** Returns whether nobody may sign in yet, or only the first owner, who never did. */
export async function awaitsFirstOwner(db: Database, now: Temporal.Instant): Promise<boolean> {
  return isWaiting(await listUsers(db, null, now));
}

/**
 * Returns the secret of a link that signs the first owner in, and makes that person if need be; links of earlier starts are
 * no longer valid. Returns null once somebody else was invited or the owner has signed in.
 */
export function inviteFirstOwner(db: Database, now: Temporal.Instant): Promise<string | null> {
  const change = { hotelId: WHOLE_INSTALLATION, now, actor: INNWIRE };
  return inPropertyTransaction(db, change, async (tx) => {
    // Processes that start at once wait for each other.
    await tx.query(`select 1 from installation for update`);
    const people = await listUsers(tx, null, now);
    if (!isWaiting(people)) return null;
    const grant = { role: 'owner', hotelIds: null } as const;
    const owner = people[0] ?? (await createUser(tx, { profile: { name: FIRST_OWNER }, grant }, null));
    return (await createSignInLink(tx, owner.userId, null)).secret;
  });
}

function isWaiting([first, ...others]: readonly User[]): boolean {
  if (others.length > 0) return false;
  return !first || (first.name === FIRST_OWNER && !first.hasPassword && first.lastSeenAt === null);
}
