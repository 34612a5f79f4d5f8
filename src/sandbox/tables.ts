// The sample property's data as rows of the database's tables.
import type { Guest } from '../model/guest.ts';
import { FEED_CHANNELS } from '../pms/calendar-feeds.ts';
import { guestColumns } from '../pms/guests/rows.ts';
import { instant } from './dates.ts';
import { CHANNELS, ROOMS, SAMPLE_PROPERTY } from './house.ts';
import { randomFor } from './random.ts';
import type { SampleSnapshot } from './snapshot.ts';

export type SampleTable = {
  name: string;
  /** columns that identify a row within the property */
  key: readonly string[];
  /** columns without hotel_id; one that a row lacks is null */
  rows: readonly Row[];
  /** rows are never updated, only inserted and deleted */
  immutable?: boolean;
};

type Row = Record<string, unknown>;

/** Returns the tables in an order in which referenced rows come first. */
export function tablesOf(snapshot: SampleSnapshot, hour: Temporal.Instant): SampleTable[] {
  const { guests, entries, messages, reviews, events, activity } = snapshot;
  // Sums of the ledger are no columns.
  const reservations = snapshot.reservations.map(({ totalMinor: _, paidMinor: __, ...stored }) => stored);
  const tasks = snapshot.tasks.map((task) => ({ ...task, turnover: task.reservationId !== null }));
  return [
    { name: 'properties', key: [], rows: [propertyRow(hour)] },
    { name: 'log_heads', key: [], rows: [{ last_seq: events.length }] },
    { name: 'rooms', key: ['room_id'], rows: roomRows() },
    { name: 'nights', key: ['room_id', 'date'], rows: nightRows(snapshot) },
    { name: 'guests', key: ['guest_id'], rows: guests.map(guestRow) },
    { name: 'reservations', key: ['reservation_id'], rows: reservations.map(toRow) },
    { name: 'reservation_nights', key: ['reservation_id', 'room_id', 'date'], rows: heldRows(snapshot) },
    { name: 'ledger_entries', key: ['entry_id'], rows: entries.map(toRow), immutable: true },
    { name: 'tasks', key: ['task_id'], rows: tasks.map(toRow) },
    { name: 'messages', key: ['message_id'], rows: messages.map(toRow) },
    { name: 'reviews', key: ['review_id'], rows: reviews.map(toRow) },
    { name: 'events', key: ['seq'], rows: events.map(toRow) },
    { name: 'activity', key: ['entry_id'], rows: activity.map(toRow) },
    { name: 'calendar_feeds', key: ['room_id', 'channel'], rows: feedRows() },
    { name: 'connections', key: ['channel'], rows: connectionRows(hour, events.length) },
    { name: 'connection_rooms', key: ['channel', 'room_id'], rows: mappingRows() },
  ];
}

const CREATED = { created_at: SAMPLE_PROPERTY.openedAt };

function propertyRow(hour: Temporal.Instant): Row {
  const { openedAt: _, ...profile } = SAMPLE_PROPERTY;
  return {
    ...toRow(profile),
    ...CREATED,
    subscription_plan: 'sandbox',
    subscription_status: 'active',
    subscription_renews_at: null,
    sandbox_at: hour,
  };
}

function roomRows(): Row[] {
  return ROOMS.map(({ roomId, name, capacity, priceMinor, minStay }) => {
    return { ...toRow({ roomId, name, capacity, priceMinor, minStay }), units: 1, ...CREATED };
  });
}

function nightRows({ nights, date }: SampleSnapshot): Row[] {
  return nights.map(({ night, closed, ...values }) => {
    return { ...toRow(values), date: date(night), allotted: closed };
  });
}

function heldRows({ held, date }: SampleSnapshot): Row[] {
  return held.map(({ night, takenAt, releasedAt, ...values }) => {
    const moments = { taken_at: instant(takenAt), released_at: releasedAt && instant(releasedAt) };
    return { ...toRow(values), date: date(night), ...moments };
  });
}

/** The calendar links never change, so a link that somebody pasted into a calendar stays valid. */
function feedRows(): Row[] {
  return ROOMS.flatMap((room, i) =>
    FEED_CHANNELS.map((channel, j) => ({
      ...CREATED,
      feed_id: i * FEED_CHANNELS.length + j + 1,
      // As long as the random keys of other properties, see pms/calendar-feeds.ts.
      feed_key: randomFor(`feed ${channel}`, room.roomId).text(32, BASE62),
      room_id: room.roomId,
      channel,
    })),
  );
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

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

/** The ids of the rooms at the channels are invented; nothing is ever sent to these. */
function mappingRows(): Row[] {
  return CHANNELS.flatMap((channel) =>
    ROOMS.filter(({ sellers }) => channel in sellers).map(({ roomId }) => {
      const random = randomFor(`names at ${channel}`, roomId);
      const rates = channel === 'booking_com' || channel === 'expedia' ? [random.digits(9)] : [];
      return { channel, room_id: roomId, external_room: random.digits(9), external_rates: rates };
    }),
  );
}

function guestRow(guest: Guest): Row {
  const { guestId: guest_id, createdAt: created_at, updatedAt: updated_at } = guest;
  return { guest_id, ...guestColumns(guest), created_at, updated_at };
}

/** Returns the members of an object under the names of their columns: roomId → room_id; without `hotelId`. */
function toRow(object: object): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(object)) if (name !== 'hotelId') row[columnOf(name)] = value;
  return row;
}

/** Cache: some dozens of names are looked up a hundred thousand times. */
const columns = new Map<string, string>();

function columnOf(name: string): string {
  return columns.getOrInsertComputed(name, () =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}
