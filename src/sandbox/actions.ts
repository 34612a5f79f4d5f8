// What happens in the sample property. Each action is one call of an operation of pms at a moment.
import type { EntryDetails, LedgerEntry } from '../model/ledger.ts';
import type { NewProposal } from '../model/proposal.ts';
import type { Task } from '../model/task.ts';
import type { Review } from '../pms/reviews.ts';
import type { TaskPatch } from '../pms/tasks.ts';
import type { Booking, Closure } from './bookings.ts';
import type { Day, Moment } from './dates.ts';
import { placeOf, type SampleUnit, UNITS } from './house.ts';

type Contents = {
  book: OfBooking;
  /** takes the nights for a booking that is not confirmed */
  hold: OfBooking & { until: Moment };
  /** the time of such a booking has passed */
  expire: OfBooking;
  /** several rooms at once, in the order of the bookings' numbers */
  bookGroup: { bookings: readonly Booking[] };
  /** one payment for all bookings of a group */
  payGroup: { groupId: number; amountMinor: number; description: string };
  /** gets its unit before the guest comes */
  assign: OfBooking;
  /** arrives or leaves */
  changeStatus: OfBooking & { status: 'checked_in' | 'checked_out' };
  noShow: OfBooking;
  cancel: OfBooking;
  close: { closure: Closure };
  post: { entry: Posting };
  createTask: { task: NewTask };
  changeTask: { taskId: number; patch: TaskPatch };
  write: OfBooking & { text: string };
  reply: OfBooking & { text: string };
  /** an agent asks the desk to do something */
  propose: { proposalId: number; proposal: NewProposal };
  /** with a reply, which was written at the channel, it is the second arrival of the review */
  review: OfBooking & { review: ReviewTexts; reply: string | null };
};
type OfBooking = { booking: Booking };

/** An action of one kind. */
export type ActionOf<Kind extends keyof Contents> = { at: Moment; kind: Kind } & Contents[Kind];
export type Action = { [Kind in keyof Contents]: ActionOf<Kind> }[keyof Contents];

/** Without an id it is the next entry of its booking; without a code it has that of its type. */
export type Posting = Pick<LedgerEntry, 'type' | 'amountMinor' | 'description' | 'roomId' | 'reservationId'> &
  Partial<EntryDetails> & { entryId: number | null };
/** Without a unit it is of the room as a whole. */
export type NewTask = Pick<Task, 'taskId' | 'roomId' | 'name' | 'assignee'> &
  Partial<Pick<Task, 'unitId' | 'unitName'>> & { due: Day };
type StayOfReview = 'hotelId' | 'roomId' | 'reservationId' | 'channel' | 'guestName';
export type ReviewTexts = Omit<
  Review,
  StayOfReview | 'reply' | 'replyDelivery' | 'deliveryError' | 'deliveryErrorCause'
>;

/** Returns the id of the nth message, or the nth entry in the ledger, of a booking; n is from 1 to 15. */
export function idWithin(reservationId: number, n: number): number {
  if (n > MOST_WITHIN_BOOKING) throw new Error(`Booking ${reservationId} has more than ${n - 1} of them.`);
  return reservationId * IDS_A_BOOKING + n;
}

const IDS_A_BOOKING = 16;
export const MOST_WITHIN_BOOKING = IDS_A_BOOKING - 1;

/** Returns the id of a day's bill, which no entry of a booking has; `index` is below 20. */
export function billIdOf(day: Day, index: number): number {
  return (day * 20 + index) * IDS_A_BOOKING;
}

/** Returns the id of a unit's closure from a day on. */
export function closureIdOf(unit: SampleUnit, from: Day): number {
  return from * UNITS.length + placeOf(unit);
}

/** Returns the id of a booking's cleaning task: an even number; all other tasks have odd ones. */
export function turnoverIdOf(reservationId: number): number {
  return reservationId * 2;
}
