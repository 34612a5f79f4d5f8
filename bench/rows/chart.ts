// The tape chart in Chromium: how long the main thread works for a frame while it is scrolled, and for a key.
import type { Page } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../../test/browser/chart/chromium.ts';
import { measureScrolling, measureTask } from '../../test/browser/chart/measure.ts';
import { serveChartPage } from '../../test/browser/chart/serve.ts';
import type { Figure, Row } from '../row.ts';

const FRAMES = 300;
const KEYS = 60;
const FRAME_LIMIT_MS = 8;
const KEY_LIMIT_MS = 50;
const MOST_ELEMENTS = 900;
/** A year of a large house is to stay usable: half the frames of a screen with 60 a second. */
const LARGE_LIMIT_MS = 33;

export const chartRows: readonly Row[] = [
  {
    name: 'the tape chart: 60 units × 90 days',
    target: `≤ ${FRAME_LIMIT_MS} ms a frame, ≤ ${MOST_ELEMENTS} elements, ≤ ${KEY_LIMIT_MS} ms a key`,
    run: () => measureChart('units=60&days=90', FRAME_LIMIT_MS),
  },
  {
    name: 'the tape chart: 500 units × 365 days',
    target: `≤ ${LARGE_LIMIT_MS} ms a frame, ≤ ${MOST_ELEMENTS} elements, ≤ ${KEY_LIMIT_MS} ms a key`,
    run: () => measureChart('units=500&days=365', LARGE_LIMIT_MS),
  },
];

async function measureChart(query: string, frameLimitMs: number): Promise<Figure[]> {
  if (CHROMIUM === null) {
    console.error('There is no Chromium on this machine: the chart is not measured.');
    return [];
  }
  const [browser, served] = await Promise.all([launchChromium(), serveChartPage()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    await page.goto(`${served.url}?${query}`);
    await page.locator('.bar').first().waitFor();
    const { msPerFrame, scriptMsPerFrame, elements } = await measureScrolling(page, FRAMES);
    const keyMs = await measureKeys(page);
    const script = `${scriptMsPerFrame.toFixed(1)} ms of it script`;
    return [
      figure(`  ${msPerFrame.toFixed(1)} ms a frame, ${script}`, msPerFrame / frameLimitMs),
      figure(`  ${elements} elements`, elements / MOST_ELEMENTS),
      figure(`  ${keyMs.toFixed(1)} ms a key`, keyMs / KEY_LIMIT_MS),
    ];
  } finally {
    await browser.close();
    await served.close();
  }
}

function figure(measured: string, ratio: number): Figure {
  return { measured, ratio, met: ratio <= 1 };
}

/** Walks over the chart with the keyboard, to and fro. Returns the time of the main thread for a key. */
async function measureKeys(page: Page): Promise<number> {
  await page.keyboard.press('Tab');
  const { taskMs } = await measureTask(page, async () => {
    for (let key = 0; key < KEYS; key += 1)
      await page.keyboard.press(key % 3 === 0 ? 'ArrowDown' : 'ArrowRight');
  });
  return taskMs / KEYS;
}
