// Removes card numbers from the texts of an object. How one is replaced depends on what the member of that
// name holds.
import { phoneWithoutCardNumbers, withoutCardNumbers } from './card-numbers.ts';

const IDENTIFIERS: ReadonlySet<string> = new Set([
  'reference',
  'shownReference',
  'channelReference',
  'revision',
  'receipt',
  'thread',
  'earlierThread',
  'key',
  'roomKey',
  'externalRoom',
  'externalRate',
  'externalMessage',
  'externalReview',
  'externalAttachment',
  'uid',
]);

const TELEPHONES: ReadonlySet<string> = new Set(['phone', 'guestPhone']);

/** Whether a member of this name holds identifiers, whose texts must stay distinct. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIERS.has(name);
}

/** Returns the text of the member `name` without card numbers. `mask` replaces those in identifiers. */
export function memberWithoutCards(text: string, name: string, mask: (reference: string) => string): string {
  if (IDENTIFIERS.has(name)) return mask(text);
  return TELEPHONES.has(name) ? phoneWithoutCardNumbers(text) : withoutCardNumbers(text);
}

/**
 * Copies a value with every text in it, member names included, replaced by `change(text, member name)`.
 * Dates, instants and numbers stay unchanged.
 */
export function mapTexts(
  value: unknown,
  name: string,
  change: (text: string, name: string) => string,
): unknown {
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
