// The sample property's room mappings at four channels, and the calendar links of its rooms.
import { FEED_CHANNELS } from '../pms/calendar-feeds.ts';
import { CHANNELS, ROOMS, type SampleOta, type SampleRoom, sellsOn } from './property-definition.ts';
import { randomFor, randomText } from './random.ts';

export type SampleMapping = {
  channel: SampleOta;
  roomId: number;
  externalRoom: string;
  externalRates: readonly string[];
};

/** Returns the room mappings. They are invented; nothing is ever sent to these channels. */
export function mappings(): SampleMapping[] {
  return CHANNELS.flatMap((channel) =>
    ROOMS.filter((room) => sellsOn(channel, room.roomId)).map((room) => ({
      channel,
      roomId: room.roomId,
      ...namesAt(channel, room),
    })),
  );
}

export type SampleFeed = { feedId: number; feedKey: string; roomId: number; channel: string };

/**
 * Returns the calendar links. They never change, so a link that somebody pasted into a calendar stays valid.
 */
export function feeds(): SampleFeed[] {
  return ROOMS.flatMap((room, i) =>
    FEED_CHANNELS.map((channel, j) => ({
      feedId: i * FEED_CHANNELS.length + j + 1,
      feedKey: randomText(BASE62, KEY_LENGTH, randomFor(`feed ${channel}`, room.roomId)),
      roomId: room.roomId,
      channel,
    })),
  );
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As long as the random keys of other properties, see pms/calendar-feeds.ts. */
const KEY_LENGTH = 32;

function namesAt(
  channel: SampleOta,
  room: SampleRoom,
): Pick<SampleMapping, 'externalRoom' | 'externalRates'> {
  const number = (from: number, question: string) =>
    String(from + randomFor(question, room.roomId, CHANNELS.indexOf(channel)).between(0, from));
  switch (channel) {
    case 'booking_com': // Booking.com: the room id is the property id and two digits
      return { externalRoom: `73182040${room.roomId - 100}`, externalRates: [number(20_000_000, 'rate')] };
    case 'airbnb': // Airbnb: a listing has one price
      return { externalRoom: number(40_000_000, 'room'), externalRates: [] };
    case 'expedia':
      return {
        externalRoom: number(200_000_000, 'room'),
        externalRates: [`${number(200_000_000, 'rate')}A`],
      };
    case 'vrbo': {
      const unit = `321.${number(1_000_000, 'room')}.${number(1_500_000, 'unit')}`;
      return { externalRoom: unit, externalRates: [] };
    }
  }
}
