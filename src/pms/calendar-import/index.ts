// What an OTA's calendar shows becomes ours: stays become reservations, closed nights take a unit, and both go when it drops them.

import { cleanTexts } from '../channel-sync/ingest/clean-texts.ts';
import { lockInventoryExclusive } from '../inventory/inventory-lock.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type ImportedBlocks, importBlocks, releaseBlocksForStays } from './blocks.ts';
import type { CalendarImport } from './source.ts';
import { type ImportedStays, importStays } from './stays.ts';

export type { CalendarImport } from './source.ts';

/**
 * Applies one good fetch. Never call it after a failed one: that says nothing of what was cancelled. Of a calendar with events that
 * could not be read everything that closes nights is applied, and nothing that opens some.
 */
export async function importCalendar(
  tx: PropertyTransaction,
  given: CalendarImport,
): Promise<Omit<ImportedStays, 'suspended'> & ImportedBlocks> {
  const source = { ...given, calendar: given.calendar && (await cleanTexts(tx, given.calendar)) };
  // Sales of this room wait, so that stays and closures are applied to one picture of it.
  await lockInventoryExclusive(tx, source.roomId);
  await releaseBlocksForStays(tx, source);
  const { suspended, ...stays } = await importStays(tx, source);
  const blocks = await importBlocks(tx, source, suspended);
  return { ...stays, ...blocks };
}
