// Reads a property's events as they are written: each once, in order, with the time of its notification.
import type { Database } from '../src/db/database.ts';
import type { EventKind } from '../src/model/event.ts';

export type LogEntry = { seq: number; kind: EventKind; data: Record<string, unknown>; at: number };

/**
 * Calls `onEntry` with the new events of each read; the next read waits for it. Returns a function that stops.
 */
export function readLog(
  db: Database,
  hotelId: number,
  { after, onEntry: onEntries }: { after: number; onEntry(entries: LogEntry[]): Promise<void> },
): () => Promise<void> {
  let cursor = after;
  let notifiedAt = 0;
  let stopped = false;
  let reading: Promise<void> | null = null;
  const read = async () => {
    while (notifiedAt > 0 && !stopped) {
      const at = notifiedAt;
      notifiedAt = 0;
      const rows = await db.query<Omit<LogEntry, 'at'>>(
        'select seq, kind, data from events where hotel_id = $1 and seq > $2 order by seq',
        [hotelId, cursor],
      );
      cursor = rows.at(-1)?.seq ?? cursor;
      await onEntries(rows.map((row) => ({ ...row, at })));
    }
  };
  const unsubscribe = db.notifications.subscribe(hotelId, () => {
    notifiedAt ||= Date.now();
    reading ??= read()
      .catch((error) => stopped || console.error(error))
      .then(() => {
        reading = null;
      });
  });
  return async () => {
    stopped = true;
    unsubscribe();
    await reading;
  };
}
