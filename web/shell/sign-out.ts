// Signing out, from the menu of the person and from the search.
import { unsent } from '../outbox/outbox.ts';
import { leave } from './leave.ts';
import { showingUnsent } from './showing-unsent.ts';

/** Signs out; before that, shows what would be lost. */
export function signOutHere(): void {
  if (unsent.peek().length > 0) showingUnsent.value = 'leaving';
  else void leave();
}
