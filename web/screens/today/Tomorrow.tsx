// The foot of Today: what tomorrow brings, and the keys.
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';

export function Tomorrow({ state }: { state: ReplicaState }) {
  const { today } = messages();
  const day = state.today + 1;
  const { arrivals, departures, sold, units } = countsOf(state, day);
  return (
    <footer class="tomorrow">
      <span class="m ink">{today.tomorrow(formatDay(day))}</span>
      <span>{today.arrivalCount(arrivals)}</span>
      <span>{today.departureCount(departures)}</span>
      <span>{today.sold(sold, units)}</span>
      <span class="end t12 ink3 key-hints">
        <kbd>J</kbd> <kbd>K</kbd> {today.keys.move} <kbd>↵</kbd> {today.keys.act} <kbd>R</kbd>{' '}
        {today.keys.message} <kbd>O</kbd> {today.keys.open} <kbd>?</kbd> {today.keys.all}
      </span>
    </footer>
  );
}

function countsOf(state: ReplicaState, day: number) {
  let [arrivals, departures, sold] = [0, 0, 0];
  for (const booking of state.bookings.values()) {
    const { from, until } = daysOfStay(booking, state);
    const isToCome = booking.status === 'confirmed' || booking.status === 'held';
    const isStay = isToCome || booking.status === 'checked_in';
    if (isToCome && from === day) arrivals += 1;
    if (isStay && until === day) departures += 1;
    if (isStay && from <= day && until > day) sold += 1;
  }
  const units = [...state.rooms.values()].reduce((sum, room) => sum + (room.units ?? 1), 0);
  return { arrivals, departures, sold, units };
}
