// Housekeeping in a browser: a list for one thumb that works without names of guests, and the board of the desk.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';
import { drawnPhoto } from './drawn-photo.ts';

const ADDRESS = '/desk/housekeeping';

describe.skipIf(CHROMIUM === null)('housekeeping', () => {
  const desk = useDesk();
  const phone = (role: 'owner' | 'housekeeping' | 'read' = 'housekeeping') =>
    desk.open(ADDRESS, { role, viewport: PHONE, hasTouch: true });
  const unit = async (name: string) => {
    const units = await desk.send('GET', `/api/units/${desk.house.token}?unit_id=${desk.house.units[name]}`);
    return units[0];
  };
  const setCondition = (name: string, condition: string) =>
    desk.send('PATCH', `/api/units/${desk.house.token}?unit_id=${desk.house.units[name]}`, { condition });
  test('on a phone: the room of the next arrival is within reach, and is clean with one touch', async () => {
    const page = await phone();
    const clean = page.getByRole('button', { name: '101 is clean' });
    await clean.waitFor();
    expect(await page.locator('.rounds-card').textContent()).toContain('guests at 15:00');
    await clean.tap();
    await page.getByRole('button', { name: '102 is clean' }).waitFor();
    await expect.poll(async () => (await unit('101')).condition).toBe('clean');
    const cleanings = `/api/tasks/${desk.house.token}?unit_id=${desk.house.units['101']}&todate=2026-06-11&open=true`;
    await expect.poll(() => desk.send('GET', cleanings)).toEqual([]);
    await page.getByRole('button', { name: 'Undo: 101' }).tap();
    await clean.waitFor();
    expect((await unit('101')).condition).toBe('dirty');
    await page.context().close();
  });

  test('shows no name of a guest to housekeeping, and says who is still in the room', async () => {
    const page = await phone();
    await page.getByRole('button', { name: '101 is clean' }).waitFor();
    const text = (await page.locator('main').textContent())!;
    expect(text).toContain('Guests still in');
    expect(text).not.toMatch(/Lindqvist|Rossi|Thorvaldsen/);
    await page.context().close();
  });

  test('puts a room off, and takes another one first', async () => {
    const page = await phone();
    await page.getByRole('button', { name: 'Later' }).tap();
    await page.getByRole('button', { name: '102 is clean' }).waitFor();
    await page.getByRole('button', { name: /^403/ }).tap();
    await page.getByRole('button', { name: '403 is clean' }).waitFor();
    await page.context().close();
  });

  test('everything on a phone is large enough for a thumb', async () => {
    const page = await phone();
    await page.getByRole('button', { name: '101 is clean' }).waitFor();
    const small = await page.locator('main button').evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width < 48 || height < 48)
        .map(({ width, height }) => `${width} × ${height}`),
    );
    expect(small).toEqual([]);
    await page.context().close();
  });

  test('reports a problem as a task, or closes the room for the night', async () => {
    const page = await phone();
    const report = async (text: string, isClosed: boolean) => {
      await page.getByRole('button', { name: 'Problem' }).tap();
      await page.getByLabel('What is wrong').fill(text);
      if (isClosed) await page.getByLabel('No guest can sleep here').check();
      await page.getByRole('button', { name: 'Report' }).tap();
      await page.locator('dialog.problem').waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: /^106/ }).tap();
    await report('The shower drips', false);
    await page.locator('.rounds-facts').getByText('The shower drips').waitFor();
    await report('No water', true);
    await page.locator('.rounds-facts').getByText('No water').waitFor();
    const [closure] = await desk.send(
      'GET',
      `/api/closures/${desk.house.token}?unit_id=${desk.house.units['106']}`,
    );
    expect(closure).toMatchObject({ reason: 'No water', kind: 'out_of_order', todate: '2026-06-11' });
    await page.context().close();
  });

  test('reports a problem with a photo from a phone, which others see at once, large with a click', async () => {
    const page = await phone();
    const other = await desk.open(ADDRESS);
    await page.getByRole('button', { name: /^403/ }).tap();
    await page.getByRole('button', { name: 'Problem' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Problem in 403' });
    await page.getByLabel('What is wrong').fill('The tap drips');
    await dialog.getByLabel('Add a photo').setInputFiles([
      { name: 'tap.png', mimeType: 'image/png', buffer: await drawnPhoto(page, 3_000, 2_000) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') },
    ]);
    await dialog.getByText('notes.txt is no picture').waitFor();
    await dialog.getByLabel('Add a photo').setInputFiles({
      name: 'tap 2.png',
      mimeType: 'image/png',
      buffer: await drawnPhoto(page, 600, 800),
    });
    await dialog.getByRole('img', { name: 'Photo 2' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove photo 2' }).tap();
    await dialog.getByRole('img', { name: 'Photo 2' }).waitFor({ state: 'detached' });
    for (const control of ['.photo-add', '.photo .btn', '.problem-actions .btn'])
      for (const box of await dialog.locator(control).all()) {
        const { width, height } = (await box.boundingBox())!;
        expect([width >= 44, height >= 44], control).toEqual([true, true]);
      }
    await dialog.getByRole('button', { name: 'Report' }).tap();
    await dialog.waitFor({ state: 'detached' });
    const small = other.locator('.hk-line', { hasText: 'The tap drips' }).locator('button.photo img');
    await small.waitFor();
    expect(await small.getAttribute('alt')).toBe('Photo 1 of 1: The tap drips, 403');
    await small.click();
    const large = other.getByRole('dialog', { name: 'Photo 1 of 1' });
    await expect
      .poll(() => large.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBe(1_600);
    await expectAccessible(other);
    await other.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    const tasks = await desk.send(
      'GET',
      `/api/tasks/${desk.house.token}?unit_id=${desk.house.units['403']}&open=true`,
    );
    const [{ photo_id: id }] = tasks.find((one: any) => one.task_name === 'The tap drips').photos;
    // Taken away by mistake, it comes back.
    await small.click();
    await large.getByRole('button', { name: 'Remove the photo' }).click();
    await small.waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Undo' }).click();
    await small.waitFor();
    expect(await small.getAttribute('src')).not.toContain(`/photos/${id}`);
    expect(await large.count()).toBe(0);
    await page.context().close();
    await other.context().close();
  });

  test('a problem with photos that closes the room is a closure and a task, and both are taken back', async () => {
    const page = await phone();
    await page.getByRole('button', { name: /^403/ }).tap();
    await page.getByRole('button', { name: 'Problem' }).tap();
    await page.getByLabel('What is wrong').fill('The window is broken');
    await page.getByLabel('Add a photo').setInputFiles({
      name: 'window.png',
      mimeType: 'image/png',
      buffer: await drawnPhoto(page, 800, 600),
    });
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await page.getByLabel('No guest can sleep here').check();
    await page.getByRole('button', { name: 'Report' }).tap();
    await page.locator('dialog.problem').waitFor({ state: 'detached' });
    const of = (noun: string, query = '') =>
      desk.send('GET', `/api/${noun}/${desk.house.token}?unit_id=${desk.house.units['403']}${query}`);
    const task = async () => (await of('tasks')).find((one: any) => one.task_name === 'The window is broken');
    await expect.poll(async () => (await task())?.photos.length).toBe(1);
    const closures = async () =>
      (await of('closures')).filter(
        (one: any) => one.reason === 'The window is broken' && one.ended_at === null,
      ).length;
    expect(await closures()).toBe(1);
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect.poll(async () => [await closures(), (await task()).status]).toEqual([0, 'cancelled']);
    await page.context().close();
  });

  test('on a desk: Enter cleans the first room, J goes on, and what others do appears by itself', async () => {
    const page = await desk.open(ADDRESS);
    const toClean = page.getByRole('region', { name: 'To clean' });
    await toClean.locator('.current', { hasText: '101' }).waitFor();
    await page.keyboard.press('j');
    await toClean.locator('.current', { hasText: '102' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Ready' }).getByText('102').waitFor();
    const cleanings = `/api/tasks/${desk.house.token}?unit_id=${desk.house.units['102']}&todate=2026-06-11&open=true`;
    await expect.poll(() => desk.send('GET', cleanings)).toEqual([]);
    await page.keyboard.press('Control+z');
    await toClean.getByText('102').waitFor();
    // The task that was done with it is to be done again.
    await expect.poll(async () => (await desk.send('GET', cleanings)).length).toBe(1);
    await setCondition('303', 'clean');
    await page.getByRole('region', { name: 'Ready' }).getByText('303').waitFor();
    await setCondition('303', 'dirty');
    await page.context().close();
  });

  test('on a desk: tasks are added, given and done', async () => {
    const page = await desk.open(ADDRESS);
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByLabel('New task').fill('Replace the light bulb');
    await page.getByLabel('Where').selectOption({ label: '204' });
    await page.getByLabel('Who').fill('Rosa');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.hk-side').getByText('204 · Rosa').waitFor();
    await page.getByRole('button', { name: 'Replace the light bulb: done' }).click();
    await page.getByText('204 · Rosa').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More for 101' }).click();
    await page.getByRole('menuitemradio', { name: 'Give to Rosa' }).click();
    await page.getByRole('button', { name: 'By person' }).click();
    await page.getByRole('region', { name: 'Rosa' }).getByText('101').waitFor();
    await page.context().close();
  });

  test('a person who may only read gets no buttons for changes', async () => {
    const page = await desk.open(ADDRESS, { role: 'read' });
    await page.locator('.hk-unit').first().waitFor();
    expect(await page.locator('main .btn').count()).toBe(0);
    await page.context().close();
  });

  test('has no violation of WCAG 2.2 AA that axe finds, in both themes and sizes', async () => {
    const page = await desk.open(ADDRESS);
    await page.locator('.hk-unit').first().waitFor();
    await expectAccessible(page);
    await page.context().close();
    const small = await phone();
    await small.locator('.rounds-card').waitFor();
    await expectAccessible(small);
    await small.context().close();
  });
});
