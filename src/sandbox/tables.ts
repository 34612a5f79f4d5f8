// The sample property's data as rows of the database's tables.
import { toColumns } from '../db/columns.ts';
import type { StoredRow, TableRows } from '../db/replace-rows.ts';
import { nightsBetween, toPlainDate } from '../model/night.ts';
import { FEED_CHANNELS } from '../pms/calendar-feeds.ts';
import { guestColumns } from '../pms/guests/rows.ts';
import type { Review } from '../pms/reviews.ts';
import templates from './data/templates.json' with { type: 'json' };
import { CHANNELS, ROOMS, SAMPLE_PROPERTY } from './house.ts';
import { randomFor } from './random.ts';
import type { SampleSnapshot } from './snapshot.ts';

/** Returns the tables in an order in which referenced rows come first. */
export function tablesOf(snapshot: SampleSnapshot, hour: Temporal.Instant): TableRows[] {
  const { units, closures, groups, reservations, guests, entries, messages, reviews, events, activity } =
    snapshot;
  const { nights, held, date } = snapshot;
  const dated = <T extends { night: number }>({ night, ...row }: T) => ({ ...row, date: date(night) });
  const guestRows = guests.map((guest) => {
    const { guestId: guest_id, createdAt: created_at, updatedAt: updated_at } = guest;
    return { guest_id, ...guestColumns(guest), created_at, updated_at };
  });
  const opened = units.map((unit) => ({ ...unit, createdAt: SAMPLE_PROPERTY.openedAt }));
  const tasks = snapshot.tasks.map((task) => ({ ...task, turnover: task.reservationId !== null }));
  return [
    { name: 'properties', key: [], rows: [propertyRow(hour)] },
    { name: 'log_heads', key: [], rows: [{ last_seq: events.length }] },
    { name: 'rooms', key: ['room_id'], rows: roomRows() },
    { name: 'room_unit_history', key: ['room_id', 'since'], rows: unitCountRows() },
    { name: 'units', key: ['unit_id'], rows: rowsOf(opened, 'archived') },
    { name: 'nights', key: ['room_id', 'date'], rows: rowsOf(nights.map(dated)) },
    { name: 'guests', key: ['guest_id'], rows: guestRows },
    { name: 'booking_groups', key: ['group_id'], rows: rowsOf(groups) },
    { name: 'reservations', key: ['reservation_id'], rows: rowsOf(reservations, 'totalMinor', 'paidMinor') },
    { name: 'closures', key: ['closure_id'], rows: rowsOf(closures, 'unitName', 'roomId') },
    { name: 'blocked_night_history', key: ['room_id', 'date', 'at'], rows: blockedRows(snapshot) },
    // Replaced rather than updated: otherwise a night would still name a booking that is deleted before it is.
    { name: 'unit_nights', key: ['unit_id', 'date'], rows: unitNightRows(snapshot), immutable: true },
    { name: 'reservation_nights', key: ['reservation_id', 'room_id', 'date'], rows: rowsOf(held.map(dated)) },
    { name: 'ledger_entries', key: ['entry_id'], rows: rowsOf(entries), immutable: true },
    { name: 'tasks', key: ['task_id'], rows: rowsOf(tasks) },
    { name: 'messages', key: ['message_id'], rows: rowsOf(messages) },
    { name: 'message_templates', key: ['template_id'], rows: templateRows() },
    { name: 'reviews', key: ['review_id'], rows: rowsOf(reviews.map(reviewRow)) },
    { name: 'proposals', key: ['proposal_id'], rows: rowsOf(snapshot.proposals) },
    { name: 'events', key: ['seq'], rows: rowsOf(events) },
    { name: 'activity', key: ['entry_id'], rows: rowsOf(activity) },
    { name: 'calendar_feeds', key: ['room_id', 'unit_id', 'channel'], rows: feedRows() },
    { name: 'connections', key: ['channel'], rows: connectionRows(hour, events.length) },
    { name: 'connection_rooms', key: ['channel', 'room_id', 'unit_id'], rows: mappingRows() },
  ];
}

/** Each OTA of the sample has a connection of its own. */
function reviewRow(review: Review): Review & { connection: string } {
  return { ...review, connection: review.channel };
}

const CREATED = { created_at: SAMPLE_PROPERTY.openedAt };

function propertyRow(hour: Temporal.Instant): StoredRow {
  const { openedAt: _, ...profile } = SAMPLE_PROPERTY;
  return {
    ...toColumns(profile),
    ...CREATED,
    subscription_plan: 'sandbox',
    subscription_status: 'active',
    subscription_renews_at: null,
    sandbox_at: hour,
  };
}

function roomRows(): StoredRow[] {
  return ROOMS.map(({ roomId, name, capacity, priceMinor, minStay, units }) => {
    // Families come with babies.
    const cots = capacity >= 3 ? 1 : 0;
    return {
      ...toColumns({ roomId, name, capacity, priceMinor, minStay, cots }),
      units: units.length,
      ...CREATED,
    };
  });
}

/** The rooms have had their units since the property was opened. */
function unitCountRows(): StoredRow[] {
  const since = SAMPLE_PROPERTY.openedAt;
  return ROOMS.map(({ roomId, units }) => ({ room_id: roomId, since, units: units.length }));
}

/** Returns when the nights of closures were blocked; two closures of one moment block two units. */
function blockedRows({ closures }: SampleSnapshot): StoredRow[] {
  const rows = new Map<string, StoredRow & { change: number }>();
  for (const { roomId, firstNight, lastNight, createdAt: at } of closures)
    for (const date of nightsBetween(firstNight, lastNight.add({ days: 1 }))) {
      const key = `${roomId} ${date} ${at}`;
      rows.set(key, { room_id: roomId, date, at, change: (rows.get(key)?.change ?? 0) + 1 });
    }
  return [...rows.values()];
}

/** Returns the nights of units that stays and closures hold. */
function unitNightRows({ reservations, closures }: SampleSnapshot): StoredRow[] {
  const stays = reservations.flatMap(({ reservationId, unitNights }) =>
    (unitNights ?? []).map((nights) => ({ ...nights, holder: { reservation_id: reservationId } })),
  );
  const closed = closures.map(({ closureId, unitId, firstNight, lastNight }) => {
    const until = lastNight.add({ days: 1 });
    return { unitId, from: firstNight, until, holder: { closure_id: closureId, lowers_count: true } };
  });
  return [...stays, ...closed].flatMap(({ unitId, from, until, holder }) =>
    nightsBetween(toPlainDate(String(from)), toPlainDate(String(until))).map((date) => {
      return { lowers_count: false, unit_id: unitId, date, ...holder };
    }),
  );
}

function templateRows(): StoredRow[] {
  return templates.map((template) => ({
    ...toColumns(template),
    ...CREATED,
    updated_at: SAMPLE_PROPERTY.openedAt,
  }));
}

/** The calendar links never change, so a link that somebody pasted into a calendar stays valid. */
function feedRows(): StoredRow[] {
  return ROOMS.flatMap((room, i) =>
    FEED_CHANNELS.map((channel, j) => ({
      ...CREATED,
      feed_id: i * FEED_CHANNELS.length + j + 1,
      // As long as the random keys of other properties, see pms/calendar-feeds.ts.
      feed_key: randomFor(`feed ${channel}`, room.roomId).text(32, BASE62),
      room_id: room.roomId,
      unit_id: 0,
      channel,
    })),
  );
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns connections whose cursor is at the end of the log, so that nothing is pending. */
function connectionRows(hour: Temporal.Instant, lastSeq: number): StoredRow[] {
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
function mappingRows(): StoredRow[] {
  return CHANNELS.flatMap((channel) =>
    ROOMS.filter(({ sellers }) => channel in sellers).map(({ roomId }) => {
      const random = randomFor(`names at ${channel}`, roomId);
      const rates = channel === 'booking_com' || channel === 'expedia' ? [random.digits(9)] : [];
      return { channel, room_id: roomId, unit_id: 0, external_room: random.digits(9), external_rates: rates };
    }),
  );
}

function rowsOf(objects: readonly object[], ...without: string[]): StoredRow[] {
  return objects.map((object) => toColumns(object, ['hotelId', ...without]));
}
