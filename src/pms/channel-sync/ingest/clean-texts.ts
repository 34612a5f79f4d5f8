// What a channel sends, as it is stored: without card numbers and hidden characters, in whichever member they are.
import type { Queryable } from '../../../db/database.ts';
import { isIdentifier, mapTexts, memberWithoutCards } from '../../../model/card-members.ts';
import { withoutHiddenCharacters } from '../../../model/hidden-characters.ts';
import { createReferenceMask } from '../../card-references.ts';

/**
 * The item without card numbers: `***` in texts, names and addresses; in identifiers something that differs as they do (see
 * model/card-references). Characters that nobody sees (model/hidden-characters) are left out of everything but identifiers, by which the
 * channel is answered. `mapped` are ids of rooms and rates that the operator entered: these stay.
 */
export async function cleanTexts<T extends object>(
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
