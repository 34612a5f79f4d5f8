// Shows the list of unsent changes while it is open. Its code is loaded when it is first opened.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { showingUnsent } from './showing-unsent.ts';

let loaded: FunctionComponent | null = null;

export function UnsentHost() {
  const content = useSignal(loaded);
  const isOpen = showingUnsent.value !== null;
  useEffect(() => {
    if (!isOpen || loaded) return;
    import('../screens/unsent/UnsentDrawer.tsx').then(
      ({ UnsentDrawer }) => {
        loaded = UnsentDrawer;
        content.value = UnsentDrawer;
      },
      () => {
        showingUnsent.value = null;
        showToast({ text: messages().unreachable, refused: true });
      },
    );
  }, [isOpen]);
  const Content = content.value;
  return isOpen && Content ? <Content /> : null;
}
