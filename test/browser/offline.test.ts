// The desk without its server: it opens and prints from what it keeps, and what was done meanwhile is delivered once.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';
import { drawnPhoto } from './drawn-photo.ts';

describe.skipIf(CHROMIUM === null)('without the server', () => {
  const desk = useDesk();
  const open = async (address: string, options: Parameters<typeof desk.open>[1] = {}) => {
    const page = await desk.open(address, { serviceWorkers: 'allow', ...options });
    await page.locator('.live', { hasText: 'live' }).waitFor();
    return page;
  };
  const { bookingOf } = desk;
  /** The events of the property so far, of these kinds. */
  const eventsOf = async (kind: string) => {
    const events: { kind: string; data: Record<string, unknown> }[] = [];
    for (let after = 0; ; ) {
      const page = await desk.send('GET', `/api/events/${desk.house.token}?after=${after}&limit=1000`);
      events.push(...page.filter((one: { kind: string }) => one.kind === kind));
      if (page.length === 0) return events;
      after = page.at(-1).seq;
    }
  };
  const checkInsOf = async (name: string) =>
    (await eventsOf('booking.checked_in')).filter(
      ({ data }) => data['order_id'] === desk.house.stays[name]!.orderId,
    ).length;

  test('opens again, shows the calendar, the lists and a stay, and prints', async () => {
    const page = await open('/desk');
    await isKept(page);
    await page.context().setOffline(true);
    await page.reload();
    await row(page, 'Gallagher').waitFor();
    await page.locator('.live.late').waitFor();
    await page.evaluate(() => {
      globalThis.print = () => {
        document.title = `printed ${document.querySelector('.paper')?.textContent?.includes('Gallagher')}`;
      };
    });
    await page.getByRole('button', { name: 'Day list' }).click();
    await expect.poll(() => page.title()).toBe('printed true');
    await page.goto(`${desk.url}/desk/calendar`);
    await page.getByText('Gallagher').first().waitFor();
    await page.goto(`${desk.url}/desk?stay=${desk.house.stays['Gallagher']!.orderId}`);
    await page.getByRole('dialog', { name: 'Gallagher' }).waitFor();
    await page.getByText('need the server').waitFor();
    await page.context().close();
  });

  test('delivers what was done meanwhile once, after the page was closed and the server restarted', async () => {
    const page = await open('/desk');
    await isKept(page);
    await desk.stop();
    await page.locator('.live.late').waitFor();
    await row(page, 'Gallagher').getByRole('button', { name: 'Check in' }).click();
    await page.getByText('Kept on this device').waitFor();
    await page.locator('.done-row', { hasText: 'Gallagher' }).waitFor();
    await page.goto(`${desk.url}/desk/housekeeping`);
    const dirty = page.getByRole('region', { name: 'To clean' }).locator('.hk-unit', { hasText: '102' });
    await dirty.getByRole('button', { name: 'Clean' }).click();
    await page.getByRole('region', { name: 'Ready' }).getByText('102').waitFor();
    await page.locator('.unsent', { hasText: 'not sent' }).waitFor();
    const context = page.context();
    await page.close();
    await desk.start();
    const again = await context.newPage();
    await again.goto(`${desk.url}/desk/housekeeping`);
    await expect.poll(async () => (await bookingOf('Gallagher')).status).toBe('checked_in');
    await again.locator('.unsent').waitFor({ state: 'detached' });
    expect(await checkInsOf('Gallagher')).toBe(1);
    const unit = desk.house.units['102'];
    const changes = (await eventsOf('unit.changed')).filter(({ data }) => data['unit_id'] === unit);
    expect(changes.slice(-2).map(({ data }) => data['condition'])).toEqual(['dirty', 'clean']);
    await context.close();
  });

  test('what waits is taken back, made again and taken back, and nothing of it is sent', async () => {
    const page = await open('/desk');
    await page.context().setOffline(true);
    await row(page, 'Papadopoulou').getByRole('button', { name: 'Check in' }).click();
    const done = page.locator('.done-row', { hasText: 'Papadopoulou' });
    await done.waitFor();
    for (const [keys, state] of [
      ['Control+z', 'detached'],
      ['Control+Shift+z', 'visible'],
      ['Control+z', 'detached'],
    ] as const) {
      await page.keyboard.press(keys);
      await done.waitFor({ state });
    }
    await page.locator('.unsent').waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.locator('.live', { hasText: 'live' }).waitFor();
    expect(await checkInsOf('Papadopoulou')).toBe(0);
    await page.context().close();
  });

  test('keeps a problem with its photos, shows them, and sends each once', async () => {
    const page = await open('/desk/housekeeping');
    await isKept(page);
    await page.context().setOffline(true);
    await page.locator('.live.late').waitFor();
    const room = page.locator('.hk-unit', { hasText: '102' });
    await room.getByRole('button', { name: 'More for 102' }).click();
    await page.getByRole('menuitem', { name: 'Problem' }).click();
    await page.getByLabel('What is wrong').fill('The lamp is broken');
    for (const n of [1, 2]) {
      const buffer = await drawnPhoto(page, 300 * n, 200);
      await page.getByLabel('Add a photo').setInputFiles({ name: `${n}.png`, mimeType: 'image/png', buffer });
      await page.getByRole('img', { name: `Photo ${n}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Report' }).click();
    const photos = page.locator('.hk-line', { hasText: 'The lamp is broken' }).locator('.photo img');
    await expect.poll(() => photos.count()).toBe(2);
    await page.locator('.unsent', { hasText: '3 not sent' }).waitFor();
    await page.reload();
    await expect.poll(() => photos.count()).toBe(2);
    await page.context().setOffline(false);
    await page.locator('.unsent').waitFor({ state: 'detached' });
    const ofTask = async () =>
      (await eventsOf('task.changed')).filter(({ data }) => data['task_name'] === 'The lamp is broken');
    await expect.poll(async () => (await ofTask()).length).toBe(2);
    expect(
      (await eventsOf('task.created')).filter(({ data }) => data['task_name'] === 'The lamp is broken'),
    ).toHaveLength(1);
    await expect
      .poll(() => photos.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toEqual([300, 600]);
    expect(await photos.first().getAttribute('src')).toMatch(/^\/operator\//);
    await page.context().close();
  });

  test('does once what the server had done when its answer was lost', async () => {
    const page = await open('/desk');
    let lost = 0;
    await page.route('**/api/bookings/**', async (route) => {
      if (route.request().method() !== 'PATCH' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await row(page, 'Eriksson').getByRole('button', { name: 'Check in' }).click();
    await expect.poll(async () => (await bookingOf('Eriksson')).status).toBe('checked_in');
    await page.locator('.done-row', { hasText: 'Eriksson' }).waitFor();
    await page.locator('.unsent').waitFor({ state: 'detached' });
    expect(lost).toBe(1);
    expect(await checkInsOf('Eriksson')).toBe(1);
    await page.context().close();
  });

  test('two tabs send a change once, and both show it as unsent before', async () => {
    const page = await open('/desk/housekeeping');
    const other = await page.context().newPage();
    await other.goto(`${desk.url}/desk/housekeeping`);
    await other.locator('.live', { hasText: 'live' }).waitFor();
    await page.context().setOffline(true);
    const problem = async (text: string) => {
      await page.getByRole('button', { name: 'More for 106' }).click();
      await page.getByRole('menuitem', { name: 'Problem' }).click();
      await page.getByLabel('What is wrong').fill(text);
      await page.getByRole('button', { name: 'Report' }).click();
      await page.locator('dialog.problem').waitFor({ state: 'detached' });
    };
    await problem('The lamp flickers');
    await problem('A tap drips');
    await other.locator('.unsent', { hasText: '2 not sent' }).waitFor();
    await other.locator('.hk-side').getByText('A tap drips').waitFor();
    // What was never sent is taken back here alone.
    await page.keyboard.press('Control+z');
    await other.locator('.unsent', { hasText: '1 not sent' }).waitFor();
    await page.context().setOffline(false);
    for (const tab of [page, other]) await tab.locator('.unsent').waitFor({ state: 'detached' });
    const path = `/api/tasks/${desk.house.token}?unit_id=${desk.house.units['106']}&open=true`;
    const reported = async () => {
      const tasks: { task_name: string }[] = await desk.send('GET', path);
      return tasks.map(({ task_name: name }) => name);
    };
    const named = await reported();
    expect(named.filter((name) => name === 'The lamp flickers')).toHaveLength(1);
    expect(named).not.toContain('A tap drips');
    // Whichever tab sent it, the one where it was made takes it back.
    await page.keyboard.press('Control+z');
    await expect.poll(reported).not.toContain('The lamp flickers');
    await page.context().close();
  });

  test('shows what was refused on delivery, with the reason and the ways on', async () => {
    const page = await open('/desk');
    await page.context().setOffline(true);
    await row(page, 'Lindqvist').getByRole('button', { name: 'Check in' }).click();
    await page.locator('.done-row', { hasText: 'Lindqvist' }).waitFor();
    await page.context().setOffline(false);
    await page.locator('.unsent.refused').click();
    const list = page.getByRole('dialog', { name: 'Changes that are not sent' });
    await list.getByText('101').first().waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'As it is' }).click();
    await expect.poll(async () => (await bookingOf('Lindqvist')).status).toBe('checked_in');
    await list.getByText('Everything is sent').waitFor();
    await page.context().close();
  });

  test('signing out says what is not sent, and deletes all that was kept', async () => {
    const page = await open('/desk/rates', { role: 'manager' });
    await beginRate(page);
    await isKept(page);
    expect(await keptRecords(page)).toBeGreaterThan(5);
    const signOut = async () => {
      await page.getByRole('button', { name: 'Paul Lang' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await page.goto(`${desk.url}/desk`);
    await signOut();
    const list = page.getByRole('dialog', { name: 'Changes that are not sent' });
    await list.getByRole('region', { name: 'Rates that are not sent' }).waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Open the rates' }).click();
    await page.waitForURL('**/desk/rates');
    await signOut();
    await list.getByRole('button', { name: 'Delete them and sign out' }).click();
    await page.waitForURL('**/desk/signin');
    await expect.poll(() => keptRecords(page)).toBe(0);
    await page.context().setOffline(true);
    await page.goto(`${desk.url}/desk`);
    await page.locator('.rail').waitFor();
    expect(await page.textContent('body')).not.toContain('Gallagher');
    await page.context().close();
  });

  test('signing out without the server deletes all at once, and ends the session when it is back', async () => {
    const page = await open('/desk/housekeeping', { role: 'read' });
    await isKept(page);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('innwire'));
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Ines Wolf' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/desk/signin');
    await expect.poll(() => keptRecords(page)).toBe(0);
    await page.goto(`${desk.url}/desk`);
    await page.locator('.rail').waitFor();
    expect(await page.textContent('body')).not.toContain('Gallagher');
    await page.context().setOffline(false);
    const statusOf = () =>
      fetch(`${desk.url}/session`, { headers: { cookie: `${cookie!.name}=${cookie!.value}` } }).then(
        ({ status }) => status,
      );
    await expect.poll(statusOf).toBe(401);
    await page.context().close();
  });

  test('a copy that the server has not renewed for a month is deleted', async () => {
    const page = await open('/desk');
    await isKept(page);
    await page.context().setOffline(true);
    await page.evaluate(makeCopyOld);
    await page.reload();
    await page.locator('.rail').waitFor();
    await expect.poll(() => keptRecords(page)).toBeLessThan(5);
    expect(await page.textContent('body')).not.toContain('Gallagher');
    await page.context().close();
  });

  test('a new build is taken at the next load, and then opens without the server', async () => {
    const page = await open('/desk');
    await isKept(page);
    const change = async (name: string, from: string | RegExp, to: string) => {
      const file = path.join(desk.folder, name);
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    };
    await desk.stop();
    await change('index.html', '<html lang="en"', '<html lang="en" data-build="2"');
    await change('sw.js', /PREFIX\}\$\{"/, 'PREFIX}${"new-');
    await desk.start();
    const build = () => page.evaluate(() => document.documentElement.dataset['build']);
    await page.reload();
    expect(await build()).toBe('2');
    await row(page, 'Rossi').waitFor();
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('-new-')).length),
      )
      .toBe(1);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { waiting, installing } = (await navigator.serviceWorker.getRegistration('/desk'))!;
          return waiting === null && installing === null;
        }),
      )
      .toBe(true);
    await page.context().setOffline(true);
    await page.reload();
    expect(await build()).toBe('2');
    await row(page, 'Rossi').waitFor();
    await page.context().close();
  });

  test('a browser that keeps nothing shows the desk, and changes need the server there', async () => {
    const page = await desk.open('/desk', { serviceWorkers: 'allow' });
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('private', 'SecurityError');
      };
    });
    await page.reload();
    const { orderId } = desk.house.stays["O'Connor"]!;
    await page.goto(`${desk.url}/desk?stay=${orderId}`);
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await notes.fill('Late');
    await notes.blur();
    await expect.poll(async () => (await bookingOf("O'Connor")).notes).toBe('Late');
    await page.context().setOffline(true);
    await notes.fill('Later');
    await notes.blur();
    await page.getByRole('dialog').getByText('cannot be reached, and this needs it').first().waitFor();
    expect(await notes.inputValue()).toBe('Later');
    await page.context().close();
  });

  test('notes that somebody else changed meanwhile are not lost, and are sent anyway if the person says so', async () => {
    const page = await open(`/desk?stay=${desk.house.stays['Bergström']!.orderId}`);
    const notes = page.getByRole('dialog').getByLabel('Notes');
    await notes.waitFor();
    await page.context().setOffline(true);
    await notes.fill('Needs a cot');
    await notes.blur();
    await page.getByText('Kept on this device').waitFor();
    const id = desk.house.stays['Bergström']!.orderId;
    await desk.send('PATCH', `/api/bookings/${desk.house.token}?order_id=${id}`, { notes: 'Vegan' });
    await page.context().setOffline(false);
    await page.keyboard.press('Escape');
    await page.locator('.unsent.refused').click();
    const list = page.getByRole('dialog', { name: 'Changes that are not sent' });
    await list.getByText('Vegan').waitFor();
    await list.getByRole('button', { name: 'Send anyway' }).click();
    await expect.poll(async () => (await bookingOf('Bergström')).notes).toBe('Needs a cot');
    await page.context().close();
  });

  test('somebody else who signs in does not see the copy of the person before', async () => {
    const page = await open('/desk/rates');
    await beginRate(page);
    await isKept(page);
    const other = await desk.open('/desk/housekeeping', { role: 'housekeeping' });
    const cookies = await other.context().cookies();
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.goto(`${desk.url}/desk/housekeeping`);
    await page.getByRole('button', { name: 'Rosa Lima' }).waitFor();
    const rosa = await page.evaluate(async () => (await (await fetch('/session')).json()).user_id);
    await expect.poll(() => ownersOfCopies(page)).toEqual([rosa]);
    expect(await keptRecords(page, ['drafts'])).toBe(0);
    // The occupancy is an answer of its own, kept after it is shown.
    await expect.poll(() => keptRecords(page, ['answers'])).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.hk-unit').first().waitFor();
    expect(await page.textContent('body')).not.toMatch(/Lindqvist|Rossi|Gallagher/);
    await other.context().close();
    await page.context().close();
  });
});

function row(page: Page, name: string) {
  return page.locator('.stay-row', { hasText: name });
}

/** Types a price that is not sent, and waits until the device has it. */
async function beginRate(page: Page): Promise<void> {
  await page.getByRole('gridcell', { name: 'Apartment, Mon 15 Jun: €214' }).click();
  await page.keyboard.type('220');
  await page.keyboard.press('Enter');
  await expect.poll(() => keptRecords(page, ['drafts'])).toBe(1);
}

/** Waits until the device has the files of the desk and the copy. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => keptRecords(page)).toBeGreaterThan(5);
}

/** A script that makes the copies of the device as old as if it had been put away for 31 days. */
const makeCopyOld = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('innwire');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const tx = opening.result.transaction('copies', 'readwrite');
    const cursor = tx.objectStore('copies').openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      if (at.key[2] === 'head') at.update({ ...at.value, receivedAt: at.value.receivedAt - 31 * 86_400_000 });
      at.continue();
    };
    tx.oncomplete = () => {
      opening.result.close();
      resolve(undefined);
    };
  };
})`;

/** Returns the ids of the people of whose copies the device keeps all parts. */
function ownersOfCopies(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open('innwire');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const keys = db.transaction('copies').objectStore('copies').getAllKeys();
          keys.onsuccess = () => {
            db.close();
            const all = keys.result as [number, number, string][];
            // The head is written last.
            const isWhole = all.some(([, , part]) => part === 'head');
            resolve(isWhole ? [...new Set(all.map(([userId]) => userId))] : []);
          };
        };
      }),
  );
}

/** Counts what the device keeps of people and properties. */
function keptRecords(
  page: Page,
  names = ['person', 'copies', 'answers', 'drafts', 'changes'],
): Promise<number> {
  return page.evaluate(
    (names) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('innwire');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const tx = db.transaction(names);
          const counts = names.map((name) => tx.objectStore(name).count());
          tx.oncomplete = () => {
            db.close();
            resolve(counts.reduce((sum, { result }) => sum + result, 0));
          };
        };
      }),
    names,
  );
}
