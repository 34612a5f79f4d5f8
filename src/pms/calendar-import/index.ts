// Import of an OTA's calendar: its stays become reservations and its closed nights take a unit; both are
// removed when the calendar no longer shows them.

import { cleanIngestedTexts } from '../channel-sync/ingest/clean-texts.ts';
import { lockInventoryExclusive } from '../inventory/inventory-lock.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type ImportedBlocks, importBlocks, releaseBlocksForStays } from './blocks.ts';
import type { CalendarImport } from './source.ts';
import { type ImportedStays, importStays } from './stays.ts';

export type { CalendarImport } from './source.ts';

/**
 * Applies one successful fetch; returns what changed. Must not be called after a failed fetch,
 * which says nothing about cancellations. If some events could not be read, it applies
 * everything that closes nights and nothing that opens any.
 */
export async function importCalendar(
  tx: PropertyTransaction,
  given: CalendarImport,
): Promise<Omit<ImportedStays, 'suspended'> & ImportedBlocks> {
  const source = { ...given, calendar: given.calendar && (await cleanIngestedTexts(tx, given.calendar)) };
  // Blocks sales of this room, so that stays and closures are applied to one consistent state.
  await lockInventoryExclusive(tx, source.roomId);
  await releaseBlocksForStays(tx, source);
  const { suspended, ...stays } = await importStays(tx, source);
  const blocks = await importBlocks(tx, source, suspended);
  return { ...stays, ...blocks };
}
