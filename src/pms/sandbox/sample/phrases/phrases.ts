// The shape of what people write in the sample world; one file for each language fills it.
//
// In every text {name} is the guest's first name and {time} a time of day; {a|b} is a for a man and b for a woman who
// writes (guests only: the house writes as Inês).

/** A guest's text and the reply to it. */
export type PhrasePair = readonly [guest: string, reply: string];

/** What guests ask when they have booked. */
export type PhraseQuestion = 'parking' | 'cot' | 'earlyCheckin' | 'luggage' | 'lift' | 'invoice';
/** What they write in the days before they come; the second and third on the day itself. */
export type ArrivalTopic = 'arrivalTime' | 'runningLate' | 'lateArrival' | 'airport';
export type StayTopic = 'restaurant' | 'lateCheckout' | 'towels' | 'heating' | 'cooling';
/** What goes wrong in a house now and then. */
export type Trouble = 'hotWater' | 'wifi' | 'noise';
export type Topic =
  | PhraseQuestion
  | ArrivalTopic
  | StayTopic
  | Trouble
  | 'thanks'
  | 'plansChanged'
  | 'leavingEarly';

/** What a remark is about: the categories in which Booking.com lets guests score. */
export type Aspect = 'staff' | 'facilities' | 'clean' | 'comfort' | 'value' | 'location';
export const ASPECTS: readonly Aspect[] = ['staff', 'facilities', 'clean', 'comfort', 'value', 'location'];

export type Remark = {
  about: Aspect;
  text: string;
  /** only of these rooms can it be said */
  rooms?: readonly number[];
};

/** How content a guest is on the whole. */
export type ReviewTone = 'great' | 'good' | 'poor';

export type Phrases = {
  talk: Record<Topic, readonly PhrasePair[]>;
  /** a last word of the guest's that needs no reply, and one shortly before they come */
  closing: readonly string[];
  seeYou: readonly string[];
  /** what guests who live there for weeks let the house know, without expecting an answer */
  notes: readonly string[];
  /** what the house writes without being asked */
  arrivalInfo: readonly string[];
  noShow: readonly string[];
  titles: Record<ReviewTone, readonly string[]>;
  praise: readonly Remark[];
  /** small things that contented guests mention */
  quibbles: readonly Remark[];
  /** what spoils a stay; the troubles, and what else guests dislike */
  complaints: Record<Trouble, Remark> & { other: readonly Remark[] };
  thanks: Record<ReviewTone, readonly string[]>;
};

export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
