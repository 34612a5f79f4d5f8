// Guests' messages and reviews, and the property's replies to them.

import { inventPerson, type Person } from '../sample-people/people.ts';
import type { Random } from '../sample-people/random.ts';
import type { OtaReservation, ReservationBook } from './book.ts';
import { NEGATIVE_TEXTS, POSITIVE_TEXTS, QUESTIONS } from './guest-texts.ts';

/** A file that a guest attaches. */
export type GuestFile = { name: string; type: string; content: Buffer };

export type GuestMessage = {
  id: string;
  thread: string;
  /** empty for an inquiry without a reservation */
  reference: string;
  hotel: string;
  /** `system`: the OTA itself */
  from: 'guest' | 'property' | 'system';
  text: string;
  at: string;
  /** number of responses or requests that contained it */
  delivered: number;
  acknowledged: boolean;
  /** the property has said that it needs no reply */
  needsNoReply: boolean;
  files: readonly GuestFile[];
};

export type GuestReview = {
  id: string;
  hotel: string;
  reference: string | undefined;
  guestName: string;
  /** 1 to 10 */
  score: number;
  scores: Record<string, number>;
  title: string;
  positive: string;
  negative: string;
  language: string;
  at: string;
  changedAt: string;
  /** number of the last change of this review, in the sequence of all changes of reviews at this OTA */
  change: number;
  reply?: string;
  /** it is shown once the house has reviewed the guest */
  hidden?: boolean;
  /** what the house wrote about the guest */
  ofGuest?: Record<string, unknown>;
};

export type ReviewInput = Partial<
  Pick<GuestReview, 'score' | 'scores' | 'title' | 'positive' | 'negative' | 'language' | 'hidden'>
>;

/** The person who writes in a thread: the guest of a reservation, or somebody without one. */
type ThreadParty = { hotel: string; guest: Person; seller: string; reservation?: OtaReservation };

/** An inquiry without a reservation; missing fields are invented. */
export type InquiryInput = { hotel: string; guest?: Partial<Person>; seller?: string; text?: string };

export type Conversations = {
  /** adds an inquiry without a reservation, in a new thread */
  ask(question: InquiryInput): GuestMessage;
  /** assigns a thread and its messages to a reservation; returns the reservation */
  bind(thread: string | undefined, reservation: OtaReservation): OtaReservation;
  /** adds a message of the OTA itself to a thread */
  announce(thread: string, text: string): GuestMessage;
  party(thread: string): ThreadParty | undefined;
  write(reference: string, text?: string, files?: readonly GuestFile[]): GuestMessage;
  reply(thread: string, text: string): GuestMessage;
  threadOf(reference: string): string;
  messages(hotel?: string): GuestMessage[];
  /** counts one delivery of a message */
  delivered(id: string): void;
  /** marks what a guest has written in a thread so far */
  needsNoReply(thread: string): void;
  review(reference: string, input?: ReviewInput): GuestReview;
  reviews(hotel?: string): GuestReview[];
  answer(id: string, text: string): GuestReview | undefined;
  /** stores the house's review of the guest; the guest's is shown from then on */
  reviewGuest(id: string, ofGuest: Record<string, unknown>): void;
};

type ConversationParts = {
  random: Random;
  now(): number;
  book: ReservationBook;
  /** generates an id of a thread, message or review */
  newId(kind: 'thread' | 'message' | 'review', random: Random): string;
};

export function createConversations(parts: ConversationParts): Conversations {
  const { random, now, book, newId } = parts;
  const threads = new Map<string, string>();
  const inquiries = new Map<string, ThreadParty>();
  const party = (thread: string): ThreadParty | undefined => {
    const reservation = book.find(threads.get(thread));
    if (!reservation) return inquiries.get(thread);
    const { hotel, guest, seller } = reservation;
    return { hotel, guest, seller, reservation };
  };
  const messages: GuestMessage[] = [];
  const at = () => new Date(now()).toISOString();
  const threadOf = (reference: string): string => {
    const known = [...threads].find(([, of]) => of === reference)?.[0];
    const id = known ?? newId('thread', random);
    threads.set(id, reference);
    return id;
  };
  type Said = [from: GuestMessage['from'], text: string, files?: readonly GuestFile[]];
  const addMessage = (thread: string, ...[from, text, files = []]: Said): GuestMessage => {
    const otherParty = party(thread);
    if (!otherParty) throw new Error(`there is no thread ${thread}`);
    const { hotel } = otherParty;
    const reference = otherParty.reservation?.reference ?? '';
    const id = newId('message', random);
    const sent = { id, thread, reference, hotel, from, text, at: at() };
    const message: GuestMessage = { ...sent, delivered: 0, acknowledged: false, needsNoReply: false, files };
    messages.push(message);
    return message;
  };
  return {
    ask: ({ hotel, guest, seller = '', text }) => {
      const thread = newId('thread', random);
      inquiries.set(thread, { hotel, guest: { ...inventPerson(random), ...guest }, seller });
      return addMessage(thread, 'guest', text ?? random.pick(QUESTIONS));
    },
    bind: (thread, reservation) => {
      if (thread === undefined) return reservation;
      threads.set(thread, reservation.reference);
      for (const one of messages) if (one.thread === thread) one.reference = reservation.reference;
      return reservation;
    },
    announce: (thread, text) => addMessage(thread, 'system', text),
    party,
    threadOf,
    write: (reference, text, files) =>
      addMessage(threadOf(reference), 'guest', text ?? random.pick(QUESTIONS), files),
    reply: (thread, text) => addMessage(thread, 'property', text),
    messages: (hotel) => messages.filter((one) => hotel === undefined || one.hotel === hotel),
    delivered: (id) => {
      const message = messages.find((one) => one.id === id);
      if (message) message.delivered += 1;
    },
    needsNoReply: (thread) => {
      for (const one of messages) if (one.thread === thread && one.from === 'guest') one.needsNoReply = true;
    },
    ...createReviews(parts),
  };
}

function createReviews({
  random,
  now,
  book,
  newId,
}: ConversationParts): Pick<Conversations, 'review' | 'reviews' | 'answer' | 'reviewGuest'> {
  const reviews: GuestReview[] = [];
  let changes = 0;
  const nextChange = () => {
    changes += 1;
    return changes;
  };
  const at = () => new Date(now()).toISOString();
  return {
    review: (reference, input = {}) => {
      const reservation = book.find(reference);
      if (!reservation) throw new Error(`there is no reservation ${reference}`);
      const id = newId('review', random);
      const review = {
        ...inventReview(random, reservation),
        id,
        at: at(),
        changedAt: at(),
        change: nextChange(),
        ...input,
      };
      reviews.push(review);
      return review;
    },
    reviews: (hotel) => reviews.filter((one) => hotel === undefined || one.hotel === hotel),
    answer: (id, text) => {
      const review = reviews.find((one) => one.id === id);
      if (review) Object.assign(review, { reply: text, changedAt: at(), change: nextChange() });
      return review;
    },
    reviewGuest: (id, ofGuest) => {
      const review = reviews.find((one) => one.id === id);
      if (review) Object.assign(review, { ofGuest, hidden: false, changedAt: at(), change: nextChange() });
    },
  };
}

function inventReview(
  random: Random,
  { hotel, reference, guest }: OtaReservation,
): Omit<GuestReview, 'id' | 'at' | 'changedAt' | 'change'> {
  const score = random.between(5, 10);
  return {
    hotel,
    reference,
    guestName: guest.givenName,
    score,
    scores: { staff: random.between(5, 10), clean: random.between(5, 10), value: random.between(5, 10) },
    title: score > 7 ? 'Very good' : 'It was fine',
    positive: random.pick(POSITIVE_TEXTS),
    negative: random.pick(NEGATIVE_TEXTS),
    language: 'en',
  };
}
