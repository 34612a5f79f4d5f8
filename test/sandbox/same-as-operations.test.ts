// What is written in bulk is what the operations would write: every action of the sample is repeated through
// them in a second property, and both are compared row by row.

import { expect, test } from 'vitest';
import { createBookingTool } from '../../src/api/agent/tools/change-bookings.ts';
import type { Call } from '../../src/api/operation.ts';
import type { Database } from '../../src/db/database.ts';
import { databaseWithin } from '../../src/db/nested-transaction.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { defaultCode, NO_ENTRY_DETAILS } from '../../src/model/ledger.ts';
import { SANDBOX_ID } from '../../src/model/property.ts';
import type { ReservationPatch } from '../../src/model/reservation.ts';
import { setNights } from '../../src/pms/inventory/set-nights.ts';
import { postEntry } from '../../src/pms/ledger.ts';
import { receiveMessage, replyToGuest } from '../../src/pms/messages.ts';
import { createProperty, getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { createProposal } from '../../src/pms/proposals.ts';
import { markDelivery } from '../../src/pms/reply-deliveries.ts';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { bookGroup } from '../../src/pms/reservations/groups.ts';
import { expireHold } from '../../src/pms/reservations/holds.ts';
import { payGroup } from '../../src/pms/reservations/pay-group.ts';
import { storeChannelReservation } from '../../src/pms/reservations/store-channel-reservation.ts';
import { receiveReview } from '../../src/pms/reviews.ts';
import { createRoom } from '../../src/pms/rooms.ts';
import { changeTask, createTask } from '../../src/pms/tasks.ts';
import type { UnitChoice } from '../../src/pms/units/arrange.ts';
import { createClosure } from '../../src/pms/units/closures.ts';
import { createUnits } from '../../src/pms/units/units.ts';
import {
  type Action,
  type ActionOf,
  closureIdOf,
  idWithin,
  turnoverIdOf,
} from '../../src/sandbox/actions.ts';
import type { Booking } from '../../src/sandbox/bookings.ts';
import { createSampleDates } from '../../src/sandbox/dates.ts';
import { FACTS, ROOMS, SAMPLE_PROPERTY, workIn } from '../../src/sandbox/house.ts';
import { regenerateSandbox } from '../../src/sandbox/regenerate.ts';
import { logBegins, type SampleSnapshot, snapshotAt } from '../../src/sandbox/snapshot.ts';
import { useDatabase } from '../harness/database.ts';
import { groupBy, hour, SOME_UNITS } from './snapshot-helpers.ts';

const HOUR = hour('2026-11-21T10:00:00Z');
const COPY = 2;

/** Tables with the columns that only one side has: ids of changes and of reviews at their channel. */
const TABLES: Record<string, { order: string; aside?: readonly string[] }> = {
  rooms: { order: 'room_id' },
  units: { order: 'unit_id' },
  nights: { order: 'room_id, date', aside: ['change_id'] },
  guests: { order: 'guest_id' },
  reservations: { order: 'reservation_id' },
  booking_groups: { order: 'group_id' },
  proposals: { order: 'proposal_id' },
  closures: { order: 'closure_id' },
  unit_nights: { order: 'unit_id, date' },
  reservation_nights: { order: 'reservation_id, room_id, date' },
  // The copy is written by one hand.
  ledger_entries: { order: 'entry_id', aside: ['posted_by'] },
  tasks: { order: 'task_id' },
  messages: { order: 'message_id' },
  reviews: { order: 'review_id', aside: ['channel_reference'] },
};

const dates = createSampleDates(SAMPLE_PROPERTY.timezone);
const database = useDatabase();

test('all rows and events are those that the operations write', async () => {
  const { db } = database;
  const snapshot = snapshotAt(HOUR, SOME_UNITS);
  const kinds = groupBy(snapshot.actions, ({ kind }) => kind);
  expect([...kinds.keys()].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  const groups = kinds.get('bookGroup') as ActionOf<'bookGroup'>[];
  expect(Math.max(...groups.map(({ bookings }) => bookings.length))).toBe(3);
  await regenerateSandbox(db, HOUR, { generate: async () => snapshot });
  await repeatInCopy(db, snapshot);
  for (const table of Object.keys(TABLES)) {
    const written = await rowsOf(db, table, SANDBOX_ID);
    expect(written.length, table).toBeGreaterThan(2);
    expect(await rowsOf(db, table, COPY), table).toEqual(written);
  }
  expect(await eventsOf(db, COPY)).toEqual(await eventsOf(db, SANDBOX_ID));
});

async function repeatInCopy(db: Database, { nights, actions, date }: SampleSnapshot): Promise<void> {
  const { openedAt, name, currency, address, timezone } = SAMPLE_PROPERTY;
  await inPropertyTransaction(db, { hotelId: COPY, now: openedAt, actor: INNWIRE }, async (tx) => {
    await createProperty(tx, { name, currency, address, timezone, settings: {} });
    for (const room of ROOMS) {
      await nextId(tx, 'room_id', room.roomId);
      await createRoom(tx, { ...room, cots: room.capacity >= 3 ? 1 : 0, units: room.units.length });
      await nextId(tx, 'unit_id', room.units[0]!.unitId);
      const names = room.units.map(({ unitName }) => unitName);
      await createUnits(tx, { roomId: room.roomId, names, floor: null }, today(openedAt.epochMilliseconds));
    }
    const prices = nights.map(({ roomId, night, priceMinor, minStay }) => {
      return { roomId, date: date(night), priceMinor, minStay };
    });
    await setNights(tx, prices);
  });
  for (const action of actions) {
    const now = Temporal.Instant.fromEpochMilliseconds(action.at);
    const repeat = OPERATIONS[action.kind] as (tx: PropertyTransaction, action: Action) => Promise<unknown>;
    await inPropertyTransaction(db, { hotelId: COPY, now, actor: INNWIRE }, (tx) => repeat(tx, action));
  }
}

const OPERATIONS: {
  [Kind in Action['kind']]: (tx: PropertyTransaction, action: ActionOf<Kind>) => Promise<unknown>;
} = {
  async book(tx, { booking, at }) {
    const { reservationId, channel, stay } = booking;
    await nextId(tx, 'reservation_id', reservationId);
    await nextId(tx, 'guest_id', reservationId);
    await nextIdWithin(tx, 'entry_id', reservationId);
    await nextId(tx, 'task_id', turnoverIdOf(reservationId));
    const order = { ...stay, today: today(at), nightPrices: nightPricesOf(booking) };
    return channel === 'direct' ? createReservation(tx, order) : storeChannelReservation(tx, 'fact', order);
  },
  async hold(tx, { booking, until, at }) {
    const { reservationId, unit, stay } = booking;
    await nextId(tx, 'reservation_id', reservationId);
    await nextId(tx, 'guest_id', reservationId);
    const heldUntil = Temporal.Instant.fromEpochMilliseconds(until);
    const order = { ...stay, today: today(at), nightPrices: nightPricesOf(booking) };
    return createReservation(tx, { ...order, heldUntil, unit: unit.unitId });
  },
  expire: (tx, { booking: { reservationId } }) => expireHold(tx, reservationId),
  async bookGroup(tx, { bookings, at }) {
    const { groupId } = bookings[0]!;
    for (const sequence of ['group_id', 'reservation_id', 'guest_id']) await nextId(tx, sequence, groupId!);
    await nextIdWithin(tx, 'entry_id', groupId!);
    await nextId(tx, 'task_id', turnoverIdOf(groupId!));
    const stays = bookings.map((booking) => {
      return { ...booking.stay, today: today(at), nightPrices: nightPricesOf(booking), ownGuest: false };
    });
    return withStepsOfBookings(tx, () => bookGroup(tx, { reference: null, stays }));
  },
  async payGroup(tx, { groupId, amountMinor, description, at }) {
    await nextIdWithin(tx, 'entry_id', groupId);
    const payment = {
      amountMinor,
      description,
      date: today(at),
      today: today(at),
      reference: null,
      confirm: false,
    };
    return withStepsOfBookings(tx, () => payGroup(tx, groupId, { ...payment, method: 'bank_transfer' }));
  },
  async propose(tx, { proposalId, proposal, at }) {
    await nextId(tx, 'proposal_id', proposalId);
    await tx.query(`select 1 from log_heads where hotel_id = $1 for update`, [tx.hotelId]);
    const property = await getProperty(tx, COPY);
    const call = { db: databaseWithin(database.db, tx), property, today: today(at) } as Call;
    const given = proposal.arguments as Parameters<typeof createBookingTool.confirm>[1];
    expect(await createBookingTool.confirm(call, given)).toBe(proposal.sentence);
    expect(proposal).toMatchObject(await createBookingTool.concerns(call, given));
    return createProposal(tx, proposal);
  },
  changeStatus(tx, { booking, status, at }) {
    const unit = status === 'checked_in' ? { unitId: booking.unit.unitId } : undefined;
    return changeStay(tx, booking, at, { status }, unit);
  },
  assign: (tx, { booking, at }) => changeStay(tx, booking, at, {}, { unitId: booking.unit.unitId }),
  async noShow(tx, { booking, at }) {
    await nextIdWithin(tx, 'entry_id', booking.reservationId);
    return changeStay(tx, booking, at, { status: 'no_show' });
  },
  async cancel(tx, { booking: { reservationId, end, checkin }, at }) {
    await nextIdWithin(tx, 'entry_id', reservationId);
    const date = dates.date(end.kind === 'cancels' ? end.from : checkin);
    return cancelReservation(tx, { reservationId, date, today: today(at) });
  },
  async close(tx, { closure: { unit, from, until }, at }) {
    await nextId(tx, 'closure_id', closureIdOf(unit, from));
    const nights = { firstNight: dates.date(from), lastNight: dates.date(until - 1) };
    const texts = { reason: workIn(unit, from), responsible: FACTS.handyman };
    const closure = { unitId: unit.unitId, kind: 'out_of_order' as const, ...nights, ...texts };
    return createClosure(tx, closure, today(at));
  },
  async post(tx, { at, entry: { entryId, ...entry } }) {
    if (entryId === null) await nextIdWithin(tx, 'entry_id', entry.reservationId!);
    else await nextId(tx, 'entry_id', entryId);
    const details = { ...NO_ENTRY_DETAILS, code: defaultCode(entry.type) };
    const { currency } = SAMPLE_PROPERTY;
    return postEntry(tx, { ...details, ...entry, currency, date: today(at) });
  },
  async createTask(tx, { task: { taskId, roomId, name, assignee, due, unitId } }) {
    await nextId(tx, 'task_id', taskId);
    const task = { roomId, name, assignee, due: dates.date(due) };
    return createTask(tx, unitId ? { ...task, unitId } : task);
  },
  changeTask: (tx, { taskId, patch, at }) => changeTask(tx, taskId, patch, today(at)),
  async write(tx, { booking: { reservationId }, text, at }) {
    await nextIdWithin(tx, 'message_id', reservationId);
    return receiveMessage(tx, { reservationId, text, at: Temporal.Instant.fromEpochMilliseconds(at) });
  },
  async reply(tx, { booking: { reservationId }, text }) {
    await nextIdWithin(tx, 'message_id', reservationId);
    const { messageId } = await replyToGuest(tx, { reservationId, reply: text });
    return markDelivery(tx, messageId, 'sent', null);
  },
  async review(tx, { booking: { reservationId, unit, channel, guest }, review, reply }) {
    const { reviewId, ...texts } = review;
    await nextId(tx, 'review_id', reviewId);
    const of = { reservationId, roomId: unit.roomId, connection: channel, channel };
    return receiveReview(tx, {
      ...of,
      ...texts,
      channelReference: String(reviewId),
      guestName: guest.givenName,
      reply,
    });
  },
};

function changeStay(
  tx: PropertyTransaction,
  { reservationId }: Booking,
  at: number,
  patch: ReservationPatch,
  unit?: UnitChoice,
): Promise<unknown> {
  return changeReservation(tx, { reservationId, patch, today: today(at), taking: 'sale', unit });
}

function nightPricesOf({ prices, checkin }: Booking) {
  return prices.map((priceMinor, i) => ({ date: dates.date(checkin + i), priceMinor }));
}

/** Lets the sequences of entries and tasks give the ids of consecutive bookings, one for each. */
async function withStepsOfBookings(tx: PropertyTransaction, call: () => Promise<unknown>): Promise<unknown> {
  const steps = { entry_id: idWithin(2, 1) - idWithin(1, 1), task_id: turnoverIdOf(2) - turnoverIdOf(1) };
  const sequences = Object.entries(steps);
  for (const [name, step] of sequences) await tx.query(`alter sequence ${name} increment by ${step}`);
  const done = await call();
  for (const [name] of sequences) await tx.query(`alter sequence ${name} increment by 1`);
  return done;
}

/** Makes the sequence return the id that the sample gives. */
async function nextId(tx: PropertyTransaction, sequence: string, id: number): Promise<void> {
  await tx.query(`select setval($1::regclass, $2, false)`, [sequence, id]);
}

/** Makes the sequence return the next id among the entries or messages of a booking. */
async function nextIdWithin(
  tx: PropertyTransaction,
  sequence: 'entry_id' | 'message_id',
  reservationId: number,
): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${sequence === 'entry_id' ? 'ledger_entries' : 'messages'}
     where hotel_id = $1 and reservation_id = $2`,
    [tx.hotelId, reservationId],
  );
  await nextId(tx, sequence, idWithin(reservationId, row!.count + 1));
}

function today(at: number): Temporal.PlainDate {
  return dates.date(dates.day(at));
}

async function rowsOf(db: Database, table: string, hotelId: number): Promise<unknown[]> {
  const { order, aside = [] } = TABLES[table]!;
  const rows = await db.query<{ row: object }>(
    `select to_jsonb(one) - $2::text[] as row from ${table} as one where hotel_id = $1 order by ${order}`,
    [hotelId, ['hotel_id', ...aside]],
  );
  return rows.map(({ row }) => row);
}

/** Returns the log without the numbers: that of the sample begins with last month. */
async function eventsOf(db: Database, hotelId: number): Promise<unknown[]> {
  const from = Temporal.Instant.fromEpochMilliseconds(logBegins(dates, HOUR.epochMilliseconds));
  return db.query(
    `select kind, subject, at, data - 'hotelId' as data from events where hotel_id = $1 and at >= $2 order by seq`,
    [hotelId, from],
  );
}
