// Orders of a channel for tests that ingest them directly: each call is the next version of an order.
import type { RoomMapping } from '../../src/model/channel.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../src/model/channel-records.ts';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { date, type PropertyFixture, START } from './test-property.ts';

/** What a version of an order says; the rest is that of a stay of one guest from 1 to 4 March 2027 in room R0. */
export type Version = Partial<Omit<ChannelReservation, 'rooms'>> & { rooms?: Partial<ChannelRoomStay>[] };

/** Returns the mapping of the fixture's rooms: R0, R1, … at the channel. */
export function mappingOf(environment: Pick<PropertyFixture, 'rooms'>): RoomMapping[] {
  return environment.rooms.map((roomId, i) => ({
    roomId,
    unitId: null,
    externalRoom: `R${i}`,
    externalRates: [],
    icalUrl: null,
  }));
}

/** Connects a channel with the rooms of a fixture; the function that is returned ingests the next version of an order. */
export async function connectOrders(
  environment: Pick<PropertyFixture, 'db' | 'rooms' | 'change' | 'property'>,
  channel: string,
  seller = channel,
) {
  const rooms = mappingOf(environment);
  const connection = { channel, protocol: channel, url: null, settings: {}, rooms };
  await environment.change((tx) => connectChannel(tx, connection, environment.db.secrets));
  const soldBy = seller === channel ? null : seller;
  let revision = 0;
  return async function receive({ rooms: wanted = [{}], guest, ...version }: Version = {}) {
    revision += 1;
    const property = await environment.property();
    const source = { property, channel, rooms, countsSalesItself: false };
    return environment.change((tx) =>
      ingestReservation(tx, source, {
        reference: soldBy === null ? 'N1' : `${soldBy}/N1`,
        ...(soldBy !== null && { shownReference: 'N1' }),
        revision: String(revision),
        at: START.add({ minutes: revision }),
        soldBy,
        status: 'modified',
        currency: 'EUR',
        notes: null,
        receipt: '1',
        thread: null,
        ...version,
        guest: { name: 'Grace Hopper', email: null, phone: null, ...guest },
        rooms: wanted.map((room, i) => ({
          key: String(i + 1),
          externalRoom: 'R0',
          externalRate: null,
          checkin: date('2027-03-01'),
          checkout: date('2027-03-04'),
          total: '300.00',
          nights: [],
          guestName: null,
          ...room,
        })),
      }),
    );
  };
}
