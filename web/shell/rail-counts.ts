// How much waits on each screen, for the rail: only what needs somebody.
import { failingChannels, useChannelStatus } from '../desk/channel-status.ts';
import { copy, rightsOf } from '../desk/property.ts';
import { useWaiting } from '../desk/unanswered.ts';
import { useGuestRequests } from '../guest-requests/guest-requests.ts';
import { messages } from '../language.ts';
import { daysOfStay } from '../replica/stays.ts';
import { arrivalsOf, conflictsOf, departuresOf, toCleanOf, unassignedOf } from '../replica/today.ts';
import type { Screen } from '../screens.ts';

/** `about`: what the number counts, for those who do not see it. `isUrgent`: it cannot wait. */
export type RailCount = { count: number; about: string; isUrgent?: boolean };

/** Returns the numbers of the screens on which something waits. */
export function useRailCounts(): Partial<Record<Screen['id'], RailCount>> {
  const { rail } = messages();
  const waiting = useWaiting();
  const asked = useGuestRequests().filter((one) => one.state === 'open').length;
  const status = useChannelStatus();
  const failing = status ? failingChannels(status).length : 0;
  const state = copy.value;
  const conflicts = state ? conflictsOf(state).length : 0;
  const toClean = state && rightsOf('housekeeping').sees ? toCleanOf(state).length : 0;
  const counts: Partial<Record<Screen['id'], RailCount>> = {
    today: { count: (state ? waitingToday(state) : 0) + asked, about: rail.today, isUrgent: conflicts > 0 },
    inbox: { count: waiting?.conversations ?? 0, about: rail.inbox },
    housekeeping: { count: toClean, about: rail.housekeeping },
    channels: { count: failing, about: rail.channels, isUrgent: true },
  };
  return Object.fromEntries(Object.entries(counts).filter(([, { count }]) => count > 0));
}

/** Returns how many stays cannot go on as they are: sold twice, without a room on the day of arrival, or overdue. */
function waitingToday(state: NonNullable<typeof copy.value>): number {
  const { today } = state;
  const stays = [
    ...conflictsOf(state),
    ...unassignedOf(state).filter((booking) => daysOfStay(booking, state).from <= today),
    ...arrivalsOf(state).due.filter((booking) => daysOfStay(booking, state).from < today),
    ...departuresOf(state).due.filter((booking) => daysOfStay(booking, state).until < today),
  ];
  return new Set(stays.map(({ order_id: id }) => id)).size;
}
