// Shows the list of unsent changes while it is open. Its code is loaded with the first unsent change: later
// there may be no network.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { messages } from '../language.ts';
import { unsent } from '../outbox/outbox.ts';
import { showToast } from '../parts/Toast.tsx';
import { showingUnsent } from './showing-unsent.ts';

let loaded: FunctionComponent | null = null;

export function UnsentHost() {
  const content = useSignal(loaded);
  const isOpen = showingUnsent.value !== null;
  const isNeeded = isOpen || unsent.value.length > 0;
  useEffect(() => {
    if (!isNeeded || loaded) return;
    import('../screens/unsent/UnsentDrawer.tsx').then(
      ({ UnsentDrawer }) => {
        loaded = UnsentDrawer;
        content.value = UnsentDrawer;
      },
      () => {
        if (showingUnsent.peek() === null) return;
        showingUnsent.value = null;
        showToast({ text: messages().unreachable, refused: true });
      },
    );
  }, [isNeeded, isOpen]);
  const Content = content.value;
  return isOpen && Content ? <Content /> : null;
}
