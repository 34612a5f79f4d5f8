// What a person has begun and not sent, kept on the device for the property that is shown.
import { keepDraft, readKeptDraft } from '../device/drafts.ts';
import { shownOwner } from './property.ts';

/** Reads what was begun; undefined = nothing was, or a visitor looks. */
export async function readShownDraft(name: string): Promise<unknown> {
  const owner = shownOwner();
  return owner ? readKeptDraft({ ...owner, name }) : undefined;
}

/** Keeps what was begun; undefined removes it. */
export async function keepShownDraft(name: string, draft: unknown): Promise<void> {
  const owner = shownOwner();
  if (owner) await keepDraft({ ...owner, name }, draft);
}
