// Channels of a property at Channex, its connections to OTAs: their list, their changes, and webhooks about them.
//
// Sources: docs.channex.io, "Channels API" and "Webhook Collection". Documented are the payloads of
// `sync_error`, `activate_channel`, `deactivate_channel`, `non_acked_booking`, `channel_removal_warning` and
// `property_removal_warning`; those of the other events are assumed to be like these.
import { orderTotal } from '../book.ts';
import { addDays, daysBetween } from '../dates.ts';
import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { uniqueIdOf } from './bookings.ts';
import { type Channex, pageOf, success } from './context.ts';

type Payload = Record<string, unknown>;

/** What a webhook call carries beside its event and its property. */
export type WebhookContent = {
  /** absent: the call has no payload */
  payload?: unknown;
  /** default: now */
  timestamp?: string;
};

type SendWebhook = (hotel: string, event: string, content?: WebhookContent) => void;

/** A connection of a property to an OTA. */
type ChannexChannel = {
  id: string;
  title: string;
  /** code of the OTA as in "Channel Codes": `BookingCom`, `AirBNB`, `Expedia` */
  channel: string;
  isActive: boolean;
  status: 'active' | 'inactive';
  /** yyyy-mm-dd */
  expectedRemovalDate: string | null;
};

type ChannexChannelChange = {
  isActive?: boolean;
  expectedRemovalDate?: string | null;
  title?: string;
};

type ReportInput = {
  /** code of the channel that the event is about; default: the one that fits the event, else the first */
  code?: string;
  /** replaces the default payload of the event */
  payload?: unknown;
  timestamp?: string;
};

export type ChannelActions = {
  /** a property's channels; three active ones at first */
  channels(hotel: string): ChannexChannel[];
  /**
   * Changes the channel with this code, or adds it. Sends the webhooks `activate_channel` or
   * `deactivate_channel`, `updated_channel`, or `new_channel`; none when nothing changes.
   */
  setChannel(hotel: string, code: string, change?: ChannexChannelChange): Promise<ChannexChannel>;
  /** Removes a channel and sends the webhook `disconnect_channel`. Rejects when the property lacks it. */
  removeChannel(hotel: string, code: string): Promise<void>;
  /** Sends the webhook of an event and changes nothing. */
  report(hotel: string, event: string, input?: ReportInput): Promise<void>;
};

type ChannelRecord = { channel: ChannexChannel; insertedAt: string; updatedAt: string };
type ChannelRecords = ReturnType<typeof createRecords>;

/** Names of OTAs by their codes, in the order of a property's first channels. */
const NAMES: Record<string, string> = { BookingCom: 'Booking.com', AirBNB: 'Airbnb', Expedia: 'Expedia' };
/** Days before the removal of a channel and of a property without active channels at which Channex warns first. */
const CHANNEL_REMOVAL_DAYS = 7;
const PROPERTY_REMOVAL_DAYS = 30;

/** Returns the handler of the list of channels, and the methods that change channels and send webhooks. */
export function createChannels(
  context: Channex,
  send: SendWebhook,
): {
  list(context: Channex, request: Incoming, account: string): OtaResponse;
  actions: ChannelActions;
} {
  const { core } = context;
  const records = createRecords(context);
  // Separate from the ids of channels, which must not depend on what is reported.
  const eventIds = core.random.branch('channel events');
  const hotelOf = (id: string): Hotel => {
    const hotel = core.hotels.find(id);
    if (!hotel) throw new Error(`there is no property ${id}`);
    return hotel;
  };
  return {
    list: (_context, request, account) => listChannels(context, request, { account, records }),
    actions: {
      channels: (hotel) => records.of(hotelOf(hotel).id).map(({ channel }) => ({ ...channel })),
      setChannel: async (hotel, code, change = {}) => {
        const { channel, sent } = applyChange(records, { hotel: hotelOf(hotel).id, code }, change);
        for (const { event, payload } of sent) send(hotel, event, { payload });
        return { ...channel };
      },
      removeChannel: async (hotel, code) => {
        const channel = records.remove(hotelOf(hotel).id, code);
        send(hotel, 'disconnect_channel', { payload: summary(channel) });
      },
      report: async (hotel, event, { code, payload, timestamp } = {}) => {
        const channel = (usual?: string) => records.find(hotelOf(hotel).id, code ?? usual);
        const eventId = () => eventIds.uuid();
        const content = payload ?? payloadOf(context, { hotel: hotelOf(hotel), event }, { channel, eventId });
        send(hotel, event, { payload: content, ...(timestamp !== undefined && { timestamp }) });
      },
    },
  };
}

/** Creates the store of channels by property. A property gets its first channels when they are first used. */
function createRecords({ core }: Channex) {
  const random = core.random.branch('channels');
  const byHotel = new Map<string, ChannelRecord[]>();
  const make = (code: string): ChannelRecord => ({
    channel: {
      id: random.uuid(),
      title: nameOf(code),
      channel: code,
      isActive: true,
      status: 'active',
      expectedRemovalDate: null,
    },
    insertedAt: core.stamp(),
    updatedAt: core.stamp(),
  });
  const of = (hotel: string): ChannelRecord[] => {
    const records = byHotel.get(hotel) ?? Object.keys(NAMES).map(make);
    byHotel.set(hotel, records);
    return records;
  };
  /** Returns the channel with this code, or the property's first one. Throws when there is none. */
  const find = (hotel: string, code?: string): ChannexChannel => {
    const found = of(hotel).find(({ channel }) => code === undefined || channel.channel === code);
    if (!found) throw new Error(`property ${hotel} has no channel${code === undefined ? '' : ` ${code}`}`);
    return found.channel;
  };
  return {
    of,
    find,
    add: (hotel: string, code: string): ChannelRecord => {
      const record = make(code);
      of(hotel).push(record);
      return record;
    },
    remove: (hotel: string, code: string): ChannexChannel => {
      const removed = find(hotel, code);
      byHotel.set(
        hotel,
        of(hotel).filter(({ channel }) => channel !== removed),
      );
      return removed;
    },
    touch: (record: ChannelRecord) => {
      record.updatedAt = core.stamp();
    },
  };
}

/** Applies a change to a channel, or adds it. Returns the channel and the webhooks to send. */
function applyChange(
  records: ChannelRecords,
  { hotel, code }: { hotel: string; code: string },
  change: ChannexChannelChange,
): { channel: ChannexChannel; sent: { event: string; payload: Payload }[] } {
  const known = records.of(hotel).find(({ channel }) => channel.channel === code);
  const record = known ?? records.add(hotel, code);
  const { channel } = record;
  const before = { ...channel };
  channel.isActive = change.isActive ?? channel.isActive;
  channel.status = channel.isActive ? 'active' : 'inactive';
  channel.title = change.title ?? channel.title;
  if (change.expectedRemovalDate !== undefined) channel.expectedRemovalDate = change.expectedRemovalDate;
  if (!known) return { channel, sent: [{ event: 'new_channel', payload: summary(channel) }] };
  const sent: { event: string; payload: Payload }[] = [];
  if (channel.isActive !== before.isActive) {
    const event = channel.isActive ? 'activate_channel' : 'deactivate_channel';
    sent.push({ event, payload: summary(channel) });
  }
  if (channel.title !== before.title || channel.expectedRemovalDate !== before.expectedRemovalDate)
    sent.push({ event: 'updated_channel', payload: {} });
  if (sent.length > 0) records.touch(record);
  return { channel, sent };
}

/** `GET /channels`: the channels of the account's properties. Those of other accounts are left out. */
function listChannels(
  { core }: Channex,
  request: Incoming,
  { account, records }: { account: string; records: ChannelRecords },
): OtaResponse {
  const property = request.query.get('filter[property_id]');
  const all = core.hotels
    .all()
    .filter((hotel) => hotel.account === account && (property === null || hotel.id === property))
    .flatMap((hotel) => records.of(hotel.id).map((record) => resource(hotel, record)));
  const { page, meta } = pageOf(all, request.query);
  request.counted(page.length);
  return success(page, meta);
}

function resource(hotel: Hotel, { channel, insertedAt, updatedAt }: ChannelRecord): Payload {
  return {
    type: 'channel',
    id: channel.id,
    attributes: {
      id: channel.id,
      title: channel.title,
      channel: channel.channel,
      currency: hotel.currency,
      is_active: channel.isActive,
      status: channel.status,
      settings: {},
      rate_plans: [],
      properties: [hotel.id],
      actions: [],
      expected_removal_date: channel.expectedRemovalDate,
      inserted_at: insertedAt.replace('Z', '000'),
      updated_at: updatedAt.replace('Z', '000'),
    },
    relationships: { properties: { data: [{ id: hotel.id, type: 'property' }] } },
  };
}

type PayloadSource = {
  /** the channel that the event is about; `usual` is its code when none is given */
  channel(usual?: string): ChannexChannel;
  eventId(): string;
};

/** Returns the payload of an event; undefined for events whose calls have none here. */
function payloadOf(
  context: Channex,
  { hotel, event }: { hotel: Hotel; event: string },
  { channel, eventId }: PayloadSource,
): Payload | undefined {
  switch (event) {
    case 'sync_error':
    case 'sync_warning':
    case 'rate_error':
      return failedSync(hotel, channel(), eventId());
    case 'channel_removal_warning':
      return channelRemoval(context, { hotel, channel: channel(), eventId: eventId() });
    case 'property_removal_warning':
      return {
        live_feed_event_id: eventId(),
        property_id: hotel.id,
        property_name: hotel.name,
        days_left: PROPERTY_REMOVAL_DAYS,
        removal_date: addDays(context.core.today(), PROPERTY_REMOVAL_DAYS),
      };
    case 'non_acked_booking':
      return unacknowledged(context, hotel, channel);
    case 'disconnect_listing':
      return summary(channel('AirBNB'));
    case 'new_channel':
    case 'activate_channel':
    case 'deactivate_channel':
    case 'disconnect_channel':
      return summary(channel());
    case 'updated_channel':
      return {};
    default:
      return undefined;
  }
}

function failedSync(hotel: Hotel, channel: ChannexChannel, eventId: string): Payload {
  return {
    channel: channel.channel,
    channel_event_id: eventId,
    channel_id: channel.id,
    channel_name: channel.title,
    error_type: 'general_error',
    property_name: hotel.name,
  };
}

/** The removal is a week away, the first time of a warning, unless the channel has a date. */
function channelRemoval(
  { core }: Channex,
  { hotel, channel, eventId }: { hotel: Hotel; channel: ChannexChannel; eventId: string },
): Payload {
  const date = channel.expectedRemovalDate ?? addDays(core.today(), CHANNEL_REMOVAL_DAYS);
  return {
    live_feed_event_id: eventId,
    property_id: hotel.id,
    channel_id: channel.id,
    channel_name: channel.title,
    channel: channel.channel,
    days_left: daysBetween(core.today(), date),
    removal_date: date,
  };
}

/** Of the newest sale of the property. Throws when there is none. */
function unacknowledged(context: Channex, hotel: Hotel, channel: PayloadSource['channel']): Payload {
  const one = context.core.book.all(hotel.id).at(-1);
  const revision = one?.revisions.at(-1);
  if (!one || !revision) throw new Error(`property ${hotel.id} has no sale`);
  const arrival = revision.stays.map((stay) => stay.arrival).sort()[0];
  const departure = revision.stays
    .map((stay) => stay.departure)
    .sort()
    .at(-1);
  return {
    currency: one.currency,
    amount: orderTotal(revision).toFixed(2),
    channel_id: channel(Object.keys(NAMES).find((code) => NAMES[code] === one.seller)).id,
    property_id: hotel.id,
    booking_id: context.bookingId(one.reference),
    arrival_date: arrival ?? null,
    booking_revision_id: revision.id,
    count_of_rooms: revision.stays.length,
    booking_unique_id: uniqueIdOf(one),
    count_of_nights: arrival && departure ? daysBetween(arrival, departure) : 0,
    customer_name: `${one.guest.givenName} ${one.guest.surname}`,
    ota_code: one.reference,
  };
}

/** `ota_name` is assumed to be the name that bookings have; the documented example has one that is also a code. */
function summary({ id, title, channel }: ChannexChannel): Payload {
  return { title, channel_id: id, ota_name: nameOf(channel) };
}

function nameOf(code: string): string {
  return NAMES[code] ?? code;
}
