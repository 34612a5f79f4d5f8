// What guests ask at Airbnb, on the desk in Chromium: what ends soonest comes first, whether there is place, and the answers.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { GuestRequestKind } from '../../src/model/guest-request.ts';
import { receiveGuestRequest, recordAnswerRefused } from '../../src/pms/guest-requests.ts';
import { inquiryOfThread } from '../../src/pms/inquiries.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';
import { dateOf } from './house.ts';
import { inTransaction } from './house-sales.ts';

type Asked = {
  kind?: GuestRequestKind;
  guest?: string;
  /** of June */
  days?: [from: number, until: number];
  room?: string;
  /** hours until Airbnb gives up */
  hours?: number;
  orderId?: number;
};

describe.skipIf(CHROMIUM === null)('requests of guests', () => {
  const desk = useDesk();
  let count = 0;

  /** Stores what a guest asks at Airbnb; returns the number of the request. */
  async function ask({
    kind = 'booking',
    guest = 'Lovelace',
    days = [24, 26],
    room = 'Apartment',
    hours = 20,
    orderId,
  }: Asked) {
    count += 1;
    const externalId = `request-${count}`;
    const [checkin, checkout] = days.map((day) => Temporal.PlainDate.from(dateOf(day))) as [
      Temporal.PlainDate,
      Temporal.PlainDate,
    ];
    const at = desk.now();
    await inTransaction(desk, async (tx) => {
      const conversation = {
        connection: 'airbnb',
        channel: 'airbnb',
        thread: externalId,
        reference: null,
        at,
      };
      const inquiry = orderId ? null : await inquiryOfThread(tx, { ...conversation, guestName: guest });
      await receiveGuestRequest(tx, {
        connection: 'airbnb',
        externalId,
        channel: 'airbnb',
        kind,
        inquiryId: inquiry?.inquiryId ?? null,
        reservationId: orderId ?? null,
        roomId: desk.house.rooms[room]!,
        externalRoom: `airbnb-${desk.house.rooms[room]}`,
        externalRate: '1',
        checkin,
        checkout,
        adults: 2,
        children: [4],
        priceMinor: 48_000,
        currency: 'EUR',
        answerBy: at.add({ hours }),
        createdAt: at,
      });
    });
    const [newest] = await requests();
    return newest.guest_request_id as number;
  }

  const requests = () => desk.send('GET', `/api/guest_requests/${desk.house.token}`) as Promise<any[]>;
  const rows = (page: Page) => page.locator('.guest-request');
  const rowOf = (page: Page, guest: string) => rows(page).filter({ hasText: guest });

  afterEach(async () => {
    await desk.db.query('delete from guest_requests where hotel_id = $1', [desk.house.hotelId]);
  });

  test('come by themselves on Today, what ends soonest first, with place and time', async () => {
    const page = await desk.open('/desk');
    await page.getByRole('heading', { name: 'Arrivals' }).waitFor();
    expect(await rows(page).count()).toBe(0);
    await ask({ guest: 'Lovelace', hours: 20 });
    await ask({ kind: 'question', guest: 'Hamilton', room: 'Superior lake view', days: [13, 15], hours: 3 });
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect
      .poll(() => rows(page).first().textContent())
      .toContain('Hamilton asks about Superior lake view');
    expect(await rowOf(page, 'Hamilton').textContent()).toMatch(/not free: .*13/);
    const booking = await rowOf(page, 'Lovelace').textContent();
    expect(booking).toContain('Lovelace asks to book Apartment');
    for (const fact of [
      'Airbnb',
      '3 guests',
      'would bring €480',
      'the nights are free',
      /answer within (19|20) h/,
    ])
      expect(booking?.replaceAll('\u00a0', ' ')).toMatch(fact);
    await expectAccessible(page);
    await page.context().close();
  });

  test('are accepted by a press, and the answer is on its way', async () => {
    await ask({});
    const page = await desk.open('/desk');
    await rowOf(page, 'Lovelace')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await rowOf(page, 'Lovelace').getByText('Acceptance on its way').waitFor();
    expect(await rowOf(page, 'Lovelace').getByRole('button').count()).toBe(0);
    expect(await requests()).toMatchObject([{ state: 'answering', answer: 'accept' }]);
    await page.context().close();
  });

  test('are declined with a reason and a text, and a refusal of the channel is shown', async () => {
    const id = await ask({});
    const page = await desk.open('/desk');
    await rowOf(page, 'Lovelace')
      .getByRole('button', { name: /^Decline/ })
      .click();
    await page.getByLabel('Why').selectOption({ label: 'The place does not suit the guest' });
    await page.getByLabel(/What the guest reads/).fill('We have steep stairs.');
    await expectAccessible(page);
    await rowOf(page, 'Lovelace').getByRole('button', { name: 'Decline' }).click();
    await rowOf(page, 'Lovelace').getByText('Refusal on its way').waitFor();
    const [stored] = await desk.db.query('select answer from guest_requests where hotel_id = $1', [
      desk.house.hotelId,
    ]);
    expect(stored).toMatchObject({
      answer: { answer: 'decline', reason: 'not_a_good_fit', messageToGuest: 'We have steep stairs.' },
    });
    const said = 'The guest has withdrawn it.';
    await inTransaction(desk, (tx) =>
      recordAnswerRefused(tx, id, { reason: said, cause: { code: 'refused', said } }),
    );
    await rowOf(page, 'Lovelace')
      .getByText(
        'Airbnb did not take the answer: Airbnb refused it. Airbnb says: “The guest has withdrawn it.”',
      )
      .waitFor();
    await rowOf(page, 'Lovelace')
      .getByRole('button', { name: /^Accept/ })
      .waitFor();
    await page.context().close();
  });

  test('of nights that are sold meanwhile are refused with their days', async () => {
    await ask({ days: [13, 15], room: 'Superior lake view' });
    const page = await desk.open('/desk');
    await rowOf(page, 'Lovelace')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await page.getByRole('alert').filter({ hasText: /13/ }).waitFor();
    expect(await requests()).toMatchObject([{ state: 'open' }]);
    await page.context().close();
  });

  test('about a stay are offered at a price, which is a whole amount', async () => {
    await ask({ kind: 'question' });
    const page = await desk.open('/desk');
    await rowOf(page, 'Lovelace')
      .getByRole('button', { name: /^Offer a price/ })
      .click();
    const price = page.getByLabel('Price of the whole stay');
    await price.fill('350.50');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a whole amount above 0.').waitFor();
    await price.fill('350');
    await page.keyboard.press('Enter');
    await rowOf(page, 'Lovelace').getByText('Offer on its way').waitFor();
    const [stored] = await desk.db.query('select answer from guest_requests where hotel_id = $1', [
      desk.house.hotelId,
    ]);
    expect(stored).toMatchObject({ answer: { answer: 'offer', total: 350 } });
    await page.context().close();
  });

  test('to change a booking stand in its stay and in its conversation, also on a phone', async () => {
    const { orderId } = desk.house.stays['Castellanos']!;
    await ask({ kind: 'alteration', orderId, room: 'Double', days: [9, 15] });
    const page = await desk.open(`/desk/inbox?of=booking-${orderId}`, { viewport: PHONE, hasTouch: true });
    await rowOf(page, 'Castellanos wants to change the stay').waitFor();
    await expectAccessible(page);
    await page.context().close();
    const stay = await desk.open(`/desk?stay=${orderId}`);
    await stay
      .getByRole('dialog', { name: /Castellanos/ })
      .locator('.guest-request')
      .waitFor();
    await stay.context().close();
  });

  test('are not shown to a role that does not read what guests write', async () => {
    await ask({});
    const [page, other] = [
      await desk.open('/desk', { role: 'read' }),
      await desk.open('/desk', { role: 'desk' }),
    ];
    await rowOf(other, 'Lovelace').waitFor();
    await page.getByRole('heading', { name: 'Arrivals' }).waitFor();
    expect(await rows(page).count()).toBe(0);
    await page.context().close();
    await other.context().close();
  });
});
