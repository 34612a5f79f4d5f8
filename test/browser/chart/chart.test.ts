// The tape chart of a full house in a browser: bars lie where their nights are, the keyboard reaches them, few elements are painted.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dateOfDayNumber } from '../../../web/days.ts';
import { FIRST_DAY, fullHouse } from '../../web/chart/house.ts';
import { CHROMIUM, launchChromium, openWindow } from './chromium.ts';
import { measureScrolling } from './measure.ts';
import { type ChartPage, serveChartPage } from './serve.ts';

const SCREEN = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const { rooms, spans } = fullHouse(60, 90);
/** The chart begins to the right of 88 px and below 48 px; names take 176 px of it, days 44 px. */
const LEFT = 88 + 176;
const TOP = 48 + 44;

describe.skipIf(CHROMIUM === null)('the tape chart', () => {
  let browser: Browser;
  let served: ChartPage;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), serveChartPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  beforeEach(async () => {
    problems.length = 0;
    page = await (await openWindow(browser, { viewport: SCREEN })).newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(served.url);
    await page.locator('.bar').first().waitFor();
  });
  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });

  /** The bars that are painted within the rows, with their edges on the screen. */
  const bars = () =>
    page.locator('.bar').evaluateAll((all) =>
      all.map((bar) => {
        const { left, right, top } = bar.getBoundingClientRect();
        return { id: (bar as HTMLElement).dataset['bar']!, left, right, top };
      }),
    );
  const scrollTo = (left: number, top: number) =>
    page.locator('.tape').evaluate(
      async (chart, place) => {
        chart.scrollTo(place.left, place.top);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      },
      { left, top },
    );
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  /** The top of each unit's line: a line for the room, six units, and a row of rates of 32 px. */
  const topOf = (unitId: number) => Math.floor(unitId / 6) * (28 * 7 + 32) + 28 + (unitId % 6) * 28 + 3;

  test.each([
    [0, 0],
    [700, 300],
    [1_234, 777],
    [99_999, 99_999],
  ])('paints every stay where its nights are, scrolled by %i and %i px', async (left, top) => {
    await scrollTo(left, top);
    const [scrolledLeft, scrolledTop] = await page
      .locator('.tape')
      .evaluate((chart) => [chart.scrollLeft, chart.scrollTop]);
    const painted = new Map((await bars()).map((bar) => [bar.id, bar]));
    const visible = spans.filter(({ from, until, unitId }) => {
      const [start, end] = [(from - FIRST_DAY) * 56 + 30, (until - FIRST_DAY) * 56 + 26];
      const y = topOf(unitId!);
      const isAcross = end > Math.max(0, scrolledLeft!) && start < scrolledLeft! + SCREEN.width - LEFT;
      return isAcross && y + 22 > scrolledTop! && y < scrolledTop! + SCREEN.height - TOP;
    });
    expect(visible.length).toBeGreaterThan(80);
    for (const { id, from, until, unitId } of visible) {
      const bar = painted.get(id);
      expect(bar, id).toBeDefined();
      expect(bar!.top).toBeCloseTo(TOP + topOf(unitId!) - scrolledTop!, 0);
      const start = Math.max(0, (from - FIRST_DAY) * 56 + 30);
      const end = Math.min(90 * 56, (until - FIRST_DAY) * 56 + 26);
      expect(bar!.left).toBeCloseTo(LEFT + start - scrolledLeft!, 0);
      expect(bar!.right).toBeCloseTo(LEFT + end - scrolledLeft!, 0);
    }
  });

  test('keeps names of units and days in place', async () => {
    await scrollTo(1_000, 500);
    const heads = await page
      .locator('.tape-row-head')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(heads)).toEqual(new Set([88]));
    const days = await page
      .locator('.tape-day')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(days)).toEqual(new Set([48]));
  });

  test('stays on its days when others are added before them while scrolling ends', async () => {
    await scrollTo(560, 0);
    await page.evaluate('addDaysBefore(30)');
    const day = dateOfDayNumber(FIRST_DAY + 10);
    await expect.poll(() => page.getByRole('status').textContent()).toContain(day);
    expect(await page.locator('.tape').evaluate((chart) => chart.scrollLeft)).toBe(560 + 30 * 56);
  });

  test('is reached by Tab, walked with arrows, and opens a stay with Enter', async () => {
    await page.keyboard.press('Tab');
    expect(await page.locator('.tape [tabindex="0"]').count()).toBe(1);
    expect(await focused()).toContain('Room 1');
    await page.keyboard.press('ArrowDown');
    const stay = page.locator(':focus');
    const id = await stay.getAttribute('data-bar');
    expect(spans.find((span) => span.id === id)).toMatchObject({ unitId: 0 });
    await page.keyboard.press('ArrowRight');
    const next = await page.locator(':focus').getAttribute('data-bar');
    const [first, second] = [id, next].map((one) => spans.find((span) => span.id === one)!);
    expect(second!.from).toBe(first!.until);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[role=status]').textContent()).toContain(next);
  });

  test('scrolls along with the keyboard, so that the cell is never behind the names', async () => {
    await page.keyboard.press('Tab');
    for (const key of ['Control+End', 'ArrowUp', 'Home', 'Control+Home']) {
      await page.keyboard.press(key);
      const box = (await page.locator(':focus').boundingBox())!;
      expect(box.y, key).toBeGreaterThanOrEqual(TOP - 1);
      expect(box.y + box.height, key).toBeLessThanOrEqual(SCREEN.height);
      expect(box.x + box.width, key).toBeGreaterThan(LEFT);
      expect(box.x, key).toBeLessThan(SCREEN.width);
    }
  });

  test('keeps the focus on a stay that is scrolled out of sight', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    const name = await focused();
    await scrollTo(99_999, 99_999);
    expect(await focused()).toBe(name);
    await scrollTo(0, 0);
    expect(await focused()).toBe(name);
  });

  test('opens a stay with a click, and puts the keyboard on a free night', async () => {
    const bar = page.locator('.bar.next').first();
    const id = await bar.getAttribute('data-bar');
    await bar.click({ position: { x: 20, y: 10 } });
    await expect.poll(() => page.locator('[role=status]').textContent()).toContain(id);
    await page.mouse.click(LEFT + 300, TOP + 14);
    expect(await focused()).toMatch(/^Room 1, .* free$/);
  });

  test.each([
    ['a large screen', SCREEN, 60, 90],
    ['a large screen', SCREEN, 500, 365],
    ['a phone', PHONE, 60, 90],
  ])('has at most 900 elements on %s (%o) with %i units and %i days', async (_, viewport, units, days) => {
    await page.setViewportSize(viewport);
    await page.goto(`${served.url}?units=${units}&days=${days}`);
    await page.locator('.bar').first().waitFor();
    const { elements } = await measureScrolling(page, 120);
    expect(elements).toBeLessThanOrEqual(900);
    expect(elements).toBeGreaterThan(150);
  });

  test('names its rooms', async () => {
    const names = await page.getByRole('rowheader').evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(names).toContain(rooms[0]!.name);
  });
});
