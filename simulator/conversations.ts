// What guests write to the hotel and about it, and what the hotel answered.
import type { Book, Reservation } from './book.ts';
import { BLAME, PRAISE, QUESTIONS } from './people.ts';
import type { Random } from './random.ts';

export type Message = {
  id: string;
  thread: string;
  reference: string;
  hotel: string;
  from: 'guest' | 'property';
  text: string;
  at: string;
  /** times it was put into an answer or sent */
  delivered: number;
  acknowledged: boolean;
};

export type Review = {
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
  /** counts all changes of reviews at this OTA; the last one that concerned this review */
  change: number;
  reply?: string;
};

export type ReviewWish = Partial<
  Pick<Review, 'score' | 'scores' | 'title' | 'positive' | 'negative' | 'language'>
>;

export type Conversations = {
  write(reference: string, text?: string): Message;
  reply(thread: string, text: string): Message;
  thread(id: string): Reservation | undefined;
  threadOf(reference: string): string;
  messages(hotel?: string): Message[];
  /** counts that a message was shown to us */
  delivered(id: string): void;
  review(reference: string, wish?: ReviewWish): Review;
  reviews(hotel?: string): Review[];
  answer(id: string, text: string): Review | undefined;
};

export type ConversationParts = {
  random: Random;
  now(): number;
  book: Book;
  /** how the OTA numbers threads, messages and reviews */
  newId(kind: 'thread' | 'message' | 'review', random: Random): string;
};

export function createConversations({ random, now, book, newId }: ConversationParts): Conversations {
  const threads = new Map<string, string>();
  const messages: Message[] = [];
  const reviews: Review[] = [];
  let changes = 0;
  const nextChange = () => {
    changes += 1;
    return changes;
  };
  const at = () => new Date(now()).toISOString();
  const threadOf = (reference: string): string => {
    const known = [...threads].find(([, of]) => of === reference)?.[0];
    if (known) return known;
    const id = newId('thread', random);
    threads.set(id, reference);
    return id;
  };
  const say = (thread: string, from: Message['from'], text: string): Message => {
    const reservation = book.find(threads.get(thread));
    if (!reservation) throw new Error(`there is no thread ${thread}`);
    const { reference, hotel } = reservation;
    const id = newId('message', random);
    const message: Message = {
      id,
      thread,
      reference,
      hotel,
      from,
      text,
      at: at(),
      delivered: 0,
      acknowledged: false,
    };
    messages.push(message);
    return message;
  };
  return {
    threadOf,
    thread: (id) => book.find(threads.get(id)),
    write: (reference, text) => say(threadOf(reference), 'guest', text ?? random.pick(QUESTIONS)),
    reply: (thread, text) => say(thread, 'property', text),
    messages: (hotel) => messages.filter((one) => hotel === undefined || one.hotel === hotel),
    delivered: (id) => {
      const message = messages.find((one) => one.id === id);
      if (message) message.delivered += 1;
    },
    review: (reference, wish = {}) => {
      const reservation = book.find(reference);
      if (!reservation) throw new Error(`there is no reservation ${reference}`);
      const score = random.between(5, 10);
      const review: Review = {
        id: newId('review', random),
        hotel: reservation.hotel,
        reference,
        guestName: reservation.guest.givenName,
        score,
        scores: { staff: random.between(5, 10), clean: random.between(5, 10), value: random.between(5, 10) },
        title: score > 7 ? 'Very good' : 'It was fine',
        positive: random.pick(PRAISE),
        negative: random.pick(BLAME),
        language: 'en',
        at: at(),
        changedAt: at(),
        change: nextChange(),
        ...wish,
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
  };
}
