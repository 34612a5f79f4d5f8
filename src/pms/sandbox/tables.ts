// The sample property's life as rows of the database's tables.
import { feeds, mappings } from './world/connections.ts';
import { CHANNELS, HOUSE, ROOMS } from './world/house.ts';
import type { Life } from './world/life.ts';

export type SampleTable = {
  name: string;
  /** the columns that tell the property's rows apart */
  key: readonly string[];
  /** at least one; all with the same members, which are the columns but for hotel_id */
  rows: readonly Row[];
  /** rows are never updated, only made and deleted */
  immutable?: boolean;
};

type Row = Record<string, unknown>;

/** In an order in which what is referred to comes first. */
export function tablesOf(life: Life, hour: Temporal.Instant): SampleTable[] {
  const lastSeq = life.events.length;
  return [
    { name: 'properties', key: [], rows: [propertyRow(hour)] },
    { name: 'log_heads', key: [], rows: [{ last_seq: lastSeq }] },
    { name: 'rooms', key: ['room_id'], rows: roomRows() },
    { name: 'nights', key: ['room_id', 'date'], rows: nightRows(life) },
    { name: 'reservations', key: ['reservation_id'], rows: life.reservations.map(toRow) },
    {
      name: 'reservation_nights',
      key: ['reservation_id', 'room_id', 'date'],
      rows: reservationNightRows(life),
    },
    { name: 'ledger_entries', key: ['entry_id'], rows: life.entries.map(toRow), immutable: true },
    { name: 'tasks', key: ['task_id'], rows: taskRows(life) },
    { name: 'messages', key: ['message_id'], rows: life.messages.map(toRow) },
    { name: 'reviews', key: ['review_id'], rows: life.reviews.map(toRow) },
    { name: 'events', key: ['seq'], rows: life.events.map(toRow) },
    { name: 'activity', key: ['entry_id'], rows: activityRows(life) },
    { name: 'calendar_feeds', key: ['room_id', 'channel'], rows: feedRows() },
    { name: 'connections', key: ['channel'], rows: connectionRows(hour, lastSeq) },
    { name: 'connection_rooms', key: ['channel', 'room_id'], rows: mappingRows() },
  ];
}

function propertyRow(hour: Temporal.Instant): Row {
  const { openedAt, checkinTime, checkoutTime, ...profile } = HOUSE;
  return {
    ...toRow(profile),
    checkin_time: timeOfDay(checkinTime),
    checkout_time: timeOfDay(checkoutTime),
    subscription_plan: 'sandbox',
    subscription_status: 'active',
    subscription_renews_at: null,
    sandbox_at: hour,
    created_at: openedAt,
  };
}

const MADE = { created_at: HOUSE.openedAt };

function roomRows(): Row[] {
  return ROOMS.map(({ roomId, name, capacity, priceMinor, minStay }) => {
    return { ...toRow({ roomId, name, capacity, priceMinor, minStay }), units: 1, ...MADE };
  });
}

function nightRows(life: Life): Row[] {
  return life.nights.map((night) => ({
    room_id: night.roomId,
    date: life.date(night.night),
    available: night.available,
    sold: night.sold,
    allotted: night.closed,
    price_minor: night.priceMinor,
    min_stay: night.minStay,
  }));
}

function reservationNightRows(life: Life): Row[] {
  return life.held.map((held) => ({
    reservation_id: held.reservationId,
    room_id: held.roomId,
    date: life.date(held.night),
    price_minor: held.priceMinor,
    released_at: held.releasedAt === null ? null : Temporal.Instant.fromEpochMilliseconds(held.releasedAt),
  }));
}

function taskRows(life: Life): Row[] {
  return life.tasks.map((task) => ({ ...toRow(task), turnover: task.reservationId !== null }));
}

/** The columns of both kinds: one statement writes them all. */
function activityRows(life: Life): Row[] {
  const call = { method: null, path: null, status: null, request_id: null, token_label: null };
  const sync = { channel: null, direction: null, operation: null, outcome: null, items: null, error: null };
  return life.activity.map((entry) => ({ ...call, ...sync, ...toRow(entry) }));
}

function feedRows(): Row[] {
  return feeds().map((feed) => ({ ...toRow(feed), ...MADE }));
}

/** All their readers have read the whole log, so nobody finds anything to send. */
function connectionRows(hour: Temporal.Instant, lastSeq: number): Row[] {
  return CHANNELS.map((channel) => ({
    ...MADE,
    channel,
    protocol: channel,
    state: 'connected',
    cursor_seq: lastSeq,
    last_sync_at: hour,
    updated_at: HOUSE.openedAt,
  }));
}

function mappingRows(): Row[] {
  return mappings().map(toRow);
}

/** 900 → 15:00 */
function timeOfDay(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** A noun's members under the names of their columns: roomId → room_id; the property's own number is known. */
function toRow(noun: object): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(noun)) if (name !== 'hotelId') row[columnOf(name)] = value;
  return row;
}

/** Some dozens of names, asked for a hundred thousand times. */
const columns = new Map<string, string>();

function columnOf(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}
