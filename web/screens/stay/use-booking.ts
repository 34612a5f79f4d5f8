// The booking that the drawer shows, as it is now.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, copy, isLive } from '../../desk/property.ts';
import { readAnswer, ServerRefusal } from '../../desk/server.ts';
import type { DeskBooking } from '../../replica/state.ts';
import { stayIn } from '../../replica/stays.ts';

/** Events come in bursts: a booking that is not in the copy is read once after them. */
const PAUSE_MS = 400;

/** Returns the booking: that of the copy, else as the server has it. `undefined`: not here yet; `null`: there is none. */
export function useBooking(orderId: number): DeskBooking | null | undefined {
  const state = copy.value;
  const inCopy = stayIn(state, orderId);
  const isRead = state !== null && inCopy === undefined;
  const read = useSignal<{ orderId: number; booking: DeskBooking | null } | null>(null);
  const known = read.value?.orderId === orderId ? read.value.booking : undefined;
  useEffect(() => {
    if (!isRead) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        readBooking(orderId, stop.signal).then(
          (booking) => {
            read.value = { orderId, booking };
          },
          () => {
            // Without the server the drawer shows what it has, and the head of the screen how old that is. It is read once the server is back.
          },
        );
      },
      known === undefined ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [orderId, isRead, state?.seq, isLive.value]);
  return inCopy ?? known;
}

/** Reads a booking from the server; null = there is none. Throws TypeError if the server cannot be reached. */
async function readBooking(orderId: number, signal: AbortSignal): Promise<DeskBooking | null> {
  try {
    const { data } = await readAnswer<DeskBooking[]>(api('bookings'), { order_id: orderId }, signal);
    const booking = data.find((one) => one.order_id === orderId);
    return booking ? { ...booking, conflict: booking.conflict ?? null } : null;
  } catch (error) {
    if (error instanceof ServerRefusal) return null;
    throw error;
  }
}
