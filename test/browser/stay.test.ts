// The drawer of a stay in Chromium: everything that is done at the desk with one stay, by one person and by two at once.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';
import { TODAY } from './house.ts';
import { reportDifferences } from './house-sales.ts';

describe.skipIf(CHROMIUM === null)('the drawer of a stay', () => {
  const desk = useDesk();
  const idOf = (name: string) => desk.house.stays[name]!.orderId;
  const openStay = async (name: string) => {
    const page = await desk.open(`/desk?stay=${idOf(name)}`);
    await drawer(page).getByRole('heading', { name, level: 2 }).waitFor();
    return page;
  };
  const { bookingOf } = desk;
  /** Stores that the channel reports other values than the house has set. */
  const channelDiffers = (name: string, values: Parameters<typeof reportDifferences>[2]) => {
    const today = Temporal.PlainDate.from(TODAY);
    return reportDifferences(desk, { reservationId: idOf(name), today }, values);
  };

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

  test('closes at once with Escape, so that the next key opens what it says', async () => {
    const page = await desk.open('/desk');
    for (const step of Array.from({ length: 5 }).keys()) {
      await page.locator('.stay-row .guest').first().click();
      await drawer(page).waitFor();
      const keys = ['Escape', 'n', 'Escape', 'n'].slice(step % 2 === 0 ? 2 : 0);
      await Promise.all(keys.map((key) => page.keyboard.press(key)));
      await drawer(page).locator('.offer').first().waitFor();
      expect(new URL(page.url()).search, `time ${step}`).toBe('?new=');
      await page.goBack();
      await expect.poll(() => drawer(page).count()).toBe(0);
      expect(new URL(page.url()).search).toBe('');
    }
    await page.context().close();
  });

  test('shows the price of each night', async () => {
    const page = await openStay('Gallagher');
    const nights = drawer(page).getByRole('list', { name: 'Price by night' }).getByRole('listitem');
    await nights.first().waitFor();
    const texts = await nights.allTextContents();
    expect(texts.map((text) => text.replaceAll(/ Jun|,/g, ''))).toEqual(['Thu 11 – Sun 144 × €211.50']);
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

  test('proposes to give money back the way it came, and gives it back another way if the person says so', async () => {
    const { orderId: order_id } = desk.house.stays['Moretti']!;
    const { price } = await bookingOf('Moretti');
    const payment = {
      type: 'payment',
      amount: price + 40,
      method: 'virtual_card',
      description: 'Card',
      order_id,
    };
    await desk.send('POST', `/operator/properties/${desk.house.hotelId}/accounting`, {
      ...payment,
      confirm: true,
    });
    const page = await openStay('Moretti');
    await drawer(page).locator('.folio-actions').getByRole('button', { name: 'Give back €40' }).click();
    const form = drawer(page).locator('.money-form');
    await form.getByRole('button', { name: 'Virtual card', pressed: true }).waitFor();
    expect(await form.locator('fieldset button').count()).toBe(4);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bookingOf('Moretti')).balance).toBe(0);
    const refunds = await desk.send(
      'GET',
      `/api/accounting/${desk.house.token}?order_id=${order_id}&type=refund`,
    );
    expect(refunds.map(({ method, amount }: any) => [method, amount])).toEqual([['virtual_card', -40]]);
    await page.context().close();
  });

  test('says of a no-show before the hour of check-in that the guest is still expected', async () => {
    const page = await openStay('Papadopoulou');
    await chooseInMenu(page, 'Papadopoulou', 'No-show');
    await drawer(page).getByText('Expected from 15:00 on. If the guest has cancelled').waitFor();
    await page.context().close();
  });

  test('reads the messages without a reply once for all places that show them', async () => {
    const page = await desk.open('/desk');
    const { href } = new URL('/desk', page.url());
    // A page of nothing in between: what the first load still asks for must not be counted.
    await page.goto('about:blank');
    let reads = 0;
    const isRead = (url: string) => url.includes('/messages') && url.includes('unanswered');
    page.on('request', (request) => {
      if (isRead(request.url())) reads += 1;
    });
    const answered = page.waitForResponse((response) => isRead(response.url()));
    await page.goto(href);
    await answered;
    await page.locator('.stay-row .guest', { hasText: 'Castellanos' }).first().click();
    await drawer(page).locator('.history').waitFor();
    // The rail, Today and the drawer.
    expect(reads).toBe(1);
    await page.context().close();
  });

  test('reads the history once, and adds what happens without a read', async () => {
    const page = await desk.open('/healthz');
    let reads = 0;
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith('/api/events/') && searchParams.has('order_id')) reads += 1;
    });
    await page.goto(`${desk.url}/desk?stay=${idOf('Rossi')}`);
    const history = drawer(page).locator('.history');
    await history.getByText('Checked in').first().waitFor();
    const lines = await history.getByRole('listitem').count();
    await desk.send('PATCH', `/api/bookings/${desk.house.token}?order_id=${idOf('Rossi')}`, { adults: 1 });
    await expect.poll(() => history.getByRole('listitem').count()).toBe(lines + 1);
    expect(reads).toBe(1);
    await page.context().close();
  });

  test('saves a field when the focus leaves it, and takes it back', async () => {
    const page = await openStay('Gallagher');
    await drawer(page).getByLabel('E-mail').fill('s.gallagher@example.com');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bookingOf('Gallagher')).email).toBe('s.gallagher@example.com');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bookingOf('Gallagher')).email).toBeNull();
    // Who writes before the change is seen is asked which of both values is right.
    await expect.poll(() => drawer(page).getByLabel('E-mail').inputValue()).toBe('');
    await drawer(page).getByLabel('E-mail').fill('no address');
    await page.keyboard.press('Tab');
    await drawer(page).locator('.edit-field .help.bad').filter({ hasText: /./ }).waitFor();
    expect(await drawer(page).getByLabel('E-mail').inputValue()).toBe('no address');
    await page.context().close();
  });

  test('names who comes along, by keyboard and on a phone, and takes it back', async () => {
    const page = await desk.open(`/desk?stay=${idOf('Gallagher')}`, { viewport: PHONE, hasTouch: true });
    await drawer(page).getByRole('button', { name: 'Who comes along' }).click();
    const form = drawer(page).locator('.companions-form');
    const name = (place: number) => form.getByLabel('Name').nth(place);
    await expect.poll(() => isFocused(name(0))).toBe(true);
    await page.keyboard.type('Bo Gallagher');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6');
    await form.getByRole('button', { name: 'Add somebody' }).click();
    await expect.poll(() => isFocused(name(1))).toBe(true);
    await page.keyboard.type('Ida Gallagher');
    expect(await drawer(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await expectAccessible(page);
    await name(1).press('Enter');
    const both = [
      { name: 'Bo Gallagher', age: 6 },
      { name: 'Ida Gallagher', age: null },
    ];
    await expect.poll(async () => (await bookingOf('Gallagher')).companions).toEqual(both);
    await page.getByText('added Bo Gallagher, Ida Gallagher').waitFor();
    expect(await form.count()).toBe(0);

    await drawer(page).getByRole('button', { name: 'Bo Gallagher, 6 · Ida Gallagher' }).click();
    await form.getByLabel('Age at arrival').nth(1).fill('121');
    await page.keyboard.press('Enter');
    await form.getByText('Write whole years, 0 to 120').waitFor();
    await form.getByRole('button', { name: 'Remove Ida Gallagher' }).click();
    await expect.poll(() => isFocused(name(0))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bookingOf('Gallagher')).companions).toEqual([both[0]]);
    await page.getByText('removed Ida Gallagher').waitFor();
    await drawer(page).locator('.history').getByText('Travelling with').first().waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bookingOf('Gallagher')).companions).toEqual(both);
    await page.context().close();
  });

  test('asks which companions are right when two people change them, and says that more come than were booked', async () => {
    const [ana, ben] = await Promise.all([openStay('Eriksson'), openStay('Eriksson')]);
    const form = (page: Page) => drawer(page).locator('.companions-form');
    for (const page of [ana, ben])
      await drawer(page).getByRole('button', { name: 'Who comes along' }).click();
    await form(ana).getByLabel('Name').fill('Åse Eriksson');
    await form(ben).getByLabel('Name').fill('Bo Eriksson');
    await ben.keyboard.press('Enter');
    await form(ana).getByRole('alert').getByText('Bo Eriksson').waitFor();
    await form(ana).getByRole('button', { name: 'Keep mine' }).click();
    const { guests } = await bookingOf('Eriksson');
    for (let named = 2; named <= guests!; named += 1) {
      await form(ana).getByRole('button', { name: 'Add somebody' }).click();
      await ana.keyboard.type(`Guest ${named}`);
    }
    await form(ana)
      .getByText(`${guests! + 1} people are named`)
      .waitFor();
    await ana.keyboard.press('Enter');
    await expect
      .poll(async () => (await bookingOf('Eriksson')).companions?.map((one: any) => one.name))
      .toEqual(['Åse Eriksson', ...Array.from({ length: guests! - 1 }, (_, i) => `Guest ${i + 2}`)]);
    await drawer(ana)
      .getByText(`${guests! + 1} are named`)
      .waitFor();
    await Promise.all([ana.context().close(), ben.context().close()]);
  });

  test('keeps what is written while the text before is being saved', async () => {
    const page = await openStay('Gallagher');
    let release = () => {};
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/bookings/**', async (route) => {
      if (route.request().method() === 'PATCH') await wait;
      await route.continue();
    });
    await notes(page).fill('Cot');
    await notes(page).blur();
    await notes(page).fill('Cot and a high chair');
    await notes(page).blur();
    release();
    await expect.poll(async () => (await bookingOf('Gallagher')).notes).toBe('Cot and a high chair');
    await expect.poll(() => notes(page).inputValue()).toBe('Cot and a high chair');
    expect(await drawer(page).getByRole('alert').count()).toBe(0);
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

  test('lets people decide what its channel and the house have both changed', async () => {
    await channelDiffers('Adams', [
      { value: '+44 20 5550 0199', member: 'guestPhone' },
      { value: 69_000, member: 'priceMinor', currency: 'EUR' },
    ]);
    const page = await openStay('Adams');
    const both = drawer(page).getByRole('note');
    await both.getByText('Expedia has changed this booking').waitFor();
    const price = both.getByRole('region', { name: 'Price' });
    await price.getByText('€690', { exact: true }).waitFor();
    await price.getByRole('button', { name: 'Keep ours' }).click();
    await expect.poll(() => price.count()).toBe(0);
    const phone = both.getByRole('region', { name: 'Telephone' });
    await phone.getByRole('button', { name: 'Take that of Expedia' }).click();
    await expect.poll(() => both.count()).toBe(0);
    const { price: kept, phone: taken, differences } = await bookingOf('Adams');
    expect([kept, taken, differences]).toEqual([846, '+44 20 5550 0199', null]);
    await page.context().close();
  });

  test('lets a guest of an OTA stay longer, and people decide when the OTA cancels', async () => {
    const page = await openStay('Doyle');
    await drawer(page).getByRole('button', { name: 'More for Doyle' }).click();
    await page.getByRole('menuitem', { name: 'Change dates or room' }).click();
    const departure = drawer(page).getByLabel('Departure', { exact: true });
    await departure.fill('2026-06-22');
    await departure.blur();
    await drawer(page)
      .getByText(/^Booking.com has sold/)
      .first()
      .waitFor();
    await departure.fill('2026-06-25');
    await drawer(page).getByRole('button', { name: 'Change' }).click();
    await drawer(page).locator('.stay-facts').getByText('Booking.com: Thu 18 – Tue 23 Jun').waitFor();
    expect((await bookingOf('Doyle')).checkout).toContain('2026-06-25');

    await channelDiffers('Doyle', [{ value: 'cancelled', member: 'status' }]);
    const state = drawer(page).getByRole('note').getByRole('region', { name: 'State' });
    await state.getByText('cancelled', { exact: true }).waitFor();
    await state.getByRole('button', { name: 'Take that of Booking.com' }).click();
    await expect.poll(async () => (await bookingOf('Doyle')).status).toBe('cancelled');

    await channelDiffers('Doyle', [{ value: 'confirmed', member: 'status' }]);
    await drawer(page)
      .getByText('Booking.com still has this booking, which was cancelled here. Does it take place?')
      .waitFor();
    await state.getByRole('button', { name: 'It stays cancelled' }).click();
    await expect.poll(async () => (await bookingOf('Doyle')).differences).toBeNull();
    expect((await bookingOf('Doyle')).status).toBe('cancelled');
    await page.context().close();
  });

  test('moves only what was chosen, and asks for what is open now, after others changed the stay', async () => {
    const { unit_id: unitId, checkout } = await bookingOf('Keller');
    const page = await openStay('Keller');
    await drawer(page).getByRole('button', { name: 'More for Keller' }).click();
    await page.getByRole('menuitem', { name: 'Change dates or room' }).click();
    await drawer(page).getByLabel('Departure', { exact: true }).waitFor();
    const stay = `/api/bookings/${desk.house.token}?order_id=${idOf('Keller')}`;
    await desk.send('PATCH', stay, { unit_id: desk.house.units['302'] });
    await drawer(page).locator('.stay-facts').getByText('302').waitFor();
    await drawer(page).getByLabel('Departure', { exact: true }).fill('2026-07-02');
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
    await desk.send('PATCH', stay, { unit_id: unitId, checkout: checkout.slice(0, 10) });
    await page.context().close();
  });

  test('keeps the number of nights while a later arrival is typed, and refuses a departure before it', async () => {
    const page = await desk.open('/desk/calendar');
    await page.locator('.tape-row-head').nth(3).waitFor();
    await page.keyboard.press('n');
    const [arrival, departure] = [drawer(page).getByLabel('Arrival'), drawer(page).getByLabel('Departure')];
    // The month is typed first, and the day of the date before stays for a moment.
    await arrival.fill('2026-07-23');
    await arrival.fill('2026-07-04');
    expect(await departure.inputValue()).toBe('2026-07-05');
    await departure.fill('2026-07-02');
    await departure.blur();
    await drawer(page).getByText('Departure is after arrival').waitFor();
    expect(await departure.inputValue()).toBe('2026-07-02');
    await drawer(page).getByLabel('Name', { exact: true }).fill('Too early');
    await page.keyboard.press('Enter');
    expect(await departure.inputValue()).toBe('2026-07-02');
    expect(await desk.send('GET', `/api/bookings/${desk.house.token}?search=early`)).toEqual([]);
    await arrival.fill('2026-07-01');
    await drawer(page).getByText('1 night', { exact: false }).first().waitFor();
    await expect.poll(() => departure.inputValue()).toBe('2026-07-02');
    await page.context().close();
  });

  test('books several rooms as a group', async () => {
    const page = await desk.open('/desk?new=');
    const form = page.locator('.new-stay');
    await form.getByLabel('Arrival').fill('2026-06-24');
    await form.getByLabel('Name', { exact: true }).fill('Club Alpin');
    await form.getByRole('button', { name: /One Superior lake view more/ }).click();
    // A larger party alone would be offered another room; the price of the chosen ones stays.
    await form.getByLabel('Price of all rooms').fill('310');
    await form.getByLabel('Adults').fill('3');
    await form.getByRole('button', { name: 'Book for €310' }).click();
    await drawer(page).getByText('Booked together, 2 rooms').waitFor();
    await page.context().close();
  });

  test('a party that no room takes is placed in several', async () => {
    const page = await desk.open('/desk?new=');
    const form = page.locator('.new-stay');
    await form.getByLabel('Arrival').fill('2026-06-25');
    await form.getByLabel('Adults').fill('7');
    await form.getByLabel('Name', { exact: true }).fill('Nagy');
    await form.getByRole('alert').getByText('no place yet for 3 guests').waitFor();
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'One Superior lake view more' }).click();
    await form.getByRole('alert').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: /^Book for/ }).click();
    await drawer(page).getByText('Booked together, 2 rooms').waitFor();
    await drawer(page).getByText('7 guests').waitFor();
    const booked = await desk.send('GET', `/api/bookings/${desk.house.token}?search=Nagy`);
    expect(booked.map(({ adults }: { adults: number }) => adults).toSorted()).toEqual([3, 4]);
    await page.context().close();
  });

  test('a guest who leaves early pays the nights stayed, and the stay is as it was when that is taken back', async () => {
    const before = await bookingOf('Haugland');
    const page = await openStay('Haugland');
    await chooseInMenu(page, 'Haugland', 'Check out early');
    const choice = (text: RegExp) => drawer(page).locator('.end-choice').filter({ hasText: text });
    await choice(/nights? stayed/)
      .locator('.num')
      .waitFor();
    const price = await choice(/as booked/)
      .locator('.num')
      .textContent();
    expect(price).toContain(String(before.price));
    await drawer(page).locator('.end-form').getByRole('button', { name: 'Check out' }).click();
    await expect.poll(async () => (await bookingOf('Haugland')).status).toBe('checked_out');
    const after = await bookingOf('Haugland');
    expect([after.checkout.slice(0, 10), after.unit]).toEqual(['2026-06-11', before.unit]);
    expect(after.price).toBeLessThan(before.price);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bookingOf('Haugland')).status).toBe('checked_in');
    const { updated_at: _, ...back } = await bookingOf('Haugland');
    const { updated_at: __, ...was } = before;
    expect(back).toEqual(was);
    await page.context().close();
  });

  test('another room says that it is too small, and full, before it is asked for', async () => {
    const page = await openStay('Gallagher');
    await desk.send('PATCH', `/api/bookings/${desk.house.token}?order_id=${idOf('Gallagher')}`, {
      adults: 3,
    });
    await page.keyboard.press('m');
    const form = drawer(page).locator('.move-form');
    await form.getByLabel('Room').selectOption('Double');
    await form.getByText('Double is for 2; 3 come.').waitFor();
    await form.getByRole('alert').getByText('Nothing left on').waitFor();
    await page.context().close();
  });

  test('a night more shows its price before it is booked', async () => {
    const { price } = await bookingOf('Greco');
    const page = await openStay('Greco');
    await page.keyboard.press('m');
    await drawer(page).locator('.move-form').getByLabel('Departure').fill('2026-06-29');
    await drawer(page).getByText(`instead of €${price}.`).waitFor();
    expect((await bookingOf('Greco')).price).toBe(price);
    await page.context().close();
  });

  test('opened without the server, it is here when the server is back', async () => {
    const page = await desk.open('/desk');
    await page.locator('.stay-row').first().waitFor();
    const later = await desk.send('POST', `/api/bookings/${desk.house.token}`, {
      room_id: desk.house.rooms['Apartment'],
      name: 'Farsighted',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 600,
    });
    const isBooking = (url: URL) => url.pathname.startsWith('/api/bookings/');
    await page.route(isBooking, (route) => route.abort());
    const asked = page.waitForRequest((request) => isBooking(new URL(request.url())));
    await page.goto(`${new URL(page.url()).origin}/desk?stay=${later.order_id}`);
    await asked;
    await drawer(page).locator('.skeleton').waitFor();
    await page.unroute(isBooking);
    await page.context().setOffline(true);
    await page.getByText('needs the network').or(drawer(page).locator('.skeleton')).first().waitFor();
    await page.context().setOffline(false);
    await drawer(page).getByRole('heading', { name: 'Farsighted' }).waitFor();
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

function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((one) => one === document.activeElement);
}

function notes(page: Page) {
  return drawer(page).getByLabel('Notes');
}

async function chooseInMenu(page: Page, name: string, entry: string): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}
