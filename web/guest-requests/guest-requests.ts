// Requests of guests that wait at a channel, and answering them.
import type { GuestRequestRecord } from '../../src/api/guest-request-records.ts';
import type { GuestRequestAnswer } from '../../src/model/guest-request.ts';
import { make } from '../desk/changes.ts';
import { api, rightsOf, shown } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { useList } from '../desk/use-list.ts';
import { messages } from '../language.ts';
import { guestOf } from './sentence.ts';

const NONE: readonly GuestRequestRecord[] = [];

/** Whether the person may answer requests. */
export function answersRequests(): boolean {
  return rightsOf('bookings:write').changes;
}

/** Returns what waits for an answer, or whose answer is on its way: what is to be answered soonest first. */
export function useGuestRequests(): readonly GuestRequestRecord[] {
  const path = shown.value && rightsOf('messages').sees ? api('guest_requests') : null;
  const isConcerned = ({ kind }: { kind: string }) =>
    kind.startsWith('guest_request.') || kind === 'guest.erased';
  const found = useList<GuestRequestRecord>({ path, query: { waiting: true }, isConcerned });
  return found ? found.toSorted((one, other) => endOf(one) - endOf(other)) : NONE;
}

/** Returns until when a request waits, in milliseconds. */
function endOf({ answer_by: by }: GuestRequestRecord): number {
  return by === null ? Number.POSITIVE_INFINITY : Date.parse(by);
}

/** What a person answers: the kind of answer, and what goes with it. */
export type DeskAnswerToGuest = {
  answer: GuestRequestAnswer['answer'];
  reason?: NonNullable<GuestRequestAnswer['reason']>;
  message_to_guest?: string;
  total?: number;
};

/** Sends an answer. It cannot be taken back: the guest has it. Returns whether it was stored for the channel. */
export async function answerRequest(
  request: GuestRequestRecord,
  answer: DeskAnswerToGuest,
  options: { onRefused?: (problem: DeskProblem) => void } = {},
): Promise<boolean> {
  const { guest_request_id } = request;
  const outcome = await make(
    {
      done: messages().guestRequests.done[answer.answer](guestOf(request)),
      request: { method: 'POST', path: api('guest_requests'), body: { guest_request_id, ...answer } },
    },
    options,
  );
  return outcome.ok;
}
