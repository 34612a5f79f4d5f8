// Which days the calendar shows: those that are scrolled to. Near the edge of what the copy contains, it gets further days.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { shown } from '../../desk/property.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { goTo, place } from '../../router.ts';

/** Days before today that are shown at first. */
const DAYS_BEFORE = 2;
/** Days beyond the visible ones that the copy contains at least. */
const MARGIN_DAYS = 28;
/** Days that the copy contains, as much before the visible ones as behind them. */
const BEFORE_DAYS = 42;
const AFTER_DAYS = 84;
/** More than any screen shows. */
const VISIBLE_DAYS = 40;

export type ShownDays = {
  /** the first visible day */
  first: number;
  /** today at the property */
  today: number;
  /** shows the days around today */
  goToday: () => void;
  /** shows other days */
  go: (day: number) => void;
  /** says which day has become the first by scrolling */
  scrolled: (day: number) => void;
};

export function useShownDays({ today, from, until }: ReplicaState): ShownDays {
  const first = useSignal(today - DAYS_BEFORE);
  // A day that is not in the copy yet: the chart scrolls as far as it can, and on once it is.
  const awaited = useRef<number | null>(null);
  const show = (day: number) =>
    shown.peek()?.replica.show({ from: day - BEFORE_DAYS, until: day + AFTER_DAYS });
  // Other screens need the days around today.
  useEffect(() => () => shown.peek()?.replica.show(null), []);
  useEffect(() => {
    const day = awaited.current;
    if (day === null || day < from || day + VISIBLE_DAYS > until) return;
    awaited.current = null;
    first.value = day;
  }, [from, until]);
  const go = (day: number) => {
    const isKnown = day >= from && day + VISIBLE_DAYS <= until;
    awaited.current = isKnown ? null : day;
    if (isKnown) first.value = day;
    if (day - MARGIN_DAYS < from || day + VISIBLE_DAYS + MARGIN_DAYS > until) show(day);
  };
  useDayOfAddress(first.value, today - DAYS_BEFORE, go);
  return {
    first: first.value,
    today,
    goToday: () => go(today - DAYS_BEFORE),
    go,
    scrolled(day) {
      if (awaited.current !== null) return;
      first.value = day;
      if (day - MARGIN_DAYS / 4 < from || day + VISIBLE_DAYS > until) show(day);
    },
  };
}

/** Scrolling is over. */
const PAUSE_MS = 300;

/** The address names the first day, /desk/calendar?day=2026-12-24, unless it is the usual one. */
function useDayOfAddress(first: number, usual: number, go: (day: number) => void): void {
  const named = place().query.get('day');
  const written = useRef<string | null>(null);
  useEffect(() => {
    const day = dayOfDate(named ?? '');
    if (Number.isFinite(day) && named !== written.current) go(day);
  }, [named]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const { path, query } = place();
      const day = first === usual ? null : dateOfDayNumber(first);
      if (day === query.get('day')) return;
      written.current = day;
      const changed = new URLSearchParams(query);
      if (day === null) changed.delete('day');
      else changed.set('day', day);
      goTo(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [first, usual]);
}
