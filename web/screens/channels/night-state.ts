// What a cell of the proof says: confirmed, on the way, refused, not known, or not sold there. Pure.
import type { ChannelProof, DeskChannelNight, DeskConnection } from './channel-nights.ts';

export type NightStateName = 'confirmed' | 'on_the_way' | 'refused' | 'unknown' | 'not_sold';

/** Why a connection tells nothing of its nights. */
const SILENT: ReadonlySet<DeskConnection['state']> = new Set(['error', 'connecting', 'disconnected']);

/** Returns the state of a night at a channel; undefined = the channel does not sell the room. */
export function stateOfNight(
  connection: DeskConnection,
  night: DeskChannelNight | undefined,
): NightStateName {
  if (!night) return 'not_sold';
  if (night.state === 'rejected') return 'refused';
  if (isFirstPush(connection)) return 'on_the_way';
  // Nothing was confirmed, and nobody answers: what the channel has is not known.
  if (night.state === 'pending')
    return isSilent(connection) && night.confirmed === null ? 'unknown' : 'on_the_way';
  return isSilent(connection) ? 'unknown' : 'confirmed';
}

/** Whether a connection was just made, and nothing has failed yet: its nights are being sent. */
function isFirstPush({ state, paused, last_error: error }: DeskConnection): boolean {
  return state === 'connecting' && paused === null && error === null;
}

function isSilent({ state, paused }: DeskConnection): boolean {
  return SILENT.has(state) || paused !== null;
}

export type NightCounts = Record<NightStateName, number>;

/** Returns how many nights of a channel are in each state. */
export function countNights(connection: DeskConnection, { nights }: ChannelProof): NightCounts {
  const counts: NightCounts = { confirmed: 0, on_the_way: 0, refused: 0, unknown: 0, not_sold: 0 };
  for (const night of nights.get(connection.channel)?.values() ?? [])
    counts[stateOfNight(connection, night)] += 1;
  return counts;
}
