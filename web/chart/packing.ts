// The bars of a row in lines, so that no two bars of a line share a night.
import type { NightSpan } from './geometry.ts';

/**
 * Returns the lines of a row: as few as possible, each ordered by night, each bar in one of them. Bars that begin first get the upper
 * lines. An empty row has one empty line.
 */
export function packIntoLines<Bar extends NightSpan & { id: string }>(bars: readonly Bar[]): Bar[][] {
  const lines: Bar[][] = [];
  for (const bar of bars.toSorted(byStart)) {
    // In order of the first night, the number of lines is the greatest number of bars in a night, whichever free line is taken.
    const free = lines.find((line) => line.at(-1)!.until <= bar.from);
    if (free) free.push(bar);
    else lines.push([bar]);
  }
  return lines.length === 0 ? [[]] : lines;
}

/** The longer of two that begin together comes first; the ids make the order the same every time. */
function byStart(one: NightSpan & { id: string }, other: NightSpan & { id: string }): number {
  return one.from - other.from || other.until - one.until || (one.id < other.id ? -1 : 1);
}

/** Returns the bars of a line that share a night with the span: a binary search, then those that follow. */
export function barsOfLineIn<Bar extends NightSpan>(
  line: readonly Bar[],
  { from, until }: NightSpan,
): readonly Bar[] {
  const first = firstUntilAfter(line, from);
  let end = first;
  while (end < line.length && line[end]!.from < until) end += 1;
  return line.slice(first, end);
}

/** Returns the index of the first bar of a line that ends after the day; the line's length if there is none. */
function firstUntilAfter(line: readonly NightSpan[], day: number): number {
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line[middle]!.until <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
