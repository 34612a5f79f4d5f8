// Removes card numbers and hidden characters from what a channel sends, before it is stored.
import type { Queryable } from '../../../db/database.ts';
import { isIdentifier, mapTexts, memberWithoutCards } from '../../../model/card-members.ts';
import { withoutHiddenCharacters } from '../../../model/hidden-characters.ts';
import { createReferenceMask } from '../../card-references.ts';

/**
 * Returns the item without card numbers: they are replaced by `***` in texts, names and addresses, and in
 * identifiers by a value that is distinct for each (see model/card-references). Hidden characters
 * (model/hidden-characters) are removed from everything but identifiers, which are sent back to the channel.
 * `mapped` are ids of rooms and rates that the operator entered: these are kept.
 */
export async function cleanIngestedTexts<T extends object>(
  db: Queryable,
  item: T,
  mapped: ReadonlySet<string> = new Set(),
): Promise<T> {
  const references: string[] = [];
  mapTexts(item, '', (text, name) => {
    if (isIdentifier(name) && !mapped.has(text)) references.push(text);
    return text;
  });
  const mask = await createReferenceMask(db, references);
  return mapTexts(item, '', (text, name) => {
    if (mapped.has(text)) return text;
    return memberWithoutCards(isIdentifier(name) ? text : withoutHiddenCharacters(text), name, mask);
  }) as T;
}
