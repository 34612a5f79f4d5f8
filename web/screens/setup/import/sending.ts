// Creates the stays of a list one by one. Each is sent with a key of its own, so that nothing is created twice, however often it is sent.
import { signal } from '@preact/signals';
import { api, onPropertyClosed } from '../../../desk/property.ts';
import { read, ServerRefusal, send } from '../../../desk/server.ts';
import { messages } from '../../../language.ts';
import { keysOf, type PlacedStay } from './rooms-of-stays.ts';

export type Sending = {
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

/** Sends stays, and says how far it is. What failed stays listed. */
export async function sendStays(stays: readonly PlacedStay[]): Promise<void> {
  const keys = keysOf(stays);
  const { signal: closed } = present;
  const failed: { stay: PlacedStay; reason: string }[] = [];
  const show = (done: number) => {
    sending.value = { done, all: stays.length, isOver: done === stays.length, failed: [...failed] };
  };
  show(0);
  for (const [index, stay] of stays.entries()) {
    const reason = await sendStay(stay, keys[index]!, closed);
    if (closed.aborted) return;
    if (reason !== null) failed.push({ stay, reason });
    show(index + 1);
  }
}

/** Returns why a stay was refused; null = it is created. */
async function sendStay(stay: PlacedStay, key: string, closed: AbortSignal): Promise<string | null> {
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
    await send({ method: 'POST', path: api('bookings'), body }, key);
    return null;
  } catch (error) {
    if (!(error instanceof ServerRefusal)) return messages().unreachable;
    const { errors, detail } = error.problem;
    return errors?.[0] ? `${errors[0].field}: ${errors[0].message}` : detail;
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
