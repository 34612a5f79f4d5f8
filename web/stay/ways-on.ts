// What a refusal of a check-in or of a unit leaves to do.
import type { DeskProblem } from '../desk/server.ts';
import { messages } from '../language.ts';
import { freeUnitsFor } from '../replica/free-units.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';
import { openStay } from '../shell/open-stay.ts';
import { checkIn, moveStays } from './changes.ts';

/** A refusal, and what can be done about it. */
export type RefusedChange = { problem: DeskProblem; ways: readonly WayOn[] };
type WayOn = { label: string; run: () => void };

type Refused = { problem: DeskProblem; booking: DeskBooking; state: ReplicaState };

/** How many other units are offered. */
const OFFERED = 2;

/** Returns a refusal with the ways on. `retry` is called with what a further try is refused with. */
export function refusedChange(refused: Refused, retry: (problem: DeskProblem) => void): RefusedChange {
  return { problem: refused.problem, ways: waysOn(refused, retry) };
}

function waysOn({ problem, booking, state }: Refused, retry: (problem: DeskProblem) => void): WayOn[] {
  const { ways } = messages().stay;
  const answer = { onRefused: retry };
  const data = (problem.data ?? {}) as Facts;
  const asIs = { label: ways.asItIs, run: () => void checkIn(booking, { unready: true }, answer) };
  const early = { label: ways.early, run: () => void checkIn(booking, { early: true }, answer) };
  switch (problem.code) {
    case 'unit_not_ready':
      return [asIs, ...otherUnits({ problem, booking, state }, retry)];
    case 'unit_occupied':
      return [...otherUnits({ problem, booking, state }, retry), ...openGuest(data, state)];
    case 'invalid_transition':
      return data.case === 'before_checkin' ? [early] : [];
    case 'no_unit_without_moving':
      return movesOf(data, booking, retry);
    default:
      return [];
  }
}

type Facts = {
  case?: string;
  order_id?: number;
  moves?: { order_id: number | null; unit_id: number; name: string }[];
};

/** Checks in to another unit that is ready. */
function otherUnits({ booking, state }: Refused, retry: (problem: DeskProblem) => void): WayOn[] {
  const { until } = daysOfStay(booking, state);
  const wanted = { roomId: booking.room_id, from: state.today, until, orderId: booking.order_id };
  return freeUnitsFor(state, wanted)
    .filter(({ unit, isReady }) => isReady && unit.unit_id !== booking.unit_id)
    .slice(0, OFFERED)
    .map(({ unit }) => ({
      label: messages().stay.ways.otherUnit(unit.name),
      run: () => void checkIn(booking, { unit }, { onRefused: retry }),
    }));
}

/** Opens the stay of the guest who is still in the unit. */
function openGuest({ order_id: orderId }: Facts, state: ReplicaState): WayOn[] {
  const guest = state.bookings.get(orderId ?? 0);
  if (!guest) return [];
  return [{ label: messages().stay.ways.open(guest.name), run: () => openStay(guest.order_id) }];
}

/** Moves the stays that are in the way. */
function movesOf(
  { moves = [] }: Facts,
  booking: DeskBooking,
  retry: (problem: DeskProblem) => void,
): WayOn[] {
  if (moves.length === 0) return [];
  const { ways, done } = messages().stay;
  const unit = moves.at(-1)!.name;
  const given = moves.map((one) => ({ order_id: one.order_id ?? booking.order_id, unit_id: one.unit_id }));
  const run = () => void moveStays(done.assigned(booking.name, unit), given, { onRefused: retry });
  return [{ label: ways.moveOthers(moves.length - 1, unit), run }];
}
