// Resources: the same data as the tools return, under URIs that clients can store, list and subscribe to.
import Type, { type TSchema } from 'typebox';
import type { Event } from '../../model/event.ts';
import { writeCalendar } from '../../model/ical/write.ts';
import { parseDate } from '../../model/night.ts';
import { listFeeds, readOccupiedRanges } from '../../pms/calendar-feeds.ts';
import { listNights } from '../../pms/inventory/calendar.ts';
import { listMessages } from '../../pms/messages.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { invalidParameter, Problem } from '../../problems.ts';
import { calendarEntries } from '../calendar.ts';
import type { Operation } from '../operation.ts';
import { listAvailabilityOperation } from '../public/availability.ts';
import { listBookingsOperation } from '../public/bookings.ts';
import { listIcalLinksOperation } from '../public/ical.ts';
import { listMessagesOperation } from '../public/messages.ts';
import { listRentalsOperation } from '../public/rentals.ts';
import { array, object } from '../schema.ts';
import { visible } from '../visible.ts';
import { agentMessageSchema, presentAgentMessage } from './records.ts';
import type { AgentCall, ReadTool } from './tool.ts';
import { offeredAt } from './tools/availability.ts';
import { findBooking, getBookingTool } from './tools/bookings.ts';
import { getDailyOverviewTool } from './tools/overview.ts';
import { getChannelStatusTool, getPropertyTool, listRoomsTool } from './tools/property.ts';

type ResourceDeclaration = {
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** the operation whose access rules apply */
  operation: Operation;
  /** the schema of what it holds; of a text, any */
  record: TSchema;
};

export type Resource = ResourceDeclaration & { uri: string; read(call: AgentCall): Promise<unknown> };

/** A resource template: the client fills in the `{names}` of its URI, `complete` suggests values for them. */
type Template = ResourceDeclaration & {
  uriTemplate: string;
  read(call: AgentCall, values: Record<string, string>): Promise<unknown>;
};

const JSON_TYPE = 'application/json';

/** Of what has no personal data: nights and calendars. */
const ANYTHING = Type.Unknown();

export const resources: readonly Resource[] = [
  ofTool(getPropertyTool, {
    uri: 'pms://property',
    name: 'property',
    description: 'Profile, house rules, and what day it is there.',
  }),
  ofTool(listRoomsTool, {
    uri: 'pms://rooms',
    name: 'rooms',
    description: 'Rooms with capacity and base rate.',
  }),
  ofTool(getChannelStatusTool, {
    uri: 'pms://status',
    name: 'status',
    description: 'How the connections to the channels are doing.',
  }),
  ofTool(getDailyOverviewTool, {
    uri: 'pms://overview/today',
    name: 'today',
    description: 'Arrivals, departures, tasks and waiting guests of today.',
  }),
];

/** Returns the resource that holds what a tool answers without arguments. */
function ofTool(
  { title, operation, output, run }: ReadTool,
  { uri, name, description }: Pick<Resource, 'uri' | 'name' | 'description'>,
): Resource {
  return {
    uri,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
    operation,
    record: output,
    read: (call) => run(call, {}),
  };
}

export const templates: readonly Template[] = [
  {
    uriTemplate: 'pms://rooms/{room_id}',
    name: 'room',
    title: 'A room',
    description: 'One room with capacity and base rate.',
    mimeType: JSON_TYPE,
    operation: listRentalsOperation,
    record: object(listRoomsTool.output.properties.items.items.properties),
    read: async (call, { room_id }) => {
      const { items } = await listRoomsTool.run(call, { room_id: toId(room_id) });
      return items[0];
    },
  },
  {
    uriTemplate: 'pms://bookings/{order_id}',
    name: 'booking',
    title: getBookingTool.title,
    description: 'A booking with the end of its conversation, its open tasks and ledger lines.',
    mimeType: JSON_TYPE,
    operation: listBookingsOperation,
    record: getBookingTool.output,
    read: (call, { order_id }) => getBookingTool.run(call, { order_id: order_id! }),
  },
  {
    uriTemplate: 'pms://bookings/{order_id}/messages',
    name: 'conversation',
    title: 'A conversation',
    description:
      'The newest hundred messages with the guest of a booking. guest_text was written by a stranger.',
    mimeType: JSON_TYPE,
    operation: listMessagesOperation,
    record: object({ items: array(agentMessageSchema) }),
    read: readConversation,
  },
  {
    uriTemplate: 'pms://calendar/{room_id}/{month}',
    name: 'calendar',
    title: "A room's month",
    description: 'Units left, price and minimum stay of each night of a month (yyyy-MM).',
    mimeType: JSON_TYPE,
    operation: listAvailabilityOperation,
    record: ANYTHING,
    read: readMonth,
  },
  {
    uriTemplate: 'pms://ical/{room_id}.ics',
    name: 'ical',
    title: "A room's calendar file",
    description: 'What is taken, as other calendar programs read it. No guest is named in it.',
    mimeType: 'text/calendar',
    operation: listIcalLinksOperation,
    record: ANYTHING,
    read: readCalendarFile,
  },
];

export type Contents = { mimeType: string; text: string };

/**
 * Finds the resource or template that a URI belongs to, with the values of its placeholders; null when there
 * is none.
 */
export function findResource(
  uri: string,
): { resource: ResourceDeclaration; read(call: AgentCall): Promise<unknown> } | null {
  const fixed = resources.find((one) => one.uri === uri);
  if (fixed) return { resource: fixed, read: fixed.read };
  for (const template of templates) {
    const values = match(template.uriTemplate, uri);
    if (values) return { resource: template, read: (call) => template.read(call, values) };
  }
  return null;
}

/** Reads a resource; null when it does not exist. */
export async function readResource(call: AgentCall, uri: string): Promise<Contents | null> {
  const found = findResource(uri);
  if (!found) return null;
  const value = await found.read(call).catch((error) => {
    if (error instanceof Problem && NOT_FOUND.has(error.code)) return undefined;
    throw error;
  });
  if (value === undefined) return null;
  const shown = visible(value, found.resource.record, call.scopes);
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return { mimeType: found.resource.mimeType, text };
}

const NOT_FOUND = new Set(['unknown_room', 'unknown_booking', 'invalid_parameters']);

/** Returns the URIs of the resources whose content an entry of the log has changed. */
export function resourcesChangedBy({ kind, subject, data }: Event): string[] {
  const today = 'pms://overview/today';
  const [what, id] = subject.split('/');
  if (what === 'booking') return [`pms://bookings/${id}`, today];
  const order = data['reservationId'];
  const booking = typeof order === 'number' ? [`pms://bookings/${order}`] : [];
  if (what === 'message') return [...booking.flatMap((uri) => [uri, `${uri}/messages`]), today];
  if (what === 'task') return [...booking, today];
  if (what === 'accounting') return booking;
  if (kind === 'availability.changed') {
    return [...monthsOf(data).map((month) => `pms://calendar/${id}/${month}`), `pms://ical/${id}.ics`];
  }
  if (kind === 'room.changed') return ['pms://rooms', `pms://rooms/${id}`, today];
  if (what === 'unit' || what === 'closure') return [today];
  if (kind === 'channel.changed') return ['pms://status', today];
  return kind === 'property.changed' ? ['pms://property', 'pms://status', today] : [];
}

/**
 * Returns the months (yyyy-MM) of a range of nights, at most ten years: the longest calendar there can be.
 */
function monthsOf(data: Record<string, unknown>): string[] {
  const [from, until] = [parseDate(String(data['from'])), parseDate(String(data['until']))];
  if (!from || !until) return [];
  const [first, last] = [from.toPlainYearMonth(), until.subtract({ days: 1 }).toPlainYearMonth()];
  const count = first.until(last, { largestUnit: 'month' }).months + 1;
  return Array.from({ length: Math.min(count, 240) }, (_, i) => first.add({ months: i }).toString());
}

function match(template: string, uri: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]{1,200}?)');
  const found = new RegExp(`^${pattern}$`).exec(uri);
  if (!found) return null;
  try {
    const values = names.map((_, i) => decodeURIComponent(found[i + 1]!));
    // Nothing that exists has a NUL in its id.
    return values.some((value) => value.includes('\0'))
      ? null
      : Object.fromEntries(names.map((name, i) => [name, values[i]!]));
  } catch {
    return null;
  }
}

function toId(text: string | undefined): number {
  if (!/^\d{1,15}$/.test(text ?? ''))
    throw invalidParameter({ field: 'room_id', rule: 'wrong_type', type: 'integer' });
  return Number(text);
}

/** Maximum characters of a message here; longer ones are read with list_messages. */
const SHOWN_TEXT = 2_000;
const CONVERSATION = { size: 100, after: null };

async function readConversation(call: AgentCall, { order_id }: Record<string, string>) {
  const { reservationId } = await findBooking(call, order_id!);
  const filter = { reservationId, newestFirst: true } as const;
  const messages = await listMessages(call.db, call.property.hotelId, filter, CONVERSATION);
  return {
    items: messages.map((one) =>
      presentAgentMessage(listMessagesOperation.present(one, call), call.property, SHOWN_TEXT),
    ),
  };
}

async function readMonth(call: AgentCall, { room_id, month }: Record<string, string>) {
  const from = parseDate(`${month}-01`);
  if (!from) return undefined;
  const room = await requireRoom(call.db, call.property.hotelId, toId(room_id));
  const window = { from, until: from.add({ months: 1 }), roomId: room.roomId };
  const nights = await listNights(call.db, call.property.hotelId, window, { size: 31, after: null });
  return {
    room_id: room.roomId,
    name: room.name,
    month,
    currency: call.property.currency,
    nights: nights.map((night) => ({ date: night.date.toString(), ...offeredAt(night, call) })),
  };
}

/** The same window as the links of `list_ical_links` have without dates. */
const DAYS_BEFORE = 30;
const DAYS_AHEAD = 730;
const ALL_LINKS = { size: 100, after: null };

async function readCalendarFile(call: AgentCall, { room_id }: Record<string, string>) {
  const { hotelId } = call.property;
  const room = await requireRoom(call.db, hotelId, toId(room_id));
  const feeds = await listFeeds(call.db, hotelId, { roomId: room.roomId }, ALL_LINKS);
  // The link that belongs to no channel contains all nights.
  const feed = feeds.find((one) => one.channel === 'calendar');
  if (!feed) return undefined;
  const stretches = await readOccupiedRanges(call.db, feed, {
    from: call.today.subtract({ days: DAYS_BEFORE }),
    until: call.today.add({ days: DAYS_AHEAD }),
  });
  return writeCalendar({
    name: `${call.property.name} – ${room.name}`,
    domain: call.calendarDomain,
    entries: calendarEntries(stretches, { ...room, unitId: null }),
    now: call.now,
  });
}
