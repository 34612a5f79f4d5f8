// Reads a property's log after a cursor, page by page, with the property that its events are shown with.
import type { Queryable } from '../db/database.ts';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import { Problem } from '../problems.ts';
import { type LogPage, readLog } from './log.ts';
import { getProperty } from './properties.ts';

export type LogReader = {
  /**
   * Reads the next page, then moves the cursor to its end. Throws `unknown_property`, and `events_compacted` where
   * events were removed before they were read, unless the reader skips them.
   */
  next(): Promise<ReadPage>;
};

export type ReadPage = LogPage & {
  /** the property that the events are shown with; null if there are none */
  property: Property | null;
  /** the log had no further events when the page was read */
  isLast: boolean;
  /** events before this number were removed before they were read; null = none */
  skippedBefore: number | null;
};

type LogReaderOptions = {
  hotelId: number;
  /** sequence number after which to read */
  after: number;
  /** events per page */
  limit: number;
  /** only events of these kinds; absent = all */
  kinds?: readonly string[] | undefined;
  /** go on behind events that were removed before they were read */
  skipsRemoved: boolean;
};

/** A reader of some kinds does not see in the log that the property has changed. */
const PROPERTY_AGE_MS = 5_000;

/** Creates a reader of one property's log. */
export function createLogReader(
  db: Queryable,
  { hotelId, after, limit, kinds, skipsRemoved }: LogReaderOptions,
): LogReader {
  let cursor = after;
  let cached: { property: Property; atMs: number } | null = null;
  const read = () => readLog(db, hotelId, { after: cursor, limit, kinds });
  const readSkipping = async (): Promise<{ page: LogPage; skippedBefore: number | null }> => {
    try {
      return { page: await read(), skippedBefore: null };
    } catch (error) {
      const isRemoved = error instanceof Problem && error.code === 'events_compacted';
      if (!isRemoved || !skipsRemoved) throw error;
      const firstSeq = error.shared.firstSeq!;
      cursor = firstSeq - 1;
      return { page: await read(), skippedBefore: firstSeq };
    }
  };
  const propertyOf = async (events: readonly Event[]): Promise<Property> => {
    const isOld = cached === null || performance.now() - cached.atMs > PROPERTY_AGE_MS;
    if (cached === null || isOld || events.some(({ kind }) => kind === 'property.changed'))
      cached = { property: await getProperty(db, hotelId), atMs: performance.now() };
    return cached.property;
  };
  return {
    async next() {
      const { page, skippedBefore } = await readSkipping();
      const property = page.events.length > 0 ? await propertyOf(page.events) : null;
      cursor = page.readTo;
      return { ...page, property, skippedBefore, isLast: page.events.length < limit };
    },
  };
}
