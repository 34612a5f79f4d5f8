// A drawer at the end of the screen: the details of one thing, while its place stays in sight. Escape, the button and a
// click beside it close it; the focus returns to where it was.
import type { ComponentChildren } from 'preact';
import { messages } from '../language.ts';
import { classesOf, IconButton } from './Button.tsx';
import { useModal } from './modal.ts';
import { Toasts } from './Toast.tsx';

type DrawerProps = {
  title: string;
  /** beside the title: a badge, a reference */
  about?: ComponentChildren;
  /** at the end of the head */
  actions?: ComponentChildren;
  /** below the title, as part of the head */
  facts?: ComponentChildren;
  /** the class of its styles, which belong to what is in it */
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
};

export function Drawer({ title, about, actions, facts, class: own, onClose, children }: DrawerProps) {
  const dialog = useModal(onClose);
  return (
    <dialog ref={dialog} class={classesOf('drawer', own)} aria-label={title}>
      <div class="drawer-page">
        <header class="drawer-head">
          <h2 class="t20 b cut">{title}</h2>
          {about}
          <div class="row end">
            {actions}
            <IconButton icon="x" label={messages().close} onClick={onClose} />
          </div>
          {facts}
        </header>
        <div class="drawer-body">{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}
