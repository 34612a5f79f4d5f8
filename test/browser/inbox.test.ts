// The inbox in a browser: who waits is first, a reply leaves by keyboard, and two people see the same.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

const ADDRESS = '/desk/inbox';

describe.skipIf(CHROMIUM === null)('the inbox', () => {
  const desk = useDesk();
  const rows = (page: Page) => page.locator('.inbox-row');
  test('has no violation of WCAG 2.2 AA that axe finds, in both themes and sizes', async () => {
    const page = await desk.open(ADDRESS);
    await rows(page).first().waitFor();
    await expectAccessible(page);
    await page.context().close();
    const phone = await desk.open(ADDRESS, { viewport: PHONE, hasTouch: true });
    await rows(phone).first().tap();
    await phone.locator('.thread-bubble').first().waitFor();
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'All conversations' }).tap();
    await rows(phone).first().waitFor();
    await phone.context().close();
  });

  test('shows who waits longest first', async () => {
    const page = await desk.open(ADDRESS);
    await rows(page).nth(1).waitFor();
    // The list may be here before the stays, whose names it shows.
    await expect.poll(() => rows(page).first().textContent()).toContain('Castellanos');
    await expect.poll(() => rows(page).nth(1).textContent()).toContain('Johansen');
    await page.locator('.thread-bubble', { hasText: 'check out at 13:00' }).waitFor();
    await expect.poll(() => page.locator('.stay-beside').textContent()).toContain('104 Double');
    await page.keyboard.press('j');
    await page.locator('.thread-bubble', { hasText: 'a cot for a baby' }).waitFor();
    await page.context().close();
  });

  test('sends a reply by keyboard, and another desk sees it without reloading', async () => {
    const [page, other] = [await desk.open(ADDRESS), await desk.open(ADDRESS, { role: 'desk' })];
    await rows(other).nth(1).waitFor();
    await rows(page).nth(1).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Of course, until 13:00.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.by-house .thread-bubble', { hasText: 'until 13:00' }).waitFor();
    await other.getByRole('tab', { name: 'To answer 1' }).waitFor();
    await expect.poll(() => rows(other).first().textContent()).toContain('Johansen');
    const { orderId } = desk.house.stays['Castellanos']!;
    const [stored] = await desk.send('GET', `/api/messages/${desk.house.token}?rid=${orderId}`);
    expect(stored).toMatchObject({ rid: orderId, reply: 'Of course, until 13:00.', delivery: 'queued' });
    await page.context().close();
    await other.context().close();
  });

  test('says that a text needs no reply, in the inbox and at the stay, and takes it back', async () => {
    const page = await desk.open(ADDRESS);
    const settle = page.getByRole('button', { name: 'Needs no reply' });
    const { orderId } = desk.house.stays['Johansen']!;
    const [earlier] = await desk.db.query<{ message_id: number }>(
      `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at, needs_reply)
       select hotel_id, reservation_id, channel, 'Hello?', created_at - interval '1 minute', true
       from messages where hotel_id = $1 and reservation_id = $2
       returning message_id`,
      [desk.house.hotelId, orderId],
    );
    await rows(page).filter({ hasText: 'Johansen' }).click();
    await settle.click();
    await page.getByText('nothing to answer').waitFor();
    expect(await settle.count()).toBe(0);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'To answer 1' }).waitFor();
    const texts = `/api/messages/${desk.house.token}?rid=${orderId}`;
    await expect.poll(() => desk.send('GET', `${texts}&unanswered=true`)).toHaveLength(2);
    await page.keyboard.press('o');
    const drawer = page.getByRole('dialog', { name: /Johansen/ });
    await drawer.getByRole('button', { name: 'Needs no reply' }).click();
    await page.getByText('nothing to answer').waitFor();
    const stored = await desk.send('GET', texts);
    expect(stored).toMatchObject(Array(2).fill({ reply: null, needs_reply: false }));
    await desk.send('PATCH', `/api/messages/${desk.house.token}?message_id=${stored[1].id}`, {
      needs_reply: true,
    });
    await page.getByRole('tab', { name: 'To answer 1' }).waitFor();
    await page.context().close();
    await desk.db.query(`delete from messages where hotel_id = $1 and message_id = $2`, [
      desk.house.hotelId,
      earlier!.message_id,
    ]);
  });

  test('names the files that a guest attached, and says why one cannot be opened', async () => {
    const { hotelId, stays } = desk.house;
    await desk.db.query(
      `update messages set attachments = $3, attachment_addresses = '{attachments/1,attachments/2}'
       where hotel_id = $1 and reservation_id = $2`,
      [
        hotelId,
        stays['Johansen']!.orderId,
        JSON.stringify([
          { id: 1, name: 'passport.jpg', type: 'image/jpeg' },
          { id: 2, name: null, type: null },
        ]),
      ],
    );
    const page = await desk.open(ADDRESS);
    await rows(page).filter({ hasText: 'Johansen' }).click();
    const bubbles = page.locator('.thread');
    await bubbles.getByRole('button', { name: 'Attachment 2' }).waitFor();
    await expectAccessible(page);
    await bubbles.getByRole('button', { name: 'passport.jpg' }).click();
    await page.locator('.toast', { hasText: 'The file is kept at Airbnb' }).waitFor();
    await page.context().close();
  });

  test('shows what others write to the guest of a stay at once, with the stay beside', async () => {
    const page = await desk.open(ADDRESS);
    await page.getByRole('tab', { name: 'All' }).click();
    await rows(page).nth(1).waitFor();
    const { orderId } = desk.house.stays['Wagner & Söhne GmbH']!;
    await desk.send('POST', `/api/messages/${desk.house.token}`, { rid: orderId, reply: 'Welcome!' });
    await rows(page).filter({ hasText: 'Wagner & Söhne GmbH' }).click();
    expect(await page.locator('.stay-beside').textContent()).toContain('401 Apartment');
    await page.locator('.by-house', { hasText: 'Welcome!' }).getByText('on its way').waitFor();
    await page.keyboard.press('o');
    await page.getByRole('dialog', { name: /Wagner/ }).waitFor();
    await page.context().close();
  });

  test('reads each list once when it is opened on a new device, and shows what comes without a read', async () => {
    const page = await desk.open('/healthz');
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/^\/api\/(messages|inquiries)\//.test(pathname) && searchParams.get('limit') !== '200')
        reads.push(`${pathname} ${[...searchParams.keys()].join()}`);
    });
    await page.goto(`${desk.url}${ADDRESS}`);
    await rows(page).first().waitFor();
    const { orderId } = desk.house.stays['Rossi']!;
    await desk.send('POST', `/api/messages/${desk.house.token}`, { rid: orderId, reply: 'Your invoice.' });
    await page.getByRole('tab', { name: 'All' }).click();
    await rows(page).filter({ hasText: 'Your invoice.' }).waitFor();
    expect(reads).toHaveLength(3);
    expect(new Set(reads).size).toBe(3);
    await page.context().close();
  });

  test('keeps a draft while another conversation is read', async () => {
    const page = await desk.open(ADDRESS);
    await page.getByRole('tab', { name: 'All' }).click();
    await rows(page).nth(1).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('half a repl');
    await rows(page).nth(1).click();
    expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toBe('');
    await rows(page).first().click();
    expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toBe('half a repl');
    await page.context().close();
  });
});
