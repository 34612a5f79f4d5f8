// Imports the stays that an OTA's calendar shows: they become reservations, move with the calendar, and are
// cancelled when it no longer shows them.
import { datesAfterReport, nightsInHouse } from '../../model/channel-dates.ts';
import { undecidedAfter, withDifference } from '../../model/channel-difference.ts';
import { nameOfUnnamedGuest } from '../../model/guest.ts';
import { type Absence, decideAbsences } from '../../model/ical/absence.ts';
import { matchStays } from '../../model/ical/match.ts';
import type { CalendarStay } from '../../model/ical/stay.ts';
import {
  earliest,
  isBefore,
  MAX_STAY_NIGHTS,
  type NightRange,
  nightsBetween,
  type PlainDate,
  toPlainDate,
} from '../../model/night.ts';
import { todayAt } from '../../model/property.ts';
import {
  RESERVATION_TRANSITIONS,
  type Reservation,
  type ReservationPatch,
  type ReservationStatus,
} from '../../model/reservation.ts';
import { differencesOfDates } from '../channel-sync/ingest/changes-of-version.ts';
import { keepStayOfHouse } from '../channel-sync/ingest/own-nights.ts';
import { withoutErasedContact } from '../guests/profiles.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelReservation } from '../reservations/cancel.ts';
import { changeReservation } from '../reservations/change.ts';
import { lockReservation } from '../reservations/find.ts';
import { storeChannelReservation } from '../reservations/store-channel-reservation.ts';
import { claimSoldUnit } from '../units/sold-unit.ts';
import { type CalendarImport, isPartial, keyOf, OF_CALENDAR, toAbsence } from './source.ts';

/** A stay that this calendar showed before, with the nights that it showed, and the reservation that was stored for it. */
type KnownStay = {
  reservationId: number;
  uid: string | null;
  reference: string | null;
  /** as the calendar showed it last; null = it showed none */
  guestName: string | null;
  from: PlainDate;
  until: PlainDate;
  absence: Absence | null;
};

/** How many stays were added, moved and cancelled. */
export type ImportedStays = {
  added: number;
  moved: number;
  cancelled: number;
  /** nights that stays would gain by moves that wait for a fully readable calendar; closed until then */
  suspended: PlainDate[];
};

/**
 * Applies the stays of a calendar: links, moves, adds and cancels reservations; returns what changed.
 * Without new contents (`source.calendar` null) only absences are counted further.
 */
export async function importStays(tx: PropertyTransaction, source: CalendarImport): Promise<ImportedStays> {
  const today = todayAt(source.property, tx.now);
  const known = await readKnownStays(tx, source, today);
  if (!source.calendar) {
    const absent = new Set(known.filter((stay) => stay.absence !== null));
    const cancelled = await cancelAbsent(tx, source, { known, absent });
    return { added: 0, moved: 0, cancelled, suspended: [] };
  }
  const { same, moved, added, missing } = matchStays(known, source.calendar.stays, today);
  for (const { known: stay, incoming } of same) await updateStay(tx, source, { ...stay, stay, incoming });
  const partial = isPartial(source);
  // In a partial calendar a move that releases nights waits: the stay's real event
  // may be one of those that could not be read.
  const [moving, waiting] = partition(moved, (move) => !partial || nightsOnlyAdded(move));
  // Moves are applied before additions, because they may release the nights that an addition needs.
  for (const { known: stay, ...seen } of moving) await updateStay(tx, source, { ...seen, stay });
  for (const stay of added) await addStay(tx, source, stay);
  const absent = new Set(missing);
  const cancelled = partial ? 0 : await cancelAbsent(tx, source, { known, absent });
  return { added: added.length, moved: moving.length, cancelled, suspended: waiting.flatMap(nightsGained) };
}

type Move = NightRange & { known: KnownStay };

/** Returns whether the move keeps all nights of the stay. */
function nightsOnlyAdded({ known, from, until }: Move): boolean {
  return !isBefore(known.from, from) && !isBefore(until, known.until);
}

function nightsGained({ known, from, until }: Move): PlainDate[] {
  return nightsBetween(from, until).filter(
    (night) => isBefore(night, known.from) || !isBefore(night, known.until),
  );
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

/**
 * Stores a stay that this calendar did not show before: links it to an
 * existing reservation, or creates a new one.
 */
async function addStay(tx: PropertyTransaction, source: CalendarImport, stay: CalendarStay): Promise<void> {
  const known = await findUntracked(tx, source, stay);
  if (!known) return trackStay(tx, source, (await acceptStay(tx, source, stay)).reservationId, stay);
  await trackStay(tx, source, known.reservationId, stay);
  const begun = !isBefore(todayAt(source.property, tx.now), known.from);
  const from = begun ? earliest(known.from, stay.from) : stay.from;
  const seen = { stay: { ...stay, ...known, guestName: null }, incoming: stay, from, until: stay.until };
  await updateStay(tx, source, { ...seen, isAdopted: known.connection === null });
}

/** Links a reservation to the stay that the calendar shows. */
async function trackStay(
  tx: PropertyTransaction,
  source: CalendarImport,
  reservationId: number,
  { uid, reference, guestName }: CalendarStay,
): Promise<void> {
  await tx.query(
    `insert into calendar_stays (hotel_id, channel, room_id, unit_id, reservation_id, uid, reference, guest_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...keyOf(tx, source), reservationId, uid, reference, guestName],
  );
}

type UntrackedStay = Pick<KnownStay, 'reservationId' | 'from' | 'absence'> & Pick<Reservation, 'connection'>;

/**
 * Returns a reservation of the channel that is not linked to any calendar: one from before the connection was
 * ended and made again. It is matched by its reference, in any room; without a reference, by this room and
 * the same nights, as the calendar showed them (of a stay in progress the channel may show only the rest). Null = there is none.
 */
async function findUntracked(
  tx: PropertyTransaction,
  source: CalendarImport,
  stay: CalendarStay,
): Promise<UntrackedStay | null> {
  const today = todayAt(source.property, tx.now);
  const [row] = await tx.query<{
    reservation_id: number;
    checkin: string;
    connection: string | null;
  }>(
    `select reservation_id, shown.checkin, connection from reservations as reservation
     cross join lateral (
       select coalesce(channel_checkin, reservation.checkin) as checkin, coalesce(channel_checkout, reservation.checkout) as checkout
     ) as shown
     where hotel_id = $1 and channel = $2 and status in ('confirmed', 'checked_in')
       and reservation.checkout > $7 and reservation.checkin > $8
       and case when $4::text is not null then channel_reference = $4
         else channel_reference is null and room_id = $3 and shown.checkout = $6
           and (shown.checkin = $5 or (shown.checkin < $5 and $5 <= $7)) end
       and not exists (
         select 1 from calendar_stays as tracked
         where tracked.hotel_id = $1 and tracked.reservation_id = reservation.reservation_id
       )
     order by room_id = $3 desc, coalesce((unit_nights->0->>'unitId')::bigint, 0) = $9 desc, reservation_id limit 1`,
    [
      tx.hotelId,
      source.channel,
      source.roomId,
      stay.reference,
      stay.from,
      stay.until,
      today,
      today.subtract({ days: MAX_STAY_NIGHTS }),
      source.unitId ?? 0,
    ],
  );
  if (!row) return null;
  const { reservation_id: reservationId, checkin, connection } = row;
  return { reservationId, from: Temporal.PlainDate.from(checkin), absence: null, connection };
}

function acceptStay(
  tx: PropertyTransaction,
  source: CalendarImport,
  stay: CalendarStay,
): Promise<Reservation> {
  return storeChannelReservation(tx, 'fact', {
    roomId: source.roomId,
    unit: source.unitId ?? undefined,
    channel: source.channel,
    channelReference: stay.reference,
    connection: source.channel,
    guestName: stay.guestName ?? nameOfUnnamedGuest(source.channel),
    guestEmail: null,
    // The last four digits are enough for a door code, which is what hosts use them for.
    guestPhone: stay.phoneLast4 === null ? null : `…${stay.phoneLast4}`,
    checkin: stay.from,
    checkout: stay.until,
    priceMinor: 0,
    currency: source.property.currency,
    today: todayAt(source.property, tx.now),
  });
}

/** A known stay that the calendar shows, and the nights that it takes from now on. */
type ReappearedStay = {
  stay: KnownStay;
  incoming: CalendarStay;
  from: PlainDate;
  until: PlainDate;
  /** it was entered or imported here: from now on it is one of this connection */
  isAdopted?: boolean;
};

/**
 * Applies what the calendar shows of a known stay. A reservation that was ended at the
 * desk stays ended, whatever the calendar shows.
 */
async function updateStay(
  tx: PropertyTransaction,
  source: CalendarImport,
  seen: ReappearedStay,
): Promise<void> {
  const { stay, incoming } = seen;
  const isRenamed = incoming.guestName !== null && stay.guestName !== incoming.guestName;
  if (stay.uid !== incoming.uid || stay.reference !== incoming.reference || isRenamed) {
    await tx.query(
      `update calendar_stays set uid = $6, reference = coalesce($7, reference), guest_name = coalesce($8, guest_name)
       where ${OF_CALENDAR} and reservation_id = $5`,
      [...keyOf(tx, source), stay.reservationId, incoming.uid, incoming.reference, incoming.guestName],
    );
  }
  const today = todayAt(source.property, tx.now);
  const booking = await lockReservation(tx, stay.reservationId);
  if (isOver(booking.status)) return;
  const dates = datesAfterReport(
    seen.isAdopted ? adopted(booking, source) : booking,
    seen,
    nightsInHouse(booking, today),
  );
  if (dates.kind === 'apart') {
    await keepStayOfHouse(tx, booking, today);
    await deleteTrackedStay(tx, source, stay.reservationId);
    return trackStay(tx, source, (await acceptStay(tx, source, incoming)).reservationId, incoming);
  }
  const reported = { checkin: seen.from, checkout: seen.until };
  const differences = differencesOfDates(booking.differences, { dates, room: reported, now: tx.now });
  const changed = await changeReservation(tx, {
    reservationId: stay.reservationId,
    patch: {
      ...dates.dates,
      differences,
      ...(isRenamed && (await changesOfName(tx, { ...booking, differences }, { stay, incoming }))),
      ...(incoming.reference !== null && { channelReference: incoming.reference }),
      ...(seen.isAdopted && { connection: source.channel }),
    },
    today,
    taking: 'fact',
  });
  if (source.unitId) await claimSoldUnit(tx, changed, source.unitId, today);
}

/** A booking that was entered here for the calendar's channel: its dates count as those that the calendar showed. */
function adopted(booking: Reservation, { channel }: CalendarImport): Reservation {
  return {
    ...booking,
    connection: channel,
    channelCheckin: booking.checkin,
    channelCheckout: booking.checkout,
  };
}

/** Returns what a name changes that a calendar shows otherwise than before: the booking's, or, where people have set another one, the differences. */
async function changesOfName(
  tx: PropertyTransaction,
  booking: Reservation,
  { stay, incoming }: Pick<ReappearedStay, 'stay' | 'incoming'>,
): Promise<Pick<ReservationPatch, 'guestName' | 'differences'>> {
  const { guestName: ours, differences, connection, channel } = booking;
  const shown = incoming.guestName === null ? {} : { guestName: incoming.guestName };
  const { guestName } = await withoutErasedContact(tx, booking, shown);
  if (guestName === undefined) return {};
  const isTheirs = [guestName, stay.guestName, nameOfUnnamedGuest(connection ?? channel)].includes(ours);
  if (isTheirs) return { guestName, differences: undecidedAfter(differences, { guestName }) };
  const difference = { since: tx.now.toString(), value: guestName, member: 'guestName' } as const;
  return { differences: withDifference(differences, difference) };
}

/**
 * Counts in how many fetches each known stay was missing, and cancels those whose absence
 * is confirmed. Returns how many it cancelled.
 */
async function cancelAbsent(
  tx: PropertyTransaction,
  source: CalendarImport,
  { known, absent }: { known: readonly KnownStay[]; absent: ReadonlySet<KnownStay> },
): Promise<number> {
  const today = todayAt(source.property, tx.now);
  const tracked = known.map((stay) => ({ ...stay, present: !absent.has(stay) }));
  const policy = { kind: 'stays' as const, today, now: tx.now, confirmAfterMs: source.confirmAfterMs };
  let cancelled = 0;
  for (const { item, absence, remove } of decideAbsences(tracked, policy)) {
    if (remove) {
      const { reservationId } = item;
      const booking = await lockReservation(tx, reservationId);
      const isKept = isOver(booking.status) || (await keepStayOfHouse(tx, booking, today));
      // People may have moved the stay, so that it has begun here.
      if (!isKept && isBefore(today, booking.checkin)) {
        await cancelReservation(tx, { reservationId, date: booking.checkin, today });
        cancelled += 1;
      }
      await deleteTrackedStay(tx, source, item.reservationId);
    } else if (absence?.missingFetches !== item.absence?.missingFetches) {
      await tx.query(
        `update calendar_stays set missing_fetches = $6, missing_since = $7 where ${OF_CALENDAR} and reservation_id = $5`,
        [
          ...keyOf(tx, source),
          item.reservationId,
          absence?.missingFetches ?? 0,
          absence?.missingSince ?? null,
        ],
      );
    }
  }
  return cancelled;
}

async function deleteTrackedStay(
  tx: PropertyTransaction,
  source: CalendarImport,
  reservationId: number,
): Promise<void> {
  await tx.query(`delete from calendar_stays where ${OF_CALENDAR} and reservation_id = $5`, [
    ...keyOf(tx, source),
    reservationId,
  ]);
}

function isOver(status: ReservationStatus): boolean {
  return RESERVATION_TRANSITIONS[status].length === 0;
}

type KnownStayRow = {
  reservation_id: number;
  uid: string | null;
  reference: string | null;
  guest_name: string | null;
  channel_checkin: string;
  channel_checkout: string;
  missing_fetches: number;
  missing_since: Temporal.Instant | null;
};

/**
 * Returns the stays that the calendar showed and that are not over there yet, with all nights that it showed, also those that were given back when
 * a guest left early: the calendar goes on showing them, and they must not be imported as a new stay.
 */
async function readKnownStays(
  tx: PropertyTransaction,
  source: CalendarImport,
  today: PlainDate,
): Promise<KnownStay[]> {
  const rows = await tx.query<KnownStayRow>(
    `select stay.*, reservation.channel_checkin, reservation.channel_checkout
     from calendar_stays as stay
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     where stay.hotel_id = $1 and stay.channel = $2 and stay.room_id = $3 and stay.unit_id = $4 and reservation.channel_checkout > $5
     order by stay.reservation_id`,
    [...keyOf(tx, source), today],
  );
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    uid: row.uid,
    reference: row.reference,
    guestName: row.guest_name,
    from: toPlainDate(row.channel_checkin),
    until: toPlainDate(row.channel_checkout),
    absence: toAbsence(row),
  }));
}
