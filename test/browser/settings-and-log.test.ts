// Settings and log in a browser: fields that save themselves, rooms with units, tokens, and what the log says of changes made elsewhere.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { type DeskFixture, PHONE, useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('settings and log', () => {
  const desk = useDesk();
  const property = () => desk.send('GET', `/operator/properties/${desk.house.hotelId}`);

  describe('the settings', () => {
    let page: Page;
    beforeAll(async () => {
      page = await desk.open('/desk/settings');
      await page.getByLabel('Name', { exact: true }).waitFor();
    });

    test('save a field when it is left, and undo takes it back', async () => {
      await expectAccessible(page);
      await page.getByLabel('Telephone').fill('+49 7541 1234');
      await page.keyboard.press('Tab');
      await page.getByText('Telephone saved').waitFor();
      expect((await property()).settings.phone).toBe('+49 7541 1234');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: Telephone saved').waitFor();
      expect((await property()).settings.phone).toBeNull();
    });

    test('keep a refused text in its field, with what is wrong', async () => {
      const email = page.getByLabel('E-mail');
      await email.fill('nobody at all');
      await page.keyboard.press('Enter');
      await page.locator('.field', { has: email }).locator('.help.bad').waitFor();
      expect(await email.inputValue()).toBe('nobody at all');
      await email.focus();
      await page.keyboard.press('Escape');
      expect(await email.inputValue()).toBe('');
    });

    test('complete the address of the website', async () => {
      await page.getByLabel('Website').fill('lindenhof.example');
      await page.keyboard.press('Tab');
      await expect.poll(async () => (await property()).settings.website).toBe('https://lindenhof.example');
      await expect.poll(() => page.getByLabel('Website').inputValue()).toBe('https://lindenhof.example');
    });

    test('show what somebody else changed in the same field, and let the person decide', async () => {
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Hotel zur Linde');
      const path = `/operator/properties/${desk.house.hotelId}`;
      const before = await lastSeq(page);
      await desk.send('PATCH', path, { name: 'Lindenhof am See' });
      await expect.poll(() => lastSeq(page)).toBeGreaterThan(before);
      await page.keyboard.press('Enter');
      await page.getByText('Somebody changed this meanwhile').waitFor();
      await page.getByRole('button', { name: 'Keep theirs' }).click();
      expect(await name.inputValue()).toBe('Lindenhof am See');
      await desk.send('PATCH', path, { name: 'Hotel Lindenhof' });
    });

    test('add a room with its units, and rename one', async () => {
      await page.getByRole('link', { name: 'Rooms and units' }).click();
      await page.getByRole('button', { name: 'Add a kind of room' }).click();
      const form = page.locator('.setting-new');
      await form.getByLabel('Name', { exact: true }).fill('Garden');
      await form.getByLabel('Price a night').fill('96,50');
      await form.getByLabel('Units').fill('501-503');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Add the room' }).click();
      await page.getByText('3 units added').waitFor();
      const room = page.locator('.setting-room', { hasText: 'Garden' });
      await room.locator('summary').click();
      await room.getByLabel('Number').nth(1).fill('512');
      await page.keyboard.press('Enter');
      await page.getByText('Number saved').waitFor();
      const rooms = await desk.send('GET', `/operator/properties/${desk.house.hotelId}/rooms`);
      const made = rooms.find((one: { name: string }) => one.name === 'Garden');
      expect(made).toMatchObject({ price: 96.5, capacity: 2, units: 3 });
      const units = await desk.send('GET', `/api/units/${desk.house.token}?room_id=${made.room_id}`);
      expect(units.map((unit: { name: string }) => unit.name)).toEqual(['501', '512', '503']);
      await expectAccessible(page);
    });

    test('refuse to retire a room that has stays, after the question', async () => {
      const room = page.locator('.setting-room', { hasText: 'Double' });
      await room.locator('summary').click();
      await room.getByRole('button', { name: 'Retire: Double' }).click();
      await expectAccessible(page);
      await room.getByRole('button', { name: 'Retire', exact: true }).click();
      await page.locator('.toast[role="alert"]').waitFor();
    });

    test('make a token, show it once, and revoke it', async () => {
      await page.getByRole('link', { name: 'Access for programs' }).click();
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('What is it for?').fill('Door locks');
      await page.getByRole('radio', { name: 'Door locks' }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Make the token' }).click();
      const token = await page.locator('.secret code').textContent();
      await expectAccessible(page);
      const ask = () => fetch(`${desk.url}/api/bookings/${token}?limit=1`).then(({ status }) => status);
      expect(await ask()).toBe(200);
      await page.getByRole('button', { name: 'Done' }).click();
      const line = page.locator('.setting-line', { hasText: 'Door locks' });
      await line.getByText('Reads only').waitFor();
      await line.getByRole('button', { name: 'Revoke' }).click();
      await line.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('Door locks is revoked').waitFor();
      expect(await ask()).toBe(404);
      await page.getByText('1 revoked', { exact: true }).waitFor();
    });

    test('make a webhook, pause it, and take the pause back', async () => {
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByLabel('Address').fill('https://hooks.example/innwire');
      await page.getByRole('button', { name: 'Only some' }).click();
      await page.getByLabel('Stays', { exact: true }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Make the webhook' }).click();
      expect(await page.locator('.secret code').textContent()).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'Done' }).click();
      const line = page.locator('.setting-line', { hasText: 'hooks.example' });
      await line.getByRole('button', { name: /More for/ }).click();
      await page.getByRole('menuitem', { name: 'Pause' }).click();
      await line.getByText('paused', { exact: true }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Control+z');
      const active = async () =>
        (await desk.send('GET', `/operator/properties/${desk.house.hotelId}/webhooks`))[0].active;
      await expect.poll(active).toBe(true);
    });

    test('replace a calendar link, and keep data for as long as an owner says', async () => {
      await page.getByRole('link', { name: 'Calendar links' }).click();
      const first = page.locator('.setting-line').first();
      const before = await first.locator('code').textContent();
      await first.getByRole('button', { name: 'Replace' }).click();
      await first.getByRole('button', { name: 'Replace', exact: true }).click();
      await expect.poll(() => first.locator('code').textContent()).not.toBe(before);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'How long data is kept' }).click();
      await page.getByLabel('Messages, days after departure').fill('365');
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await property()).retention.messages).toBe(365);
      await expectAccessible(page);
      await page.context().close();
    });
  });

  test('people without the right read the house and its rooms, and have no controls', async () => {
    const page = await desk.open('/desk/settings?section=rooms', { role: 'read' });
    await page.getByText('Owners and managers change this').waitFor();
    await page.getByText('101, 102, 103').waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('textbox').count()).toBe(0);
    expect(await main.getByRole('button').count()).toBe(0);
    expect(await main.getByRole('link').allTextContents()).toEqual(['House', 'Rooms and units']);
    expect(await page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').count()).toBe(0);
    await expectAccessible(page);
    await page.context().close();
  });

  test('managers read tokens and webhooks, and cannot make any', async () => {
    const page = await desk.open('/desk/settings?section=tokens', { role: 'manager' });
    await page.getByText('first token').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  describe('the log', () => {
    test('shows a change that is made elsewhere at once, with who made it, and leads to the stay', async () => {
      const page = await desk.open('/desk/log');
      await page.locator('.log-change').first().waitFor();
      await expectAccessible(page);
      const { orderId, name } = desk.house.stays['Hughes']!;
      await change(desk, orderId, { notes: 'Vegetarian' });
      const line = page.locator('.log-change', { hasText: `${name}: Notes` }).first();
      await line.waitFor();
      expect(await line.locator('.log-actor').textContent()).toContain('first token');
      await line.getByRole('button', { name: /Event #\d+ as data/ }).click();
      expect(await line.locator('.log-data').textContent()).toContain('"kind": "booking.modified"');
      await expectAccessible(page);
      await line.getByRole('button', { name: `${name}: Notes` }).click();
      await page.waitForURL(new RegExp(`stay=${orderId}`));
      await page.getByRole('dialog').waitFor();
      await page.context().close();
    });

    test('is filtered by kind, by who, and by stay, each with an address', async () => {
      const page = await desk.open('/desk/log?kind=money');
      await page.locator('.log-change').first().waitFor();
      const lines = () => page.locator('.log-text > :first-child').allTextContents();
      expect((await lines()).every((text) => /€/.test(text))).toBe(true);
      await page.getByRole('button', { name: 'Everything' }).click();
      const actors = async () => new Set(await page.locator('.log-actor .cut').allTextContents());
      await page.getByLabel('Who').selectOption('operator');
      await page.waitForURL(/by=operator/);
      await expect.poll(actors).toEqual(new Set(['operator']));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      const { orderId, name } = desk.house.stays['Hughes']!;
      await page.goto(`${desk.url}/desk/log?order=${orderId}`);
      await page.getByText('The log begins here.').waitFor();
      expect((await lines()).length).toBeGreaterThan(2);
      expect((await lines()).some((text) => text.startsWith(`${name} booked:`))).toBe(true);
      await page.context().close();
    });

    test('goes back to its beginning, and holds new events while somebody reads further down', async () => {
      const page = await desk.open('/desk/log');
      await page.getByRole('button', { name: 'Show earlier' }).waitFor();
      const first = await page.locator('.log-text > :first-child').first().textContent();
      const main = page.getByRole('main');
      await main.evaluate((element) => element.scrollTo({ top: 600 }));
      await change(desk, desk.house.stays['Rossi']!.orderId, { notes: 'Late breakfast' });
      await page.getByRole('button', { name: '1 new' }).waitFor();
      expect(await page.locator('.log-text > :first-child').first().textContent()).toBe(first);
      await page.getByRole('button', { name: '1 new' }).click();
      await page.getByText('Rossi: Notes').waitFor();
      while ((await page.getByText('The log begins here.').count()) === 0) {
        const count = await page.locator('.log-line').count();
        await page.getByRole('button', { name: 'Show earlier' }).click();
        await expect.poll(() => page.locator('.log-line').count()).toBeGreaterThan(count);
      }
      expect(await page.locator('.log-line').last().textContent()).toContain('The house was set up');
      await page.context().close();
    });

    test('says what happened since the last visit', async () => {
      const page = await desk.open('/desk/log');
      await page.locator('.log-change').first().waitFor();
      await page.getByRole('link', { name: 'Housekeeping' }).click();
      await page.waitForURL(/housekeeping/);
      const before = await lastSeq(page);
      await change(desk, desk.house.stays['Moretti']!.orderId, { notes: 'Two keys' });
      await expect.poll(() => lastSeq(page)).toBeGreaterThan(before);
      await page.goto(`${desk.url}/desk/log`);
      await page.getByRole('button', { name: 'Since I was last here' }).waitFor();
      await page.context().close();
    });

    test('fits a phone, in long words too', async () => {
      const page = await desk.open('/desk/log', { viewport: PHONE, locale: 'de-DE' });
      await page.locator('.log-change').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
    });

    test('shows no names to those who see none', async () => {
      const page = await desk.open('/desk/log', { role: 'read' });
      await page.locator('.log-change').first().waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('Hughes');
      await page.context().close();
    });
  });
});

function change({ house, send }: DeskFixture, orderId: number, body: object): Promise<unknown> {
  return send('PATCH', `/api/bookings/${house.token}?order_id=${orderId}`, body);
}

async function lastSeq(page: Page): Promise<number> {
  const text = (await page.locator('.live .num').textContent()) ?? '';
  return Number(text.replace(/\D/g, ''));
}
