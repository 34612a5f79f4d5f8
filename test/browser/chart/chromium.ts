// The browser of the machine: CHROMIUM, else what the distribution installed. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { WAIT_LIMIT_MS } from '../../harness/limits.ts';

/** The one without windows first: with one, each page costs three times the processor time (1.7 s and 0.6 s here). */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of the browser; null = there is none. */
export const CHROMIUM = [process.env['CHROMIUM'], ...PLACES].find((file) => file && existsSync(file)) ?? null;

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM! });
}

/** Opens a window with its own cookies, in which waiting ends at the limit of all tests. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  return context;
}
