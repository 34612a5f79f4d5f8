// The companions of a stay as the person writes them. Pure.
import { isSameName } from '../../src/model/letters.ts';
import { type Companion, MAX_AGE } from '../../src/model/stay-details.ts';
import type { DeskBooking } from '../replica/state.ts';

/** Texts of the fields of one; the age is empty where it is not known. */
export type CompanionFields = { name: string; age: string };

const NOBODY: CompanionFields = { name: '', age: '' };

/** Returns the fields of the companions of a booking: those of nobody, to be filled in, if none are known. */
export function fieldsOfCompanions({ companions }: Pick<DeskBooking, 'companions'>): CompanionFields[] {
  const fields = (companions ?? []).map(({ name, age }) => ({ name, age: age === null ? '' : String(age) }));
  return fields.length > 0 ? fields : [NOBODY];
}

/** Which field of which companion is wrong. */
export type WrongCompanion = { place: number; member: 'name' | 'age' };

/** Returns the companions that the fields say, as the API takes them, or which field is wrong. What is empty is nobody. */
export function companionsOfFields(
  fields: readonly CompanionFields[],
): { companions: Companion[] | null } | { wrong: WrongCompanion } {
  const companions: Companion[] = [];
  for (const [place, { name, age }] of fields.entries()) {
    const [named, aged] = [name.trim(), age.trim()];
    if (named === '' && aged === '') continue;
    if (named === '') return { wrong: { place, member: 'name' } };
    if (aged !== '' && !(/^\d+$/.test(aged) && Number(aged) <= MAX_AGE))
      return { wrong: { place, member: 'age' } };
    companions.push({ name: named, age: aged === '' ? null : Number(aged) });
  }
  return { companions: companions.length > 0 ? companions : null };
}

/** Returns the fields with one more, for the next companion. */
export function withCompanion(fields: readonly CompanionFields[]): CompanionFields[] {
  return [...fields, NOBODY];
}

/** Returns the fields without those of the companion at a place; those of nobody if there was no other. */
export function withoutCompanion(fields: readonly CompanionFields[], place: number): CompanionFields[] {
  const left = fields.toSpliced(place, 1);
  return left.length > 0 ? left : [NOBODY];
}

/** Returns how many come by name, the guest of the booking among them, if these are more than it is for; null = they are not, or it does not say. */
export function namedBeyondBooked(
  { guests, name: guestName }: Pick<DeskBooking, 'guests' | 'name'>,
  companions: readonly Companion[] | null,
): number | null {
  const others = (companions ?? []).filter(({ name }) => !isSameName(name, guestName)).length;
  return guests !== null && others > 0 && others + 1 > guests ? others + 1 : null;
}

/** Returns the names that a change adds to a list of companions, and those that it removes; a name may be there twice. */
export function changedNames(
  before: readonly Companion[] | null,
  after: readonly Companion[] | null,
): { added: string[]; removed: string[] } {
  const without = (names: string[], others: string[]) => {
    const left = [...others];
    return names.filter((name) => {
      const place = left.indexOf(name);
      if (place < 0) return true;
      left.splice(place, 1);
      return false;
    });
  };
  const [was, is] = [before, after].map((list) => (list ?? []).map(({ name }) => name)) as [
    string[],
    string[],
  ];
  return { added: without(is, was), removed: without(was, is) };
}

/** Returns companions as people read them: `Bo, 6 · Ida`. */
export function companionsText(companions: readonly Companion[] | null): string {
  return (companions ?? []).map(({ name, age }) => (age === null ? name : `${name}, ${age}`)).join(' · ');
}
