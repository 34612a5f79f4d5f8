// Passkeys in a browser with a virtual device: one is added, signs in by button and by the field of the name, and is removed.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

const PASSWORD = 'nine doors and a bell';

/** Gives a page a device with a fingerprint reader that always knows the finger. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const present = (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { present };
}

describe.skipIf(CHROMIUM === null)('passkeys', () => {
  const desk = useDesk();

  test('are added under the own account, sign in without a password, and are removed', async () => {
    // Addresses cannot have passkeys, names can.
    const local = desk.url.replace('127.0.0.1', 'localhost');
    const person = { name: 'Greta Berg', role: 'owner', all_properties: true };
    const { link } = await desk.send('POST', '/operator/users', person);
    const page = await desk.open('/desk/signin', { role: null });
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    const device = await addDevice(page);
    await page.goto(local + new URL(link).pathname + new URL(link).hash);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Greta Berg' }).waitFor();

    await page.goto(`${local}/desk/account`);
    await page.getByLabel('Name of the passkey').fill('Desk computer');
    await page.getByLabel('Password, to confirm that it is you').fill('not this one');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This is not your password').waitFor();
    await page.getByLabel('Password, to confirm that it is you').fill(PASSWORD);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Desk computer').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1_440, height: 900 });

    const leave = async () => {
      await page.getByRole('button', { name: 'Greta Berg' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    };
    // A device that waits for the person: the button asks for it at once.
    await device.present(false);
    await leave();
    await expectAccessible(page);
    await device.present(true);
    // The field of the name may have signed in already: then there is no button.
    const buttons = page.getByRole('button', { name: 'Sign in with a passkey' });
    await buttons.evaluateAll((found) => (found[0] as HTMLElement | undefined)?.click());
    await page.getByRole('button', { name: 'Greta Berg' }).first().waitFor();
    await page.goto(`${local}/desk/account`);
    await page.getByText('by passkey').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.locator('li').getByLabel('Name of the passkey').fill('Old computer');
    await page.keyboard.press('Enter');
    await page.getByText('Old computer').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Old computer no longer signs you in').waitFor();
    await leave();
    await buttons.click();
    await page.getByText(/opens nothing here|No passkey was used/).waitFor();
    await page.context().close();
  });

  test('of a person are seen by an owner, who is offered to take them away after signing the person out', async () => {
    const local = desk.url.replace('127.0.0.1', 'localhost');
    const nadia = { name: 'Nadia Keller', role: 'desk', all_properties: true };
    const { link } = await desk.send('POST', '/operator/users', nadia);
    const other = await desk.open('/desk/signin', { role: null });
    await addDevice(other);
    await other.goto(local + new URL(link).pathname + new URL(link).hash);
    await other.getByLabel('New password').fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Nadia Keller' }).waitFor();
    await other.goto(`${local}/desk/account`);
    await other.getByLabel('Name of the passkey').fill('Old phone');
    await other.getByLabel('Password, to confirm that it is you').fill(PASSWORD);
    await other.getByRole('button', { name: 'Add a passkey' }).click();
    await other.getByText('Old phone').waitFor();
    const page = await desk.open('/desk/people');
    const line = page.locator('.person', { hasText: 'Nadia Keller' });
    const about = line.locator('p.t12');
    await expect.poll(() => about.textContent()).toContain('1 passkey');
    await line.getByRole('button', { name: 'More for Nadia Keller' }).click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await line.getByText('can still sign in with passkeys (Old phone)').waitFor();
    await expectAccessible(page);
    await line.getByRole('button', { name: 'Remove the passkeys' }).click();
    await page.getByText('Nadia Keller signs in without passkeys').waitFor();
    await expect.poll(() => about.textContent()).not.toContain('passkey');
    await other.context().close();
    await page.context().close();
  });
});
