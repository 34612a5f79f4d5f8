// A day at the desk in Chromium by the keyboard alone, as it happens at a reception. Counts the keys of each task.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('a day by the keyboard', () => {
  const desk = useDesk();
  let page: Page;
  let keys = 0;
  let begun = 0;
  const figures: string[] = [];
  beforeAll(async () => {
    page = await desk.open('/desk');
    await page.locator('.stay-row').first().waitFor();
  });
  afterAll(() =>
    console.log(['keys and seconds, waiting for the server included:', ...figures].join('\n  ')),
  );

  const press = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
    keys += all.length;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    keys += text.length;
  };
  /** Presses Tab until what has this name has the focus. */
  const tabTo = async (name: string | RegExp, key = 'Tab') => {
    const wanted = typeof name === 'string' ? new RegExp(`^${name}$`) : name;
    for (let step = 0; step < 40; step += 1) {
      if (wanted.test(await page.evaluate(focusedName))) return;
      await press(key);
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  const focused = (name: string) => expect.poll(() => page.evaluate(focusedName)).toBe(name);
  const task = (name: string, work: () => Promise<void>) =>
    test(name, async () => {
      keys = 0;
      begun = performance.now();
      try {
        await work();
        figures.push(`${name}: ${keys} keys, ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
      } finally {
        // The next task begins where nothing is open.
        await eventually(async () => {
          if ((await drawer().count()) > 0) await page.keyboard.press('Escape');
          expect(await drawer().count()).toBe(0);
        });
      }
    });
  const drawer = () => page.locator('dialog[open]');
  /** Finds a stay by some letters and opens it. */
  const find = async (letters: string, name: string) => {
    await press('Control+k');
    await type(letters);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .waitFor();
    await press('Enter');
    await drawer().getByRole('heading', { name, level: 2 }).waitFor();
  };
  /** Opens the menu of the stay that is shown, and takes an entry. */
  const choose = async (entry: string, name: string) => {
    await tabTo(`More for ${name}`, 'Shift+Tab');
    await press('Enter');
    const item = page.getByRole('menuitem', { name: entry });
    await item.waitFor();
    for (let step = 0; step < 20; step += 1) {
      if (await item.evaluate((element) => element === document.activeElement)) break;
      await press('ArrowDown');
    }
    await press('Enter');
  };
  const { bookingOf } = desk;
  const found = (name: string) =>
    desk.send('GET', `/api/bookings/${desk.house.token}?search=${encodeURIComponent(name)}`);

  task('check in an arrival', async () => {
    await find('eriks', 'Eriksson');
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Eriksson')).status).toBe('checked_in');
  });

  task('check out a departure that owes something', async () => {
    await find('rossi', 'Rossi');
    await press('Enter');
    await drawer().locator('.money-form').waitFor();
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Rossi')).balance).toBe(0);
    await drawer().getByRole('button', { name: 'Check out' }).waitFor();
    await page.locator('.money-form').waitFor({ state: 'detached' });
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Rossi')).status).toBe('checked_out');
  });

  task('a walk-in, checked in and paid', async () => {
    await press('n');
    await page.locator('.offer').first().waitFor();
    await tabTo('Name');
    await type('Walker');
    await tabTo('Check in at once');
    await press('Space', 'Enter');
    await drawer().getByRole('heading', { name: 'Walker' }).waitFor();
    // The only free double was left this morning, and nobody has cleaned it yet.
    await tabTo('As it is');
    await press('Enter');
    await expect.poll(async () => (await found('Walker'))[0].status).toBe('checked_in');
    await tabTo('Amount');
    await press('Enter');
    await expect.poll(async () => (await found('Walker'))[0].balance).toBe(0);
  });

  task('a group of three rooms by telephone', async () => {
    await press('n');
    await focused('Arrival');
    await type('06242026');
    await tabTo('One Superior lake view more');
    await press('Enter');
    await tabTo('One Family more');
    await press('Enter');
    await tabTo('Name');
    await type('Club Alpin');
    await press('Enter');
    await drawer().getByText('Booked together, 3 rooms').waitFor();
    expect(await found('Club Alpin')).toHaveLength(3);
  });

  task('a late arrival is noted', async () => {
    await find('galla', 'Gallagher');
    await tabTo('Notes');
    await type('Comes at 23:30');
    await press('Tab');
    await expect.poll(async () => (await bookingOf('Gallagher')).notes).toBe('Comes at 23:30');
  });

  task('another room', async () => {
    await find('costa', 'Costa');
    await press('m');
    await focused('Number');
    await press('ArrowDown');
    await tabTo('Change');
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Costa')).unit).toBe('204');
  });

  task('a night more', async () => {
    await find('grec', 'Greco');
    await press('m');
    await focused('Departure');
    await type('06292026');
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Greco')).checkout).toContain('2026-06-29');
  });

  task('an early departure', async () => {
    await find('haug', 'Haugland');
    await choose('Check out early', 'Haugland');
    await tabTo('Check out');
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Haugland')).status).toBe('checked_out');
  });

  task('a no-show', async () => {
    await find('lind', 'Lindqvist');
    await choose('No-show', 'Lindqvist');
    await tabTo('No-show');
    await press('Enter');
    await expect.poll(async () => (await bookingOf('Lindqvist')).status).toBe('no_show');
  });

  task('a stay that a channel sold twice gets a room', async () => {
    await press('g', 'n');
    await page.locator('.way').first().waitFor();
    await press('1');
    await expect.poll(async () => (await bookingOf('Achterberg')).unit).not.toBeNull();
  });
});

/** Runs in the page: returns the accessible name of what has the focus, as far as labels and texts give one. */
function focusedName(): string {
  const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
  return (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim();
}
