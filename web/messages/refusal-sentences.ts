// What the sentences about refusals are made of: the facts that the server gives, and names for what they mention by number.
import type { ProblemFacts, RuleFacts } from '../../src/api/problem-data.ts';

/** Names and formats in the language of the screen. */
export type RefusalNames = {
  room(roomId: number): string;
  /** `Double: ` at the beginning of a sentence about one of several stays; '' where only one was asked for */
  inRoom(roomId: number | undefined): string;
  /** the guest of a stay, else its number */
  stay(orderId: number): string;
  channelName(channel: string): string;
  /** a date */
  day(date: string): string;
  /** several dates */
  days(dates: readonly string[]): string;
  /** nights, both inclusive */
  range(first: string, last: string): string;
  /** day and time at the property */
  moment(iso: string): string;
  /** how long something takes, in seconds */
  age(seconds: number): string;
  money(amount: number, currency: string): string;
  /** a field of a form within a sentence, behind `after` or `before` */
  field(member: string): string;
  list(items: readonly string[]): string;
  /** who or what has a unit, and when */
  holder(holding: ProblemFacts['unit_taken']['holdings'][number]): string;
};

/** Code of a problem → its sentence. For the other codes the server's sentence is shown. */
export type CodeSentences = {
  [C in keyof ProblemFacts]?: (facts: ProblemFacts[C], names: RefusalNames) => string;
};

type Case<F> = F extends { case: infer C extends string } ? C : never;

/** What is wrong with a request as a whole, where that can happen at the desk → its sentence. */
export type RequestSentences = {
  [C in Case<ProblemFacts['invalid_data']>]?: (
    facts: Extract<ProblemFacts['invalid_data'], { case: C }>,
  ) => string;
};

/** Rule that a field breaks → what is said below the field. */
export type RuleSentences = { [R in keyof RuleFacts]?: (facts: RuleFacts[R], names: RefusalNames) => string };
