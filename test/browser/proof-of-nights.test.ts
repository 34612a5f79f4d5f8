// A night of a channel shows the exchange that confirmed or refused it, and no other, in the language of the desk.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';
import { TODAY } from './house.ts';
import { storePush } from './house-proofs.ts';

describe.skipIf(CHROMIUM === null)('the proof of a night', () => {
  const desk = useDesk();
  const day = (plus: number) => Temporal.PlainDate.from(TODAY).add({ days: plus });
  const show = (page: Page, plus: number, channel = 'Booking.com') =>
    page
      .getByRole('gridcell', { name: new RegExp(`^${channel}, Double, [^:]*\\b${day(plus).day}\\b`) })
      .first()
      .click();
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  test('is the exchange that had this night', async () => {
    const roomId = desk.house.rooms['Double']!;
    await storePush(desk, { roomId, date: day(1), refusal: null });
    await storePush(desk, { roomId, date: day(2), refusal: null });
    await storePush(desk, { roomId, date: day(3), refusal: 'The price is below the minimum of the rate.' });
    await storePush(desk, { roomId, date: day(4), refusal: null, isLost: true });
    const page = await desk.open('/desk/channels');
    for (const plus of [1, 2]) {
      await show(page, plus);
      await part(page, 'Confirmed')
        .getByText(`<night date="${day(plus)}"/>`)
        .waitFor();
      expect(await part(page, 'Confirmed').locator('.exchange').count()).toBe(1);
      expect(await part(page, 'Refused').count()).toBe(0);
    }
    await show(page, 3);
    const refused = part(page, 'Refused');
    await refused.getByText(`<night date="${day(3)}"/>`).waitFor();
    await refused.getByText('below the minimum').waitFor();
    await part(page, 'Confirmed the count')
      .getByText(`<night date="${day(3)}"/>`)
      .waitFor();
    await show(page, 4);
    await part(page, 'Confirmed').getByText('is not known').waitFor();
    expect(await page.locator('.exchange').count()).toBe(0);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /1 night accepted/ })
      .first()
      .click();
    await page.locator('.exchange').waitFor();
    await page.context().close();
  });

  test('and the log of exchanges are in the language of the desk', async () => {
    const page = await desk.open('/desk/channels', { locale: 'de-DE' });
    await show(page, 4);
    await part(page, 'Hat bestätigt').getByText('nicht bekannt').waitFor();
    await page.goto(`${desk.url}/desk/channels?view=log`);
    const lines = page.locator('.log-list .exchange-line');
    await lines.filter({ hasText: '1 Nacht angenommen' }).first().waitFor();
    const refused = lines.filter({ hasText: 'abgelehnt' });
    expect(await refused.locator('q').textContent()).toBe('The price is below the minimum of the rate.');
    expect(await page.getByText('pushed').count()).toBe(0);
    await page.context().close();
  });
});
