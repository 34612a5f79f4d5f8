// Escape in a field above the sheet: leaves the field with what was typed in it, and changes nothing else.
import { signal } from '@preact/signals';

/** Whether Escape has just left a field: pressed once more it drops what is not sent. */
export const hasLeftField = signal(false);

/** Takes Escape in a field: empties it if it is one of text, and gives the focus to the sheet. */
export function leaveFieldByKey(event: KeyboardEvent): void {
  const field = event.target;
  if (event.key !== 'Escape' || event.isComposing) return;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  // There it closes the drawer.
  if (field.closest('dialog')) return;
  event.preventDefault();
  event.stopPropagation();
  if (field instanceof HTMLInputElement && field.type !== 'date') {
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  focusSheet();
  hasLeftField.value = true;
}

/** Gives the keyboard to the sheet. */
export function focusSheet(): void {
  document.querySelector<HTMLElement>('.rate-grid')?.focus({ preventScroll: true });
}
