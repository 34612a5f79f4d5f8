// What axe finds on a page of the desk: it must be nothing, in both themes.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** All of axe's rules for levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Compares names letter by letter with what is seen, and takes "2n" for "minimum 2 nights" as an error. */
const EXPERIMENTAL = 'label-content-name-mismatch';

/**
 * Checks what the page shows now: against all rules in the light theme, and its colours in the dark one too, where nothing else differs; and
 * that the page as a whole does not scroll sideways, which axe does not measure (WCAG 1.4.10).
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNothing(page, axe(page).withTags(WCAG).disableRules(EXPERIMENTAL));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNothing(page, axe(page).withRules('color-contrast'));
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, `pixels beside ${page.url()}`).toBeLessThanOrEqual(0);
}

/** The desk has no frames: what axe does for them would open a second page for each check. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function expectNothing(page: Page, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect(found, page.url()).toEqual([]);
}
