// How long the main thread of the browser works for a frame while the chart is scrolled.
import type { Page } from 'playwright-core';

type ScrollFigures = {
  /** time of the processor, without that of other programs */
  msPerFrame: number;
  scriptMsPerFrame: number;
  /** the most elements that the page had */
  elements: number;
};

/** Scrolls the chart of the page, diagonally, for so many frames. */
export async function measureScrolling(page: Page, frames: number): Promise<ScrollFigures> {
  const { taskMs, scriptMs, result } = await measureTask(page, () =>
    page.evaluate<number>(`scrollChart(${frames})`),
  );
  return { msPerFrame: taskMs / frames, scriptMsPerFrame: scriptMs / frames, elements: result };
}

/** Does something in the page; returns its result, and the time that the main thread worked meanwhile, in all and in scripts. */
export async function measureTask<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<{ taskMs: number; scriptMs: number; result: T }> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return { task: seconds('TaskDuration'), script: seconds('ScriptDuration') };
  };
  const before = await read();
  const result = await work();
  const after = await read();
  await protocol.detach();
  return {
    taskMs: (after.task - before.task) * 1_000,
    scriptMs: (after.script - before.script) * 1_000,
    result,
  };
}
