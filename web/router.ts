// Which screen the address names. Addresses are real: they can be opened, shared, and gone back to.
import { signal } from '@preact/signals';

export type Place = { path: string; query: URLSearchParams };

export const BASE = '/desk';

const here = signal<Place>(placeOf('/desk'));

/** Returns the address that is shown. What renders with it follows every change. */
export function place(): Place {
  return here.value;
}

/** Steps of the browser's history that are still to be taken: each waits until the browser has gone back. */
const steps: (() => void)[] = [];
let isGoingBack = false;

/** Shows an address, `/desk/…`. `replace`: without a step to go back to. */
export function goTo(address: string, { replace = false } = {}): void {
  here.value = placeOf(address);
  steps.push(() => history[replace ? 'replaceState' : 'pushState'](null, '', address));
  takeSteps();
}

/**
 * Goes back to the address that was shown before, which the caller knows. It is shown at once: the browser takes some milliseconds, in which
 * a person may have pressed the next key.
 */
export function goBackTo(address: string): void {
  here.value = placeOf(address);
  steps.push(() => {
    isGoingBack = true;
    history.back();
  });
  takeSteps();
}

function takeSteps(): void {
  while (!isGoingBack && steps.length > 0) steps.shift()!();
}

/** Follows the buttons of the browser and clicks on links to other places of the desk. */
export function startRouter(): void {
  const read = () => {
    here.value = placeOf(location.pathname + location.search);
  };
  read();
  addEventListener('popstate', () => {
    isGoingBack = false;
    takeSteps();
    if (!isGoingBack) read();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || !isOwnClick(event, link)) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  });
}

/** Splits an address into path and query. A slash at the end means nothing, and `/desk/today` is `/desk`. */
export function placeOf(address: string): Place {
  const { pathname, search } = new URL(address, 'http://desk');
  const path = pathname.replace(/\/+$/, '') || '/';
  return { path: path === `${BASE}/today` ? BASE : path, query: new URLSearchParams(search) };
}

/** Whether a path is a screen's own path or below it. */
export function isAt(path: string, screen: string): boolean {
  return path === screen || (screen !== BASE && path.startsWith(`${screen}/`));
}

/** Whether a click opens a place of the desk here: not in a new tab, not elsewhere. */
function isOwnClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return isAt(link.pathname, BASE) || link.pathname.startsWith(`${BASE}/`);
}
