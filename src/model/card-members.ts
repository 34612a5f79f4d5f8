// What kind of text a member or a column holds, by its name: what replaces a card number in it depends on that.
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
  'uid',
]);

const TELEPHONES: ReadonlySet<string> = new Set(['phone', 'guestPhone']);

/** Whether a member of this name tells one thing from another, so that its texts must stay different. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIERS.has(name);
}

/** The text of a member without card numbers. `mask` makes what stands for those in identifiers. */
export function memberWithoutCards(text: string, name: string, mask: (reference: string) => string): string {
  if (IDENTIFIERS.has(name)) return mask(text);
  return TELEPHONES.has(name) ? phoneWithoutCardNumbers(text) : withoutCardNumbers(text);
}

/**
 * The value with every text in it, names of members too, as `change` makes it of the text and the member's name; dates, moments and
 * numbers stay what they are.
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
