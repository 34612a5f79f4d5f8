// The lease of a connection worker: owner and versions that each of its writes must still match.
import type { ConnectionKey, Owner } from './ownership.ts';

/**
 * Lease of a connection worker. A write changes no row and throws `ConnectionChanged` once the lease is
 * outdated: another process owns the connection, its settings or mapping have changed (`revision`), or the
 * channel has sold, moved or cancelled stays, which may have changed what was confirmed (`ingestVersion`).
 */
export type Lease = ConnectionKey & Owner & { revision: number; ingestVersion: number };

/** Thrown by a write with an outdated lease. The worker then compares the nights again. */
export class ConnectionChanged extends Error {
  override readonly name = 'ConnectionChanged';
  constructor() {
    super('The connection has changed: its nights are compared again.');
  }
}
