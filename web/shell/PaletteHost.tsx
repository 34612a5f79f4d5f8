// Shows the search while it is open. Its code is loaded when it is first opened.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { useShortcuts } from '../keys.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { isSearching } from './searching.ts';

type Content = FunctionComponent<{ onClose: () => void }>;
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
  return isOpen && Palette ? <Palette onClose={close} /> : null;
}
