// Scrolling of the tape chart: which part is visible, and what is painted of it.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ChartBox, COLUMN, DAY_HEAD, dayAtX, type NightSpan, xOfDay } from './geometry.ts';
import type { ChartLayout } from './rows.ts';
import {
  isSameWindow,
  type PaintedWindow,
  paintedWindow,
  scrollToDay,
  scrollToShow,
  type Viewport,
} from './window.ts';

type ScrollInput = {
  layout: ChartLayout;
  range: NightSpan;
  firstDay: number;
  onScrolled: (day: number) => void;
  monthOf: (day: number) => string;
};

export type TapeScroll = {
  element: RefObject<HTMLDivElement | null>;
  painted: PaintedWindow;
  /** the first visible day when scrolling ended, with a fraction */
  edge: number;
  /** the month of the first visible day */
  month: string;
  onScroll: () => void;
  /** Scrolls so that a box of the rows is visible. */
  show: (box: ChartBox) => void;
  /** Returns the visible part of the rows. */
  view: () => Viewport;
};

/** The size of the screen in the mockups, until that of the chart is known. */
const FIRST_VIEW: Viewport = { left: 0, top: 0, width: 1_176, height: 808 };
/** Scrolling has ended after this long without a step. */
const SCROLLED_AFTER_MS = 200;

export function useTapeScroll({ layout, range, firstDay, onScrolled, monthOf }: ScrollInput): TapeScroll {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<Viewport>({ ...FIRST_VIEW, left: scrollToDay(firstDay, range, FIRST_VIEW.width) });
  const [, repaint] = useState(0);
  const [edge, setEdge] = useState(firstDay);
  const painted = paintedWindow(layout, view.current, range);
  const month = monthOf(dayAtX(view.current.left, range.from));
  const shown = useRef({ painted, month });
  shown.current = { painted, month };
  // Days may be added before the first one between the last step of scrolling and its end: the end counts from the days as they are then.
  const latest = useRef({ range, onScrolled });
  latest.current = { range, onScrolled };

  const read = ({ scrollLeft, scrollTop }: HTMLElement) => {
    view.current = { ...view.current, left: scrollLeft, top: scrollTop };
    const isSame =
      isSameWindow(paintedWindow(layout, view.current, range), shown.current.painted) &&
      monthOf(dayAtX(view.current.left, range.from)) === shown.current.month;
    if (!isSame) repaint((count) => count + 1);
  };
  useSize(element, (size) => {
    view.current = { ...view.current, ...size };
    repaint((count) => count + 1);
  });
  useFirstDay({ element, view, range, firstDay });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = () => {
    // Browsers report scrolling a frame later, when the screen may be gone.
    if (element.current === null) return;
    read(element.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { range, onScrolled } = latest.current;
      setEdge(range.from + view.current.left / COLUMN);
      onScrolled(dayAtX(view.current.left, range.from));
    }, SCROLLED_AFTER_MS);
  };
  const show = (box: ChartBox) => {
    const { left, top } = scrollToShow(box, view.current);
    if (left !== view.current.left || top !== view.current.top) element.current!.scrollTo({ left, top });
  };
  return { element, painted, edge, month, onScroll, show, view: () => view.current };
}

/** Calls with the size of the visible rows, now and whenever it changes. */
function useSize(
  element: RefObject<HTMLDivElement | null>,
  onSize: (size: { width: number; height: number }) => void,
): void {
  const latest = useRef(onSize);
  latest.current = onSize;
  useLayoutEffect(() => {
    const chart = element.current!;
    const measure = () => {
      const head = chart.querySelector<HTMLElement>('.tape-corner')!.offsetWidth;
      latest.current({ width: chart.clientWidth - head, height: chart.clientHeight - DAY_HEAD });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(chart);
    return () => observer.disconnect();
  }, []);
}

type FirstDayInput = {
  element: RefObject<HTMLDivElement | null>;
  view: RefObject<Viewport>;
  range: NightSpan;
  firstDay: number;
};

/**
 * Scrolls to the first day when it changes, or once the days reach it, and keeps the days in place when others are added before them: also
 * those that somebody has scrolled to and that are not reported yet.
 */
function useFirstDay({ element, view, range, firstDay }: FirstDayInput): void {
  const rangeBefore = useRef(range.from);
  const wanted = useRef<number | null>(null);
  const isReached = useRef(false);
  useLayoutEffect(() => {
    const chart = element.current!;
    if (rangeBefore.current !== range.from) {
      chart.scrollLeft += xOfDay(rangeBefore.current, range.from);
      rangeBefore.current = range.from;
    }
    if (wanted.current !== firstDay || !isReached.current) {
      const first = () => dayAtX(chart.scrollLeft, range.from);
      if (wanted.current === null || first() !== firstDay)
        chart.scrollLeft = scrollToDay(firstDay, range, view.current!.width);
      wanted.current = firstDay;
      isReached.current = first() === firstDay;
    }
    view.current!.left = chart.scrollLeft;
  }, [firstDay, range.from, range.until]);
}
