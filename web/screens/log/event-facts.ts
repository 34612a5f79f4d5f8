// What the sentences of the log are made of: for each kind of event the texts that stand in it.
import type { EventKind } from '../../../src/model/event.ts';
import type { GuestRequestKind, GuestRequestState } from '../../../src/model/guest-request.ts';
import type { GuestReviewState } from '../../../src/model/guest-review.ts';
import type { ReplyDelivery } from '../../../src/model/message.ts';

/** Whether a record is new, was changed, or is no longer used. */
type Lifecycle = 'new' | 'changed' | 'retired';

/** By the first part of the kind. All of it is written in the language of the screen; '' = nothing to say. */
type EventFacts = {
  /** `place`: the unit, or the room without one */
  booking: { guest: string; place: string; days: string; channel: string; changes: string };
  /** `what`: which values of the nights */
  availability: { room: string; days: string; what: string };
  /** `waits`: the text waits for a reply */
  message: { guest: string; waits: boolean };
  inquiry: { guest: string; channel: string; waits: boolean };
  guest_request: {
    kind: GuestRequestKind;
    state: GuestRequestState;
    place: string;
    days: string;
    channel: string;
  };
  task: { task: string; place: string; day: string; changes: string };
  /** `entry`: what was posted, with the sum */
  accounting: { entry: string; guest: string };
  guest_review: { guest: string; channel: string; state: GuestReviewState };
  review: { guest: string; score: string; channel: string; delivery: ReplyDelivery | null };
  /** `otas`: what is wrong with those behind it */
  channel: { channel: string; state: string; otas: string };
  guest: { number: string };
  /** `moved`: into the archive or out of it; null = neither */
  property: { changes: string; moved: 'archived' | 'unarchived' | null };
  room: { room: string; changes: string; how: Lifecycle };
  unit: { unit: string; room: string; changes: string; how: Lifecycle };
  template: { name: string; how: Lifecycle };
  closure: { unit: string; days: string; kind: 'out_of_order' | 'out_of_service'; changes: string };
  /** of an agent */
  proposal: { number: string; state: 'approved' | 'declined' | 'failed' };
};

export type LogNoun = keyof EventFacts;

type NounOf<Kind extends EventKind> = Kind extends `${infer Noun extends LogNoun}.${string}` ? Noun : never;

/** The facts of a kind of event. */
export type FactsOf<Kind extends EventKind> = EventFacts[NounOf<Kind>];

/** A sentence for each kind of event: a kind without one is an error of the compiler. */
export type LogSentences = { [Kind in EventKind]: (facts: FactsOf<Kind>) => string };

/** Returns what an event is about. */
export function nounOf(kind: string): LogNoun {
  return kind.slice(0, kind.indexOf('.')) as LogNoun;
}
