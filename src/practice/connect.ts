// Connects the practice channel, and removes it with its bookings. It never stands beside a real channel: its bookings take real nights.
import { randomBytes } from 'node:crypto';
import { PRACTICE_PROTOCOL } from '../channels/registry.ts';
import type { Database } from '../db/database.ts';
import type { Connection } from '../model/channel.ts';
import {
  connectChannel,
  credentialsContext,
  disconnectChannel,
  listConnections,
  requireConnection,
} from '../pms/connections.ts';
import { lockProperty } from '../pms/properties.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import { listRooms } from '../pms/rooms.ts';
import { Problem } from '../problems.ts';
import { externalRoomOf, hotelCodeOf, isPracticeAddress, PRACTICE_CHANNEL, PRACTICE_URL } from './channel.ts';
import { forgetPracticeNights } from './nights.ts';
import { cancelAtPractice } from './sales.ts';

type Secrets = Database['secrets'];

/** Connects the practice channel with all rooms. Throws `practice_channel` where real channels are connected. */
export async function connectPractice(tx: PropertyTransaction, secrets: Secrets): Promise<Connection> {
  // Of two that connect it at the same time, the second sees what the first did; so do the first sales.
  await lockProperty(tx);
  const channels = (await listConnections(tx, tx.hotelId, tx.now)).map(({ channel }) => channel);
  const others = channels.filter((channel) => channel !== PRACTICE_CHANNEL);
  if (others.length > 0) throw new Problem('practice_channel', { case: 'has_channels', channels: others });
  const rooms = await listRooms(tx, tx.hotelId, {}, { size: 10_000, after: null });
  if (rooms.length === 0) throw new Problem('practice_channel', { case: 'no_rooms' });
  const key = { api_key: randomBytes(24).toString('hex') };
  const context = credentialsContext(tx.hotelId, PRACTICE_CHANNEL);
  return connectChannel(
    tx,
    {
      channel: PRACTICE_CHANNEL,
      protocol: PRACTICE_PROTOCOL,
      url: PRACTICE_URL,
      settings: { hotel_code: hotelCodeOf(tx.hotelId) },
      rooms: rooms.map(({ roomId }) => ({
        roomId,
        externalRoom: externalRoomOf(roomId),
        externalRates: [],
        icalUrl: null,
      })),
      credentials: secrets.encrypt(JSON.stringify(key), context),
    },
    secrets,
  );
}

/**
 * Cancels the bookings of the practice channel that have not ended, and disconnects it. Returns how many there were. Throws
 * `unknown_channel`.
 */
export async function removePractice(tx: PropertyTransaction, secrets: Secrets): Promise<number> {
  // A sale at the same time is finished before, or finds no connection.
  await lockProperty(tx);
  await requireConnection(tx, PRACTICE_CHANNEL);
  const orders = await tx.query<{ reference: string }>(
    `select distinct sold.reference from channel_stays as sold
     join reservations as stay on stay.hotel_id = sold.hotel_id and stay.reservation_id = sold.reservation_id
     where sold.hotel_id = $1 and sold.channel = $2 and stay.status in ('confirmed', 'checked_in')`,
    [tx.hotelId, PRACTICE_CHANNEL],
  );
  await cancelAtPractice(
    tx,
    secrets,
    orders.map(({ reference }) => reference),
  );
  await disconnectChannel(tx, PRACTICE_CHANNEL);
  await forgetPracticeNights(tx);
  return orders.length;
}

/**
 * Refuses a connection to a real channel beside the practice channel, and one that uses the name or the address of the practice channel.
 * `urls`: those of the connection and of its calendars.
 * Throws `practice_channel`.
 */
export async function requireNoPractice(
  tx: PropertyTransaction,
  { channel, urls }: { channel: string; urls: readonly (string | null)[] },
): Promise<void> {
  if (channel === PRACTICE_CHANNEL || urls.some((url) => url !== null && isPracticeAddress(url)))
    throw new Problem('practice_channel', { case: 'reserved' });
  await lockProperty(tx);
  const [row] = await tx.query(`select 1 from connections where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    PRACTICE_CHANNEL,
  ]);
  if (row) throw new Problem('practice_channel', { case: 'connected' });
}
