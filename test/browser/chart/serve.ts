// Builds the page with the chart into a temporary folder, and serves it on loopback.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';

export type ChartPage = { url: string; close: () => Promise<void> };

/** Serves the page on a free port. `close` stops it and removes its files. */
export async function serveChartPage(): Promise<ChartPage> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'innwire-chart-'));
  const settings = { root: import.meta.dirname, configFile: false as const, logLevel: 'warn' as const };
  await build({ ...settings, build: { outDir, emptyOutDir: true }, oxc: JSX });
  const server = await preview({
    ...settings,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: true },
  });
  const { port } = server.httpServer.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** As web/tsconfig.json says for the desk. */
const JSX = { jsx: { runtime: 'automatic' as const, importSource: 'preact' } };
