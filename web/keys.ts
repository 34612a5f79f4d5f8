// The keyboard: shortcuts as data. Screens and drawers say theirs while they are shown; the list of keys and the search are made from them.
import { computed, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A shortcut. `keys`: one key (`j`, `Enter`, `?`, `[`), a key with the command key (`mod+k`, `mod+shift+z`), or two keys one after the other
 * (`g t`). `label`: what it does, in the person's language.
 */
type Shortcut = { keys: string; label: string; run: () => void; disabled?: boolean };

type Registered = { shortcuts: readonly Shortcut[]; inDialog: boolean };

const registered = signal<readonly Registered[]>([]);

/** Shortcuts that work now, those of the innermost component first. */
export const shortcuts = computed(() => registered.value.toReversed().flatMap((one) => one.shortcuts));

/** Offers shortcuts as long as the component is shown. `inDialog`: it is in a dialog; while one is open, only such shortcuts work. */
export function useShortcuts(list: readonly Shortcut[], { inDialog = false } = {}): void {
  const latest = useRef(list);
  latest.current = list;
  const signature = list.map(({ keys, label, disabled }) => `${keys} ${label} ${disabled}`).join('\n');
  useLayoutEffect(() => {
    const shown = latest.current.map((one, place) => ({ ...one, run: () => latest.current[place]?.run() }));
    const entry = { shortcuts: shown, inDialog };
    registered.value = [...registered.value, entry];
    return () => {
      registered.value = registered.value.filter((one) => one !== entry);
    };
  }, [signature, inDialog]);
}

/** How long the second key of two may take. */
const SEQUENCE_MS = 1_500;
let first: { key: string; at: number } | null = null;

/** Starts to listen to the keyboard. */
export function startKeys(): void {
  document.addEventListener('keydown', pressed);
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const key = keyOf(event);
  const isCommand = key.startsWith('mod+');
  if (!isCommand && isTyping(event.target as HTMLElement)) return;
  if ((key === 'Enter' || key === ' ') && isPressable(event.target as HTMLElement)) return;
  const before = first && performance.now() - first.at < SEQUENCE_MS ? first.key : null;
  first = null;
  const found = (before && findShortcut(`${before} ${key}`)) || findShortcut(key);
  if (found) {
    event.preventDefault();
    found.run();
    return;
  }
  if (active().some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at: performance.now() };
}

function findShortcut(keys: string): Shortcut | undefined {
  return active().find((one) => one.keys === keys && !one.disabled);
}

/** Returns the shortcuts that work now: while a dialog is open its own, and those with the command key. */
function active(): Shortcut[] {
  const isModal = document.querySelector('dialog[open]') !== null;
  return registered
    .peek()
    .toReversed()
    .flatMap(({ shortcuts: list, inDialog }) =>
      !isModal || inDialog ? list : list.filter(({ keys }) => keys.startsWith('mod+')),
    );
}

function keyOf({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return '';
  const plain = key.length === 1 ? key.toLowerCase() : key;
  if (metaKey || ctrlKey) return `mod+${shiftKey ? 'shift+' : ''}${plain}`;
  return plain;
}

/** Whether a key goes into a field, or to a control that uses it itself. */
function isTyping(target: HTMLElement): boolean {
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether Enter and Space already do something where the focus is. */
function isPressable(target: HTMLElement): boolean {
  return target.closest('button, a[href], summary') !== null;
}

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** Returns the keys as a keyboard of this system shows them: `⌘K` or `Ctrl K`. */
export function shownKeys(keys: string): string {
  const names: Record<string, string> = { Enter: '↵', Escape: 'Esc', ' ': 'Space', Backspace: '⌫' };
  return keys
    .split(' ')
    .map((one) => {
      const parts = one.split('+');
      const key = parts.pop()!;
      const name = names[key] ?? key.toUpperCase();
      const modifiers = parts.map(
        (part) => ({ mod: isMac ? '⌘' : 'Ctrl ', shift: isMac ? '⇧' : 'Shift ' })[part],
      );
      return `${modifiers.join('')}${name}`;
    })
    .join(' ');
}
