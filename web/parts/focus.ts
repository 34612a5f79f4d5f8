// The focus of what appears because somebody asked for it.
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Returns the reference for a field that takes the focus when it appears, or once it is wanted, with its content selected. */
export function useFocus<T extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  isWanted: boolean,
): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    if (!isWanted) return;
    field.current?.focus();
    if (!(field.current instanceof HTMLSelectElement)) field.current?.select();
  }, [isWanted]);
  return field;
}
