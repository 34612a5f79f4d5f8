// What OTAs do with stays of the house of house.ts: they sell them, and report them otherwise than people here have set them.
import type { Database } from '../../src/db/database.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import type { ChannelDifference } from '../../src/model/channel-difference.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { storeChannelReservation } from '../../src/pms/reservations/store-channel-reservation.ts';

type House = { db: Database; now: () => Temporal.Instant; house: { hotelId: number } };

export function inTransaction<T>(
  { db, now, house: { hotelId } }: House,
  work: (tx: PropertyTransaction) => Promise<T>,
): Promise<T> {
  return inPropertyTransaction(db, { hotelId, now: now(), actor: INNWIRE }, work);
}

type Sale = Parameters<typeof storeChannelReservation>[2];
type SaleOfHouse = Omit<Sale, 'connection' | 'guestEmail' | 'guestPhone' | 'currency'>;

/** Stores a sale of an OTA that is connected itself, also if nothing is left; returns the number of the booking. */
export async function sell(house: House, sale: SaleOfHouse): Promise<number> {
  const more = { connection: sale.channel, guestEmail: null, guestPhone: null, currency: 'EUR' };
  const { reservationId } = await inTransaction(house, (tx) =>
    storeChannelReservation(tx, 'fact', { ...sale, ...more }),
  );
  return reservationId;
}

/** Stores that the channel of a booking reports other values than the house has set. */
export function reportDifferences(
  house: House,
  { reservationId, today }: { reservationId: number; today: Temporal.PlainDate },
  values: Omit<ChannelDifference, 'since'>[],
): Promise<unknown> {
  const differences = values.map((value) => ({ since: house.now().toString(), ...value }));
  const change = { reservationId, patch: { differences }, taking: 'fact' as const, today };
  return inTransaction(house, (tx) => changeReservation(tx, change));
}
