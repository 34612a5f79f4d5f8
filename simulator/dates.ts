// Calendar dates in the OTAs' format yyyy-mm-dd, which compare as text.

export function isDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function addYears(date: string, years: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at.toISOString().slice(0, 10);
}

export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Returns the dates from the first to the last, both included. */
export function datesThrough(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, i) => addDays(first, i));
}

/** Returns a moment in whole seconds, as several OTAs write it. */
export function inSeconds(at: string): string {
  return `${at.slice(0, 19)}Z`;
}

/** Returns the nights of a stay, without the day of departure. */
export function nightsOf(arrival: string, departure: string): string[] {
  return datesThrough(arrival, addDays(departure, -1));
}

/** Returns the day of the week; 0 is Sunday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
