// What somebody who is not signed in sees of the sample property in Chromium: what its desk must decide, without being able to.
import { beforeAll, describe, expect, test } from 'vitest';
import { regenerateSandbox } from '../../src/sandbox/regenerate.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useNewServer } from './desk.ts';

describe.skipIf(CHROMIUM === null)('a visitor of the sample property', () => {
  const desk = useNewServer();
  beforeAll(async () => {
    await regenerateSandbox(desk.db, desk.now().round({ smallestUnit: 'hour', roundingMode: 'floor' }));
  });

  test('sees what an agent proposes on Today, and cannot decide it', async () => {
    const page = await desk.open('/desk', { role: null, viewport: PHONE });
    const row = page.locator('.proposal-row');
    await row.waitFor();
    expect(await row.count()).toBe(1);
    for (const name of [/^Approve/, /^Decline/])
      expect(await row.getByRole('button', { name }).isDisabled()).toBe(true);
    const edgesOf = async (part: string) => {
      const box = (await page.locator(part).first().boundingBox())!;
      return { top: box.y, bottom: box.y + box.height };
    };
    expect((await edgesOf('.tomorrow')).top).toBeGreaterThanOrEqual((await edgesOf('.queues')).bottom);
    await expectAccessible(page);
  });

  test('sees it as a ghost on the calendar, which no key decides', async () => {
    const page = await desk.open('/desk/calendar', { role: null });
    const ghost = page.locator('.bar.proposal');
    await page.locator('.tape-row').first().waitFor();
    // The proposal is for whichever room is free on that day: rows that are not in sight are not painted.
    await expect
      .poll(async () => {
        await page.locator('.tape').evaluate((chart) => chart.scrollBy({ top: 200 }));
        return ghost.count();
      })
      .toBe(1);
    await ghost.click();
    const items = page.getByRole('menuitem');
    expect(await items.first().isDisabled()).toBe(true);
    expect(await items.nth(1).isDisabled()).toBe(true);
  });

  test('sees the night that was sold twice on Channels, with ways out that it cannot take', async () => {
    const page = await desk.open('/desk/channels', { role: null, viewport: PHONE });
    await page.getByRole('heading', { name: 'Conflict' }).waitFor();
    expect(await page.getByText('sold twice').count()).toBeGreaterThan(0);
    const ways = await page.getByRole('button', { name: 'Do it' }).all();
    expect(ways.length).toBeGreaterThan(0);
    for (const button of ways) {
      expect(await button.isDisabled()).toBe(true);
      const box = (await button.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    }
  });
});
