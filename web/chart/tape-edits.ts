// Changes that people make on the tape chart, as the chart passes them on to its screen.
import type { DragGrip, StayDrag } from './drag.ts';
import type { NightSpan } from './geometry.ts';
import type { ChartRow } from './rows.ts';
import type { TapeBar } from './tape.tsx';

/** A change of a bar that has begun. */
export type TapeDrag = { bar: TapeBar; stay: StayDrag };

/** Nights of a row that are drawn. */
export type DrawnNights = NightSpan & { row: ChartRow<TapeBar> };

/** What a screen does with changes. */
export type TapeEdits = {
  /** called with each proposal, and with null when it ends */
  onDrag: (drag: TapeDrag | null) => void;
  onDrop: (drag: TapeDrag) => void;
  /** called with the nights that were drawn, and the point where the pointer was released */
  onDraw: (drawn: DrawnNights, at: { x: number; y: number }) => void;
  /** called when a menu is asked for, with the point where it should be */
  onMenu: (target: MenuTarget, at: { x: number; y: number }) => void;
};

/** What keys do to the bar with the keyboard, and what was chosen by a tap, a click or the keyboard. */
export type TapeHandle = {
  /** the free nights that were chosen or drawn last, or null */
  freeNights: () => DrawnNights | null;
  /** the bar with the keyboard, or null */
  current: () => TapeBar | null;
  /** begins a change; `key`: the first step, as `dragByKey` takes it */
  begin: (grip: DragGrip, key?: string) => void;
};

/** What a menu is asked for: a bar, a night of a row, or a row as a whole. */
export type MenuTarget = { row: ChartRow<TapeBar>; bar: TapeBar | null; night: number | null };
