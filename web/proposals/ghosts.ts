// What proposals of agents would change, as the screens draw it: spans of the calendar, values of the sheet of rates. Pure.
import type { ProposalRecord } from '../../src/api/proposal-records.ts';
import { dayOfDate, WEEKDAYS, weekdayOf } from '../days.ts';
import type { ReplicaState } from '../replica/state.ts';
import { partsOfStay } from '../replica/stays.ts';

/** Where a proposal lies on the calendar: nights [from, until) of a unit, or of a room where the unit is open. */
type GhostSpan = {
  id: string;
  proposal: ProposalRecord;
  roomId: number;
  unitId: number | null;
  from: number;
  until: number;
};

/** What a proposal would set in the nights of a room. */
type ProposedValues = {
  price?: number;
  available?: number;
  min_stay?: number;
  max_stay?: number;
  closed_to_arrival?: boolean;
  closed_to_departure?: boolean;
  stop_sell?: boolean;
};

/** Returns the proposals that can still be decided. */
export function waitingOf(proposals: readonly ProposalRecord[], nowMs: number): ProposalRecord[] {
  return proposals.filter(({ expires_at: end }) => Date.parse(end) > nowMs);
}

const OF_STAYS: ReadonlySet<string> = new Set(['create_booking', 'update_booking', 'cancel_booking']);

/** Returns the spans of proposed bookings, moves, cancellations and closures. */
export function ghostsOf(proposals: readonly ProposalRecord[], state: ReplicaState): GhostSpan[] {
  return proposals.flatMap((proposal) => {
    const { proposal_id: id, room_id: roomId, fromdate, todate } = proposal;
    if (roomId === null || fromdate === null || todate === null) return [];
    if (!OF_STAYS.has(proposal.tool) && !closesNights(proposal)) return [];
    const span = { from: dayOfDate(fromdate), until: dayOfDate(todate) + 1 };
    const unitId = unitOf(proposal, state);
    return [{ id: ghostId(id), proposal, roomId, unitId, ...span }];
  });
}

/** Returns the id of a ghost on the calendar. */
function ghostId(proposalId: number): string {
  return `proposal-${proposalId}`;
}

/** Returns the proposal of a ghost; null for other bars. */
export function proposalOfGhost(id: string): number | null {
  const found = /^proposal-(\d+)$/.exec(id)?.[1];
  return found === undefined ? null : Number(found);
}

function closesNights({ tool, arguments: given }: ProposalRecord): boolean {
  return tool === 'update_availability' && (given?.['stop_sell'] === true || given?.['available'] === 0);
}

/** A stay keeps its unit unless it goes to another room. */
function unitOf({ order_id: orderId, room_id: roomId }: ProposalRecord, state: ReplicaState): number | null {
  const booking = orderId === null ? undefined : state.bookings.get(orderId);
  if (!booking || booking.room_id !== roomId) return null;
  return partsOfStay(booking, state)[0]?.unitId ?? null;
}

/** Returns the first proposal for a night of a room, with what it would set; null = there is none. */
export function proposedNight(
  proposals: readonly ProposalRecord[],
  roomId: number,
  day: number,
): { proposal: ProposalRecord; values: ProposedValues } | null {
  for (const proposal of proposals) {
    const { tool, room_id: room, fromdate, todate, arguments: given } = proposal;
    if (tool !== 'update_availability' || room !== roomId || !fromdate || !todate || !given) continue;
    if (day < dayOfDate(fromdate) || day > dayOfDate(todate)) continue;
    const days = given['days'] as string[] | undefined;
    if (days && !days.includes(WEEKDAYS[weekdayOf(day)]!)) continue;
    return { proposal, values: given as ProposedValues };
  }
  return null;
}
