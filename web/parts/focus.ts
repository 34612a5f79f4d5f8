// The focus of what appears because somebody asked for it.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the reference for a field that takes the focus when it appears, or once it is wanted, with its content selected. */
export function useFocus<T extends HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
  isWanted: boolean,
): RefObject<T | null> {
  const field = useRef<T>(null);
  // At once, so that what is typed on goes into the field. A dialog that opens right afterwards gives the focus to the field that asks for it.
  useLayoutEffect(() => {
    if (!isWanted || !field.current) return;
    field.current.autofocus = true;
    field.current.focus();
    if (!(field.current instanceof HTMLSelectElement)) field.current.select();
  }, [isWanted]);
  return field;
}
