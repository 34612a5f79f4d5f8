// A menu that floats beside its button: everything that is not the one action of a row.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { type ButtonProps, classesOf } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';

export type MenuItem =
  | { label: string; icon?: IconName; keys?: string; checked?: boolean; disabled?: boolean; run: () => void }
  | 'line';

type MenuProps = {
  /** the button's content, and its name if the content has no text */
  button: ComponentChildren;
  label?: string;
  class: string;
  items: readonly MenuItem[];
  disabled?: ButtonProps['disabled'];
};

/** A button and its menu. The browser closes it on Escape and on a click elsewhere; arrow keys move in it. */
export function Menu({ button, label, class: classes, items, disabled }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const enter = () => {
    if (!menu.current || !opener.current || menu.current.contains(document.activeElement)) return;
    placeBeside(menu.current, opener.current);
    (menu.current.querySelector<HTMLElement>('[aria-checked="true"]') ?? itemsOf(menu.current)[0])?.focus();
  };
  /** The event of the opened menu comes later: a key may be pressed before. */
  const keyBeforeOpened = (event: KeyboardEvent) => {
    if (!menu.current?.matches(':popover-open') || !event.key.startsWith('Arrow')) return;
    enter();
    moveInMenu(event, menu.current);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={classes}
        aria-haspopup="menu"
        popovertarget={id}
        onKeyDown={keyBeforeOpened}
        disabled={disabled ?? false}
        {...(label && { 'aria-label': label, title: label })}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label ?? 'Menu'}
        class="menu"
        onToggle={(event) => event.newState === 'open' && enter()}
        onKeyDown={(event) => moveInMenu(event, menu.current!)}
      >
        <MenuItems items={items} close={() => menu.current?.hidePopover()} />
      </div>
    </>
  );
}

function MenuItems({ items, close }: { items: readonly MenuItem[]; close: () => void }) {
  return items.map((item, index) => {
    if (item === 'line') return <hr key={index} />;
    const run = () => {
      close();
      item.run();
    };
    const shared = {
      type: 'button',
      class: classesOf('item'),
      disabled: item.disabled ?? false,
      onClick: run,
    } as const;
    const content = (
      <>
        {item.icon && <Icon name={item.icon} />}
        <span class="grow">{item.label}</span>
        {item.checked && <Icon name="check" />}
        {item.keys && <kbd>{item.keys}</kbd>}
      </>
    );
    if (item.checked === undefined)
      return (
        <button key={item.label} role="menuitem" tabIndex={-1} {...shared}>
          {content}
        </button>
      );
    return (
      <button key={item.label} role="menuitemradio" aria-checked={item.checked} tabIndex={-1} {...shared}>
        {content}
      </button>
    );
  });
}

type FloatingMenuProps = {
  /** a point of the window */
  at: { x: number; y: number };
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
};

/** A menu without a button, at a point: what a right click asks for. It has the keyboard, and gives it back when it closes. */
export function FloatingMenu({ at, label, items, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const element = menu.current!;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${clamp(at.x, innerWidth - width)}px`;
    element.style.top = `${clamp(at.y + height > innerHeight ? at.y - height : at.y, innerHeight - height)}px`;
    itemsOf(element)[0]?.focus();
    return () => before?.focus();
  }, [at]);
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      class="menu"
      onToggle={(event) => event.newState === 'closed' && onClose()}
      onKeyDown={(event) => moveInMenu(event, menu.current!)}
    >
      <MenuItems items={items} close={() => menu.current?.hidePopover()} />
    </div>
  );
}

const GAP = 4;

/** Places a menu below its button, above it if there is more room, and inside of the window. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const near = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = near.bottom + GAP + height <= innerHeight || near.top < height;
  const atEnd = near.left + width > innerWidth - GAP;
  const top = below ? near.bottom + GAP : near.top - GAP - height;
  const left = atEnd ? near.right - width : near.left;
  menu.style.top = `${clamp(top, innerHeight - height)}px`;
  menu.style.left = `${clamp(left, innerWidth - width)}px`;
}

function clamp(value: number, most: number): number {
  return Math.max(GAP, Math.min(value, most - GAP));
}

function moveInMenu(event: KeyboardEvent, menu: HTMLElement): void {
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') menu.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.item:not(:disabled)')];
}
