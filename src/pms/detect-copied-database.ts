// Detects at the start that the database is a copy, and pauses it: a copy must not
// exchange anything with channels besides its original.

import { stat } from 'node:fs/promises';
import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import { markInstallationPaused, pauseInstallation, recordPauseChange } from './pause.ts';

/** What identifies the place of a database. Null = cannot be determined here. */
type Identity = {
  /** of the PostgreSQL cluster: equal in physical replicas, new with every initdb */
  systemIdentifier: string | null;
  databaseOid: number | null;
  /** `inode:birth time in ns` of a file that is written once, when the embedded database is made */
  dataDirectory: string | null;
};

type StartupState = {
  /** a file of the embedded database; null with a DATABASE_URL */
  clusterFile: string | null;
  /** false pauses everything, copy or not */
  channels: boolean;
  now: Temporal.Instant;
};

/**
 * Pauses the installation if its database is a copy, or if innwire was started with
 * CHANNELS=off. Returns the reason of a pause that it made, or null. Must be awaited before
 * anything in this process can send requests to the outside.
 */
export async function pauseAtStart(
  db: Database,
  { channels, ...where }: StartupState,
): Promise<string | null> {
  const reason = await detectCopy(db, where);
  if (reason || channels) return reason;
  const off = 'innwire was started with CHANNELS=off';
  await pauseInstallation(db, { now: where.now, actor: INNWIRE, reason: off });
  return off;
}

/**
 * Compares the database's identity with the one stored at the last start. If a part is known of both
 * and differs, the database is a copy: everything is paused in the same transaction, so before a
 * worker of any process can claim a connection. The first start stores the identity and pauses
 * nothing. Returns the reason of the pause, or null.
 */
async function detectCopy(
  db: Database,
  { clusterFile, now }: Omit<StartupState, 'channels'>,
): Promise<string | null> {
  const present = await readPresentIdentity(db, clusterFile);
  const found = await db.transaction(async (tx) => {
    const [row] = await tx.query<{
      system_identifier: string | null;
      database_oid: number | null;
      data_directory: string | null;
    }>(`select system_identifier, database_oid, data_directory from installation for update`);
    const known: Identity = {
      systemIdentifier: row?.system_identifier ?? null,
      databaseOid: row?.database_oid ?? null,
      dataDirectory: row?.data_directory ?? null,
    };
    const reason = difference(known, present, process.platform);
    await tx.query(
      `update installation set system_identifier = coalesce($1, system_identifier),
         database_oid = coalesce($2, database_oid), data_directory = coalesce($3, data_directory)`,
      [present.systemIdentifier, present.databaseOid, present.dataDirectory],
    );
    return { value: reason && { reason, paused: await markInstallationPaused(tx, { now, reason }) } };
  });
  if (!found) return null;
  await recordPauseChange(db, found.paused, { now, actor: INNWIRE });
  return found.reason;
}

/**
 * Returns why `present` is a copy of the database that was at `known`, as a clause
 * for people; null where it need not be a copy.
 */
export function difference(known: Identity, present: Identity, platform: NodeJS.Platform): string | null {
  if (differs(known.systemIdentifier, present.systemIdentifier)) {
    return 'this database was copied to another PostgreSQL server';
  }
  if (differs(known.databaseOid, present.databaseOid)) {
    return 'this database is a copy of another one';
  }
  if (known.dataDirectory === null || present.dataDirectory === null) return null;
  const [inode, birth] = known.dataDirectory.split(':');
  const [inodeNow, birthNow] = present.dataDirectory.split(':');
  // Both inode and birth time must differ: some file systems renumber files at each mount, others know no
  // birth time. On macOS the inode alone decides: APFS keeps inodes, but copying keeps the birth time.
  const moved = inode !== inodeNow && (platform === 'darwin' || birth !== birthNow);
  return moved ? 'this DATA_DIR was copied, or moved to another disk' : null;
}

function differs<T>(known: T | null, present: T | null): boolean {
  return known !== null && present !== null && known !== present;
}

async function readPresentIdentity(db: Queryable, clusterFile: string | null): Promise<Identity> {
  const [database] = await db.query<{ oid: number }>(
    `select oid::bigint as oid from pg_database where datname = current_database()`,
  );
  return {
    systemIdentifier: await readSystemIdentifier(db),
    databaseOid: database?.oid ?? null,
    dataDirectory: clusterFile === null ? null : await readFileIdentity(clusterFile),
  };
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Returns the system identifier; null where a hosted PostgreSQL does not
 * permit its users to call the function.
 */
async function readSystemIdentifier(db: Queryable): Promise<string | null> {
  const [row] = await db
    .query<{ id: string }>(`select system_identifier::text as id from pg_control_system()`)
    .catch((error: { code?: string }) => {
      if (error.code === INSUFFICIENT_PRIVILEGE) return [];
      throw error;
    });
  return row?.id ?? null;
}

async function readFileIdentity(file: string): Promise<string | null> {
  try {
    const { ino, birthtimeNs } = await stat(file, { bigint: true });
    return `${ino}:${birthtimeNs}`;
  } catch {
    return null;
  }
}
