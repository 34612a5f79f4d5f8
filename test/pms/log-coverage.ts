// Checks that the log has an entry for every change of a record that clients see,
// by comparing two snapshots of a property.
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { SHOWN_COLUMNS, UNSET_COLUMNS } from '../harness/night-fields.ts';

export type Snapshot = { seq: number; records: Map<string, string> };

const RECORDS = `
  select 'booking/' || reservation_id as subject, to_jsonb(r) as record from reservations as r where hotel_id = $1
  union all
  select 'accounting/' || entry_id, to_jsonb(r) from ledger_entries as r where hotel_id = $1
  union all
  select 'task/' || task_id, to_jsonb(r) from tasks as r where hotel_id = $1
  union all
  select 'message/' || message_id, to_jsonb(r) from messages as r where hotel_id = $1
  union all
  select 'room/' || room_id, to_jsonb(r) from rooms as r where hotel_id = $1
  union all
  select 'channel/' || channel, jsonb_build_array(state, last_error, settings) from connections as r where hotel_id = $1
  union all
  select 'night/' || room_id || '/' || date, jsonb_build_array(${SHOWN_COLUMNS})
  from nights as n join rooms as r using (hotel_id, room_id) where hotel_id = $1
    and (${SHOWN_COLUMNS}) is distinct from (${UNSET_COLUMNS})`;

/** Returns the records of a property that clients see, and the last number of its log. */
export async function takeSnapshot(db: Database, hotelId: number): Promise<Snapshot> {
  const rows = await db.query<{ subject: string; record: unknown }>(RECORDS, [hotelId]);
  const [head] = await db.query<{ last_seq: number }>(`select last_seq from log_heads where hotel_id = $1`, [
    hotelId,
  ]);
  return {
    seq: head!.last_seq,
    records: new Map(rows.map((row) => [row.subject, JSON.stringify(row.record)])),
  };
}

type Entry = { seq: number; kind: string; subject: string; data: Record<string, any> };

/**
 * Fails unless each record that differs from the snapshot has a later entry, and each booking's last entry
 * equals its present state. Returns the present snapshot.
 */
export async function expectLogged(db: Database, hotelId: number, before: Snapshot): Promise<Snapshot> {
  const after = await takeSnapshot(db, hotelId);
  const entries = await db.query<Entry>(
    `select seq, kind, subject, data from events where hotel_id = $1 and seq > $2 order by seq`,
    [hotelId, before.seq],
  );
  const differing = [...new Set([...before.records.keys(), ...after.records.keys()])].filter(
    (subject) => before.records.get(subject) !== after.records.get(subject),
  );
  expect(
    differing.filter((subject) => !entries.some((entry) => isEntryOf(entry, subject))),
    'changes without a log entry',
  ).toEqual([]);
  expect(
    differing
      .filter((subject) => subject.startsWith('booking/'))
      .map((subject) => lastLogged(entries, subject)),
    "bookings as the log's last entry shows them",
  ).toEqual(
    differing
      .filter((subject) => subject.startsWith('booking/'))
      .map((subject) => expectedInLog(JSON.parse(after.records.get(subject)!))),
  );
  return after;
}

function isEntryOf(entry: Entry, subject: string): boolean {
  if (!subject.startsWith('night/')) return entry.subject === subject;
  const [, room, night = ''] = subject.split('/');
  if (entry.subject !== `room/${room}`) return false;
  if (entry.kind === 'room.changed') return true; // the night shows the defaults of its room
  return entry.kind === 'availability.changed' && entry.data.from <= night && night < entry.data.until;
}

function lastLogged(entries: readonly Entry[], subject: string) {
  const data = entries.findLast((entry) => entry.subject === subject)?.data ?? {};
  return {
    status: data.status,
    roomId: data.roomId,
    checkin: data.checkin,
    checkout: data.checkout,
    priceMinor: data.priceMinor,
    conflict: data.conflict,
  };
}

function expectedInLog(row: Record<string, any>) {
  return {
    status: row.status,
    roomId: row.room_id,
    checkin: row.checkin,
    checkout: row.checkout,
    priceMinor: row.price_minor,
    conflict: row.conflict,
  };
}
