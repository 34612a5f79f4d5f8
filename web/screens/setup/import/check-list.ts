// A list of stays with the answers to its questions: which stays are offered, about which lines something is asked, and what is left out. Pure.
import { dateOfDayNumber } from '../../../days.ts';
import { parseAmount } from '../../../format.ts';
import type { ReplicaState } from '../../../replica/state.ts';
import type { DateOrder } from './dates.ts';
import { namesOfRooms, type PlacedStay, type RoomAnswer, withHouse } from './rooms-of-stays.ts';
import { choicesOfOrder, orderOfTable, type StaysTable, unclearMoment } from './stays-file.ts';
import {
  type LineError,
  type LineQuestion,
  type ListAnswers,
  type ListedStay,
  NO_ANSWERS,
  readStays,
} from './stays-of-table.ts';

/** What people answered. `typedAmounts`: by the amounts of the list. `takesAgain`: also stays that the house has already. */
export type GivenAnswers = Pick<ListAnswers, 'moments' | 'statuses' | 'takesCalendarPrices'> & {
  order: DateOrder | null;
  typedAmounts: ReadonlyMap<string, string>;
  rooms: ReadonlyMap<string, RoomAnswer>;
  takesAgain: boolean;
};

export const NOTHING_GIVEN: GivenAnswers = {
  order: null,
  moments: null,
  statuses: new Map(),
  takesCalendarPrices: false,
  typedAmounts: new Map(),
  rooms: new Map(),
  takesAgain: false,
};

/** Questions about a list, each asked once; also those that are answered, since an answer can be changed. */
export type ListQuestions = {
  dates: { example: string; orders: readonly DateOrder[]; isMixed: boolean } | null;
  moment: string | null;
  statuses: readonly string[];
  amounts: readonly string[];
  /** names of rooms, with the names that each can be of several */
  rooms: readonly { name: string; several: readonly string[] }[];
};

/** What becomes of a stay. */
type Outcome = 'offered' | 'asked' | 'left_out';

export type CheckedStay = PlacedStay & { outcome: Outcome };

/** `offered`: stays; `asked` and `leftOut`: lines. */
export type CheckedList = {
  stays: readonly CheckedStay[];
  questions: ListQuestions;
  offered: number;
  asked: number;
  leftOut: number;
  /** numbers of lines by what is asked, and by why they are left out: the first reason counts */
  askedBy: ReadonlyMap<LineQuestion, number>;
  leftOutBy: ReadonlyMap<LineError, number>;
};

/** Returns what becomes of each line of a table. Each is offered, asked about or left out. */
export function checkList(table: StaysTable, given: GivenAnswers, state: ReplicaState): CheckedList {
  const { currency, timezone } = state.property;
  const today = dateOfDayNumber(state.today);
  const found = orderOfTable(table, today);
  const order = given.order ?? (found === 'ask' || found === 'mixed' ? null : found);
  const amounts = new Map(
    [...given.typedAmounts].flatMap(([amount, typed]) => {
      const value = parseAmount(typed, currency);
      return value === null || value < 0 ? [] : [[amount, value] as const];
    }),
  );
  const listed = readStays(table, order, today, {
    ...NO_ANSWERS,
    ...given,
    amounts,
    currency,
    timeZone: timezone,
  });
  const stays = withHouse(listed, given.rooms, state).map((stay) => ({
    ...stay,
    outcome: outcomeOf(stay, given.takesAgain),
  }));
  const isAsked = found === 'ask' || found === 'mixed';
  const dates = isAsked ? { ...choicesOfOrder(table, today), isMixed: found === 'mixed' } : null;
  const moment = unclearMoment(table, timezone);
  return { stays, questions: { dates, moment, ...questionsOf(stays, given) }, ...countsOf(stays) };
}

function outcomeOf({ errors, asks }: PlacedStay, takesAgain: boolean): Outcome {
  if (errors.some((error) => error !== 'already_here' || !takesAgain)) return 'left_out';
  return asks.length > 0 ? 'asked' : 'offered';
}

/** Nothing is asked about lines that are left out anyway. */
function questionsOf(
  stays: readonly CheckedStay[],
  { statuses, typedAmounts, rooms }: GivenAnswers,
): Pick<ListQuestions, 'statuses' | 'amounts' | 'rooms'> {
  const asked = stays.filter(({ outcome }) => outcome === 'asked');
  const about = (question: LineQuestion, textOf: (stay: CheckedStay) => string) =>
    asked.filter(({ asks }) => asks.includes(question)).map(textOf);
  const unknown = asked.filter(({ place }) => place === null).map(({ room }) => room);
  const names = new Set([...rooms.keys(), ...unknown]);
  return {
    statuses: [...new Set([...statuses.keys(), ...about('status', ({ status }) => status ?? '')])],
    amounts: [...new Set([...typedAmounts.keys(), ...about('price', ({ amount }) => amount)])],
    rooms: [...names].map((name) => ({ name, several: namesOfRooms(name) })),
  };
}

function countsOf(stays: readonly CheckedStay[]): Omit<CheckedList, 'stays' | 'questions'> {
  const linesOf = (outcome: Outcome) => [
    ...new Map(stays.filter((stay) => stay.outcome === outcome).map((stay) => [stay.line, stay])).values(),
  ];
  const [asked, leftOut] = [linesOf('asked'), linesOf('left_out')];
  return {
    offered: stays.filter(({ outcome }) => outcome === 'offered').length,
    asked: asked.length,
    leftOut: leftOut.length,
    askedBy: countBy(asked.flatMap(({ asks }: ListedStay) => asks)),
    leftOutBy: countBy(leftOut.flatMap(({ errors }: ListedStay) => errors.slice(0, 1))),
  };
}

function countBy<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
