// Reviews of Airbnb's guests on the desk in Chromium: who waits, the form, and what the channel refuses.
import { describe, expect, test } from 'vitest';
import { receiveHiddenReview, recordGuestReviewResult } from '../../src/pms/guest-reviews.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';
import { inTransaction } from './house-sales.ts';

describe.skipIf(CHROMIUM === null)('reviews of guests', () => {
  const desk = useDesk();

  test('wait on Today, are written once, and wait again with the reason when the channel refuses', async () => {
    const { hotelId, token } = desk.house;
    const [stay] = await desk.db.query<{ reservation_id: number; guest_name: string }>(
      `select reservation_id, guest_name from reservations where hotel_id = $1 and guest_name like '%Moreau%' limit 1`,
      [hotelId],
    );
    await inTransaction(desk, (tx) =>
      receiveHiddenReview(tx, {
        connection: 'airbnb',
        externalId: 'hidden-1',
        channel: 'airbnb',
        reservationId: stay!.reservation_id,
        state: 'open',
        writeBy: null,
        createdAt: desk.now(),
      }),
    );
    const page = await desk.open('/desk');
    const row = page.locator('.guest-request').filter({ hasText: 'Moreau' });
    await row.getByText('Airbnb shows it once you have reviewed the guest.').waitFor();
    await row.getByRole('button', { name: /^Review/ }).click();
    await row.getByLabel('Cleanliness').selectOption({ label: '3 of 5' });
    await row.getByLabel('What everybody reads').fill('Quiet guests.');
    await row.getByLabel('We would have this guest again').uncheck();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Send the review' }).click();
    await row.getByText('Review on its way').waitFor();
    const [sent] = (await desk.send('GET', `/api/guest_reviews/${token}`)) as any[];
    expect(sent).toMatchObject({
      state: 'queued',
      respect_house_rules: 5,
      cleanliness: 3,
      recommended: false,
      public_review: 'Quiet guests.',
      private_review: null,
    });
    const said = 'It is too short.';
    const failure = { reason: `HTTP 422: ${said}`, cause: { code: 'refused', said, status: 422 } } as const;
    await inTransaction(desk, (tx) => recordGuestReviewResult(tx, sent.guest_review_id, failure));
    await row.getByText(/^Airbnb did not take the review: .*It is too short\./).waitFor();
    await row.getByRole('button', { name: /^Review/ }).click();
    expect(await row.getByLabel('What everybody reads').inputValue()).toBe('Quiet guests.');
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    expect(await row.evaluate((box) => box.scrollWidth - box.clientWidth), 'it fits on a phone').toBe(0);
    await page.context().close();
  });
});
