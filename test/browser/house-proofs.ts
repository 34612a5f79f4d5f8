// What the channel of the house of house.ts has said of single nights, each in a cycle of its own.

import type { PlainDate } from '../../src/model/night.ts';
import { NIGHT_FIELDS, type NightField } from '../../src/model/night-values.ts';
import { recordPushed } from '../../src/pms/channel-sync/record-pushed.ts';
import { reserveEntryId, storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import type { DeskFixture } from './desk.ts';

type Said = {
  roomId: number;
  date: PlainDate;
  /** the reason of a refusal of the price; null = all of it is confirmed */
  refusal: string | null;
  /** the entry of the log is never written */
  isLost?: boolean;
};

const CHANNEL = 'booking_com';
const PRICE: NightField = 'priceMinor';

/** Stores the results of a push of one night, and its entry in the log with the exchange, which names the date. */
export async function storePush(
  { db, house: { hotelId }, now }: DeskFixture,
  { roomId, date, refusal, isLost = false }: Said,
): Promise<void> {
  const processId = crypto.randomUUID();
  await db.query(`insert into worker_processes (process_id) values ($1)`, [processId]);
  const [connection] = await db.query<{ revision: number; ingest_version: number }>(
    `update connections set lease_owner = $3 where hotel_id = $1 and channel = $2 returning revision, ingest_version`,
    [hotelId, CHANNEL, processId],
  );
  const { revision, ingest_version: ingestVersion } = connection!;
  const lease = { hotelId, channel: CHANNEL, processId, revision, ingestVersion };
  const entryId = await reserveEntryId(db);
  const values = {
    available: 1,
    priceMinor: 12_300,
    minStay: 1,
    maxStay: null,
    closedToArrival: false,
    closedToDeparture: false,
    stopSell: false,
  };
  const night = {
    roomId,
    unitId: null,
    date,
    values,
    accepted: NIGHT_FIELDS.filter((field) => refusal === null || field === 'available'),
    refused: refusal === null ? [] : [PRICE],
    refusal,
    closing: false,
  };
  await recordPushed(db, lease, { nights: [night], exchange: { entryId, position: 1 } }, now());
  if (isLost) return;
  const entry = {
    channel: CHANNEL,
    createdAt: now(),
    summary: `${CHANNEL}: 1 night pushed`,
    direction: 'push' as const,
    operation: 'availability',
    outcome: refusal === null ? ('ok' as const) : ('partial' as const),
    items: 1,
    error: refusal,
    durationMs: 40,
  };
  const exchange = {
    at: now(),
    method: 'POST',
    url: 'https://ota.example/ari',
    request: `<night date="${date}"/>`,
    status: 200,
    response: refusal ?? '<ok/>',
    error: null,
    durationMs: 40,
  };
  await storeCycles(db, hotelId, [{ entry, entryId, exchanges: [exchange] }]);
}
