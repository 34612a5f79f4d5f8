// The end of a house in a browser: archived with a question about what is open, read, taken out again, and removed with its name typed.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('the end of a house', () => {
  const desk = useDesk();
  const at = () => `/operator/properties/${desk.house.hotelId}`;
  const archivedAt = async () => (await desk.send('GET', at())).archived_at;
  let page: Page;
  beforeAll(async () => {
    for (const { channel } of await desk.send('GET', `${at()}/channels`))
      await desk.send('DELETE', `${at()}/channels/${channel}`);
    page = await desk.open('/desk/settings', { viewport: PHONE });
    await page.getByRole('button', { name: 'Archive this property…' }).waitFor();
  });

  test('what is open is asked about before it is archived', async () => {
    await page.getByRole('button', { name: 'Archive this property…' }).click();
    await page.getByText('Archive Hotel Lindenhof?').waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText(/^Still open – stays in the house: \d+/).waitFor();
    expect(await archivedAt()).toBeNull();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Archive nevertheless' }).click();
    await page.getByText('This house is archived: everything can be read').waitFor();
    expect(await archivedAt()).not.toBeNull();
  });

  test('in the archive it is read, and no field of it is offered', async () => {
    await page.getByRole('button', { name: 'Take out of the archive' }).waitFor();
    expect(await page.getByLabel('Telephone').count()).toBe(0);
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
  });

  test('taken out of the archive it is changed again', async () => {
    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await page.getByLabel('Telephone').waitFor();
    expect(await archivedAt()).toBeNull();
    await desk.send('POST', `${at()}/archive`, { confirm: true });
    await page.getByRole('button', { name: 'Remove for good…' }).waitFor();
  });

  test('the table says what goes, and only the exact name removes it; then a new house begins', async () => {
    await page.getByRole('button', { name: 'Remove for good…' }).click();
    const table = page.getByRole('table', { name: 'What goes' });
    await table.getByRole('rowheader', { name: 'Stays in the house' }).waitFor();
    const removed = (await desk.send('POST', `${at()}/remove?dry_run=true`, {})).removed;
    const guests = removed.find((one: { kind: string }) => one.kind === 'guests').rows;
    const row = table.getByRole('row', { name: /^Guests \d/ });
    expect(await row.textContent()).toBe(`Guests${guests}`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const button = page.getByRole('button', { name: 'Remove for good', exact: true });
    const name = page.getByLabel('Type the name to remove it: Hotel Lindenhof');
    await name.fill('hotel lindenhof');
    expect(await button.isDisabled()).toBe(true);
    await name.fill('Hotel Lindenhof');
    await button.click();
    await page.waitForURL('**/desk/setup');
    expect(await desk.send('GET', '/operator/properties')).toEqual([]);
  });
});
