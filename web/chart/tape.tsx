// What the tape chart paints, made by the screen that shows it: texts in the person's language, and how bars look.
import type { JSX } from 'preact';
import type { DragGrip } from './drag.ts';
import type { ChartRoom, ChartRow, ChartSpan } from './rows.ts';

/**
 * How a bar looks. Colour says that something needs doing: `act` today, `unassigned` has no unit, `clash` has no room, `proposal`
 * waits for an answer. The others are grey: to come, in house, over, an option, a closure; and compared with a moment of the past:
 * `came`, `gone`, `former` where a stay was, `moved` where it is.
 */
export type BarLook =
  | 'next'
  | 'house'
  | 'past'
  | 'act'
  | 'option'
  | 'unassigned'
  | 'clash'
  | 'closed'
  | 'proposal'
  | 'came'
  | 'gone'
  | 'former'
  | 'moved';

export type TapeBar = ChartSpan & {
  look: BarLook;
  /** painted in the bar: the guest's name, or why it is closed */
  label: string;
  /** one letter for the channel; '' = none */
  mark: string;
  /** what needs doing; null = nothing */
  icon: JSX.Element | null;
  /** what needs doing, in words: shown when the pointer rests on the bar; '' = nothing */
  hint: string;
  /** painted behind the bar: what can be done about it; '' = nothing */
  aside: string;
  /** for screen readers: guest, dates, channel and what needs doing */
  name: string;
  /** whether there are details to open */
  opens: boolean;
  /** how it can be changed; null = not at all */
  drag: BarDrag | null;
};

/** What may change of a stay. */
type BarDrag = {
  /** the first night that may still change: earlier ones are over. Its own first night if none is */
  openFrom: number;
  grips: readonly DragGrip[];
  /** it may go to units of other rooms */
  otherRooms: boolean;
  /** it may lose its unit */
  withoutUnit: boolean;
};

type TapeDay = {
  weekday: string;
  /** the day of the month; with the month on its first day */
  date: string;
  free: string;
  /** how many arrivals of the day have no unit */
  unassigned: number;
  /** for screen readers */
  name: string;
};

export type TapeRate = {
  price: string;
  /** free rooms and restrictions */
  rest: string;
  /** `same`: the price of the day before; `proposed`: it shows what somebody is to approve */
  look: 'changed' | 'same' | 'closed' | 'over' | 'proposed';
  /** for screen readers */
  name: string;
};

type TapeRowHead = {
  name: string;
  /** for screen readers, with the state in words */
  label: string;
  /** at the end: what needs doing, or a number */
  state: { text: string; icon: JSX.Element | null; look: '' | 'warn' | 'alert' } | null;
};

/** All that is painted. A new object means that something has changed. */
export type TapeData = {
  rooms: readonly ChartRoom[];
  bars: readonly TapeBar[];
  dayAt: (day: number) => TapeDay;
  /** null = nothing is known of the night */
  rateAt: (roomId: number, day: number) => TapeRate | null;
  headOf: (row: ChartRow<TapeBar>) => TapeRowHead;
  /** for screen readers: a night of a row without a stay */
  nameOfFree: (row: ChartRow<TapeBar>, night: number) => string;
  /** of the day that comes first, in the corner: its month */
  monthOf: (day: number) => string;
  /** `rooms`: how many there are, in the corner */
  texts: { chart: string; rooms: string; unassigned: (count: number) => string };
};
