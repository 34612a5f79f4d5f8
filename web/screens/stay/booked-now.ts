// What a stay shows when it is opened next, because it was just booked at the desk: the payment, and why the check-in was refused.
import { signal } from '@preact/signals';
import { onPropertyClosed } from '../../desk/property.ts';
import type { DeskProblem } from '../../desk/server.ts';

export const bookedNow = signal<{ orderId: number; refused: DeskProblem | null } | null>(null);

onPropertyClosed(() => {
  bookedNow.value = null;
});
