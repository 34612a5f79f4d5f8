// What every screen has in common on a phone in Chromium: it fits the width, and what is tapped is large enough for a finger.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

/** The smallest target for a finger, in px. */
const TARGET = 44;

describe.skipIf(CHROMIUM === null)('on a phone', () => {
  const desk = useDesk();
  const phone = (address: string) => desk.open(address, { viewport: PHONE, hasTouch: true });

  test.each([
    ['/desk', '.stay-row'],
    ['/desk/calendar', '.tape-row'],
    ['/desk/inbox', '.inbox-row'],
    ['/desk/channels', '.proof-grid'],
    ['/desk/channels?view=connections', '.connection'],
    ['/desk/log', '.log-change'],
    ['/desk/people', '.person'],
    ['/desk/reports', '.report-table'],
    ['/desk/settings?section=tokens', '.setting-page'],
  ])('%s fits the width, and its targets fit a finger', async (address, part) => {
    const page = await phone(address);
    await page.locator(part).first().waitFor();
    expect(await page.locator('#content').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
    expect(await smallTargets(page)).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['/desk/settings?section=tokens', '.setting-nav [aria-current]'],
    ['/desk/reports?report=balances', '.views [aria-pressed="true"]'],
  ])('%s shows which part is open', async (address, chosen) => {
    const page = await phone(address);
    await page.locator(chosen).waitFor();
    const edges = () =>
      page.locator(chosen).evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await expect.poll(edges).toBe(true);
    await page.context().close();
  });
});

/** Returns buttons, fields and choices of the screen that are less high than a target, or less wide if they are icons. */
function smallTargets(page: Page): Promise<string[]> {
  const all = page.locator(
    ':is(.head, #content) :is(.btn, .seg > button, .tabs > button, select, input.input, .find, .check, .exchange-line)',
  );
  return all.evaluateAll(
    (found, least) =>
      found
        .filter((one) => one.checkVisibility())
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height < least || box.width < least)
        .map(
          ({ one, box }) =>
            `${one.textContent || one.getAttribute('aria-label')}: ${box.width} × ${box.height}`,
        ),
    TARGET,
  );
}
