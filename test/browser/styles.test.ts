// A screen looks the same whether it is opened at once or after all the others, whose styles are then in the page too.
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, SCREEN, useDesk } from './desk.ts';

const SCREENS = [
  '/desk',
  '/desk/calendar',
  '/desk/rates',
  '/desk/inbox',
  '/desk/housekeeping',
  '/desk/channels',
  '/desk/reports',
  '/desk/people',
  '/desk/settings',
  '/desk/log',
  '/desk/account',
];

describe.skipIf(CHROMIUM === null)('the styles of one screen', () => {
  const desk = useDesk();

  test.each([
    ['a desktop', SCREEN],
    ['a phone', PHONE],
  ])('reach no other one on %s', async (_, viewport) => {
    const { orderId } = desk.house.stays['Gallagher']!;
    const addresses = [...SCREENS, `/desk/calendar?stay=${orderId}`];
    const walked = await opened('/desk', viewport);
    for (const address of addresses) await show(walked, address);
    for (const address of addresses) {
      const direct = await opened(address, viewport);
      const expected = await looksOf(direct);
      await direct.context().close();
      await show(walked, address);
      const looks = await looksOf(walked);
      // What a person has seen before is in one of both only: hints, what is new in the log.
      const both = Object.keys(looks).filter((name) => name in expected);
      expect(both.length / Object.keys(expected).length).toBeGreaterThan(0.8);
      const differing = both.filter((name) => !isDeepStrictEqual(looks[name], expected[name]));
      expect({ address, differing: differing.map((name) => [name, expected[name], looks[name]]) }).toEqual({
        address,
        differing: [],
      });
    }
  });

  async function opened(address: string, viewport: { width: number; height: number }): Promise<Page> {
    const page = await desk.open(address, {
      viewport,
      hasTouch: viewport === PHONE,
      reducedMotion: 'reduce',
    });
    await shown(page);
    return page;
  }
});

/** Goes to another screen in the same document. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await shown(page);
}

/** Waits until everything of a screen is there. */
async function shown(page: Page): Promise<void> {
  await page.locator('.live .num').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count()).toBe(0);
}

/** How elements look, by their own classes and those of the elements around them. Sizes that follow from texts are left out. */
function looksOf(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const properties = [
      ...[
        'display',
        'position',
        'font-family',
        'font-size',
        'font-weight',
        'line-height',
        'color',
        'background-color',
        'opacity',
        'box-shadow',
        'text-align',
      ],
      ...[
        'white-space',
        'text-overflow',
        'text-decoration',
        'overflow',
        'z-index',
        'flex',
        'gap',
        'align-items',
      ],
      ...[
        'justify-content',
        'justify-items',
        'place-self',
        'padding',
        'border-radius',
        'border-block-width',
        'border-inline-width',
        'visibility',
      ],
      ...['min-inline-size', 'min-block-size', 'max-inline-size', 'max-block-size', 'order', 'cursor'],
    ];
    const looks: Record<string, Set<string>> = {};
    const nameOf = (element: Element) => [element.localName, ...[...element.classList].sort()].join('.');
    const visit = (element: Element, around: string) => {
      const name = `${around} ${nameOf(element)}`;
      const style = getComputedStyle(element);
      const look = properties
        .map((property) => `${property}: ${style.getPropertyValue(property)}`)
        .join('; ');
      looks[name] ??= new Set();
      looks[name].add(look);
      for (const child of element.children) visit(child, name);
    };
    visit(document.body, '');
    return Object.fromEntries(Object.entries(looks).map(([name, some]) => [name, [...some].sort()]));
  });
}
