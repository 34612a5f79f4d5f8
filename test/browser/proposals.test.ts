// What an agent proposes over MCP, on the desk in Chromium: it appears by itself, Enter approves it, Backspace declines it.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyClient, clientKinds } from '../mcp/clients.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, SCREEN, useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('proposals of an agent', () => {
  const desk = useDesk();
  let client: AnyClient;

  beforeAll(async () => {
    const { hotelId } = desk.house;
    const made = await desk.send('POST', `/operator/properties/${hotelId}/tokens`, {
      label: 'Maria',
      access: 'propose',
    });
    const kind = clientKinds()[4]!;
    client = kind.make();
    await kind.connect(client, `${desk.url}/mcp/${made.api_token}`);
    return () => client.close();
  });

  const propose = async (name: string, given: Record<string, unknown>) => {
    const answer = (await client.callTool({ name, arguments: given })) as any;
    expect(answer.isError, JSON.stringify(answer)).toBeFalsy();
    return answer.structuredContent.proposal;
  };
  const stateOf = async ({ proposal_id: id }: { proposal_id: number }) => {
    const answer = (await client.callTool({ name: 'list_proposals', arguments: { proposal_id: id } })) as any;
    return answer.structuredContent.items[0].state;
  };
  const stay = (day: number, name: string) => ({
    room_id: desk.house.rooms['Family'],
    name,
    checkin: `2026-07-0${day}`,
    checkout: `2026-07-0${day + 2}`,
    price: 200,
  });
  /** Returns a room and two nights of this month in which it is free. */
  const freeInJune = async () => {
    for (let day = 12; day < 22; day += 1) {
      const nights = { checkin: `2026-06-${day}`, checkout: `2026-06-${day + 2}` };
      const answer = (await client.callTool({ name: 'check_availability', arguments: nights })) as any;
      const [room] = answer.structuredContent.available;
      if (room) return { room_id: room.room_id, nights };
    }
    throw new Error('The house is full.');
  };
  const bookingsOf = async (name: string) =>
    (await desk.send('GET', `/api/bookings/${desk.house.token}?search=${name}`)) as any[];

  test('a booking is a ghost on the calendar until Enter makes it a stay, whose history says who', async () => {
    const page = await desk.open('/desk/calendar');
    await page.locator('.bar').first().waitFor();
    const { room_id, nights } = await freeInJune();
    await propose('create_booking', { room_id, name: 'Hopper', price: 200, ...nights });
    const ghost = page.locator('.bar.proposal');
    await ghost.waitFor();
    const name = (await ghost.getAttribute('aria-label'))!;
    expect(name).toMatch(/^Proposed: Book .+ for .Hopper., .+ to .+, €200, agent for Maria/);
    expect(name).toContain('Enter approves, Backspace declines');
    expect(await bookingsOf('Hopper')).toEqual([]);
    await expectAccessible(page);

    await ghost.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Approved: Book .+ for .Hopper/).waitFor();
    const bar = page.getByRole('gridcell', { name: /^Hopper, / });
    await bar.waitFor();
    await expect.poll(() => ghost.count()).toBe(0);
    expect(await bookingsOf('Hopper')).toHaveLength(1);

    await bar.click();
    await page.locator('.history').getByText('agent for Maria, approved by Maria Thoma').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await bookingsOf('Hopper'))[0].status).toBe('cancelled');
    await page.context().close();
  });

  test('a change of a stay lies on it; a click asks, and the drawer has it too', async () => {
    const { orderId } = desk.house.stays['Gallagher']!;
    const proposal = await propose('update_booking', { order_id: String(orderId), price: 777 });
    const page = await desk.open('/desk/calendar');
    await page.locator('.bar.proposal').click();
    await page.getByRole('menuitem', { name: 'Open the stay' }).click();
    const inDrawer = page.getByRole('dialog').locator('.proposal-row');
    await inDrawer.getByText(/^Change .Gallagher.: Price .* → €777$/).waitFor();
    await inDrawer.getByRole('button', { name: /^Approve/ }).click();
    await expect.poll(() => stateOf(proposal)).toBe('approved');
    await expect.poll(() => inDrawer.count()).toBe(0);
    await page.context().close();
  });

  test('an approved move is not taken back over the price that the house set since', async () => {
    const { orderId } = desk.house.stays['Greco']!;
    const proposal = await propose('update_booking', { order_id: String(orderId), checkout: '2026-06-29' });
    const page = await desk.open(`/desk?stay=${orderId}`);
    const drawer = page.getByRole('dialog');
    await drawer
      .locator('.proposal-row')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect.poll(() => stateOf(proposal)).toBe('approved');
    await desk.send('PATCH', `/api/bookings/${desk.house.token}?order_id=${orderId}`, { price: 999 });
    await drawer.getByText('€999').first().waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Not undone/).waitFor();
    expect((await desk.bookingOf('Greco')).price).toBe(999);
    await page.context().close();
  });

  test('Today lists them: Backspace declines the one with the focus, and Undo brings it back', async () => {
    const page = await desk.open('/desk');
    await page.locator('.stay-row').first().waitFor();
    expect(await page.locator('.proposals').count()).toBe(0);
    const list = page.getByRole('region', { name: 'Proposed by agents' });
    const row = (name: string) => list.getByRole('group', { name: new RegExp(`Book Family for .${name}`) });
    const one = await propose('create_booking', stay(1, 'Lovelace'));
    await row('Lovelace').waitFor();
    const other = await propose('create_booking', stay(4, 'Noether'));
    await row('Noether').waitFor();
    await row('Lovelace').focus();
    await page.keyboard.press('Backspace');
    await expect.poll(() => stateOf(one)).toBe('declined');
    await expect.poll(() => row('Lovelace').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stateOf(one)).toBe('open');
    await row('Lovelace').waitFor();

    await page.reload();
    await list.getByText('Book Family for').waitFor();
    expect(await list.getByRole('group').count()).toBe(0);
    await list.getByRole('button', { name: 'Show' }).click();
    await row('Noether').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf(other)).toBe('approved');
    expect(await bookingsOf('Noether')).toHaveLength(1);
    for (const viewport of [SCREEN, PHONE]) {
      await page.setViewportSize(viewport);
      await row('Lovelace').waitFor();
      await expectAccessible(page);
    }
    await page.context().close();
  });

  test('what was sold meanwhile stays, with the reason', async () => {
    const page = await desk.open('/desk');
    await page.locator('.proposal-row').waitFor();
    const proposal = await propose('create_booking', stay(7, 'Curie'));
    const { rooms, token } = desk.house;
    const night = { room_id: rooms['Family'], date: '2026-07-07', available: 0, price: 200 };
    const row = page.getByRole('group', { name: /Book Family for .Curie/ });
    await row.waitFor();
    await desk.send('POST', `/api/availability/${token}`, { ...night, price: 186 });
    await row.getByRole('button', { name: /^Approve/ }).click();
    await row.getByText(/nothing left on 2026-07-07/).waitFor();
    expect(await stateOf(proposal)).toBe('failed');
    await row.getByRole('button', { name: /^Put away/ }).click();
    await expect.poll(() => stateOf(proposal)).toBe('declined');
    await page.context().close();
  });

  test('a price is proposed in its cell of the sheet, where Enter approves it', async () => {
    const page = await desk.open('/desk/rates');
    await page.getByRole('gridcell', { name: 'Double, Thu 11 Jun: €124' }).click();
    const dates = { fromdate: '2026-06-11', todate: '2026-06-11' };
    await propose('update_availability', { room_id: desk.house.rooms['Double'], ...dates, price: 139 });
    await page
      .getByRole('gridcell', {
        name: 'Double, Thu 11 Jun: €124, Proposed: Double, Thu 11 Jun: €124 → €139',
      })
      .waitFor();
    const calendar = await desk.open('/desk/calendar');
    const rate = calendar.locator('.tape-rate.proposed').first();
    await rate.waitFor();
    expect(await rate.textContent()).toMatch(/^139/);
    await calendar.context().close();
    await press(page, 'Enter');
    await page.getByRole('gridcell', { name: 'Double, Thu 11 Jun: €139' }).waitFor();
    await page.context().close();
  });

  test('who may set no prices sees no proposals of prices', async () => {
    const dates = { fromdate: '2026-06-13', todate: '2026-06-13' };
    await propose('update_availability', { room_id: desk.house.rooms['Double'], ...dates, price: 99 });
    const page = await desk.open('/desk', { role: 'desk' });
    await page.getByRole('group', { name: /Book Family for .Lovelace/ }).waitFor();
    expect(await page.getByRole('group', { name: /€99/ }).count()).toBe(0);
    await page.context().close();
  });
});

async function press(page: Page, key: string): Promise<void> {
  await page.locator('.rate-grid').focus();
  await page.keyboard.press(key);
}
