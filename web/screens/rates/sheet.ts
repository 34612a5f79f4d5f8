// The nights of all rooms for a year and a month: read once, and by room again when events say that they changed.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Desk } from '../../../src/api/desk-records.ts';
import { dateOfDayNumber } from '../../days.ts';
import { api, onPropertyClosed, shown } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import type { RateSheet } from './edits.ts';

const DAYS = 396;
/** Changes that come together are read together. */
const PAUSE_MS = 150;
const RETRY_MS = 5_000;

/** The sheet; null until it is known. */
export const sheet = signal<RateSheet | null>(null);

onPropertyClosed(() => {
  sheet.value = null;
});

/** Reads the sheet from a day on, and keeps it up to date as long as a component is shown. */
export function useSheet(from: number | null): void {
  const replica = shown.value?.replica;
  useEffect(() => {
    if (!replica || from === null) return;
    const reader = new SheetReader(from);
    const stop = replica.onEvents((events) => {
      if (events === null) reader.readAgain(null);
      for (const { kind, data } of events ?? [])
        if (kind === 'availability.changed') reader.readAgain((data as { room_id: number }).room_id);
        else if (kind === 'room.changed') reader.readAgain(null);
    });
    reader.readAgain(null);
    return () => {
      stop();
      reader.close();
    };
  }, [replica, from]);
}

class SheetReader {
  private readonly closed = new AbortController();
  private readonly from: number;
  /** rooms to read again; null = all */
  private stale: Set<number> | null = new Set();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(from: number) {
    this.from = from;
  }

  readAgain(roomId: number | null): void {
    if (roomId === null) this.stale = null;
    else this.stale?.add(roomId);
    this.timer ??= setTimeout(() => this.read(), sheet.value ? PAUSE_MS : 0);
  }

  close(): void {
    clearTimeout(this.timer);
    this.closed.abort();
  }

  private async read(): Promise<void> {
    const rooms = this.stale;
    this.stale = new Set();
    this.timer = undefined;
    const property = shown.peek();
    if (!property) return;
    const [from, until] = [this.from, this.from + DAYS];
    const asked = {
      parts: 'nights',
      fromdate: dateOfDayNumber(from),
      todate: dateOfDayNumber(until - 1),
      ...(rooms && { rooms: [...rooms].join() }),
    };
    try {
      const { nights = [] } = await read<Desk>(api('desk'), asked, this.closed.signal);
      if (shown.peek() !== property) return;
      const known = rooms === null ? [] : (sheet.value?.rooms ?? []);
      sheet.value = {
        from,
        until,
        rooms: new Map([...known, ...nights.map((one) => [one.room_id, one] as const)]),
      };
    } catch {
      if (this.closed.signal.aborted) return;
      this.stale = null;
      this.timer = setTimeout(() => this.read(), RETRY_MS);
    }
  }
}
