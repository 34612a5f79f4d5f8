// A picture as a camera would take it, drawn by the browser of a test.
import type { Page } from 'playwright-core';

/** Returns a PNG of this size, with edges and colours. */
export async function drawnPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      const shade = context.createLinearGradient(0, 0, width, height);
      shade.addColorStop(0, '#8fb6c9');
      shade.addColorStop(1, '#f3efe6');
      context.fillStyle = shade;
      context.fillRect(0, 0, width, height);
      for (let i = 0; i < 24; i += 1) {
        context.strokeStyle = `hsl(${i * 40} 30% 45%)`;
        context.lineWidth = width / 200;
        context.strokeRect((i * width) / 30, (i * height) / 40, width / 4, height / 3);
      }
      context.fillStyle = '#c62d20';
      context.beginPath();
      context.arc(width * 0.62, height * 0.55, height / 6, 0, 7);
      context.fill();
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return Buffer.from(address.replace(/^[^,]*,/, ''), 'base64');
}
