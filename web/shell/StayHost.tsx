// Shows the drawer of a stay while the address names one. Its code is loaded when it is first opened.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { shown } from '../desk/property.ts';
import { messages } from '../language.ts';
import { showToast } from '../parts/Toast.tsx';
import { place } from '../router.ts';
import { closeStay, type OpenStay, openStayOf } from './open-stay.ts';

type Content = FunctionComponent<{ opened: OpenStay }>;
let loaded: Content | null = null;

export function StayHost() {
  const opened = openStayOf(place());
  const content = useSignal(loaded);
  const isOpen = opened !== null;
  useEffect(() => {
    if (!isOpen || loaded) return;
    import('../screens/stay/StayDrawer.tsx').then(
      ({ StayDrawer }) => {
        loaded = StayDrawer;
        content.value = StayDrawer;
      },
      () => {
        showToast({ text: messages().failed.title, refused: true });
        closeStay();
      },
    );
  }, [isOpen]);
  const Drawer = content.value;
  // Without a property there is nothing to read from yet.
  if (!opened || !Drawer || !shown.value) return null;
  return <Drawer opened={opened} />;
}
