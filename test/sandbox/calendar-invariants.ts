// Invariants of the sample's nights, prices and reservations at any hour.
import { nightsBetween, toPlainDate } from '../../src/model/night.ts';
import { RESERVATION_STATUSES } from '../../src/model/reservation.ts';
import { pastDaysOf } from '../../src/sandbox/bookings.ts';
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

  'no guest arrives before the unit is cleaned: its last turnover is done'(snapshot) {
    const arrivedAt = new Map(
      snapshot.events
        .filter(({ kind }) => kind === 'booking.checked_in')
        .map(({ subject, at: moment }) => [subject, moment]),
    );
    const dirtied = groupBy(
      snapshot.events.filter(({ kind }) => kind === 'unit.changed'),
      ({ subject }) => subject,
    );
    return snapshot.reservations.filter(({ reservationId, unitNights }) => {
      const arrived = arrivedAt.get(`booking/${reservationId}`);
      if (!arrived) return false;
      const changes = dirtied.get(`unit/${unitNights![0]!.unitId}`) ?? [];
      return changes.findLast((change) => !isAfter(change.at, arrived))?.data['condition'] === 'dirty';
    });
  },

  'nearly every stay to come has its unit, a few get it when the guest comes'(snapshot) {
    const open = snapshot.reservations.filter(({ status }) => status === 'confirmed');
    const without = open.filter(({ unitNights }) => unitNights === null);
    return unlessWithin('without a unit', without.length, [1, 30]);
  },

  'the calendar shows what the reservations hold'(snapshot) {
    const held = groupBy(heldNights(snapshot), (night) => night);
    const shown = new Set(snapshot.nights.map(nightOf));
    const twice = new Set(
      snapshot.reservations
        .filter(({ conflict, status }) => conflict !== null && status === 'confirmed')
        .flatMap(({ roomId, checkin, checkout }) =>
          nightsBetween(checkin, checkout).map((date) => `${roomId} ${date}`),
        ),
    );
    const wrong = snapshot.nights.filter((night) => {
      const { available, overbooked, sold, blocked, roomId } = night;
      const isTwice = twice.has(`${roomId} ${snapshot.date(night.night)}`);
      if (sold !== (held.get(nightOf(night))?.length ?? 0)) return true;
      if (isTwice ? available !== -1 : available < 0) return true;
      if (overbooked !== (isTwice ? 1 : 0)) return true;
      return available + sold + blocked !== unitsOf(roomId);
    });
    return [
      ...wrong,
      ...[...held.keys()].filter((night) => !shown.has(night)),
      ...repeated(snapshot.nights.map(nightOf)),
    ];
  },

  'an OTA has sold a night of the next days twice, which nobody has solved yet'(snapshot, hour) {
    const conflicts = snapshot.reservations.filter(({ conflict }) => conflict !== null);
    return [
      ...unlessWithin('conflicts', conflicts.length, [1, 2]),
      ...conflicts.filter(({ status, channel, checkin, unitNights }) => {
        const days = today(hour).until(checkin, { largestUnit: 'day' }).days;
        return status !== 'confirmed' || channel === 'direct' || unitNights !== null || days < 1 || days > 11;
      }),
    ];
  },

  'each room has every night from nine months ago, in the guesthouse three, to the horizon'(snapshot, hour) {
    return [...groupBy(snapshot.nights, ({ roomId }) => roomId)].filter(([roomId, nights]) => {
      const least = pastDaysOf(ROOMS.find((room) => room.roomId === roomId)!);
      const dates = nights.map(({ night }) => night);
      const [first, last] = [snapshot.date(dates[0]!), snapshot.date(dates.at(-1)!)];
      const gap = dates.some((night, i) => night !== dates[0]! + i);
      const past = first.until(today(hour), { largestUnit: 'day' }).days;
      return (
        gap || past < least || past > least + 36 || today(hour).until(last, { largestUnit: 'day' }).days < 500
      );
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
      if (stay.status === 'held') return !isAfter(stay.heldUntil!, hour);
      return stay.status === 'no_show' && !arrived;
    }),

  'one or two rooms are on option, of the next weeks, each with its unit'(snapshot) {
    const options = snapshot.reservations.filter(({ status }) => status === 'held');
    return [
      ...unlessWithin('options', options.length, [1, 2]),
      ...options.filter((stay) => stay.unitNights?.length !== 1 || isAfter(stay.heldUntil!, checkinOf(stay))),
    ];
  },

  'a group of three rooms is in the house or comes within seventeen days'(snapshot, hour) {
    const groups = new Set(
      snapshot.reservations
        .filter(({ status }) => status === 'confirmed' || status === 'checked_in')
        .filter(({ checkin }) => today(hour).until(checkin, { largestUnit: 'day' }).days <= 17)
        .flatMap(({ groupId }) => groupId ?? []),
    );
    return unlessWithin('groups', groups.size, [1, 2]);
  },

  'every status and every channel occurs, in realistic numbers'(snapshot) {
    const statuses = groupBy(snapshot.reservations, ({ status }) => status);
    const channels = groupBy(snapshot.reservations, ({ channel }) => channel);
    const count = snapshot.reservations.length;
    return [
      ...RESERVATION_STATUSES.filter((status) => !statuses.has(status)),
      ...['airbnb', 'booking_com', 'direct', 'expedia', 'vrbo'].filter((channel) => !channels.has(channel)),
      ...unlessWithin('reservations', count, [1_400, 3_200]),
      ...unlessWithin('cancelled', (statuses.get('cancelled')?.length ?? 0) / count, [0.08, 0.3]),
      ...unlessWithin('no-shows', (statuses.get('no_show')?.length ?? 0) / count, [0, 0.05]),
      ...unlessWithin('guests', statuses.get('checked_in')?.length ?? 0, [1, UNITS.length]),
    ];
  },

  'a working day at the desk: guests come and leave, most units are occupied, one is closed'(snapshot, hour) {
    const date = today(hour);
    const stays = snapshot.reservations.filter(({ status }) => status !== 'cancelled');
    const inHouse = stays.filter(
      ({ checkin, checkout }) => !isLater(checkin, date) && isLater(checkout, date),
    );
    const closed = snapshot.closures.filter(
      ({ firstNight, lastNight }) => !isLater(firstNight, date) && !isLater(date, lastNight),
    );
    return [
      ...unlessWithin('arrivals', stays.filter(({ checkin }) => checkin.equals(date)).length, [3, 24]),
      ...unlessWithin('departures', stays.filter(({ checkout }) => checkout.equals(date)).length, [2, 24]),
      ...unlessWithin('occupancy', inHouse.length / UNITS.length, [0.5, 0.98]),
      ...unlessWithin('closed', closed.length, [1, 4]),
    ];
  },

  'names of guests are in several scripts'(snapshot) {
    const scripts = [/\p{sc=Han}/u, /\p{sc=Hangul}/u, /\p{sc=Greek}/u, /\p{sc=Cyrillic}/u, /\p{sc=Arabic}/u];
    const names = snapshot.guests.map(({ name }) => name).join(' ');
    return scripts.filter((script) => !script.test(names)).map(String);
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

const isLater = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0;

const REFERENCES: Record<string, RegExp> = {
  booking_com: /^\d{10}$/,
  airbnb: /^HM[A-Z0-9]{8}$/,
  expedia: /^\d{10}$/,
  vrbo: /^HA-[A-Z0-9]{6}$/,
};

/** Number ranges that their countries reserve for fiction, or that are not assigned. */
const FICTIONAL =
  /^\+(44 7700 900\d{3}|1 \d{3} 555 01\d\d|353 20 910 \d{4}|33 6 39 98 \d\d \d\d|49 171 39200\d\d|34 555 000 \d{3}|39 300 000 0\d{3}|351 900 000 \d{3}|55 \d\d 90000 0\d{3}|31 6 0000 0\d{3})$/;
