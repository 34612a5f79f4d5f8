// The browser of the machine: CHROMIUM, else what the distribution installed. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the browser; null = there is none. */
export const CHROMIUM = [process.env['CHROMIUM'], ...PLACES].find((file) => file && existsSync(file)) ?? null;

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM! });
}
