// Which versions of an event count: a calendar may hold several of one event, of which the newest is meant.
import type { ContentEvent } from './content.ts';
import { localTimeIn, readDateTime, type ZoneContext } from './date-time.ts';

/**
 * Returns the events of which the calendar has a newer version: of those with one UID and RECURRENCE-ID the
 * highest SEQUENCE counts, then the latest LAST-MODIFIED, then the latest DTSTAMP (RFC 5545 section 3.8.7.4).
 * Events that differ in none of these all count, because some programs give one UID to several events; and an
 * event whose dates cannot be read replaces none.
 */
export function outdatedVersions(events: readonly ContentEvent[], clock: ZoneContext): Set<ContentEvent> {
  const outdated = new Set<ContentEvent>();
  for (const [key, versions] of Map.groupBy(events, (event) => keyOf(event, clock))) {
    if (key === null || versions.length === 1) continue;
    const readable = versions.filter((event) => isReadable(event, clock));
    const newest = readable.toSorted(compareVersions).at(-1);
    if (!newest) continue;
    for (const event of versions) if (compareVersions(event, newest) < 0) outdated.add(event);
  }
  return outdated;
}

/** Returns what the versions of an event have in common; null if the event has no UID or cannot be read. */
function keyOf(event: ContentEvent, clock: ZoneContext): string | null {
  const uid = propertyOf(event, 'UID');
  const replaced = event.properties.find(({ name }) => name === 'RECURRENCE-ID');
  if (uid === '') return null;
  if (!replaced) return uid;
  try {
    return `${uid}\n${localTimeIn(clock.utc, readDateTime(replaced, clock))}`;
  } catch {
    return null;
  }
}

function isReadable(event: ContentEvent, clock: ZoneContext): boolean {
  if (event.damage !== null) return false;
  try {
    for (const property of event.properties)
      if (property.name === 'DTSTART' || property.name === 'DTEND') readDateTime(property, clock);
    return true;
  } catch {
    return false;
  }
}

/** Compares two versions of an event, older ones first. */
function compareVersions(a: ContentEvent, b: ContentEvent): number {
  return (
    sequenceOf(a) - sequenceOf(b) || compareTimes(a, b, 'LAST-MODIFIED') || compareTimes(a, b, 'DTSTAMP')
  );
}

/** Returns the SEQUENCE; 0 without one, as RFC 5545 says. */
function sequenceOf(event: ContentEvent): number {
  const value = propertyOf(event, 'SEQUENCE');
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
}

/** Compares times by their digits: both are in UTC. A missing one is the oldest. */
function compareTimes(a: ContentEvent, b: ContentEvent, name: string): number {
  const [one, other] = [a, b].map((event) => propertyOf(event, name).replaceAll(/\D/g, '').padEnd(14, '0'));
  return one! < other! ? -1 : one! > other! ? 1 : 0;
}

function propertyOf(event: ContentEvent, name: string): string {
  return event.properties.find((property) => property.name === name)?.value ?? '';
}
