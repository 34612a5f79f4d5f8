// Builds the view of a connection that its adapter gets, from the stored rows.
import type { Connection } from '../model/channel.ts';
import { activeOtas } from '../model/connected-ota.ts';
import type { Property } from '../model/property.ts';
import type { Adapter, ConnectionView } from './channel.ts';
import { withDefaults } from './settings-schema.ts';

/**
 * Returns the view of a connection, with the defaults of settings that are not stored. Rooms without an external
 * room are left out.
 */
export function viewOf(
  stored: {
    connection: Connection;
    property: Property;
    credentials: Record<string, string>;
    rooms: ReadonlyMap<number, { name: string; capacity: number }>;
  },
  adapter: Pick<Adapter, 'settingsSchema'>,
): ConnectionView {
  const { connection, property, credentials, rooms } = stored;
  return {
    channel: connection.channel,
    url: connection.url,
    settings: withDefaults(adapter.settingsSchema, connection.settings),
    credentials,
    currency: property.currency,
    timezone: property.timezone,
    otas: activeOtas(connection.otas),
    salesLimits: connection.salesLimits,
    rooms: connection.rooms.flatMap((mapping) => {
      const room = rooms.get(mapping.roomId);
      if (!room || mapping.externalRoom === null) return [];
      return [
        {
          roomId: mapping.roomId,
          ...(mapping.unitId && { unitId: mapping.unitId }),
          ...room,
          externalRoom: mapping.externalRoom,
          externalRates: mapping.externalRates,
        },
      ];
    }),
  };
}
