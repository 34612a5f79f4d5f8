// Starts the service worker, where the browser lets pages have one: over https, and on the machine itself.

/** Once the first screen is there: what is kept for later must not delay what is wanted now. */
const DELAY_MS = 2_000;

export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register('/desk/sw.js', { scope: '/desk' }).catch(() => {
      // The desk works without it as long as the server can be reached; so it does with hot reload, where there is none.
    });
  }, DELAY_MS);
}
