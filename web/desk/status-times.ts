// When guests were checked in and out, which only the log says: a booking has the moment of its last change.
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { readShownAnswer } from './kept-answers.ts';
import { api, rightsOf, shown } from './property.ts';
import { read } from './server.ts';
import { MAX_RECORDS, useList } from './use-list.ts';

/** Moments (ISO 8601) by booking; one that is not known is absent. */
export type StatusTimes = {
  checkedIn: ReadonlyMap<number, string>;
  checkedOut: ReadonlyMap<number, string>;
};

const KINDS = ['booking.checked_in', 'booking.checked_out'];
const QUERY = { order: 'newest', kinds: KINDS.join(',') };
const KEPT_AS = 'status-times';

/** Returns when guests were checked in and out, as far as the latest 200 events of this kind go. */
export function useStatusTimes(): StatusTimes {
  const events = useList<DeskEvent>({
    path: pathOfEvents(),
    query: QUERY,
    isConcerned: ({ kind }) => KINDS.includes(kind),
    keptAs: KEPT_AS,
  });
  return statusTimesOf(events ?? []);
}

const TIMEOUT_MS = 3_000;

/** Reads the same once. Without an answer within three seconds: what was last known on this device. */
export async function readStatusTimes(): Promise<StatusTimes> {
  const path = pathOfEvents();
  if (path === null) return statusTimesOf([]);
  const events =
    (await read<DeskEvent[]>(path, { limit: MAX_RECORDS, ...QUERY }, AbortSignal.timeout(TIMEOUT_MS)).catch(
      () => null,
    )) ?? (await readShownAnswer<DeskEvent[]>(KEPT_AS).catch(() => undefined));
  return statusTimesOf(events ?? []);
}

function pathOfEvents(): string | null {
  return shown.value && rightsOf('bookings:write').sees ? api('events') : null;
}

/**
 * Returns the last check-in and check-out of each booking. `events`: newest first. A check-out that is taken back is no check-in: the guest
 * came before.
 */
export function statusTimesOf(events: readonly Pick<DeskEvent, 'kind' | 'at' | 'data'>[]): StatusTimes {
  const checkedIn = new Map<number, string>();
  const checkedOut = new Map<number, string>();
  for (const { kind, at, data } of events.toReversed()) {
    const id = Number(data['order_id']);
    const before = data['before'] as { status?: string } | undefined;
    if (kind === 'booking.checked_out') checkedOut.set(id, at);
    else if (kind === 'booking.checked_in' && before?.status !== 'checked_out') checkedIn.set(id, at);
  }
  return { checkedIn, checkedOut };
}
