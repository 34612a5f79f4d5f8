// OTA_HotelAvailNotif: counts per room, restrictions per room and rate.
import type { OtaRoomNight, RateNight } from '../calendar.ts';
import { datesThrough } from '../dates.ts';
import { refusedClosures } from '../faults.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { at, child, childrenOf, type Node } from '../xml.ts';
import type { Shapes } from '../xml-shape.ts';
import type { BookingCom } from './context.ts';
import {
  acceptItems,
  BUSY,
  failed,
  ItemFailed,
  type ItemTarget,
  isAnswer,
  readMessage,
  readTarget,
} from './read-message.ts';

const MESSAGE = 'AvailStatusMessage';
const SHAPES: Shapes = {
  OTA_HotelAvailNotifRQ: [
    'Version! TimeStamp Target EchoToken PrimaryLangID',
    'POS UniqueID AvailStatusMessages!',
  ],
  AvailStatusMessages: ['HotelCode', `${MESSAGE}+`],
  [MESSAGE]: [
    'BookingLimit BookingLimitMessageType LocatorID',
    'StatusApplicationControl! LengthsOfStay RestrictionStatus',
  ],
  StatusApplicationControl: ['Start! End! InvTypeCode! RatePlanCode', ''],
  LengthsOfStay: ['ArrivalDateBased FixedPatternLength', 'LengthOfStay+'],
  LengthOfStay: ['Time! MinMaxMessageType! TimeUnit', ''],
  RestrictionStatus: ['Status Restriction MinAdvancedBookingOffset MaxAdvancedBookingOffset', ''],
};
const MOST_ROOMS = 254;
const UNLIMITED = 255;
/** Maximum length of a stay at Booking.com, in nights. */
const MAX_STAY = 31;
/** Number of messages per request that public implementations do not exceed. */
const MANY_MESSAGES = 1_000;

export function acceptAvailability(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const root = readMessage(request, 'OTA_HotelAvailNotifRQ', SHAPES);
  if (isAnswer(root)) return root;
  const items = childrenOf(child(root, 'AvailStatusMessages')!, MESSAGE);
  advise(context, request, items);
  const refuses = refusedClosures(request.fault);
  return acceptItems(context, request, {
    items,
    name: 'OTA_HotelAvailNotifRS',
    version: '1.005',
    check: (item) => {
      const target = readTarget(context, child(item, 'StatusApplicationControl')!, account);
      const rooms = roomsToSell(item, target);
      const stay = stayLimits(item, target);
      const closing = restriction(item, target);
      const stop = Boolean(closing.room?.stopSell || closing.rate?.stopSell);
      if (refuses({ zero: rooms.available === 0, stop })) throw new ItemFailed(BUSY);
      return () => store(context, target, { ...rooms, ...closing.room }, { ...stay, ...closing.rate });
    },
  });
}

function store(context: BookingCom, target: ItemTarget, room: OtaRoomNight, rate: RateNight): void {
  const dates = datesThrough(target.start, target.end);
  const key = { hotel: target.hotel.id, room: target.room.id };
  if (Object.keys(room).length > 0) context.core.setRoom(key, dates, room);
  if (target.rate && Object.keys(rate).length > 0)
    context.core.setRate({ ...key, rate: target.rate.id }, dates, rate);
}

function roomsToSell(item: Node, { rate }: ItemTarget): OtaRoomNight {
  const limit = item.attributes['BookingLimit'];
  if (limit === undefined) return {};
  if (rate) throw failed(3, 320, 'BookingLimit is set for a room, without RatePlanCode');
  const rooms = Number(limit);
  if (!/^\d+$/.test(limit)) throw failed(3, 320, 'BookingLimit must be a number');
  // 255 means no limit; Booking.com resets larger values.
  return { available: rooms > UNLIMITED ? MOST_ROOMS : rooms };
}

function stayLimits(item: Node, { rate }: ItemTarget): RateNight {
  const lengths = child(item, 'LengthsOfStay');
  if (!lengths) return {};
  if (!rate) throw failed(10, 321, 'RatePlanCode is required for LengthsOfStay');
  const limits: RateNight = {};
  for (const length of lengths.children) {
    const { Time = '', MinMaxMessageType: type } = length.attributes;
    const nights = Number(Time);
    if (!/^\d+$/.test(Time) || nights > MAX_STAY) throw failed(3, 320, `Time must be 0 to ${MAX_STAY}`);
    if (type === 'SetMinLOS' || type === 'SetForwardMinStay') limits.minStay = nights;
    else if (type === 'SetMaxLOS' || type === 'SetForwardMaxStay') limits.maxStay = nights;
    else throw failed(3, 320, `MinMaxMessageType ${type} is not known`);
  }
  if (limits.minStay && limits.maxStay && limits.minStay > limits.maxStay) {
    throw failed(3, 320, 'the shortest stay is longer than the longest');
  }
  return limits;
}

function restriction(item: Node, { rate }: ItemTarget): { room?: OtaRoomNight; rate?: RateNight } {
  const status = at(item, 'RestrictionStatus')?.attributes;
  if (status?.['Status'] === undefined) return {};
  if (status['Status'] !== 'Open' && status['Status'] !== 'Close') {
    throw failed(3, 320, `Status ${status['Status']} is neither Open nor Close`);
  }
  const closed = status['Status'] === 'Close';
  switch (status['Restriction']) {
    case undefined:
    case 'Master':
      return rate ? { rate: { stopSell: closed } } : { room: { stopSell: closed } };
    case 'Arrival':
    case 'Departure': {
      if (!rate) throw failed(10, 321, 'RatePlanCode is required for this restriction');
      const arrival = status['Restriction'] === 'Arrival';
      return { rate: arrival ? { closedToArrival: closed } : { closedToDeparture: closed } };
    }
    default:
      throw failed(3, 320, `Restriction ${status['Restriction']} is not known`);
  }
}

/** Logs where a request does not follow Booking.com's recommendations, which are not enforced. */
export function advise(context: BookingCom, request: Incoming, items: readonly Node[]): void {
  const controls = items.map((item) => child(item, 'StatusApplicationControl')!.attributes);
  const months = new Set(
    controls.flatMap(({ Start = '', End = '' }) => [Start.slice(0, 7), End.slice(0, 7)]),
  );
  const hotels = new Set(
    controls.map(({ InvTypeCode }) => context.core.hotels.ofRoom(InvTypeCode)?.hotel.id),
  );
  if (months.size > 1) request.advise('more than one calendar month in a request');
  if (hotels.size > 1) request.advise('more than one hotel in a request');
  if (items.length > MANY_MESSAGES) request.advise(`more than ${MANY_MESSAGES} messages in a request`);
}
