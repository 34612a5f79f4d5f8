// What the state of a stay is called today, and how much it asks for.
import { formatDay, formatTime } from '../format.ts';
import { messages } from '../language.ts';
import type { IconName } from '../parts/Icon.tsx';
import type { Urgency } from '../parts/Mark.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';

/** A state in words. `open`: not final yet. */
type StayState = { label: string; urgency?: Urgency; icon?: IconName; open?: boolean };

/** Returns the state of a stay as the desk says it on this day. */
export function stateOfStay(booking: DeskBooking, state: ReplicaState): StayState {
  const { states } = messages().stay;
  const { from, until } = daysOfStay(booking, state);
  const { today, property } = state;
  switch (booking.status) {
    case 'held': {
      const time = booking.held_until ? formatTime(booking.held_until, property.timezone) : '';
      return { label: states.held(time), icon: 'clock', open: true };
    }
    case 'confirmed':
      if (from > today) return { label: states.confirmed };
      if (from < today) return { label: states.arrivesLate(formatDay(from)), urgency: 'warn', icon: 'in' };
      return { label: states.arrivesToday, urgency: 'act', icon: 'in' };
    case 'checked_in':
      if (until > today) return { label: states.inHouse };
      if (until < today) return { label: states.overdue(formatDay(until)), urgency: 'warn', icon: 'out' };
      return { label: states.leavesToday, urgency: 'act', icon: 'out' };
    case 'checked_out':
      return { label: states.checkedOut };
    case 'no_show':
      return { label: states.noShow };
    case 'cancelled':
      if (booking.held_until) return { label: states.holdEnded };
      if (!wasHere(booking)) return { label: states.cancelled };
      return { label: until > today ? states.leavesEarly : states.leftEarly };
  }
}

/** Whether the guest of a cancelled stay was in the house: the stay keeps the nights that were slept, and their unit. */
function wasHere({ unit_id: unit, unit_nights: nights }: DeskBooking): boolean {
  return unit !== null || nights !== null;
}
