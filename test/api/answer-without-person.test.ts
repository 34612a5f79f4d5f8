// Stored answers without an erased person: exactly those members are emptied that are marked as personal data in the schemas.
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { answerWithoutPerson } from '../../src/api/answer-without-person.ts';
import { operatorOperations, publicOperations } from '../../src/api/operations.ts';
import { NEEDS } from '../../src/api/schema.ts';
import { NOBODY } from '../../src/pms/guests/person.ts';
import { formsOf } from '../../src/pms/guests/person-texts.ts';

const ID = 7;
const CANARY = 'Canary Lovelace';
const ids = [ID];
const FORMS = formsOf({ names: [CANARY], texts: [], phones: [] });
const person = {
  ...NOBODY,
  guestIds: ids,
  reservationIds: ids,
  messageIds: ids,
  inquiryIds: ids,
  reviewIds: ids,
  forms: { ...NOBODY.forms, own: FORMS, together: FORMS, elsewhere: FORMS },
};

/** Emptied although they need no scope of their own: their records need one as a whole, or (`tags` of a review of a guest) are named as one that does. */
const WITHOUT_MARK = new Set(['marketing_consent', 'tags']);

/** Texts that people write: only the name of the person is taken out. */
const MENTIONING = new Set([
  'description',
  'reference',
  'task_name',
  'reason',
  'assignee',
  'responsible',
  'texts',
]);

type Described = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  [NEEDS]?: { scope: string };
};

/** Returns a value of the schema in which every text is the canary and every id that of the person. */
function sampleOf({ type, enum: choices, properties, items, anyOf }: Described): unknown {
  if (anyOf) return sampleOf(anyOf[0]!);
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
  if (items) return [sampleOf(items)];
  if (choices) return choices[0];
  if (type === 'integer' || type === 'number') return ID;
  return type === 'boolean' ? true : CANARY;
}

/** Returns the paths of marked members that kept the canary, and of unmarked ones that were changed. */
function faultsOf(schema: Described, before: any, after: any, at = ''): string[] {
  const { properties, items, anyOf } = schema;
  if (MENTIONING.has(at.slice(at.lastIndexOf('.') + 1)))
    return JSON.stringify(after).includes(CANARY) ? [`${at} was kept`] : [];
  if (anyOf) return faultsOf(anyOf[0]!, before, after, at);
  if (items && Array.isArray(after)) return faultsOf(items, before[0], after[0], at);
  if (!properties) return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${at} was changed`];
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${at}.${name}`;
    if (member[NEEDS]?.scope === 'contacts')
      return JSON.stringify(after[name] ?? null).includes(CANARY) ? [`${path} was kept`] : [];
    return WITHOUT_MARK.has(name) ? [] : faultsOf(member, before[name], after[name], path);
  });
}

const writes = [...publicOperations, ...operatorOperations].flatMap((operation) =>
  operation.kind === 'write' ? [[operation.path, operation] as const] : [],
);

describe.each(writes)('%s', (_, { method, answer }) => {
  test(`${method}: what needs contacts is emptied, and nothing else`, () => {
    const schema = answer as TSchema as Described;
    const before = sampleOf(schema);
    expect(faultsOf(schema, before, answerWithoutPerson(before, person))).toEqual([]);
  });
});
