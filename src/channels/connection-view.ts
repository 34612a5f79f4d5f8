// Builds the view of a connection that its adapter gets, from the stored rows.
import type { Connection } from '../model/channel.ts';
import type { Property } from '../model/property.ts';
import type { ConnectionView } from './channel.ts';

/** Returns the view of a connection. Rooms without an external room are left out. */
export function viewOf(stored: {
  connection: Connection;
  property: Property;
  credentials: Record<string, string>;
  rooms: ReadonlyMap<number, { name: string; capacity: number }>;
}): ConnectionView {
  const { connection, property, credentials, rooms } = stored;
  return {
    channel: connection.channel,
    url: connection.url,
    settings: connection.settings,
    credentials,
    currency: property.currency,
    timezone: property.timezone,
    rooms: connection.rooms.flatMap((mapping) => {
      const room = rooms.get(mapping.roomId);
      if (!room || mapping.externalRoom === null) return [];
      return [
        {
          roomId: mapping.roomId,
          ...room,
          externalRoom: mapping.externalRoom,
          externalRates: mapping.externalRates,
        },
      ];
    }),
  };
}
