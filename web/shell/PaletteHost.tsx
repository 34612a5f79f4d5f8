// Shows the search while it is open. Its code is loaded when it is first opened.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useShortcuts } from '../keys.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { isSearching } from './searching.ts';

type Content = FunctionComponent<{ typed: string; onClose: () => void }>;
let loaded: Content | null = null;

export function PaletteHost() {
  const content = useSignal(loaded);
  const isOpen = isSearching.value;
  const close = () => {
    isSearching.value = false;
  };
  useShortcuts([
    {
      keys: 'mod+k',
      label: messages().search.find,
      run: () => {
        isSearching.value = !isSearching.value;
      },
    },
  ]);
  const typed = useTyped(isOpen && content.value === null, close);
  useEffect(() => {
    if (!isOpen || loaded) return;
    import('../palette/Palette.tsx').then(
      ({ Palette }) => {
        loaded = Palette;
        content.value = Palette;
      },
      () => {
        close();
        showToast({ text: messages().unreachable, refused: true });
      },
    );
  }, [isOpen]);
  const Palette = content.value;
  return isOpen && Palette ? <Palette typed={typed()} onClose={close} /> : null;
}

/**
 * Keeps what is typed until the field of the search is there: otherwise the first letters would be keys of the screen. Returns a
 * function that returns it.
 */
function useTyped(waits: boolean, close: () => void): () => string {
  const typed = useRef('');
  useLayoutEffect(() => {
    if (!waits) return;
    typed.current = '';
    const pressed = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') close();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, [waits]);
  return () => {
    const text = typed.current;
    typed.current = '';
    return text;
  };
}
