// The screen of channels in a browser: the proof by keyboard, ways out of a conflict, connecting, and what each role may do.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { type DeskFixture, isTitleWhole, PHONE, useDesk } from './desk.ts';
import { TODAY } from './house.ts';
import { connectChannex, storeOtas, storeSalesLimitsOfChannex } from './house-otas.ts';
import { inTransaction, reportDifferences, sell } from './house-sales.ts';

/** Shows one conflict after the other until it is that of a guest. */
async function goToConflict(page: Page, guest: string): Promise<void> {
  const conflict = page.getByRole('region', { name: 'Conflicts' });
  await conflict.getByText(/^\d+ of \d+$/).waitFor();
  const count = Number((await conflict.getByText(/^\d+ of \d+$/).textContent())!.split(' ').at(-1));
  for (const _ of Array.from({ length: count })) {
    if ((await conflict.getByText(guest).count()) > 0) return;
    await conflict.getByRole('button', { name: 'Next' }).click();
  }
  throw new Error(`No conflict of ${guest}.`);
}

/**
 * Stores a stay that was cancelled here and that its channel sends again, and one that was sold although all units were; both are months ahead.
 * Returns the names of their guests.
 */
async function storeUndecided(desk: DeskFixture): Promise<[string, string]> {
  const today = Temporal.PlainDate.from(TODAY);
  const [firstMonth, nextMonth] = [7, 8].map((months) => today.add({ months })) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  const sellApartment = (guestName: string, channelReference: string, checkin: Temporal.PlainDate) =>
    sell(desk, {
      roomId: desk.house.rooms['Apartment']!,
      channel: 'booking_com',
      channelReference,
      guestName,
      checkin,
      checkout: checkin.add({ days: 3 }),
      priceMinor: 60_000,
      today,
    });
  const reservationId = await sellApartment('Adeyemi', '4300000001', nextMonth);
  await inTransaction(desk, (tx) => cancelReservation(tx, { reservationId, date: nextMonth, today }));
  await reportDifferences(desk, { reservationId, today }, [{ member: 'status', value: 'confirmed' }]);
  const guests = ['Petrov', 'Silva', 'Nakamura', 'Ferrari'];
  for (const [place, guest] of guests.entries()) await sellApartment(guest, `430000001${place}`, firstMonth);
  return ['Adeyemi', 'Ferrari'];
}

describe.skipIf(CHROMIUM === null)('the screen of channels', () => {
  const desk = useDesk();
  const grid = (page: Page) => page.getByRole('grid', { name: 'Proof of what the channels know' });

  test('shows each night of each channel, and the keyboard moves through them', async () => {
    const page = await desk.open('/desk/channels');
    const cells = grid(page).locator('.cell');
    const connections = await desk.send('GET', `/operator/properties/${desk.house.hotelId}/channels`);
    const rooms = Object.keys(desk.house.rooms).length;
    await expect.poll(() => cells.count()).toBe(14 * connections.length * rooms);
    await cells.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const named = page.locator('.proof-grid [tabindex="0"]');
    await expect.poll(() => named.getAttribute('aria-label')).toMatch(/^Booking\.com, Double, \w+ 12/);
    expect(await page.locator('.proof-grid [aria-selected="true"]').count()).toBe(1);
    await expect.poll(() => page.getByRole('heading', { name: 'Booking.com' }).count()).toBe(1);
    await page.context().close();
  });

  test('asks for a night to be pushed again by its key', async () => {
    const page = await desk.open('/desk/channels');
    await grid(page)
      .getByRole('gridcell', { name: /^Booking/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Push again' }).waitFor();
    await page.keyboard.press('p');
    await page.locator('.toast', { hasText: 'is pushed again' }).waitFor();
    await page.context().close();
  });

  test('solves a stay that was sold without a place, by one key', async () => {
    const conflicts = () => desk.send('GET', `/operator/properties/${desk.house.hotelId}/conflicts`);
    const before = await conflicts();
    expect(before.length).toBeGreaterThan(0);
    const page = await desk.open('/desk/channels');
    await expect.poll(() => page.locator('.way').count()).toBeGreaterThan(0);
    await page.keyboard.press('1');
    await expect.poll(async () => (await conflicts()).length).toBeLessThan(before.length);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    // The nights that it had are sold: it cannot go back, and the desk says so.
    await page.locator('.toast', { hasText: 'nothing left' }).waitFor();
    expect((await conflicts()).length).toBeLessThan(before.length);
    await page.context().close();
  });

  test('lists what is to be decided of stays months ahead, and of one that was cancelled', async () => {
    const [asked, twice] = await storeUndecided(desk);
    const page = await desk.open('/desk');
    const tile = page.locator('.tile[href="/desk/channels"]', { hasText: 'onflict' });
    await tile.click();
    const conflict = page.getByRole('region', { name: 'Conflicts' });
    await goToConflict(page, twice);
    await conflict.getByText('overbooked on').waitFor();
    await conflict.getByRole('button', { name: 'Show these nights' }).click();
    await expect.poll(() => conflict.locator('.way').count()).toBeGreaterThan(0);
    await goToConflict(page, asked);
    const status = conflict.getByRole('region', { name: 'State' });
    await status.getByText('cancelled', { exact: true }).waitFor();
    await status.getByRole('button', { name: 'It stays cancelled' }).click();
    await expect.poll(() => conflict.getByText(asked).count()).toBe(0);
    await page.context().close();
  });

  test('connects a calendar, and says beside the field what is wrong with it', async () => {
    const page = await desk.open('/desk/channels?view=connections');
    await page.getByRole('button', { name: 'Connect a channel' }).click();
    await page.getByRole('button', { name: /iCal/ }).click();
    await page.getByLabel('Name of the channel').fill('homeaway');
    await page.getByLabel('Apartment: Address of the calendar').fill('no address');
    const connect = page.getByRole('button', { name: 'Connect', exact: true });
    await connect.click();
    const line = page.locator('.mapping-line', { hasText: 'Apartment' });
    await line.getByText('An address that begins with https').waitFor();
    await page.locator('.connect .banner.alert').waitFor();
    expect(await page.locator('.mapping-line .bad.help').count()).toBe(1);
    await page.getByLabel('Apartment: Address of the calendar').fill('https://calendar.example/1.ics');
    await connect.click();
    await expect.poll(() => page.locator('.connection h2').allTextContents()).toContain('homeaway');
    await page.context().close();
  });

  test('shows the OTAs behind a channel, and takes what somebody has seen off the list', async () => {
    await connectChannex(desk);
    const page = await desk.open('/desk/channels?view=connections');
    await page.getByText('No OTA is connected at Channex yet.').waitFor();
    await storeOtas(desk);
    await page.reload();
    const list = page.getByRole('list', { name: 'OTAs behind Channex' });
    const bookingCom = list.locator('.ota', { hasText: 'Lindenhof at the lake' });
    await bookingCom.getByText('Switched off at Channex').waitFor();
    await bookingCom.getByText('Rate plan 3 has no occupancy').waitFor();
    expect(await list.locator('.ota', { hasText: 'Airbnb' }).textContent()).toContain('switched on');
    expect(await list.locator('.ota', { hasText: 'Expedia' }).textContent()).toContain('removes it on Tue');
    await page.goto(`${desk.url}/desk/channels`);
    await page.getByRole('link', { name: 'Booking.com failing' }).click();
    await bookingCom.waitFor();
    await expectAccessible(page);
    await page.goto(`${desk.url}/desk`);
    const tile = page.locator('.tile', { hasText: 'Booking.com via Channex' });
    await tile.click();
    await bookingCom.getByRole('button', { name: 'Seen: Booking.com' }).click();
    await page.locator('.toast', { hasText: 'taken off the list' }).waitFor();
    await expect.poll(() => bookingCom.locator('.ota-problems').count()).toBe(0);
    expect(await list.locator('.ota-problems').count()).toBe(1);
    await page.context().close();
    const watching = await desk.open('/desk/channels?view=connections', { role: 'desk' });
    await watching.getByText('removes it on Tue').waitFor();
    expect(await watching.getByRole('button', { name: /^Seen/ }).count()).toBe(0);
    await watching.context().close();
  });

  test('says what a channel sells otherwise than it is set here', async () => {
    await connectChannex(desk);
    await storeSalesLimitsOfChannex(desk);
    const page = await desk.open('/desk/channels?view=connections');
    const limits = page.getByRole('list', { name: 'What Channex sells otherwise' }).getByRole('listitem');
    await limits.first().waitFor();
    expect(await limits.allTextContents()).toEqual([
      'Channex sells 300 nights from today on only: the property there is set so.',
      'Channex closes the night of today and the next one by itself every day at 18:00.',
      'Channex raises the price of 2 nights to €90, the lowest price of the property there. First: Double, Sat 20 Jun, here €80.',
      'Channex lowers the price of 1 night to €300, the highest price of the property there. First: Apartment, Thu 31 Dec, here €450.',
    ]);
    await expectAccessible(page);
    await page.context().close();
  });

  test('lets the desk look, and only look', async () => {
    const page = await desk.open('/desk/channels', { role: 'desk' });
    await grid(page)
      .getByRole('gridcell', { name: /^Booking/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole('heading', { name: 'Booking.com' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Push again' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Connect a channel' }).count()).toBe(0);
    await page.context().close();
  });

  test('has no violation of WCAG 2.2 AA that axe finds, in both themes and sizes', async () => {
    for (const [address, viewport] of [
      ['/desk/channels', null],
      ['/desk/channels?view=connections&connect=expedia', null],
      ['/desk/channels?view=connections', PHONE],
      ['/desk/channels', PHONE],
    ] as const) {
      const page = await desk.open(address, viewport ? { viewport } : {});
      await page.locator('.live .num').waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      await expectAccessible(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, 'no page is wider than its window').toBeLessThanOrEqual(0);
      expect(await isTitleWhole(page), `the title of ${address} is not cut`).toBe(true);
      await page.context().close();
    }
  });
});
