// A property for tests that call the functions of src/pms directly, without HTTP: for
// speed, or for things that HTTP does not offer.

import type { Database } from '../../src/db/database.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import type { PlainDate } from '../../src/model/night.ts';
import type { NightUpdate } from '../../src/model/night-values.ts';
import { type Property, todayAt } from '../../src/model/property.ts';
import type { Reservation, ReservationPatch } from '../../src/model/reservation.ts';
import type { Collector, ReportedCharge } from '../../src/model/stay-details.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { setNights } from '../../src/pms/inventory/set-nights.ts';
import { createProperty, getProperty, nextPropertyId } from '../../src/pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { lockReservation } from '../../src/pms/reservations/find.ts';
import { isWayBack, restoreReservation } from '../../src/pms/reservations/restore.ts';
import type { NewReservation } from '../../src/pms/reservations/store.ts';
import { storeChannelReservation } from '../../src/pms/reservations/store-channel-reservation.ts';
import { createRoom, type NewRoom } from '../../src/pms/rooms.ts';
import { Problem } from '../../src/problems.ts';

export const date = Temporal.PlainDate.from;

/** The time at which a fixture begins; in Lisbon, its time zone, the clock shows the same hour. */
export const START = Temporal.Instant.from('2027-03-01T12:00:00Z');

export type FixtureStay = {
  roomId: number;
  checkin: PlainDate;
  checkout: PlainDate;
  priceMinor?: number;
  channel?: string;
  reference?: string | null;
  email?: string | null;
  charges?: readonly ReportedCharge[];
  collectedBy?: Collector | null;
  currency?: string;
};

export type PropertyFixture = {
  readonly db: Database;
  readonly hotelId: number;
  readonly rooms: number[];
  /** the first room */
  readonly room: number;
  /** the current time, set by the test */
  now: Temporal.Instant;
  property(): Promise<Property>;
  change<T>(work: (tx: PropertyTransaction) => Promise<T>): Promise<T>;
  /** a direct booking */
  book(stay: FixtureStay): Promise<Reservation>;
  /** a booking sold by an OTA */
  accept(stay: FixtureStay): Promise<Reservation>;
  cancel(reservationId: number, from: PlainDate): Promise<Reservation>;
  patch(reservationId: number, patch: ReservationPatch, early?: boolean): Promise<Reservation>;
  /** takes a reservation back to an earlier status */
  restore(reservationId: number, status: 'confirmed' | 'checked_in'): Promise<Reservation>;
  set(updates: NightUpdate[]): Promise<void>;
};

/** Creates a property with these rooms, and functions that act on it at the fixture's `now`. */
export async function createPropertyFixture(
  db: Database,
  rooms: Partial<NewRoom>[] = [{}],
  settings: { currency?: string; timezone?: string } = {},
): Promise<PropertyFixture> {
  const hotelId = await nextPropertyId(db);
  const { currency = 'EUR', timezone = 'Europe/Lisbon' } = settings;
  const ids: number[] = [];
  await inPropertyTransaction(db, { hotelId, now: START, actor: INNWIRE }, async (tx) => {
    await createProperty(tx, { name: 'Quinta do Mar', currency, address: '', timezone, settings: {} });
    for (const [i, room] of rooms.entries()) {
      const wanted = {
        name: `Room ${i + 1}`,
        capacity: 2,
        priceMinor: 10_000,
        units: null,
        minStay: 1,
        cots: 0,
        ...room,
      };
      ids.push((await createRoom(tx, wanted)).roomId);
    }
  });
  const environment: PropertyFixture = {
    db,
    hotelId,
    rooms: ids,
    room: ids[0]!,
    now: START,
    property: () => getProperty(db, hotelId),
    change: (work) => inPropertyTransaction(db, { hotelId, now: environment.now, actor: INNWIRE }, work),
    book: (stay) => environment.change((tx) => createReservation(tx, toReservation(stay))),
    accept: (stay) =>
      environment.change((tx) =>
        storeChannelReservation(tx, 'fact', {
          ...toReservation(stay),
          channel: stay.channel ?? 'airbnb',
          channelReference: stay.reference ?? null,
        }),
      ),
    cancel: (reservationId, from) =>
      environment.change((tx) => cancelReservation(tx, { reservationId, date: from, today: today() })),
    patch: (reservationId, patch, early = false) =>
      environment.change((tx) =>
        changeReservation(tx, { reservationId, patch, today: today(), early, taking: 'sale' }),
      ),
    restore: (reservationId, status) =>
      environment.change(async (tx) => {
        const before = await lockReservation(tx, reservationId);
        if (!isWayBack(before, status)) {
          const of = { of: 'booking' as const, from: before.status, to: status, allowed: [] };
          throw new Problem('invalid_transition', { case: 'status', ...of });
        }
        return restoreReservation(tx, before, { status, today: today(), early: false });
      }),
    set: async (updates) => {
      await environment.change((tx) => setNights(tx, updates));
    },
  };
  const today = () => todayAt({ timezone }, environment.now);
  const toReservation = (stay: FixtureStay): NewReservation => ({
    roomId: stay.roomId,
    channel: 'direct',
    channelReference: null,
    guestName: 'Ada Lovelace',
    guestEmail: stay.email ?? null,
    guestPhone: null,
    checkin: stay.checkin,
    checkout: stay.checkout,
    priceMinor: stay.priceMinor ?? 30_000,
    currency: stay.currency ?? currency,
    charges: stay.charges ?? null,
    collectedBy: stay.collectedBy ?? null,
    today: today(),
  });
  return environment;
}

/** Returns the value of a call, or the code of its refusal. Any other error is thrown. */
export async function outcomeOf<T>(work: Promise<T>): Promise<T | Problem['code']> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** Returns `sold/blocked/available` of each night of [from, until); `-` where the night has no row. */
export async function countsOf(
  environment: Pick<PropertyFixture, 'db' | 'hotelId'>,
  roomId: number,
  from: string,
  until: string,
): Promise<string[]> {
  const rows = await environment.db.query<{ counts: string }>(
    `select coalesce(sold || '/' || blocked || '/' || available, '-') as counts
     from generate_series($3::date, $4::date - 1, '1 day') as day
     left join nights on hotel_id = $1 and room_id = $2 and date = day::date order by day`,
    [environment.hotelId, roomId, from, until],
  );
  return rows.map((row) => row.counts);
}

/** Connects channels by calendar, each room with a URL of its own. The test imports the calendars itself. */
export async function connectCalendars(
  environment: PropertyFixture,
  channels: readonly string[],
): Promise<void> {
  for (const channel of channels) {
    const rooms = environment.rooms.map((roomId) => ({
      roomId,
      externalRoom: null,
      externalRates: [],
      icalUrl: `https://ota.example/${channel}/${roomId}.ics`,
    }));
    const wanted = { channel, protocol: 'ical' as const, url: null, settings: {}, rooms };
    await environment.change((tx) => connectChannel(tx, wanted, environment.db.secrets));
  }
}
