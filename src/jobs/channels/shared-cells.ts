// Cells that a push sends in several messages, one for each rate: they are confirmed with the last.
import type { Cells, StaleNight } from '../../channels/channel.ts';
import { placeOf } from '../../model/channel.ts';
import type { NightField } from '../../model/night-values.ts';
import { keyOf, nightsOf } from './cells.ts';

export type SharedCells = {
  /** Counts an accepted message. Returns those of the fields that all messages of the night have now sent. */
  take(night: StaleNight, fields: readonly NightField[]): NightField[];
};

/**
 * Counts the messages of each cell. Only of rooms with several rates: of others every cell is in one message.
 */
export function countSharedCells(
  messages: readonly { cells: readonly Cells[] }[],
  nights: ReadonlyMap<string, StaleNight>,
): SharedCells {
  const outstanding = new Map<string, number>();
  const several = new Set([...nights.values()].filter(hasSeveralRates).map(({ room }) => placeOf(room)));
  for (const { cells } of several.size > 0 ? messages : []) {
    const own = cells.filter((one) => several.has(placeOf(one)));
    for (const { night, fields } of nightsOf(nights, own)) {
      for (const field of fields) {
        const cell = cellOf(night, field);
        outstanding.set(cell, (outstanding.get(cell) ?? 0) + 1);
      }
    }
  }
  return {
    take(night, fields) {
      if (!several.has(placeOf(night.room))) return [...fields];
      return fields.filter((field) => {
        const cell = cellOf(night, field);
        const left = (outstanding.get(cell) ?? 1) - 1;
        outstanding.set(cell, left);
        return left <= 0;
      });
    },
  };
}

/** Whether the night's room is mapped to several rates of the channel. */
export function hasSeveralRates({ room }: StaleNight): boolean {
  return room.externalRates.length > 1;
}

function cellOf(night: StaleNight, field: NightField): string {
  return `${keyOf(night)}/${field}`;
}
