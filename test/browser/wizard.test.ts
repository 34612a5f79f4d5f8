// The first minutes of a new owner, from the link that the terminal prints to the bookings of the practice channel; and stays taken over
// from a list.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signInLink } from '../../src/model/staff.ts';
import { inviteFirstOwner } from '../../src/pms/first-owner.ts';
import { eventually } from '../harness/eventually.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, SCREEN, useNewServer } from './desk.ts';

describe.skipIf(CHROMIUM === null)('a new owner', () => {
  const desk = useNewServer();
  let page: Page;

  const saveAndGoOn = () => page.getByRole('button', { name: 'Save and go on' }).click();
  const hotelId = async () => (await desk.send('GET', '/operator/properties'))[0].hotel_id;
  const bookings = async () => desk.send('GET', `/operator/properties/${await hotelId()}/bookings`);
  /** A line without a name holds back all; a number that is taken stops only its own line, which goes on where it stopped. */
  const keepsWhatIsSaved = async () => {
    const lines = page.locator('.setup-room');
    const [second, third] = [lines.nth(1), lines.nth(2)];
    await second.getByLabel(/Kind/).fill('Studio');
    await second.getByLabel(/Numbers/).fill('103');
    await second.getByLabel(/A night/).fill('1.080,50');
    await third.getByLabel(/A night/).fill('60');
    await saveAndGoOn();
    await expect
      .poll(() => third.getByLabel(/Kind/).evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectAccessibleInBothSizes(page);
    expect(await desk.send('GET', `/operator/properties/${await hotelId()}/rooms`)).toEqual([]);
    await third.getByLabel(/A night/).fill('');
    await saveAndGoOn();
    await second.getByText(/The room is created, but not all of the line:.*103/).waitFor();
    expect(await lines.first().getByLabel(/Kind/).isDisabled()).toBe(true);
    await expectAccessibleInBothSizes(page);
    await second.getByLabel(/Numbers/).fill('201');
    await saveAndGoOn();
  };

  /** What is typed in the second step is still there afterwards. */
  const goesBackToTheHouse = async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Casa Nova');
    expect(await page.getByLabel('Currency').isDisabled()).toBe(true);
    await page.getByLabel('Check-out ends').fill('10:30');
    await expectAccessibleInBothSizes(page);
    await saveAndGoOn();
    await page.locator('.setup-room').first().waitFor();
    const [house] = await desk.send('GET', '/operator/properties');
    expect([house.name, house.settings.checkout_time]).toEqual(['Casa Nova', '10:30']);
  };

  test('has a house with rooms, prices and a first channel whose bookings come by themselves', async () => {
    const secret = await inviteFirstOwner(desk.db, desk.now());
    const link = new URL(signInLink(desk.url, secret!));
    page = await desk.open(link.pathname + link.hash, { role: null });
    await page.getByRole('button', { name: 'Go on without a password' }).waitFor();
    await expectAccessibleInBothSizes(page);
    await page.getByRole('button', { name: 'Go on without a password' }).click();
    await page.waitForURL(/\/desk\/setup$/);
    await page.getByLabel('Name', { exact: true }).fill('Casa Nova');
    await expectAccessibleInBothSizes(page);
    await saveAndGoOn();
    const line = page.locator('.setup-room').first();
    await line.getByLabel(/Kind/).fill('Double');
    await line.getByLabel(/Numbers/).fill('101-103');
    await line.getByLabel(/A night/).fill('90');
    await expectAccessibleInBothSizes(page);
    await goesBackToTheHouse();
    await expect.poll(() => line.getByLabel(/Numbers/).inputValue()).toBe('101-103');
    await keepsWhatIsSaved();
    await page.getByText('Your house is ready.').waitFor();
    await page.getByText('You have no password yet.').waitFor();
    await expectAccessibleInBothSizes(page);
    const rooms = await desk.send('GET', `/operator/properties/${await hotelId()}/rooms`);
    expect(rooms.map(({ name, units }: { name: string; units: number }) => [name, units])).toEqual([
      ['Double', 3],
      ['Studio', 1],
    ]);
    await page.getByRole('button', { name: /Try how a channel works/ }).click();
    await page.getByText(/ Practice has just booked: Double/).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See it in the calendar' }).click();
    await page
      .getByRole('button', { name: /Practice, .*Practice channel/ })
      .first()
      .or(page.locator('.bar').first())
      .waitFor();
    expect((await bookings()).every((one: { channel: string }) => one.channel === 'practice')).toBe(true);
  });

  test('books there as its guest, sees the proof of its nights, and removes it with its bookings', async () => {
    await page.goto(`${desk.url}/desk/channels?view=connections`);
    await page.getByText('Practice: no real guests').waitFor();
    await page.getByRole('button', { name: 'Book as a guest of the practice channel' }).click();
    const before = (await bookings()).length;
    await page.getByText('3 left').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book Double' }).click();
    // Its count comes back from the house: the sale was stored, and the nights were sent again.
    await page.getByText('2 left').waitFor();
    expect(await bookings()).toHaveLength(before + 1);
    await page.keyboard.press('Escape');
    await page.goto(`${desk.url}/desk/channels`);
    await page.getByText(/\d+ nights confirmed/).waitFor();
    await expectAccessible(page);
    await page.goto(`${desk.url}/desk/channels?view=connections`);
    await page.getByRole('button', { name: 'Remove with its bookings' }).click();
    await page.getByText('No channel is connected').waitFor();
    expect((await bookings()).map((one: { status: string }) => one.status)).toEqual(
      Array(before + 1).fill('cancelled'),
    );
  });

  test('is offered the calendars of channels on a page that axe finds nothing on', async () => {
    await page.goto(`${desk.url}/desk/setup?step=calendars`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    await expectAccessibleInBothSizes(page);
  });

  test('takes over stays of a list, is asked how its dates are meant, and sees what was left out and what was refused', async () => {
    await page.goto(`${desk.url}/desk/setup?step=stays`);
    const list = [
      'Guest;Room;Arrival;Departure;Price;Phone',
      'Ada Lovelace;101;03/05/2030;03/07/2030;240,00;+351 910 000 000',
      'Grace Hopper;Doble;04/05/2030;04/07/2030;180;',
      'Nobody;101;;04/07/2030;10;',
      'Second in 101;101;03/05/2030;03/06/2030;100;',
    ].join('\n');
    await page.getByLabel('List of stays').fill(list);
    await expectAccessibleInBothSizes(page);
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByText('Which day is 03/05/2030?').waitFor();
    await page.getByText('03/05/2030 – 03/07/2030').waitFor();
    expect(await page.getByRole('button', { name: /Take over/ }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /the month stands first/ }).check();
    await page.getByLabel('Doble').selectOption({ label: 'Double' });
    await page.getByText('3 stays are ready, 1 left out.').waitFor();
    await page.getByText('Left out: 1 × no date of arrival that can be read').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take over 3 stays' }).click();
    await page.getByText('2 stays are taken over.').waitFor();
    await page.getByText('1 was refused').waitFor();
    await page.getByText('Second in 101').waitFor();
    await expectAccessible(page);
    const taken = (await bookings()).filter((one: { channel: string }) => one.channel === 'direct');
    expect(
      taken.map((one: { name: string; checkin: string; price: number }) => [
        one.name,
        one.checkin.slice(0, 10),
        one.price,
      ]),
    ).toEqual([
      ['Ada Lovelace', '2030-03-05', 240],
      ['Grace Hopper', '2030-04-05', 180],
    ]);
    // The same again creates nothing twice.
    await page.getByRole('button', { name: 'Try these again' }).click();
    await page.getByText('0 stays are taken over.').waitFor();
    await eventually(async () =>
      expect((await bookings()).filter((one: { channel: string }) => one.channel === 'direct')).toHaveLength(
        2,
      ),
    );
  });

  test('takes an import back as one, but not what was changed since', async () => {
    const direct = async () =>
      (await bookings()).filter((one: { channel: string }) => one.channel === 'direct') as {
        order_id: number;
        name: string;
        status: string;
      }[];
    const [ada] = (await direct()).filter(({ name }) => name === 'Ada Lovelace');
    await desk.send('PATCH', `/operator/properties/${await hotelId()}/bookings/${ada!.order_id}`, {
      notes: 'late',
    });
    await page.goto(`${desk.url}/desk/setup?step=stays`);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel 2 stays' }).click();
    await page.getByText('1 stay is taken back: it is cancelled.').waitFor();
    await page.getByText('was changed since').waitFor();
    await expectAccessible(page);
    expect((await direct()).map(({ name, status }) => [name, status])).toEqual([
      ['Ada Lovelace', 'confirmed'],
      ['Grace Hopper', 'cancelled'],
    ]);
    // What stays is the house's now: nothing is left to take back.
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  });

  test('is not asked again for rooms that were made since the desk was last open', async () => {
    const first = await desk.open('/desk/setup');
    const house = { name: 'Casa Velha', currency: 'EUR', timezone: 'Europe/Lisbon' };
    const { hotel_id: id } = await desk.send('POST', '/operator/properties', house);
    await first.evaluate((hotelId) => localStorage.setItem('innwire.property', String(hotelId)), id);
    await first.reload();
    await first.getByRole('heading', { name: 'Which rooms do you have?' }).waitFor();
    await eventually(async () => expect(await hasCopyOf(first, id)).toBe(true));
    const context = first.context();
    await first.close();
    await desk.send('POST', `/operator/properties/${id}/rooms`, { name: 'Double', capacity: 2, price: 90 });

    const again = await context.newPage();
    const events = Promise.withResolvers<void>();
    await again.route('**/api/events/**', async (route) => {
      await events.promise;
      await route.continue();
    });
    await again.goto(`${desk.url}/desk/setup?step=stays`);
    // The copy of the device is here: it names the house, and has no room.
    await again.locator('.setup-steps').getByText('Casa Velha').waitFor();
    expect(await again.locator('.setup-room').count()).toBe(0);
    events.resolve();
    await again.getByLabel('List of stays').waitFor();
    await context.close();
  });
});

/** Whether the device keeps a whole copy of a property: its head is written last. */
function hasCopyOf(page: Page, hotelId: number): Promise<boolean> {
  return page.evaluate(
    (id) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('innwire');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains('copies')) {
            db.close();
            return resolve(false);
          }
          const keys = db.transaction('copies').objectStore('copies').getAllKeys();
          keys.onsuccess = () => {
            db.close();
            const all = keys.result as [number, number, string][];
            resolve(all.some(([, property, part]) => property === id && part === 'head'));
          };
        };
      }),
    hotelId,
  );
}

/** Checks what the page shows on a phone, then on a screen. */
async function expectAccessibleInBothSizes(page: Page): Promise<void> {
  for (const size of [PHONE, SCREEN]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}
