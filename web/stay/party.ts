// The party of a stay as the person writes it. Pure.
import { MAX_CHILD_AGE, MAX_CHILDREN, MAX_GUESTS } from '../../src/model/guest-counts.ts';
import type { DeskBooking } from '../replica/state.ts';

/** Texts of the fields; an age is empty where it is not known. */
export type PartyFields = { adults: string; ages: readonly string[] };

/** The members of a booking that say who comes. */
export type Party = Pick<DeskBooking, 'adults' | 'children'>;

/** Returns the fields of a party. */
export function fieldsOfParty({ adults, children }: Party): PartyFields {
  return {
    adults: adults === null ? '' : String(adults),
    ages: (children ?? []).map((age) => (age === null ? '' : String(age))),
  };
}

/** Returns the party that the fields say, as the API takes it, or which field is wrong. */
export function partyOfFields({
  adults,
  ages,
}: PartyFields): { party: Party } | { wrong: 'adults' | 'ages' } {
  const count = wholeNumber(adults, MAX_GUESTS);
  if (count === null || count + ages.length === 0) return { wrong: 'adults' };
  const children = ages.map((age) => (age.trim() === '' ? null : wholeNumber(age, MAX_CHILD_AGE)));
  const isAge = children.every((age, place) => age !== null || ages[place]!.trim() === '');
  if (!isAge || ages.length > MAX_CHILDREN) return { wrong: 'ages' };
  return { party: { adults: count, children } };
}

/** Returns the fields with another number of children: those that are added have no age. */
export function withChildren(fields: PartyFields, text: string): PartyFields {
  const count = wholeNumber(text, MAX_CHILDREN);
  if (count === null) return fields;
  return { ...fields, ages: Array.from({ length: count }, (_, place) => fields.ages[place] ?? '') };
}

function wholeNumber(text: string, most: number): number | null {
  const number = Number(text);
  return /^\d+$/.test(text.trim()) && number <= most ? number : null;
}
