// All screens at the sizes of windows that houses have, in English and German: nothing is cut, and what is tapped is large enough.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';

/** In px; the second is a window of 1440 × 900 at 200 %. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 820, height: 1_180 },
  { width: 1_024, height: 768 },
  { width: 1_180, height: 820 },
  { width: 1_440, height: 900 },
];
/** The narrowest screen is used with fingers. */
const PHONE_WIDTH = 390;
/** The smallest target there, in px. */
const LEAST_TARGET = 24;

/** Screens, what is there once they are, and what else beside it where it has place. */
const SCREENS: readonly (readonly [address: string, part: string, beside?: string])[] = [
  ['/desk', '.stay-row'],
  ['/desk/calendar', '.tape-row'],
  ['/desk/rates', '.rate-grid, .rate-form'],
  ['/desk/inbox', '.inbox-row', '.reply .btn'],
  ['/desk/housekeeping', '#content'],
  ['/desk/channels', '.proof-grid'],
  ['/desk/channels?view=connections', '.connection'],
  ['/desk/reports', '.report-table'],
  ['/desk/people', '.person'],
  ['/desk/settings', '#content'],
  ['/desk/log', '.log-change'],
];

describe.skipIf(CHROMIUM === null)('in windows of every size', () => {
  const desk = useDesk();

  test.each([
    'en-GB',
    'de-DE',
  ])('no button and no heading is cut, and the page does not scroll sideways: %s', async (locale) => {
    const page = await desk.open('/desk', { locale, hasTouch: true });
    const faults: string[] = [];
    for (const [address, part, beside = part] of SCREENS) {
      await page.goto(`${desk.url}${address}`);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page
          .locator(size.width === PHONE_WIDTH ? part : beside)
          .first()
          .waitFor();
        await expect.poll(() => page.locator('.skeleton, .skel').count()).toBe(0);
        const found = await faultsOf(page, size.width === PHONE_WIDTH ? LEAST_TARGET : 0);
        faults.push(...found.map((fault) => `${address} at ${size.width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('with large letters on a low screen a stay of today is in sight', async () => {
    const page = await desk.open('/desk', { viewport: { width: 720, height: 450 } });
    const row = page.locator('.stay-row').first();
    await row.waitFor();
    const box = (await row.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(450);
    await page.context().close();
  });
});

/** Returns what is cut or too small on the page. `least`: the smallest target in px. */
function faultsOf(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const isShown = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return (
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
      );
    };
    const nameOf = (one: Element) =>
      `${one.tagName} ${(one.textContent || one.getAttribute('aria-label')) ?? ''}`;
    /** Whether a part scrolls sideways, as a strip of choices and a table do: what is beyond its edges can be reached. */
    const scrolls = (one: Element | null): boolean =>
      one !== null &&
      one !== document.documentElement &&
      ((/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) ||
        scrolls(one.parentElement));
    /** Whether an ancestor that does not scroll hides a part of it. */
    const isClipped = (one: Element) => {
      const { left, right } = one.getBoundingClientRect();
      for (let parent = one.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX === 'visible') continue;
        const edge = parent.getBoundingClientRect();
        if (left < edge.left - 1 || right > edge.right + 1) return true;
      }
      return left < -1 || right > innerWidth + 1;
    };
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide`);
    const main = document.querySelector('#content');
    if (main && main.scrollWidth > main.clientWidth + 1)
      faults.push(`the screen is ${main.scrollWidth} wide`);
    const titled = ':is(button, .btn, h1, h2, h3):not(.tape *, .bar)';
    for (const one of document.querySelectorAll(titled)) {
      if (!isShown(one)) continue;
      if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
        faults.push(`cut: ${nameOf(one)}`);
      else if (!scrolls(one) && isClipped(one)) faults.push(`beyond an edge: ${nameOf(one)}`);
    }
    if (least === 0) return faults;
    for (const one of document.querySelectorAll('button, a[href], select, input, summary')) {
      const target = one.closest('label') ?? one;
      if (!isShown(target) || one.closest('p, .tape, td')) continue;
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) < least)
        faults.push(`${Math.round(width)} × ${Math.round(height)}: ${nameOf(one)}`);
    }
    return faults;
  }, least);
}
