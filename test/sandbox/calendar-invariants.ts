// Invariants of the sample's nights, prices and reservations at any hour.
import { nightsBetween, toPlainDate } from '../../src/model/night.ts';
import { RESERVATION_STATUSES } from '../../src/model/reservation.ts';
import { ROOMS, UNITS } from '../../src/sandbox/house.ts';
import type { SampleSnapshot } from '../../src/sandbox/snapshot.ts';
import {
  byId,
  checkinOf,
  checkoutOf,
  groupBy,
  type Invariants,
  isAfter,
  repeated,
  sum,
  today,
  unlessWithin,
} from './snapshot-helpers.ts';

const nightOf = ({ roomId, night }: { roomId: number; night: number }) => `${roomId}/${night}`;
const unitsOf = (roomId: number) => UNITS.filter((unit) => unit.roomId === roomId).length;
const heldNights = (snapshot: SampleSnapshot) =>
  snapshot.held.filter((night) => night.releasedAt === null).map(nightOf);

export const CALENDAR: Invariants = {
  'no night of a unit is held twice, by stays or closures'(snapshot) {
    const stays = snapshot.reservations.flatMap(({ unitNights }) => unitNights ?? []);
    const closed = snapshot.closures.map(({ unitId, firstNight, lastNight }) => {
      return { unitId, from: String(firstNight), until: String(lastNight.add({ days: 1 })) };
    });
    const nights = [...stays, ...closed].flatMap(({ unitId, from, until }) =>
      nightsBetween(toPlainDate(from), toPlainDate(until)).map((date) => `${unitId} ${date}`),
    );
    return repeated(nights);
  },

  'a guest in the house has a unit of the room, which is clean on arrival'(snapshot) {
    const units = byId(snapshot.units, 'unitId');
    const seen = ['checked_in', 'checked_out'];
    return snapshot.reservations.filter(({ status, roomId, unitNights }) => {
      if (!seen.includes(status) && unitNights === null) return false;
      return unitNights?.length !== 1 || units.get(unitNights[0]!.unitId)!.roomId !== roomId;
    });
  },

  'nearly every stay to come has its unit, a few get it when the guest comes'(snapshot) {
    const open = snapshot.reservations.filter(({ status }) => status === 'confirmed');
    const without = open.filter(({ unitNights }) => unitNights === null);
    return unlessWithin('without a unit', without.length, [0, 9]);
  },

  'the calendar shows what the reservations hold'(snapshot) {
    const held = groupBy(heldNights(snapshot), (night) => night);
    const shown = new Set(snapshot.nights.map(nightOf));
    const wrong = snapshot.nights.filter((night) => {
      const { available, sold, blocked, roomId } = night;
      if (sold !== (held.get(nightOf(night))?.length ?? 0) || available < 0) return true;
      return available + sold + blocked !== unitsOf(roomId);
    });
    return [
      ...wrong,
      ...[...held.keys()].filter((night) => !shown.has(night)),
      ...repeated(snapshot.nights.map(nightOf)),
    ];
  },

  'each room has every night from nine months ago to the horizon'(snapshot, hour) {
    return [...groupBy(snapshot.nights, ({ roomId }) => roomId).values()].filter((nights) => {
      const dates = nights.map(({ night }) => night);
      const [first, last] = [snapshot.date(dates[0]!), snapshot.date(dates.at(-1)!)];
      const gap = dates.some((night, i) => night !== dates[0]! + i);
      const past = first.until(today(hour), { largestUnit: 'day' }).days;
      return gap || past < 274 || past > 310 || today(hour).until(last, { largestUnit: 'day' }).days < 500;
    });
  },

  'a price is the sum of its nights, which cost about what the calendar says'(snapshot) {
    const list = new Map(snapshot.nights.map((night) => [nightOf(night), night.priceMinor]));
    const nights = groupBy(snapshot.held, ({ reservationId }) => reservationId);
    return snapshot.reservations.filter((stay) => {
      const its = nights.get(stay.reservationId)!;
      const slept = its.filter((night) => night.releasedAt === null);
      const priced = slept.length > 0 ? slept : its;
      const odd = its.some((night) => {
        const ratio = night.priceMinor / list.get(nightOf(night))!;
        return ratio < 0.65 || ratio > 1.2;
      });
      const [first, last] = [snapshot.date(priced[0]!.night), snapshot.date(priced.at(-1)!.night)];
      const whole = first.equals(stay.checkin) && last.add({ days: 1 }).equals(stay.checkout);
      const charged = stay.status === 'no_show' ? its : priced;
      return odd || !whole || stay.priceMinor !== sum(charged.map((night) => night.priceMinor));
    });
  },

  'list prices are whole euros within reason, and weekends cost more than the days before'(snapshot) {
    const wrong = snapshot.nights.filter(({ roomId, priceMinor }) => {
      const base = ROOMS.find((room) => room.roomId === roomId)!.priceMinor;
      return priceMinor % 100 !== 0 || priceMinor < base * 0.6 || priceMinor > base * 2;
    });
    const mean = (weekdays: number[]) => {
      const nights = snapshot.nights.filter(({ night }) => weekdays.includes(snapshot.date(night).dayOfWeek));
      return sum(nights.map((night) => night.priceMinor)) / nights.length;
    };
    return [...wrong, ...unlessWithin('weekend over midweek', mean([5, 6]) / mean([2, 3]), [1.08, 1.2])];
  },

  'bookings obey the minimum stay of their first night, two to four nights in the season'(snapshot) {
    const least = new Map(snapshot.nights.map((night) => [nightOf(night), night.minStay]));
    const short = [...groupBy(snapshot.held, ({ reservationId }) => reservationId).values()].filter(
      (nights) => nights.length < least.get(nightOf(nights[0]!))!,
    );
    const season = snapshot.nights.filter(({ night }) => [6, 7, 8].includes(snapshot.date(night).month));
    return [...short, ...season.filter(({ minStay }) => minStay < 2 || minStay > 4)];
  },

  'a reservation has the status that fits the hour': (snapshot, hour) =>
    snapshot.reservations.filter((stay) => {
      const [arrived, gone] = [!isAfter(checkinOf(stay), hour), !isAfter(checkoutOf(stay), hour)];
      // A no-show is declared on the next morning.
      if (stay.status === 'confirmed') return !isAfter(checkinOf(stay).add({ hours: 20 }), hour);
      if (stay.status === 'checked_in') return !arrived || gone;
      if (stay.status === 'checked_out') return !gone;
      return stay.status === 'no_show' && !arrived;
    }),

  'every status and every channel occurs, in realistic numbers'(snapshot) {
    const statuses = groupBy(snapshot.reservations, ({ status }) => status);
    const channels = groupBy(snapshot.reservations, ({ channel }) => channel);
    const count = snapshot.reservations.length;
    return [
      // Holds last minutes; the sample has none.
      ...RESERVATION_STATUSES.filter((status) => status !== 'held' && !statuses.has(status)),
      ...['airbnb', 'booking_com', 'direct', 'expedia', 'vrbo'].filter((channel) => !channels.has(channel)),
      ...unlessWithin('reservations', count, [400, 700]),
      ...unlessWithin('cancelled', (statuses.get('cancelled')?.length ?? 0) / count, [0.08, 0.3]),
      ...unlessWithin('no-shows', (statuses.get('no_show')?.length ?? 0) / count, [0, 0.05]),
      ...unlessWithin('guests', statuses.get('checked_in')?.length ?? 0, [1, UNITS.length]),
    ];
  },

  'contact data of guests are fictional, and references have the format of their channel'(snapshot) {
    const wrong = snapshot.reservations.filter(({ guestEmail, guestPhone, channel, channelReference }) => {
      if (guestEmail !== null && !/^[a-z0-9.-]+@[a-z.-]+\.example$/.test(guestEmail)) return true;
      if (guestPhone !== null && !FICTIONAL.test(guestPhone)) return true;
      return channel === 'direct' ? channelReference !== null : !REFERENCES[channel]!.test(channelReference!);
    });
    return [
      ...wrong,
      ...repeated(snapshot.reservations.flatMap(({ channelReference }) => channelReference ?? [])),
    ];
  },
};

const REFERENCES: Record<string, RegExp> = {
  booking_com: /^\d{10}$/,
  airbnb: /^HM[A-Z0-9]{8}$/,
  expedia: /^\d{10}$/,
  vrbo: /^HA-[A-Z0-9]{6}$/,
};

/** Number ranges that their countries reserve for fiction, or that are not assigned. */
const FICTIONAL =
  /^\+(44 7700 900\d{3}|1 \d{3} 555 01\d\d|353 20 910 \d{4}|33 6 39 98 \d\d \d\d|49 171 39200\d\d|34 555 000 \d{3}|39 300 000 0\d{3}|351 900 000 \d{3}|55 \d\d 90000 0\d{3}|31 6 0000 0\d{3})$/;
