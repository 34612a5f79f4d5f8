// Types and input of a connection preview, which is read in a transaction that is then rolled back.
import type { Database, Queryable } from '../../db/database.ts';
import type { Failure } from '../../model/cause.ts';
import { hasUnits } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import type { PushCapabilities } from '../../model/night-values.ts';
import { todayAt } from '../../model/property.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type LoadedConnection, loadConnection } from './load-connection.ts';
import { type DifferingNight, readStaleNights, windowOf } from './stale-nights.ts';

/** The changed connection, and every night that would be pushed to it. */
export type PreviewRequest = {
  db: Queryable;
  loaded: LoadedConnection;
  nights: readonly DifferingNight[];
};

/** Compares with the channel; changes nothing there or here. */
export type ConnectionPreviewer = (request: PreviewRequest) => Promise<ChannelPreview>;

/** Result of a preview. `failure`: why something was not read; null = it was read. */
export type ChannelPreview = {
  /** whether the channel accepts credentials and mapping; null = it was not tested, or did not answer */
  accepted: boolean | null;
  failure: Failure | null;
  calendar: { failure: Failure | null };
  rooms: readonly PreviewedRoom[];
  reservations: { failure: Failure | null; orders: readonly PreviewedOrder[]; more: boolean };
};

/** Counts of nights. The last four are null where the channel's calendar cannot be read back. */
export type PreviewedRoom = {
  roomId: number;
  /** the unit that the channel sells; null = the room as a whole */
  unitId: number | null;
  externalRoom: string;
  pushed: number;
  forSale: number;
  opened: number | null;
  closed: number | null;
  repriced: number | null;
  /** nights that the channel reports nothing of */
  unknown: number | null;
};

export type PreviewedOrder = {
  reference: string;
  status: string;
  checkin: PlainDate | null;
  checkout: PlainDate | null;
  externalRoom: string | null;
  /** our room; null = mapped to none */
  roomId: number | null;
  /** our unit; null = mapped to none */
  unitId: number | null;
};

/** Reads the input of a preview. Call it in the transaction of the change, before it is rolled back. */
export async function readPreviewRequest(
  tx: PropertyTransaction,
  db: Database,
  { channel, capabilities }: { channel: string; capabilities: PushCapabilities | null },
): Promise<PreviewRequest> {
  const key = { hotelId: tx.hotelId, channel };
  const source = { query: tx.query.bind(tx), secrets: db.secrets } as Pick<Database, 'query' | 'secrets'>;
  const loaded = await loadConnection(source, key, tx.now);
  const sellsUnits = hasUnits(loaded.connection.rooms);
  const { salesLimits: limits } = loaded.connection;
  const today = todayAt(loaded.property, tx.now);
  const window = capabilities && windowOf(loaded.property, capabilities, { today, limits });
  const nights =
    capabilities && window
      ? await readStaleNights(tx, key, { stale: null, window, capabilities, sellsUnits })
      : [];
  return { db, loaded, nights };
}
