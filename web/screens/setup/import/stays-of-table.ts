// What each line of a list says of a stay, what has to be asked about it, and what is wrong with it. Pure.
import { dateOfDayNumber, dayOfDate } from '../../../days.ts';
import { fold } from '../../../palette/match.ts';
import { readPrice, type Separators, separatorsOf } from './amounts.ts';
import { DATE_ORDERS, type DateOrder, dateOfMoment, readDate } from './dates.ts';
import { currencyOfHead, type StayColumn } from './heads.ts';
import { meaningOfStatus } from './status-meaning.ts';
import type { StaysTable } from './stays-file.ts';

/**
 * What is wrong with a line, by its member: it is left out. `wrong_order`: of its dates. `too_many_cells`: more than there are heads.
 * `rooms_unclear`: more rooms than one line can mean, or several in one unit.
 */
export type LineError =
  | 'too_many_cells'
  | 'cancelled'
  | 'no_name'
  | 'no_arrival'
  | 'no_departure'
  | 'wrong_order'
  | 'too_long'
  | 'is_over'
  | 'room_left_out'
  | 'rooms_unclear'
  | 'already_here';

/** What has to be answered before a line is taken over. */
export type LineQuestion = 'date' | 'moment' | 'status' | 'price' | 'room';

/** A stay of the list. `line`: its line in the file. */
export type ListedStay = {
  line: number;
  name: string;
  /** as it is written; which room that is, is another question */
  room: string;
  /** how many rooms the list says that it has; null = it does not say */
  rooms: number | null;
  checkin: string | null;
  checkout: string | null;
  price: number | null;
  adults: number | null;
  phone: string | null;
  email: string | null;
  notes: string | null;
  /** as it is written; null = the list has no status */
  status: string | null;
  /** the amount as it is written */
  amount: string;
  /** arrival and departure as they are written; instead of the departure the nights, if only these are */
  written: readonly [arrival: string, departure: string];
  asks: readonly LineQuestion[];
  errors: readonly LineError[];
};

/** What people answered, and where the list is read. */
export type ListAnswers = {
  /** null = any */
  currency: string | null;
  /** of the property; null = moments are read as days where they were written */
  timeZone: string | null;
  /** whether moments are days where they were written or at the property; null = not answered */
  moments: 'written' | 'here' | null;
  /** whether a status means a stay, by how it is written */
  statuses: ReadonlyMap<string, boolean>;
  /** the number that an amount is, by how it is written */
  amounts: ReadonlyMap<string, number>;
  /** whether other amounts that are not plainly one number are replaced by the price of the calendar, and kept as notes */
  takesCalendarPrices: boolean;
};

export const NO_ANSWERS: ListAnswers = {
  currency: null,
  timeZone: null,
  moments: null,
  statuses: new Map(),
  amounts: new Map(),
  takesCalendarPrices: false,
};

const MAX_NIGHTS = 366;

type Line = {
  cell: (column: StayColumn) => string;
  order: DateOrder | null;
  today: string;
  answers: ListAnswers;
  separators: Separators;
  /** a currency in the head of the prices */
  headCurrency: string | null;
};

/**
 * Returns the stays of a table, one for each line. `order`: null = not known; then only dates that need none are read. `today`: as `yyyy-MM-dd`;
 * stays that have ended by then are not taken over.
 */
export function readStays(
  { heads, lines, numbers, columns }: StaysTable,
  order: DateOrder | null,
  today: string,
  answers: ListAnswers = NO_ANSWERS,
): ListedStay[] {
  const place = columns.price ?? -1;
  const separators = separatorsOf(lines.map((cells) => cells[place] ?? ''));
  const headCurrency = currencyOfHead(heads[place] ?? '');
  return lines.map((cells, index) => {
    const cell = (column: StayColumn) => cells[columns[column] ?? -1] ?? '';
    const stay = readLine({ cell, order, today, answers, separators, headCurrency });
    const isShifted = cells.slice(heads.length).some((text) => text !== '');
    const status = columns.status === undefined ? null : cell('status');
    const meaning = meaningOf(status, answers);
    const errors: LineError[] = [
      ...(isShifted ? (['too_many_cells'] as const) : []),
      ...(meaning === 'cancelled' ? (['cancelled'] as const) : []),
      ...stay.errors,
    ];
    const asks: LineQuestion[] = [...(meaning === 'unknown' ? (['status'] as const) : []), ...stay.asks];
    return { line: numbers[index]!, ...stay, status, asks, errors };
  });
}

function meaningOf(
  status: string | null,
  { statuses }: ListAnswers,
): ReturnType<typeof meaningOfStatus> | null {
  if (status === null) return null;
  const answer = statuses.get(status);
  if (answer !== undefined) return answer ? 'confirmed' : 'cancelled';
  return meaningOfStatus(status);
}

function readLine(line: Line): Omit<ListedStay, 'line' | 'status'> {
  const { cell, today } = line;
  const [arrival, departure] = (['arrival', 'departure'] as const).map((column) =>
    dateIn(line, cell(column)),
  );
  const checkin = arrival!.date;
  const checkout = cell('departure') === '' ? afterNights(checkin, cell('nights')) : departure!.date;
  const asks = new Set<LineQuestion>([arrival!.ask, departure!.ask].filter((ask) => ask !== null));
  const price = priceIn(line);
  if (price === 'ask') asks.add('price');
  const name = nameIn(cell);
  const nights = checkin && checkout ? dayOfDate(checkout) - dayOfDate(checkin) : 1;
  const found: Partial<Record<LineError, boolean>> = {
    no_name: name === '',
    no_arrival: checkin === null && arrival!.ask === null,
    no_departure:
      checkout === null && departure!.ask === null && !(arrival!.ask && readCount(cell('nights'))),
    wrong_order: nights < 1,
    too_long: nights > MAX_NIGHTS,
    is_over: checkout !== null && nights > 0 && checkout <= today,
  };
  return {
    name,
    room: cell('room'),
    rooms: readRooms(cell('rooms')),
    checkin,
    checkout,
    price: typeof price === 'number' ? price : null,
    adults: readCount(cell('adults')),
    phone: cell('phone') || null,
    email: /^[^@\s]+@[^@\s]+$/.test(cell('email')) ? cell('email') : null,
    notes: notesIn(cell, name, price === 'calendar'),
    amount: cell('price'),
    written: [cell('arrival'), cell('departure') || cell('nights')],
    asks: [...asks],
    errors: (Object.keys(found) as LineError[]).filter((error) => found[error]),
  };
}

type ReadDay = { date: string | null; ask: 'date' | 'moment' | null };

function dateIn({ order, today, answers: { timeZone, moments } }: Line, text: string): ReadDay {
  const there = timeZone === null ? null : dateOfMoment(text, timeZone);
  const written = readDate(text, order, today);
  if (there !== null && there !== written) {
    if (moments === null) return { date: null, ask: 'moment' };
    return { date: moments === 'here' ? there : written, ask: null };
  }
  const isAsked = written === null && order === null && isDateInSomeOrder(text, today);
  return { date: written, ask: isAsked ? 'date' : null };
}

function isDateInSomeOrder(text: string, today: string): boolean {
  return DATE_ORDERS.some((order) => readDate(text, order, today) !== null);
}

/** Returns the price of a line; null = it has none, `ask` = it is not plainly one, `calendar` = it was said to take that of the calendar. */
function priceIn({ cell, answers, separators, headCurrency }: Line): number | null | 'ask' | 'calendar' {
  const text = cell('price');
  const { currency, amounts, takesCalendarPrices } = answers;
  if (text === '') return null;
  // A currency that stands beside the amount counts as if it stood with it.
  const code = cell('currency') || headCurrency;
  const isOther = Boolean(code) && readPrice(`1 ${code}`, currency) === null;
  const price = amounts.get(text) ?? (isOther ? null : readPrice(text, currency, separators));
  return price ?? (takesCalendarPrices ? 'calendar' : 'ask');
}

/** Returns the name of the guest, whose parts may stand in several columns; that of the booker where there is none. */
function nameIn(cell: (column: StayColumn) => string): string {
  const parts = [cell('firstName'), cell('name'), cell('lastName')].filter((part) => part !== '');
  const isWithin = (part: string, other: string) => ` ${fold(other)} `.includes(` ${fold(part)} `);
  const own = parts.filter(
    (part, at) =>
      !parts.some(
        (other, place) => place !== at && isWithin(part, other) && (part.length < other.length || place < at),
      ),
  );
  return own.join(' ') || cell('booker');
}

function afterNights(checkin: string | null, nights: string): string | null {
  const count = readCount(nights);
  if (checkin === null || count === null || count < 1) return null;
  return dateOfDayNumber(dayOfDate(checkin) + count);
}

function readCount(text: string): number | null {
  const digits = /\d{1,3}/.exec(text)?.[0];
  return digits === undefined ? null : Number(digits);
}

/** Returns a number of rooms; null = it is not plainly one. */
function readRooms(text: string): number | null {
  const digits = /^\D*(\d{1,3})\D*$/.exec(text)?.[1];
  return digits === undefined ? null : Math.max(1, Number(digits));
}

/** Who sold a stay, and its number there, are kept as notes: it is no channel of ours that changes it. So are the booker, and an amount that is not taken. */
function notesIn(cell: (column: StayColumn) => string, name: string, withAmount: boolean): string | null {
  const sold = [cell('channel'), cell('reference')].filter(Boolean).join(' ');
  const booker = fold(cell('booker')) === fold(name) ? '' : cell('booker');
  const amount = withAmount ? [cell('price'), cell('currency')].filter(Boolean).join(' ') : '';
  return [sold, booker, amount, cell('notes')].filter(Boolean).join('\n') || null;
}
