// How a strip of choices scrolls, and which of its edges are cut.
import { describe, expect, test } from 'vitest';
import { cutEdges, scrollTo } from '../../../web/parts/strip.ts';

describe('a strip of choices', () => {
  test('stays where it is if the chosen one is in sight', () => {
    expect(scrollTo({ start: 120, width: 80 }, { start: 100, width: 300 })).toBe(100);
  });

  test('is scrolled so that the chosen one is in the middle, never before its start', () => {
    expect(scrollTo({ start: 500, width: 100 }, { start: 0, width: 300 })).toBe(400);
    expect(scrollTo({ start: 20, width: 100 }, { start: 200, width: 300 })).toBe(0);
  });

  test('fades where it goes on', () => {
    expect(cutEdges({ start: 0, width: 300 }, 300)).toBe('none');
    expect(cutEdges({ start: 0, width: 300 }, 500)).toBe('end');
    expect(cutEdges({ start: 100, width: 300 }, 500)).toBe('both');
    expect(cutEdges({ start: 200, width: 300 }, 500)).toBe('start');
  });
});
