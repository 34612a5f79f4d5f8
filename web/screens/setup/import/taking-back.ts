// Takes an import of stays back: cancels what it has made and nobody has changed since, and says of the rest why it stays.
import { signal } from '@preact/signals';
import { api, onPropertyClosed } from '../../../desk/property.ts';
import { ServerRefusal, send } from '../../../desk/server.ts';
import { messages } from '../../../language.ts';
import { isCancelled } from './is-cancelled.ts';
import { forgetMade, type MadeImport, type MadeStay } from './made-imports.ts';

type TakingBack = {
  done: number;
  all: number;
  isOver: boolean;
  /** what was not taken back, and why */
  kept: readonly { orderId: number; reason: string }[];
};

/** How far the present taking back is; null = none. */
export const takingBack = signal<TakingBack | null>(null);

/** Ends it when its property is shown no longer. */
let present = new AbortController();

onPropertyClosed(() => {
  present.abort();
  present = new AbortController();
  takingBack.value = null;
});

/** `isFinal`: it stays for good, because it is no longer what the import made; otherwise it can be tried again. */
type Kept = { reason: string; isFinal: boolean };

/** Cancels the stays of an import. `today`: at the property, as `yyyy-MM-dd`. */
export async function takeImportBack(
  hotelId: number,
  { at, stays }: MadeImport,
  today: string,
): Promise<void> {
  const { signal: closed } = present;
  const kept: { orderId: number; reason: string }[] = [];
  const show = (done: number) => {
    takingBack.value = { done, all: stays.length, isOver: done === stays.length, kept: [...kept] };
  };
  show(0);
  for (const [index, stay] of stays.entries()) {
    const refused = await cancelMade(stay, today);
    if (refused === null || refused.isFinal) forgetMade(hotelId, at, new Set([stay.orderId]));
    if (closed.aborted) return;
    if (refused) kept.push({ orderId: stay.orderId, reason: refused.reason });
    show(index + 1);
  }
}

/** Returns why a stay was not cancelled; null = it is. */
async function cancelMade({ orderId, etag, checkin }: MadeStay, today: string): Promise<Kept | null> {
  const { kept: reasons } = messages().imports;
  // To cancel it would end it early, and keep the nights before.
  if (checkin < today) return { reason: reasons.begun, isFinal: true };
  const path = api('bookings', { order_id: orderId });
  const request = { method: 'PATCH', path, body: { status: 'cancelled' }, ifMatch: etag } as const;
  try {
    await send(request, `import-back-${orderId}`);
    return null;
  } catch (error) {
    if (!(error instanceof ServerRefusal)) return { reason: messages().unreachable, isFinal: false };
    if (error.problem.code !== 'precondition_failed') return { reason: error.problem.detail, isFinal: false };
    const isGone = await isCancelled(orderId).catch(() => false);
    return isGone ? null : { reason: reasons.changed, isFinal: true };
  }
}
