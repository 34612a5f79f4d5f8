// Templates of messages in a browser: written in two languages with a preview, and used in the inbox and beside a stay.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('templates', () => {
  const desk = useDesk();

  test('are written side by side by language, checked, and shown for a stay of the house', async () => {
    const page = await desk.open('/desk/settings?section=templates');
    await page.getByText('No template yet').waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Directions');
    await page.getByLabel('Text, English').fill('Dear {{ surname }}');
    await page.getByRole('button', { name: 'Another language' }).click();
    await page.getByLabel('Language').nth(1).selectOption('de');
    await page.getByLabel('Text, German').fill('Hallo {{ first_name }}, bis {{ arrival }}!');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No stay has surname').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Text, English').fill('Dear {{ last_name }}, see you {{ arrival }}!');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Template Directions saved').waitFor();

    await page.locator('summary', { hasText: 'Directions' }).click();
    const preview = page.getByRole('region', { name: 'As it is for' });
    await preview.getByText(/^Hallo .+, bis \w+, \d+\. \w+!$/).waitFor();
    await preview.getByText(/^Dear .+, see you .+day/).waitFor();
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.context().close();
  });

  test('keep the name that a colleague gives them meanwhile', async () => {
    const page = await desk.open('/desk/settings?section=templates');
    const { token } = desk.house;
    const nameOf = async () => (await desk.send('GET', `/api/message_templates/${token}`))[0].name;
    const [{ template_id: id }] = await desk.send('GET', `/api/message_templates/${token}`);
    const rename = (name: string) =>
      desk.send('PATCH', `/api/message_templates/${token}?template_id=${id}`, { name });
    await page.locator('summary', { hasText: 'Directions' }).click();
    await rename('The way here');
    await page.locator('summary', { hasText: 'The way here' }).waitFor();
    for (const text of ['Dear {{ last_name }}!', 'Dear {{ last_name }}, until soon!']) {
      await page.getByLabel('Text, English').fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(async () => (await desk.send('GET', `/api/message_templates/${token}`))[0].texts.en)
        .toBe(text);
      expect(await nameOf()).toBe('The way here');
    }
    await page.context().close();
    await rename('Directions');
  });

  test('fill a reply in the inbox, which is changed before it is sent', async () => {
    const page = await desk.open('/desk/inbox', { role: 'desk' });
    await page.locator('.inbox-row', { hasText: 'Castellanos' }).click();
    await page.getByRole('button', { name: 'Template' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Directions']);
    await page.getByRole('menuitem', { name: 'Directions' }).click();
    const field = page.getByLabel('Reply', { exact: true });
    await expect.poll(() => field.inputValue()).toMatch(/(Castellanos|Hallo)/);
    await expectAccessible(page);
    await field.press('End');
    await page.keyboard.type(' Safe travels.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.by-house .thread-bubble', { hasText: 'Safe travels.' }).waitFor();
    await page.context().close();
  });

  test('are removed, and that is taken back', async () => {
    const page = await desk.open('/desk/settings?section=templates');
    await page.locator('summary', { hasText: 'Directions' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Template Directions removed').waitFor();
    await page.getByText('No template yet').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.locator('summary', { hasText: 'Directions' }).waitFor();
    await page.context().close();
  });
});
