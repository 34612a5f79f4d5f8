// What a channel sends, as it is stored: without card numbers, in whichever member they are.
import type { Queryable } from '../../../db/database.ts';
import { phoneWithoutCardNumbers, withoutCardNumbers } from '../../../model/card-numbers.ts';
import { referenceMask } from '../../card-references.ts';

/**
 * The item without card numbers: `***` in texts, names and addresses; in identifiers something that differs as they do (see
 * model/card-references). `mapped` are ids of rooms and rates that the operator entered: these stay.
 */
export async function withoutCards<T extends object>(
  db: Queryable,
  item: T,
  mapped: ReadonlySet<string> = new Set(),
): Promise<T> {
  const references: string[] = [];
  mapTexts(item, '', (text, name) => {
    if (IDENTIFIERS.has(name) && !mapped.has(text)) references.push(text);
    return text;
  });
  const mask = await referenceMask(db, references);
  return mapTexts(item, '', (text, name) => {
    if (IDENTIFIERS.has(name)) return mapped.has(text) ? text : mask(text);
    return name === 'phone' ? phoneWithoutCardNumbers(text) : withoutCardNumbers(text);
  }) as T;
}

const IDENTIFIERS: ReadonlySet<string> = new Set([
  'reference',
  'shownReference',
  'revision',
  'receipt',
  'thread',
  'key',
  'externalRoom',
  'externalRate',
  'externalMessage',
  'externalReview',
  'uid',
]);

/** The value with every text in it, names of members too, as `change` makes it; dates and moments stay what they are. */
function mapTexts(value: unknown, name: string, change: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, name, change));
  if (value === null || typeof value !== 'object' || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key, ''), mapTexts(member, key, change)]),
  );
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
