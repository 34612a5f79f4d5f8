// Checks the invariants that must hold at the end of a history.
import type { OtaReservation } from '../../simulator/book.ts';
import type { Connected } from '../harness/channel-environment.ts';
import { type Corrected, DAYS } from './history.ts';
import { type HistoryRun, nightsOf } from './run-history.ts';

type Booking = {
  order_id: number;
  room_id: number;
  channel: string;
  status: string;
  checkin: string;
  checkout: string;
  /** the dates that the OTA knows; null = it knows none: the house has kept a stay that the OTA has ended */
  channel_checkin: string | null;
  channel_checkout: string | null;
  referral_order_id: string | null;
  differences: { member: string; value: unknown }[] | null;
} & Record<Corrected, string | null>;

/** Returns a description of each violation; empty when all is well. */
export async function findViolations(run: HistoryRun): Promise<string[]> {
  const { environment, property, connected } = run;
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  return [
    ...(await environment.differences(property, connected, DAYS)),
    ...connected.flatMap((one) => wrongOrders(run, one, bookings)),
    ...(await bookingsWithoutOrder(run, bookings)),
    ...connected.flatMap(({ channel, ota, hotel }) =>
      ota.outstanding(hotel.id) === 0 ? [] : [`${channel} waits for an acknowledgement`],
    ),
    ...(await wrongCounts(run)),
    ...(await wrongMessages(run, bookings)),
    ...wrongCorrections(run, bookings),
    ...lostOwnNights(run, bookings),
  ];
}

/** Every order of the OTA is stored once, room by room, with its state at the OTA. */
function wrongOrders(
  run: HistoryRun,
  { channel, ota, hotel, rooms }: Connected,
  bookings: Booking[],
): string[] {
  return ota.reservations(hotel.id).flatMap((order) => {
    const stored = bookings.filter((one) => one.referral_order_id === order.reference);
    const alive = stored.filter((one) => one.status !== 'cancelled' && !isKept(one)).map(describeBooking);
    const atOta = order.status === 'cancelled' ? [] : order.stays.map((stay) => stayOf(stay, rooms));
    // Stays cancelled here remain so until the OTA moves them. Vrbo polls, and has the cancellation.
    const cancelled = run.cancelledHere.get(order.reference);
    if (cancelled !== undefined && channel !== 'vrbo') {
      const most = run.movedThere.has(order.reference) ? atOta.length : atOta.length - cancelled;
      return alive.every((one) => atOta.includes(one)) && alive.length <= Math.max(0, most)
        ? []
        : [`${channel} ${order.reference}: cancelled here, but ${alive.join()} of ${atOta.join()}`];
    }
    const same = alive.sort().join() === atOta.sort().join();
    return same
      ? []
      : [
          `${channel} ${order.reference}: here ${alive.join()}, there ${atOta.join()}; versions: ${describeVersions(order)}`,
        ];
  });
}

/** Returns the versions of an order: where one was never sent, or twice, it says why the order is otherwise here. */
function describeVersions({ revisions }: OtaReservation): string {
  const sent = revisions.map(({ kind, at, delivered }) => `${kind} ${at} sent ${delivered} times`);
  return sent.join(', ');
}

/** Whether people keep a stay that its OTA has ended, because it has nights of the house's own. */
function isKept({ channel, channel_checkin: known }: Booking): boolean {
  return channel !== 'direct' && known === null;
}

function describeBooking({ room_id, channel_checkin, channel_checkout }: Booking): string {
  return `room ${room_id} ${channel_checkin}/${channel_checkout}`;
}

/** Nights that people here have added stay, until people here cancel the stay. */
function lostOwnNights({ ownNights, cancelledHere }: HistoryRun, bookings: Booking[]): string[] {
  return bookings
    .filter(({ referral_order_id: reference }) => !cancelledHere.has(reference!))
    .flatMap((booking) => {
      const held = booking.status === 'cancelled' ? [] : nightsOf(booking);
      const lost = [...(ownNights.get(booking.order_id) ?? [])].filter((night) => !held.includes(night));
      return lost.length === 0 ? [] : [`booking ${booking.order_id} has lost its nights ${lost.join()}`];
    });
}

function stayOf(
  { room, arrival, departure }: OtaReservation['stays'][number],
  rooms: Map<number, string>,
): string {
  const roomId = [...rooms].find(([, theirs]) => theirs === room)?.[0];
  return `room ${roomId} ${arrival}/${departure}`;
}

/**
 * Bookings of a channel that belong to no order of its OTA. If our acceptance of a request was lost, Airbnb
 * is asked and the booking cancelled; Vrbo cannot be asked.
 */
async function bookingsWithoutOrder(
  { connected, lostAcceptances, property, environment }: HistoryRun,
  bookings: Booking[],
): Promise<string[]> {
  const unconfirmed = await environment.api.db.query<{ reference: string }>(
    'select reference from channel_stays where hotel_id = $1 and accepted_at is not null',
    [property.hotelId],
  );
  const waiting = new Set(unconfirmed.map(({ reference }) => reference));
  const isResolved = ({ channel, status, referral_order_id: of, channel_checkin: known }: Booking) =>
    lostAcceptances.has(of!) &&
    (channel === 'vrbo' || status === 'cancelled' || known === null || waiting.has(of!));
  const orders = new Set(
    connected.flatMap(({ ota, hotel }) => ota.reservations(hotel.id).map(({ reference }) => reference)),
  );
  return bookings
    .filter(({ channel, referral_order_id }) => channel !== 'direct' || referral_order_id !== null)
    .filter((one) => one.referral_order_id === null || !orders.has(one.referral_order_id))
    .filter((one) => one.referral_order_id === null || !isResolved(one))
    .map((one) => `booking ${one.order_id} is of no order: ${one.channel} ${one.referral_order_id}`);
}

/** Units sold and left add up to the room's units; only OTAs sell more, and such bookings are flagged. */
async function wrongCounts({ environment, property }: HistoryRun): Promise<string[]> {
  const wrong = await environment.api.db.query<object>(
    `select night.room_id, date, available, sold, overbooked, allotted, units, flagged
     from nights as night
     join rooms as room using (hotel_id, room_id)
     cross join lateral (
       select count(*) as held, count(*) filter (where reservation.conflict is not null) as flagged,
         count(*) filter (where reservation.conflict is not null and reservation.channel = 'direct') as own
       from reservation_nights as held
       join reservations as reservation using (hotel_id, reservation_id)
       where held.hotel_id = $1 and held.room_id = night.room_id and held.date = night.date and held.released_at is null
     ) as holders
     where hotel_id = $1 and not room.is_placeholder and (
       (not allotted and available + sold + blocked <> units) or available + overbooked < 0 or sold <> held
       or (not allotted and greatest(0, sold + blocked - units) <> overbooked)
       or (overbooked > 0 and flagged < overbooked) or own > 0)`,
    [property.hotelId],
  );
  return wrong.map((night) => `a night is sold wrongly: ${JSON.stringify(night)}`);
}

/** Members of which there is something to decide where people have added nights. */
const OF_DATES = ['checkin', 'checkout', 'status'];

/** What people here have corrected stays; what their channel reports otherwise since then waits for a decision, and nothing else does. */
function wrongCorrections(
  { corrected, ownNights, cancelledHere }: HistoryRun,
  bookings: Booking[],
): string[] {
  const lost = [...corrected].flatMap(([key, { values, isAnswered }]) => {
    const [id, member] = key.split(' ') as [string, Corrected];
    const booking = bookings.find(({ order_id }) => order_id === Number(id));
    // Without an answer it is not known whether a correction was stored.
    const isKept = !isAnswered || values.some((value) => value === booking?.[member]);
    return isKept ? [] : [`booking ${key}: ${booking?.[member]} instead of ${values.join(' or ')}`];
  });
  const mayTakePlace = ({ status, referral_order_id: reference }: Booking) =>
    status === 'cancelled' && cancelledHere.has(reference!);
  const undecided = bookings.flatMap((booking) => {
    const { order_id, differences } = booking;
    return (differences ?? [])
      .filter(({ member }) => !(member === 'status' && mayTakePlace(booking)))
      .filter(({ member }) => !corrected.has(`${order_id} ${member}`))
      .filter(({ member }) => !(ownNights.has(order_id) && OF_DATES.includes(member)))
      .map(
        ({ member, value }) =>
          `booking ${order_id} ${member}: nobody here has changed it, but ${value} waits`,
      );
  });
  return [...lost, ...undecided];
}

/** Every message of a guest is stored once, and every reply is at the OTA once. */
async function wrongMessages(run: HistoryRun, bookings: Booking[]): Promise<string[]> {
  const { environment, property, connected, written, replies } = run;
  const { body: messages } = await environment.api.get(`/api/messages/${property.token}`);
  const wrong: string[] = [];
  for (const { channel, reference, text } of written) {
    // The order was sold and cancelled before it was read: it has no conversation here.
    if (!bookings.some((one) => one.referral_order_id === reference)) continue;
    const stored = messages.filter((one: any) => JSON.stringify(one).includes(`${text}"`)).length;
    if (stored !== 1) wrong.push(`${channel}: ${text} is here ${stored} times`);
  }
  for (const { channel, text } of replies) {
    const { ota, hotel } = connected.find((one) => one.channel === channel)!;
    const atOta = ota.messages(hotel.id).filter((one) => one.text === text).length;
    const own = messages.find((one: any) => JSON.stringify(one).includes(`${text}"`));
    if (atOta !== 1) wrong.push(`${channel}: ${text} is there ${atOta} times, here ${JSON.stringify(own)}`);
  }
  return wrong;
}
