// Connects innwire to a hotel at a simulated OTA: what its operator enters, and what is set at the OTA.
import type { Hotel } from './hotel.ts';
import type { Credentials, Ota, Target } from './ota.ts';
import { otaEntry } from './otas.ts';
import type { Simulator } from './simulator.ts';

type InnwireConnection = {
  simulator: Simulator;
  /** name of the OTA */
  channel: string;
  hotel: Hotel;
  /** of the hotel's account */
  credentials: Credentials;
  /** ids of innwire's rooms, in the order of the hotel's */
  rooms: readonly number[];
};

/** Returns the id of the OTA's room for each room of innwire. Rooms that the OTA reads from feeds have ids of innwire. */
export function externalRooms({
  hotel,
  rooms,
}: Pick<InnwireConnection, 'hotel' | 'rooms'>): Map<number, string> {
  return new Map(rooms.map((room, i) => [room, hotel.rooms[i]?.id ?? `unit-${room}`]));
}

/** Returns the body of `PUT …/channels/{channel}`. `everyRate`: rooms are mapped to all of their rates, not to the first. */
export function connectionBody(
  { simulator, channel, hotel, credentials, rooms }: InnwireConnection,
  { settings = {}, everyRate = false }: { settings?: object | undefined; everyRate?: boolean } = {},
): object {
  const { connectionInput, gets, hasRates } = otaEntry(channel);
  const agreed = connectionInput(hotel, credentials);
  const external = externalRooms({ hotel, rooms });
  return {
    protocol: channel,
    ...(gets === 'requests' && { url: otaOf(simulator, channel).url }),
    ...agreed,
    settings: { ...agreed.settings, ...settings },
    rooms: rooms.flatMap((room_id, i) => {
      const mapping = { room_id, external_room: external.get(room_id) };
      const rates = hasRates ? (hotel.rooms[i]?.rates ?? []) : [];
      return rates.length === 0
        ? mapping
        : rates.slice(0, everyRate ? rates.length : 1).map(({ id }) => ({ ...mapping, external_rate: id }));
    }),
  };
}

/** Sets innwire's `inbound_url` at an OTA that sends requests to it; does nothing for other OTAs. */
export function setInboundUrl(
  { simulator, channel, hotel, credentials }: InnwireConnection,
  url: string,
): void {
  const target = otaEntry(channel).sends?.(credentials);
  if (!target) return;
  const ota = otaOf(simulator, channel) as Ota & { connect(hotel: string, target: Target): void };
  ota.connect(hotel.id, { url, ...target });
}

/** Returns a running OTA by its name. */
export function otaOf(simulator: Simulator, channel: string): Ota {
  return simulator.otas.find((ota) => ota.name === channel)!;
}
