// The lines of a folio: what cancels out is apart, and each has a name and a detail in the language of the screen. Pure.
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { dayOfDate } from '../../days.ts';
import { formatDay, formatDays } from '../../format.ts';
import type { Messages } from '../../messages/en/index.ts';
import type { FolioEntry } from '../../stay/folio.ts';

/** Returns the entries that count, and those of pairs that cancel out: an entry and its reversal, where both are here. */
export function foldReversed(entries: readonly FolioEntry[]): {
  counting: FolioEntry[];
  reversed: FolioEntry[];
} {
  const ids = new Set(entries.map(({ id }) => id));
  const ofPairs = entries.flatMap(({ id, reverses_id: reverses }) =>
    reverses !== null && ids.has(reverses) ? [id, reverses] : [],
  );
  const paired = new Set(ofPairs);
  return {
    counting: entries.filter(({ id }) => !paired.has(id)),
    reversed: entries.filter(({ id }) => paired.has(id)),
  };
}

/** Returns what an entry is. */
export function nameOfEntry(
  { type, description, reverses_id: reverses }: FolioEntry,
  { ofPrice }: Messages['stay']['folio'],
): string {
  if (reverses !== null) return ofPrice.reversal;
  return isPostedByBooking(type) ? ofPrice[type as keyof typeof ofPrice] : description;
}

/** Returns what else there is to say of an entry: how it was paid, the nights that it charges, or the day on which it was posted. */
export function detailOfEntry(
  { method, type, date, service_from: from, service_until: until }: FolioEntry,
  { allMethods }: Messages['stay']['folio'],
): string {
  if (method) return allMethods[method];
  if (isPostedByBooking(type) && from && until) return formatDays(dayOfDate(from), dayOfDate(until));
  return formatDay(dayOfDate(date));
}
