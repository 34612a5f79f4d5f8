// The texts of the sample's messages and reviews; each language has a file of its own. In every text {name}
// is the guest's first name and {time} a time of day; {a|b} is a for a man and b for a woman who writes
// (guests only: the property writes as Inês).

/** A guest's message and the reply to it. */
export type PhrasePair = readonly [guest: string, reply: string];

/** Questions that guests ask after booking. */
export type PhraseQuestion = 'parking' | 'cot' | 'earlyCheckin' | 'luggage' | 'lift' | 'invoice';
/** Messages in the days before arrival; `runningLate` and `lateArrival` on the day itself. */
export type ArrivalTopic = 'arrivalTime' | 'runningLate' | 'lateArrival' | 'airport';
export type StayTopic = 'restaurant' | 'lateCheckout' | 'towels' | 'heating' | 'cooling';
/** Problems during a stay. */
export type StayProblem = 'hotWater' | 'wifi' | 'noise';
export type Topic =
  | PhraseQuestion
  | ArrivalTopic
  | StayTopic
  | StayProblem
  | 'thanks'
  | 'plansChanged'
  | 'leavingEarly';

/** The subject of a remark: the categories that guests rate at Booking.com. */
export type Aspect = 'staff' | 'facilities' | 'clean' | 'comfort' | 'value' | 'location';
export const ASPECTS: readonly Aspect[] = ['staff', 'facilities', 'clean', 'comfort', 'value', 'location'];

export type Remark = {
  about: Aspect;
  text: string;
  /** only for these rooms; absent = for all */
  rooms?: readonly number[];
};

/** How satisfied a guest is overall. */
export type ReviewTone = 'great' | 'good' | 'poor';

export type Phrases = {
  talk: Record<Topic, readonly PhrasePair[]>;
  /** a guest's last message that needs no reply, and one shortly before arrival */
  closing: readonly string[];
  seeYou: readonly string[];
  /** messages of long-stay guests who expect no answer */
  notes: readonly string[];
  /** messages that the property sends unasked */
  arrivalInfo: readonly string[];
  noShow: readonly string[];
  titles: Record<ReviewTone, readonly string[]>;
  positive: readonly Remark[];
  /** minor criticism by satisfied guests */
  quibbles: readonly Remark[];
  /** serious criticism: of each problem, and of other things */
  complaints: Record<StayProblem, Remark> & { other: readonly Remark[] };
  thanks: Record<ReviewTone, readonly string[]>;
};

export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
