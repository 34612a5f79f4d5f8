// How long the main thread of the browser works for a frame while the chart is scrolled.
import type { Page } from 'playwright-core';

export type ScrollFigures = {
  /** time of the processor, without that of other programs */
  msPerFrame: number;
  scriptMsPerFrame: number;
  /** the most elements that the page had */
  elements: number;
};

/** Scrolls the chart of the page, diagonally, for so many frames. */
export async function measureScrolling(page: Page, frames: number): Promise<ScrollFigures> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return { task: seconds('TaskDuration'), script: seconds('ScriptDuration') };
  };
  const before = await read();
  const elements: number = await page.evaluate(`scrollChart(${frames})`);
  const after = await read();
  await protocol.detach();
  return {
    msPerFrame: ((after.task - before.task) * 1_000) / frames,
    scriptMsPerFrame: ((after.script - before.script) * 1_000) / frames,
    elements,
  };
}
