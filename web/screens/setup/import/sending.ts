// Creates the stays of a list one by one. Each is sent with a key of its own, so that nothing is created twice, however often it is sent.
import { signal } from '@preact/signals';
import { api, onPropertyClosed, shown } from '../../../desk/property.ts';
import { read, ServerRefusal, send } from '../../../desk/server.ts';
import { messages } from '../../../language.ts';
import { isCancelled } from './is-cancelled.ts';
import { type MadeStay, recordMade } from './made-imports.ts';
import { keysOf, type PlacedStay } from './rooms-of-stays.ts';

/** `at`: when the import began; further attempts belong to it. */
export type Sending = {
  at: string;
  done: number;
  all: number;
  isOver: boolean;
  /** why a stay was refused */
  failed: readonly { stay: PlacedStay; reason: string }[];
};

/** How far the present list is; null = nothing is being sent. */
export const sending = signal<Sending | null>(null);

/** Ends the present list when its property is shown no longer. */
let present = new AbortController();

onPropertyClosed(() => {
  present.abort();
  present = new AbortController();
  sending.value = null;
});

/** Sends stays, and says how far it is. What failed stays listed. `at`: the import that they belong to; absent = a new one. */
export async function sendStays(stays: readonly PlacedStay[], at = new Date().toISOString()): Promise<void> {
  const keys = keysOf(stays);
  const { hotelId } = shown.peek()!;
  const { signal: closed } = present;
  const failed: { stay: PlacedStay; reason: string }[] = [];
  const show = (done: number) => {
    sending.value = { at, done, all: stays.length, isOver: done === stays.length, failed: [...failed] };
  };
  show(0);
  for (const [index, stay] of stays.entries()) {
    const made = await sendStay(stay, keys[index]!, closed);
    if (typeof made === 'object' && hotelId !== null) recordMade(hotelId, at, made);
    if (closed.aborted) return;
    if (typeof made === 'string') failed.push({ stay, reason: made });
    show(index + 1);
  }
}

/** Returns the stay that was made, or why it was refused. */
async function sendStay(stay: PlacedStay, key: string, closed: AbortSignal): Promise<MadeStay | string> {
  const { name, checkin, checkout, adults, phone, email, notes, place } = stay;
  try {
    const price = stay.price ?? (await usualPrice(stay));
    closed.throwIfAborted();
    const body = {
      room_id: place!.roomId,
      name,
      checkin,
      checkout,
      price,
      ...(place!.unitId !== null && { unit_id: place!.unitId }),
      ...(adults !== null && { adults }),
      ...(phone !== null && { phone }),
      ...(email !== null && { email }),
      ...(notes !== null && { notes }),
    };
    return await makeStay(body, key, checkin!);
  } catch (error) {
    if (!(error instanceof ServerRefusal)) return messages().unreachable;
    const { errors, detail } = error.problem;
    return errors?.[0] ? `${errors[0].field}: ${errors[0].message}` : detail;
  }
}

/**
 * Makes a stay. A list that is sent again is answered with the stays that it made the first time. One of them that was cancelled meanwhile, as
 * when that import was taken back, is made again.
 */
async function makeStay(body: object, key: string, checkin: string): Promise<MadeStay> {
  const request = { method: 'POST', path: api('bookings'), body } as const;
  for (let attempt = key; ; ) {
    const { data, etag, isReplayed } = await send<{ order_id: number }>(request, attempt);
    const { order_id: orderId } = data;
    // Without its ETag nobody can know whether it was changed since: then it matches none.
    if (!isReplayed || !(await isCancelled(orderId))) return { orderId, etag: etag ?? '"unknown"', checkin };
    attempt = `${key}-${orderId}`;
  }
}

/** Returns what the house asks for a stay whose price the list does not have. */
async function usualPrice({ checkin, checkout, place }: PlacedStay): Promise<number> {
  const offers = await read<{ room_id: number; price: number | null }[]>(api('offers'), {
    checkin: checkin!,
    checkout: checkout!,
    guests: 1,
  });
  return offers.find(({ room_id: id }) => id === place!.roomId)?.price ?? 0;
}
