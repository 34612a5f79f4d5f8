// Today in Chromium: the queues of the day are worked off by mouse and keyboard, with the way back, and read by a screen reader.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { receiveInquiryMessage } from '../../src/pms/inquiries.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, SCREEN, useDesk } from './desk.ts';
import { dateOf } from './house.ts';
import { inTransaction } from './house-sales.ts';

describe.skipIf(CHROMIUM === null)('Today', () => {
  const desk = useDesk();
  const openToday = async () => {
    const page = await desk.open('/desk');
    await row(page, 'Lindqvist').waitFor();
    return page;
  };
  const { bookingOf } = desk;

  test('says what needs somebody, and who comes, leaves and stays', async () => {
    const page = await openToday();
    await expect.poll(() => tile(page, 'Unanswered')).toMatch(/^2Unanswered/);
    expect(await tile(page, 'Conflict')).toMatch(/^1Conflict/);
    expect(await page.getByRole('heading', { name: 'Arrivals' }).isVisible()).toBe(true);
    expect(
      await row(page, 'Rossi')
        .getByRole('button', { name: /^Take €/ })
        .isVisible(),
    ).toBe(true);
    expect(await row(page, 'Jovanović').getByRole('button', { name: 'Check out' }).isVisible()).toBe(true);
    await page.context().close();
  });

  test('shows a problem of the room at the guest who is expected in it, and counts it', async () => {
    const tasks = `/operator/properties/${desk.house.hotelId}/tasks`;
    const task = await desk.send('POST', tasks, {
      unit_id: desk.house.units['205'],
      task_name: 'The tap drips',
      date: dateOf(11),
    });
    const page = await openToday();
    await row(page, 'Eriksson').getByText('The tap drips').waitFor();
    expect(await tile(page, 'To clean')).toContain('1 task');
    await desk.send('PATCH', `${tasks}/${task.task_id}`, { status: 'done' });
    await expect.poll(() => row(page, 'Eriksson').getByText('The tap drips').count()).toBe(0);
    await page.context().close();
  });

  test('checks a guest in with Enter, and takes it back', async () => {
    const page = await openToday();
    await select(page, 'Gallagher');
    await page.keyboard.press('Enter');
    await page.getByText('Gallagher is checked in').waitFor();
    await expect.poll(async () => (await bookingOf('Gallagher')).status).toBe('checked_in');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await bookingOf('Gallagher')).status).toBe('confirmed');
    await row(page, 'Gallagher').getByRole('button', { name: 'Check in' }).waitFor();
    await page.context().close();
  });

  test('explains in the row why a unit is not ready, and offers the ways on', async () => {
    const page = await openToday();
    await row(page, 'Lindqvist').getByRole('button', { name: 'Check in' }).click();
    const refusal = row(page, 'Lindqvist').getByRole('alert');
    await refusal.getByText('101').waitFor();
    await refusal.getByRole('button', { name: 'As it is' }).click();
    await expect.poll(async () => (await bookingOf('Lindqvist')).status).toBe('checked_in');
    await page.context().close();
  });

  test('assigns a unit, takes a payment and checks out', async () => {
    const page = await openToday();
    await row(page, 'Kovačević').getByRole('button', { name: 'Assign' }).click();
    await expect.poll(async () => (await bookingOf('Kovačević')).unit).not.toBeNull();

    await row(page, 'Rossi')
      .getByRole('button', { name: /^Take €/ })
      .click();
    await page.keyboard.press('Enter');
    await row(page, 'Rossi').getByRole('button', { name: 'Check out' }).waitFor();
    expect((await bookingOf('Rossi')).balance).toBe(0);
    await row(page, 'Rossi').getByRole('button', { name: 'Check out' }).click();
    await expect.poll(async () => (await bookingOf('Rossi')).status).toBe('checked_out');
    await page.locator('.done-row', { hasText: 'Rossi' }).waitFor();
    await page.context().close();
  });

  test('counts who asks without a booking among those who wait', async () => {
    const page = await openToday();
    await expect.poll(() => tile(page, 'Unanswered')).toMatch(/^2Unanswered/);
    await inTransaction(desk, (tx) =>
      receiveInquiryMessage(tx, {
        connection: 'airbnb',
        channel: 'airbnb',
        thread: 'thread-1',
        reference: null,
        guestName: 'Okafor',
        text: 'Is there a place for a motorcycle?',
        at: desk.now(),
      }),
    );
    await expect.poll(() => tile(page, 'Unanswered')).toMatch(/^3Unanswered/);
    await page.getByRole('link', { name: /^Inbox.*3 without an answer/ }).click();
    await page.locator('.inbox-row', { hasText: 'Okafor' }).click();
    await page.getByRole('button', { name: 'Needs no reply' }).click();
    await page.getByRole('link', { name: /^Inbox.*2 without an answer/ }).waitFor();
    await page.context().close();
  });

  test('answers a guest from the row', async () => {
    const page = await openToday();
    await row(page, 'Johansen').getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('Yes, both.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await row(page, 'Johansen').getByRole('button', { name: 'Charge' }).waitFor();
    await expect.poll(() => tile(page, 'Unanswered')).toMatch(/^1Unanswered/);
    await page.context().close();
  });

  test('has no violation of WCAG 2.2 AA that axe finds, in both themes and sizes', async () => {
    for (const viewport of [SCREEN, PHONE]) {
      const page = await desk.open('/desk', { viewport });
      await page.locator('.stay-row').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
    }
  });

  test('shows to who may only read no button that would be refused', async () => {
    const page = await desk.open('/desk', { role: 'read' });
    await page.locator('.stay-row').first().waitFor();
    const acting = page.getByRole('button', { name: /^(Check in|Check out|Take|Charge|Assign|Reply)/ });
    expect(await acting.count()).toBe(0);
    await page.context().close();
  });
});

function row(page: Page, name: string) {
  return page.locator('.stay-row', { hasText: name });
}

async function tile(page: Page, name: string): Promise<string> {
  return (await page.locator('.tile', { hasText: name }).textContent()) ?? '';
}

/** Moves the selection with J until it is at a guest. */
async function select(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    if ((await row(page, name).getAttribute('aria-current')) !== null) return;
    await page.keyboard.press('j');
  }
  throw new Error(`J does not reach ${name}.`);
}
