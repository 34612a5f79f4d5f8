// A person who can be found wherever they are stored.

import type { Database } from '../../src/db/database.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import type { ChannelReservation } from '../../src/model/channel-records.ts';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import type { TestProperty, useApi } from '../harness/api.ts';

type Api = ReturnType<typeof useApi>;

export const CANARY_BOOKED_AT = Temporal.Instant.from('2026-06-15T10:00:00Z');

/** Letters that no identifier has by chance, and characters that are escaped in JSON and URLs. */
export const CANARY = 'Zyqxwv';
export const PERSON = {
  name: `${CANARY} "Ö" Lovelace`,
  email: `${CANARY.toLowerCase()}@example.com`,
  phone: '+351 912 345 678',
};

/** Runs `work` in a transaction of the property, at the time of the API. */
export const inTransaction = <T>(
  api: Api,
  property: TestProperty,
  work: (tx: PropertyTransaction) => Promise<T>,
) => inPropertyTransaction(api.db, { hotelId: property.hotelId, now: api.clock!, actor: INNWIRE }, work);

/** An order of the person at a channel. */
export function order(more: Partial<ChannelReservation> = {}): ChannelReservation {
  const date = Temporal.PlainDate.from;
  return {
    reference: 'order-471100',
    revision: '1',
    at: CANARY_BOOKED_AT,
    soldBy: null,
    status: 'new',
    guest: PERSON,
    currency: 'EUR',
    rooms: [
      {
        key: '1',
        externalRoom: 'x1',
        externalRate: null,
        checkin: date('2026-07-10'),
        checkout: date('2026-07-12'),
        total: '200.00',
        nights: [],
        guestName: `${CANARY} of the room`,
        notes: `${CANARY} of the room asks for a cot`,
      },
    ],
    notes: `${CANARY} asks for a quiet room`,
    receipt: 'r',
    thread: 'thread-1',
    ...more,
  };
}

/** Ingests a version of an order of `booking_com`. */
export const ingest = async (api: Api, property: TestProperty, received: ChannelReservation) => {
  const known = await getProperty(api.db, property.hotelId);
  const rooms = [{ roomId: property.room, externalRoom: 'x1', externalRates: [] }] as never;
  return inTransaction(api, property, (tx) =>
    ingestReservation(
      tx,
      { property: known, channel: 'booking_com', rooms, countsSalesItself: false },
      received,
    ),
  );
};

/** Returns the rows of all tables in which the person can still be found. */
export async function findCanary(db: Database): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`);
    const naming = rows.filter(({ row }) => /zyqxwv|912\s?345\s?678/i.test(row));
    found.push(...naming.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
