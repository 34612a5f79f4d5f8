// How the front desk is built (`npm run build`), and served with hot reload (`npm run dev`) in front of a running innwire.
import { defineConfig } from 'vite';
import { serviceWorker } from './worker/plugin.ts';

/** The innwire that `npm run dev` shows: the one on this machine, or INNWIRE_URL. */
const SERVER = process.env['INNWIRE_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  // Everything in assets/ has a hash in its name; nothing is copied without one.
  publicDir: false,
  plugins: [serviceWorker('/desk/')],
  cacheDir: '../node_modules/.cache/vite',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The first versions with light-dark() and popover: older ones would need every colour twice.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The page allows no script and no image inside of it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: { '^/(?!desk)': { target: SERVER, changeOrigin: true } },
  },
});
