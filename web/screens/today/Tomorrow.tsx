// The foot of Today: what tomorrow brings, and the keys.
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { IconButton } from '../../parts/Button.tsx';
import { Menu } from '../../parts/Menu.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { movesOn } from '../../replica/today.ts';
import { openStay } from '../../shell/open-stay.ts';
import { printDayList } from './DayList.tsx';

export function Tomorrow({ state }: { state: ReplicaState }) {
  const { today } = messages();
  const day = state.today + 1;
  const { arrivals, departures, sold, units } = countsOf(state, day);
  const moves = movesOn(state, day);
  return (
    <footer class="tomorrow">
      <span class="m ink">{today.tomorrow(formatDay(day))}</span>
      <span>{today.arrivalCount(arrivals)}</span>
      <span>{today.departureCount(departures)}</span>
      {moves.length > 0 && (
        <Menu
          class="btn quiet s"
          label={today.moveCount(moves.length)}
          button={today.moveCount(moves.length)}
          items={moves.map((move) => ({
            label: moveText(move, state),
            icon: 'go',
            run: () => openStay(move.booking.order_id),
          }))}
        />
      )}
      <span>{today.sold(sold, units)}</span>
      <span class="wide-only">
        <IconButton
          small
          icon="print"
          label={today.tomorrowList}
          onClick={() => void printDayList(state, day)}
        />
      </span>
      <span class="end t12 ink3 key-hints">
        <kbd>J</kbd> <kbd>K</kbd> {today.keys.move} <kbd>↵</kbd> {today.keys.act} <kbd>R</kbd>{' '}
        {today.keys.message} <kbd>O</kbd> {today.keys.open} <kbd>?</kbd> {today.keys.all}
      </span>
    </footer>
  );
}

/** Returns who moves, where from and where to: `Weber: 21 → 24`. */
function moveText({ booking, from, to }: ReturnType<typeof movesOn>[number], state: ReplicaState): string {
  const [before, after] = [from, to].map(
    ({ unitId, roomId }) => state.units.get(unitId ?? 0)?.name ?? state.rooms.get(roomId)?.name ?? '',
  );
  return `${booking.name}: ${before} → ${after}`;
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
