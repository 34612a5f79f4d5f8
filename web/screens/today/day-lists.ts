// Who is on the printed list of a day, with what was done of it already. Pure.
import type { StatusTimes } from '../../desk/status-times.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { arrivalsOf, departuresOf, expectedOn, inHouseOf } from '../../replica/today.ts';

/** `done`: the guest came or left; `at`: when (ISO 8601); null = not known, or not done. */
export type DayListStay = { booking: DeskBooking; done: boolean; at: string | null };

type DayLists = {
  arrivals: DayListStay[];
  noShows: DayListStay[];
  departures: DayListStay[];
  inHouse: DayListStay[];
};

/** Returns the lists of a day: of today all who came, left or are still to do so; of a later day who is expected. */
export function dayListsOf(state: ReplicaState, day: number, times: StatusTimes): DayLists {
  const toDo = (bookings: readonly DeskBooking[]) =>
    bookings.map((booking): DayListStay => ({ booking, done: false, at: null }));
  const done = (bookings: readonly DeskBooking[], moments: ReadonlyMap<number, string>) =>
    bookings.map(
      (booking): DayListStay => ({ booking, done: true, at: moments.get(booking.order_id) ?? null }),
    );
  // An early departure of today is booked as such before its guest goes.
  const leftOf = (booking: DeskBooking): DayListStay => {
    const at = times.checkedOut.get(booking.order_id) ?? null;
    return { booking, done: at !== null || booking.status === 'checked_out', at };
  };
  if (day > state.today) {
    const { arrivals, departures, staying } = expectedOn(state, day);
    return {
      arrivals: toDo(arrivals),
      noShows: [],
      departures: toDo(departures),
      inHouse: toDo(staying),
    };
  }
  const { due, arrived, noShows } = arrivalsOf(state);
  const departures = departuresOf(state);
  return {
    arrivals: [...toDo(due), ...done(arrived, times.checkedIn)],
    noShows: toDo(noShows),
    departures: [...toDo(departures.due), ...departures.left.map(leftOf)],
    inHouse: toDo(inHouseOf(state)),
  };
}
