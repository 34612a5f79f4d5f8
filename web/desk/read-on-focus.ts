// Reading again what changes without events, when the person comes back to the window.
import { useEffect, useRef } from 'preact/hooks';

/** Calls a function whenever the window gets the focus. */
export function useReadOnFocus(readAgain: () => void): void {
  const latest = useRef(readAgain);
  latest.current = readAgain;
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('focus', () => latest.current(), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
