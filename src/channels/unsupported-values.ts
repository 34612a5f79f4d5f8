// Values of nights that cannot be pushed: of fields that the protocol has not, and those that its adapter names.
import { definitionOf, labelOf } from '../model/night-values.ts';
import type { AriPush, ConnectionView, Rejection, StaleNight } from './channel.ts';

/**
 * Returns changed values that the channel cannot carry, each with a reason for people. A restriction of which
 * the protocol has no field is one of them unless it restricts nothing: the channel would sell the night
 * without it.
 */
export function unsupportedValues(
  ari: AriPush,
  nights: readonly StaleNight[],
  connection: ConnectionView,
): (Rejection & { keepsOpen?: true })[] {
  const lacking = nights.flatMap(({ room, date, changed, values }) =>
    changed
      .filter((field) => !ari.fields.includes(field) && values[field] !== definitionOf(field).unrestricted)
      .map((field) => ({
        roomId: room.roomId,
        from: date,
        to: date,
        fields: [field],
        reason: `This channel has no field for ${labelOf(field)} (${values[field]}): remove it to sell the night there.`,
      })),
  );
  return [...lacking, ...(ari.unsupported?.(nights, connection) ?? [])];
}
