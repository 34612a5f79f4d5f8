// The drawer of a stay in Chromium: everything that is done at the desk with one stay, by one person and by two at once.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('the drawer of a stay', () => {
  const desk = useDesk();
  const idOf = (name: string) => desk.house.stays[name]!.orderId;
  const openStay = async (name: string) => {
    const page = await desk.open(`/desk?stay=${idOf(name)}`);
    await drawer(page).getByRole('heading', { name, level: 2 }).waitFor();
    return page;
  };
  const { bookingOf } = desk;

  test('shows the stay, its folio, its guest and what happened', async () => {
    const page = await openStay('Rossi');
    await drawer(page).locator('.badge', { hasText: 'Leaves today' }).waitFor();
    await drawer(page)
      .getByRole('row', { name: /To take/ })
      .waitFor();
    expect(await drawer(page).getByLabel('Telephone').inputValue()).toBe('+49 30 1234567');
    await drawer(page).locator('.history').getByText('Checked in').first().waitFor();
    await page.context().close();
  });

  test('takes a payment and reverses it', async () => {
    const page = await openStay('Thorvaldsen');
    await drawer(page).locator('.folio-actions').getByRole('button', { name: /^Take/ }).click();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bookingOf('Thorvaldsen')).balance).toBe(0);
    await drawer(page).getByRole('button', { name: 'Reverse: Payment' }).click();
    await expect.poll(async () => (await bookingOf('Thorvaldsen')).balance).toBeGreaterThan(0);
    await page.context().close();
  });

  test('saves a field when the focus leaves it, and takes it back', async () => {
    const page = await openStay('Gallagher');
    await drawer(page).getByLabel('E-mail').fill('s.gallagher@example.com');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bookingOf('Gallagher')).email).toBe('s.gallagher@example.com');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bookingOf('Gallagher')).email).toBeNull();
    await drawer(page).getByLabel('E-mail').fill('no address');
    await page.keyboard.press('Tab');
    await drawer(page).locator('.edit-field .help.bad').filter({ hasText: /./ }).waitFor();
    expect(await drawer(page).getByLabel('E-mail').inputValue()).toBe('no address');
    await page.context().close();
  });

  test('merges what two people change in different fields, and asks about the same one', async () => {
    const [ana, ben] = await Promise.all([openStay('Eriksson'), openStay('Eriksson')]);
    await notes(ana).fill('Late arrival');
    await drawer(ben).getByLabel('Telephone').fill('+46 8 123 456');
    await drawer(ben).getByLabel('Telephone').blur();
    await expect.poll(async () => (await bookingOf('Eriksson')).phone).toBe('+46 8 123 456');
    await notes(ana).blur();
    await expect.poll(async () => (await bookingOf('Eriksson')).notes).toBe('Late arrival');
    expect((await bookingOf('Eriksson')).phone).toBe('+46 8 123 456');

    await notes(ana).fill('Brings a dog');
    await notes(ben).fill('Wants a quiet room');
    await notes(ben).blur();
    await expect.poll(async () => (await bookingOf('Eriksson')).notes).toBe('Wants a quiet room');
    await notes(ana).blur();
    const choice = drawer(ana).getByRole('alert');
    await choice.getByText('Wants a quiet room').waitFor();
    await choice.getByRole('button', { name: 'Both' }).click();
    await expect
      .poll(async () => (await bookingOf('Eriksson')).notes)
      .toBe('Wants a quiet room\nBrings a dog');
    await Promise.all([ana.context().close(), ben.context().close()]);
  });

  test('moves only what was chosen, and asks for what is open now, after others changed the stay', async () => {
    const page = await openStay('Keller');
    await drawer(page).getByRole('button', { name: 'More for Keller' }).click();
    await page.getByRole('menuitem', { name: 'Change dates or room' }).click();
    await drawer(page).getByLabel('Departure').waitFor();
    const stay = `/api/bookings/${desk.house.token}?order_id=${idOf('Keller')}`;
    await desk.send('PATCH', stay, { unit_id: desk.house.units['302'] });
    await drawer(page).locator('.facts').getByText('302').waitFor();
    await drawer(page).getByLabel('Departure').fill('2026-07-02');
    await drawer(page).getByRole('button', { name: 'Change' }).click();
    await expect.poll(async () => (await bookingOf('Keller')).checkout).toContain('2026-07-02');
    expect((await bookingOf('Keller')).unit).toBe('302');

    const { balance } = await bookingOf('Keller');
    await drawer(page).locator('.folio-actions').getByRole('button', { name: /^Take/ }).click();
    const amount = drawer(page).getByLabel('Amount');
    await expect.poll(() => amount.inputValue()).toBe(String(balance));
    const payment = { amount: 10, type: 'payment', description: 'Cash', order_id: idOf('Keller') };
    await desk.send('POST', `/operator/properties/${desk.house.hotelId}/accounting`, payment);
    await expect.poll(() => amount.inputValue()).toBe(String(balance - 10));
    await page.context().close();
  });

  test('books several rooms as a group', async () => {
    const page = await desk.open('/desk?new=');
    const form = page.locator('.new-stay');
    await form.getByLabel('Arrival').fill('2026-06-24');
    await form.getByLabel('Name', { exact: true }).fill('Club Alpin');
    await form.getByRole('button', { name: /One Superior lake view more/ }).click();
    await form.getByRole('button', { name: /^Book for/ }).click();
    await drawer(page).getByText('Booked together, 2 rooms').waitFor();
    await page.context().close();
  });

  test('has no violation of WCAG 2.2 AA that axe finds, in both themes', async () => {
    for (const address of [`/desk?stay=${idOf('Johansen')}`, '/desk?new=']) {
      const page = await desk.open(address);
      await page.locator('.stay-section, .offer').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
    }
  });

  test('runs and breaks nothing with hostile texts', async () => {
    const name = `<img src=x onerror="globalThis.wasRun=1">\u202Egnp.exe ${'very long '.repeat(10)}`;
    await desk.send('PATCH', `/api/bookings/${desk.house.token}?order_id=${idOf('Meier')}`, {
      name: name.trim(),
      notes: `</textarea><script>globalThis.wasRun = 1</script>${'x'.repeat(2_000)}`,
    });
    const page = await desk.open(`/desk?stay=${idOf('Meier')}`);
    await drawer(page).getByRole('heading', { level: 2 }).waitFor();
    expect(await page.evaluate(() => (globalThis as { wasRun?: number }).wasRun)).toBeUndefined();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});

function drawer(page: Page) {
  return page.locator('dialog.drawer');
}

function notes(page: Page) {
  return drawer(page).getByLabel('Notes');
}
