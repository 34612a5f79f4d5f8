// Reads the property's log as it grows: every entry once, in order, with the moment its commit was rung.
import type { Database } from '../src/db/database.ts';
import type { EventKind } from '../src/model/event.ts';

export type Entry = { seq: number; kind: EventKind; data: Record<string, unknown>; at: number };

/** `hear` is given what one look found, and the next look waits for it. Returns how to stop. */
export function readLog(
  db: Database,
  hotelId: number,
  { after, hear }: { after: number; hear(entries: Entry[]): Promise<void> },
): () => Promise<void> {
  let cursor = after;
  let rungAt = 0;
  let stopped = false;
  let reading: Promise<void> | null = null;
  const read = async () => {
    while (rungAt > 0 && !stopped) {
      const at = rungAt;
      rungAt = 0;
      const rows = await db.query<Omit<Entry, 'at'>>(
        'select seq, kind, data from events where hotel_id = $1 and seq > $2 order by seq',
        [hotelId, cursor],
      );
      cursor = rows.at(-1)?.seq ?? cursor;
      await hear(rows.map((row) => ({ ...row, at })));
    }
  };
  const unsubscribe = db.doorbell.subscribe(hotelId, () => {
    rungAt ||= Date.now();
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
