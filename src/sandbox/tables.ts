// The sample property's data as rows of the database's tables.
import { feeds, mappings } from './connections.ts';
import { CHANNELS, ROOMS, SAMPLE_PROPERTY } from './property-definition.ts';
import type { SampleSnapshot } from './snapshot.ts';

export type SampleTable = {
  name: string;
  /** columns that identify a row within the property */
  key: readonly string[];
  /** at least one row; all with the same members: the columns without hotel_id */
  rows: readonly Row[];
  /** rows are never updated, only inserted and deleted */
  immutable?: boolean;
};

type Row = Record<string, unknown>;

/** Returns the tables in an order in which referenced rows come first. */
export function tablesOf(snapshot: SampleSnapshot, hour: Temporal.Instant): SampleTable[] {
  const lastSeq = snapshot.events.length;
  return [
    { name: 'properties', key: [], rows: [propertyRow(hour)] },
    { name: 'log_heads', key: [], rows: [{ last_seq: lastSeq }] },
    { name: 'rooms', key: ['room_id'], rows: roomRows() },
    { name: 'nights', key: ['room_id', 'date'], rows: nightRows(snapshot) },
    { name: 'reservations', key: ['reservation_id'], rows: snapshot.reservations.map(toRow) },
    {
      name: 'reservation_nights',
      key: ['reservation_id', 'room_id', 'date'],
      rows: reservationNightRows(snapshot),
    },
    { name: 'ledger_entries', key: ['entry_id'], rows: snapshot.entries.map(toRow), immutable: true },
    { name: 'tasks', key: ['task_id'], rows: taskRows(snapshot) },
    { name: 'messages', key: ['message_id'], rows: snapshot.messages.map(toRow) },
    { name: 'reviews', key: ['review_id'], rows: snapshot.reviews.map(toRow) },
    { name: 'events', key: ['seq'], rows: snapshot.events.map(toRow) },
    { name: 'activity', key: ['entry_id'], rows: activityRows(snapshot) },
    { name: 'calendar_feeds', key: ['room_id', 'channel'], rows: feedRows() },
    { name: 'connections', key: ['channel'], rows: connectionRows(hour, lastSeq) },
    { name: 'connection_rooms', key: ['channel', 'room_id'], rows: mappingRows() },
  ];
}

function propertyRow(hour: Temporal.Instant): Row {
  const { openedAt, checkinTime, checkoutTime, ...profile } = SAMPLE_PROPERTY;
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

const CREATED = { created_at: SAMPLE_PROPERTY.openedAt };

function roomRows(): Row[] {
  return ROOMS.map(({ roomId, name, capacity, priceMinor, minStay }) => {
    return { ...toRow({ roomId, name, capacity, priceMinor, minStay }), units: 1, ...CREATED };
  });
}

function nightRows(snapshot: SampleSnapshot): Row[] {
  return snapshot.nights.map((night) => ({
    room_id: night.roomId,
    date: snapshot.date(night.night),
    available: night.available,
    sold: night.sold,
    allotted: night.closed,
    price_minor: night.priceMinor,
    min_stay: night.minStay,
  }));
}

function reservationNightRows(snapshot: SampleSnapshot): Row[] {
  return snapshot.held.map((held) => ({
    reservation_id: held.reservationId,
    room_id: held.roomId,
    date: snapshot.date(held.night),
    price_minor: held.priceMinor,
    released_at: held.releasedAt === null ? null : Temporal.Instant.fromEpochMilliseconds(held.releasedAt),
  }));
}

function taskRows(snapshot: SampleSnapshot): Row[] {
  return snapshot.tasks.map((task) => ({ ...toRow(task), turnover: task.reservationId !== null }));
}

/** Returns rows with the columns of both kinds, because one statement writes them all. */
function activityRows(snapshot: SampleSnapshot): Row[] {
  const call = { method: null, path: null, status: null, request_id: null, token_label: null };
  const sync = { channel: null, direction: null, operation: null, outcome: null, items: null, error: null };
  return snapshot.activity.map((entry) => ({ ...call, ...sync, ...toRow(entry) }));
}

function feedRows(): Row[] {
  return feeds().map((feed) => ({ ...toRow(feed), ...CREATED }));
}

/** Returns connections whose cursor is at the end of the log, so that nothing is pending. */
function connectionRows(hour: Temporal.Instant, lastSeq: number): Row[] {
  return CHANNELS.map((channel) => ({
    ...CREATED,
    channel,
    protocol: channel,
    state: 'connected',
    cursor_seq: lastSeq,
    last_sync_at: hour,
    updated_at: SAMPLE_PROPERTY.openedAt,
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

/**
 * Returns the members of an object under the names of their columns: roomId → room_id. `hotelId` is left out.
 */
function toRow(object: object): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(object)) if (name !== 'hotelId') row[columnOf(name)] = value;
  return row;
}

/** Cache: some dozens of names are looked up a hundred thousand times. */
const columns = new Map<string, string>();

function columnOf(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}
