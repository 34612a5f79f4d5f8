// Strips of choices that may be wider than the screen: the chosen one is scrolled into view, and an edge that cuts fades.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A part of a strip, in px from the strip's start. */
type Span = { start: number; width: number };

/**
 * Returns how far to scroll a strip so that all of the chosen part is in sight, with a piece of its neighbours: px from the strip's start.
 * `view`: the part that is in sight now.
 */
export function scrollTo(chosen: Span, view: Span): number {
  const isWhole = chosen.start >= view.start && chosen.start + chosen.width <= view.start + view.width;
  if (isWhole) return view.start;
  return Math.max(0, chosen.start - (view.width - chosen.width) / 2);
}

type CutEdges = 'none' | 'start' | 'end' | 'both';

/** Returns at which edges the content of a strip goes on. `contentWidth` in px. */
export function cutEdges(view: Span, contentWidth: number): CutEdges {
  const isCutAtStart = view.start > 1;
  const isCutAtEnd = view.start + view.width < contentWidth - 1;
  if (isCutAtStart) return isCutAtEnd ? 'both' : 'start';
  return isCutAtEnd ? 'end' : 'none';
}

const CHOSEN = '[aria-current], [aria-pressed="true"], [aria-selected="true"]';

/** Returns the ref of a strip that scrolls sideways. Its attribute `data-cut` says at which edges it fades. */
export function useStrip<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  const shown = useRef<Element | null>(null);
  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const mark = () => {
      strip.dataset['cut'] = cutEdges(viewOf(strip), strip.scrollWidth);
    };
    strip.addEventListener('scroll', mark, { passive: true });
    const sizes = new ResizeObserver(mark);
    sizes.observe(strip);
    return () => {
      strip.removeEventListener('scroll', mark);
      sizes.disconnect();
    };
  }, []);
  // After each time that it is drawn: its choices come and change with what it belongs to.
  useEffect(() => {
    const strip = ref.current;
    const chosen = strip?.querySelector<HTMLElement>(CHOSEN) ?? null;
    if (!strip || chosen === shown.current) return;
    shown.current = chosen;
    if (!chosen) return;
    const [outer, inner] = [strip.getBoundingClientRect(), chosen.getBoundingClientRect()];
    const start = inner.left - outer.left + strip.scrollLeft;
    strip.scrollLeft = scrollTo({ start, width: inner.width }, viewOf(strip));
  });
  return ref;
}

function viewOf({ scrollLeft, clientWidth }: HTMLElement): Span {
  return { start: scrollLeft, width: clientWidth };
}
