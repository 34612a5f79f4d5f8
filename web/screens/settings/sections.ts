// The sections of the settings, and which of them a person may open.
import { rightsOf } from '../../desk/property.ts';

const SECTIONS = ['house', 'rooms', 'templates', 'calendars', 'tokens', 'webhooks', 'kept'] as const;
export type SectionId = (typeof SECTIONS)[number];

/** Returns the sections that the person may open, in their order. */
export function openSections(): SectionId[] {
  return SECTIONS.filter(isOpen);
}

/** Everybody may read what guests know of the house; its rooms whoever works with them; the rest is for those who change it. */
function isOpen(id: SectionId): boolean {
  if (id === 'house') return true;
  if (id === 'rooms') return rightsOf('housekeeping').sees || rightsOf('availability:read').sees;
  return rightsOf('settings').changes;
}
