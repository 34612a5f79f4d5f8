// What keeps a worker from writing down what is no longer so.
import type { ConnectionKey, Owner } from './ownership.ts';

/**
 * In which picture of the connection a worker acts: it writes nothing once that has changed, or once a sale of the
 * channel's own may have changed what was confirmed.
 */
export type Lease = ConnectionKey & Owner & { revision: number; ingestVersion: number };

/** Another process speaks for the connection, its mapping is no longer the one that was sent, or the channel has sold. */
export class ConnectionChanged extends Error {
  override readonly name = 'ConnectionChanged';
  constructor() {
    super('The connection has changed: it is compared anew.');
  }
}
