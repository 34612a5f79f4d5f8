// The practice channel: a small OTA that innwire plays itself, to see how a channel works.
import type { Static } from 'typebox';
import type { connectionSchema } from '../../src/api/operator/records.ts';
import { messages } from '../language.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { make } from './changes.ts';
import { operator } from './property.ts';

/** Its name as a channel. */
export const PRACTICE = 'practice';

/** Connects the practice channel with all rooms. Returns whether it is connected; a refusal is shown. */
export async function connectPractice(): Promise<boolean> {
  const { connected } = messages().practice;
  const request = { method: 'POST', path: operator('practice_channel') } as const;
  return (await make<Static<typeof connectionSchema>>({ done: connected, request })).ok;
}

/** Removes the practice channel with its bookings. Returns whether it is removed; a refusal is shown. */
export async function removePractice(): Promise<boolean> {
  const { removed } = messages().practice;
  const request = { method: 'DELETE', path: operator('practice_channel') } as const;
  return (await make({ done: removed, request })).ok;
}

/** Books as a guest of the practice channel. Returns whether it was sold; a refusal is shown. */
export async function bookAtPractice(body: {
  room_id: number;
  checkin: string;
  checkout: string;
}): Promise<boolean> {
  const { sold } = messages().practice;
  const request = { method: 'POST', path: operator('practice_channel/bookings'), body } as const;
  return (await make({ done: sold, request })).ok;
}

/** Returns the stays that the practice channel has sold, by arrival. */
export function practiceStays({ bookings }: ReplicaState): DeskBooking[] {
  const sold = [...bookings.values()].filter(
    ({ channel, status }) => channel === PRACTICE && status !== 'cancelled',
  );
  return sold.toSorted((a, b) => (a.checkin < b.checkin ? -1 : 1));
}
