// Whether a booking is cancelled by now, as the server has it.
import { api } from '../../../desk/property.ts';
import { read } from '../../../desk/server.ts';

/** Returns whether the booking is cancelled. Throws as `read` does. */
export async function isCancelled(orderId: number): Promise<boolean> {
  const found = await read<{ status: string }[]>(api('bookings', { order_id: orderId }));
  return found.some(({ status }) => status === 'cancelled');
}
