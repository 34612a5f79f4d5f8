// Tools for the property itself: its profile, rooms, connections, calendar links and activity.
import type { Static } from 'typebox';
import type { Property } from '../../../model/property.ts';
import { getHotelOperation } from '../../public/hotels.ts';
import { listIcalLinksOperation } from '../../public/ical.ts';
import { listLogsOperation } from '../../public/logs.ts';
import { listRentalsOperation } from '../../public/rentals.ts';
import { getStatusOperation } from '../../public/status.ts';
import type { icalLinkSchema, logEntrySchema } from '../../records.ts';
import { array, integer, membersOf, number, object, oneOf, optional, text } from '../../schema.ts';
import { listTool } from '../paging.ts';
import { agentStatusSchema, clockAt, presentAgentStatus } from '../records.ts';
import { readTool } from '../tool.ts';

export const getPropertyTool = readTool({
  name: 'get_property',
  title: 'Property profile',
  description:
    "The property's name, address, currency, time zone, house rules, and the date and time there now; with `archived_at` it is read-only. Call it first: every date of other tools is a date there.",
  operation: getHotelOperation,
  input: object({}),
  output: object({
    hotel_id: integer(),
    name: text(),
    currency: text(),
    address: text(),
    timezone: text(),
    today: text(),
    now: text(),
    settings: object({
      checkin_time: text(),
      checkout_time: text(),
      language: text(),
      email: optional(text()),
      phone: optional(text()),
      website: optional(text()),
      horizon_days: integer(),
      books_closed_until: optional(text()),
    }),
    archived_at: optional(text()),
  }),
  run: async (call) => {
    const { settings, archived_at: archivedAt, ...profile } = await getHotelOperation.run(call, {});
    const { email, phone, website, books_closed_until: closed, ...rules } = settings;
    return {
      ...profile,
      today: call.today.toString(),
      now: clockAt(call.now, call.property),
      settings: {
        ...rules,
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
        ...(website !== null && { website }),
        ...(closed !== null && { books_closed_until: closed }),
      },
      ...(archivedAt !== null && { archived_at: archivedAt }),
    };
  },
});

const Room = object({
  room_id: integer(),
  name: text(),
  capacity: integer(),
  price: number(),
  units: optional(integer()),
  currency: text(),
});

/** Page size for rooms: more than any property has. */
const ALL_ROOMS = { size: 1_000, after: null };

export const listRoomsTool = readTool({
  name: 'list_rooms',
  title: 'Rooms',
  description:
    'The rooms that can be booked, with capacity and base nightly rate. The real price of a date is in check_availability.',
  operation: listRentalsOperation,
  input: object({
    ...listRentalsOperation.query.properties,
    min_capacity: optional(integer({ description: 'for at least so many guests', minimum: 1 })),
  }),
  output: object({ items: array(Room), total: integer() }),
  run: async (call, { min_capacity = 1, ...query }) => {
    const rows = await listRentalsOperation.page(call, listRentalsOperation.filter(query, call), ALL_ROOMS);
    const items = rows
      .map((row) => listRentalsOperation.present(row, call))
      .filter(({ capacity }) => capacity >= min_capacity)
      .map(({ hotel_id: _, units, ...room }) => ({
        ...room,
        ...(units !== null && { units }),
        currency: call.property.currency,
      }));
    return { items, total: items.length };
  },
});

export const getChannelStatusTool = readTool({
  name: 'get_channel_status',
  title: 'Channel status',
  description:
    'How the connections to the booking channels are doing: state, nights a channel has not confirmed yet, last error. Use it when something sold or changed here does not show there.',
  operation: getStatusOperation,
  input: object({}),
  output: agentStatusSchema,
  run: async (call) => presentAgentStatus(await getStatusOperation.run(call, {}), call.property),
});

export const listIcalLinksTool = listTool({
  name: 'list_ical_links',
  title: 'Calendar links',
  description:
    'The .ics addresses to paste into channels, one per room (or unit) and channel. Each address is a secret: show it to the user only, never to a guest.',
  operation: listIcalLinksOperation,
  filters: membersOf(listIcalLinksOperation.query, { room_id: true }),
  item: object({
    id: integer(),
    room_id: integer(),
    unit_id: optional(integer()),
    channel_name: text(),
    url: text(),
  }),
  view: ({ hotel_id: _, unit_id, ...record }: Static<typeof icalLinkSchema>) => ({
    ...record,
    ...(unit_id !== null && { unit_id }),
  }),
});

export const listActivityLogTool = listTool({
  name: 'list_activity_log',
  title: 'Activity log',
  description:
    'Who called what and what was exchanged with channels, newest first. Use it to find out why something happened or failed.',
  operation: listLogsOperation,
  filters: membersOf(listLogsOperation.query, { kind: 'calls of clients, or exchanges with channels' }),
  maxLimit: 50,
  item: object({
    id: integer(),
    kind: oneOf(['api', 'sync']),
    created_at: text(),
    summary: text(),
    method: optional(text()),
    path: optional(text()),
    status: optional(integer()),
    request_id: optional(text()),
    token_label: optional(text()),
    channel: optional(text()),
    direction: optional(text()),
    operation: optional(text()),
    outcome: optional(text()),
    items: optional(integer()),
    error: optional(text()),
    duration_ms: number(),
  }),
  view: (record: Static<typeof logEntrySchema>, { property }) => logEntry(record, property),
});

function logEntry({ hotel_id: _, error, ...record }: Static<typeof logEntrySchema>, property: Property) {
  return {
    ...record,
    created_at: clockAt(record.created_at, property),
    ...(error && { error }),
  };
}
