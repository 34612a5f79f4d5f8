// Signing out, from the menu of the person and from the search.
import { person } from '../desk/session.ts';
import { listKeptDrafts } from '../device/drafts.ts';
import { unsent } from '../outbox/outbox.ts';
import { leave } from './leave.ts';
import { begunRates, showingUnsent } from './showing-unsent.ts';

/** Signs out; before that, shows what would be lost. */
export async function signOutHere(): Promise<void> {
  const userId = person.peek()?.user_id;
  const drafts = userId === undefined ? [] : await listKeptDrafts(userId);
  begunRates.value = drafts.map(({ hotelId }) => hotelId);
  if (unsent.peek().length + drafts.length > 0) showingUnsent.value = 'leaving';
  else await leave();
}
