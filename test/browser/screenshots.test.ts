// Pictures of screens in both themes and both sizes, to be looked at: SHOTS='/desk/calendar /desk/today' npx vitest run this file.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, SCREEN, useDesk } from './desk.ts';

const addresses = (process.env['SHOTS'] ?? '').split(' ').filter((address) => address !== '');
const folder = process.env['SHOTS_FOLDER'] ?? '/tmp/desk-shots';

describe.skipIf(CHROMIUM === null || addresses.length === 0)('pictures', () => {
  const desk = useDesk();
  test.each(addresses)('of %s', async (address) => {
    await mkdir(folder, { recursive: true });
    for (const [size, viewport] of Object.entries({ screen: SCREEN, phone: PHONE })) {
      const page = await desk.open(address, { viewport, hasTouch: size === 'phone' });
      await page.locator('.live .num').waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const name = `${address.replace(/^\/desk\/?/, '').replace(/\W+/g, '-') || 'start'}-${size}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(folder, name) });
      }
      await page.context().close();
    }
  });
});
