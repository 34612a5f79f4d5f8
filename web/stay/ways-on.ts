// What a refusal of a check-in or of a unit leaves to do.
import type { DeskProblem } from '../desk/server.ts';
import { messages } from '../language.ts';
import { freeUnitsFor } from '../replica/free-units.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';
import { openStay } from '../shell/open-stay.ts';
import { type CheckIn, checkIn, moveStays } from './changes.ts';

/** A refusal, and what can be done about it. */
export type RefusedChange = { problem: DeskProblem; ways: readonly WayOn[] };
/** `tried`: how the guest moves in by it. */
type WayOn = { label: string; tried?: CheckIn; run: () => void };

/** `tried`: how the guest was to move in; each way on adds to it. */
type Refused = { problem: DeskProblem; booking: DeskBooking; state: ReplicaState; tried?: CheckIn };
type Show = (change: RefusedChange) => void;

/** How many other units are offered. */
const OFFERED = 2;

/** Returns a refusal with the ways on. `show` is called with what a further try is refused with. */
export function refusedChange(refused: Refused, show: Show): RefusedChange {
  return { problem: refused.problem, ways: waysOn(refused, show) };
}

function waysOn(refused: Refused, show: Show): WayOn[] {
  const { problem, booking, state } = refused;
  const { ways } = messages().stay;
  const data = (problem.data ?? {}) as Facts;
  switch (problem.code) {
    case 'unit_not_ready':
      return [checkInWith(refused, ways.asItIs, { unready: true }, show), ...otherUnits(refused, show)];
    case 'unit_occupied':
      return [...otherUnits(refused, show), ...openGuest(data, state)];
    case 'invalid_transition':
      return data.case === 'before_checkin' ? [checkInWith(refused, ways.early, { early: true }, show)] : [];
    case 'no_unit_without_moving':
      return movesOf(data, booking, (again) => show(refusedChange({ ...refused, problem: again }, show)));
    default:
      return [];
  }
}

/** Checks in with what was tried before and `more`. */
function checkInWith(refused: Refused, label: string, more: CheckIn, show: Show): WayOn {
  const tried = { ...refused.tried, ...more };
  const onRefused = (problem: DeskProblem) => show(refusedChange({ ...refused, problem, tried }, show));
  return { label, tried, run: () => void checkIn(refused.booking, tried, { onRefused }) };
}

type Facts = {
  case?: string;
  order_id?: number;
  moves?: { order_id: number | null; unit_id: number; name: string }[];
};

/** Checks in to another unit that is ready. */
function otherUnits(refused: Refused, show: Show): WayOn[] {
  const { booking, state, tried } = refused;
  const { until } = daysOfStay(booking, state);
  const wanted = { roomId: booking.room_id, from: state.today, until, orderId: booking.order_id };
  return freeUnitsFor(state, wanted)
    .filter(({ unit, isReady }) => isReady && unit.unit_id !== (tried?.unit?.unit_id ?? booking.unit_id))
    .slice(0, OFFERED)
    .map(({ unit }) => checkInWith(refused, messages().stay.ways.otherUnit(unit.name), { unit }, show));
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
