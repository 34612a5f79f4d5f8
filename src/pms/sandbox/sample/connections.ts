// How the sample house is connected: which room is which at the four channels, and the calendar links of its rooms.
import { FEED_CHANNELS } from '../../calendar-feeds.ts';
import { CHANNELS, ROOMS, type SampleOta, type SampleRoom, sellsOn } from './property-definition.ts';
import { randomFor, randomText } from './random.ts';

export type SampleMapping = {
  channel: SampleOta;
  roomId: number;
  externalRoom: string;
  externalRates: readonly string[];
};

/** All invented; nothing is ever sent there. */
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

/** The same links for ever: whoever pasted one into a calendar keeps it. */
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
/** As long as those that are drawn by chance, see pms/calendar-feeds.ts. */
const KEY_LENGTH = 32;

function namesAt(
  channel: SampleOta,
  room: SampleRoom,
): Pick<SampleMapping, 'externalRoom' | 'externalRates'> {
  const number = (from: number, question: string) =>
    String(from + randomFor(question, room.roomId, CHANNELS.indexOf(channel)).between(0, from));
  switch (channel) {
    case 'booking_com': // a room's number is the property's and two digits
      return { externalRoom: `73182040${room.roomId - 100}`, externalRates: [number(20_000_000, 'rate')] };
    case 'airbnb': // a listing has one price
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
