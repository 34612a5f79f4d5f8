// Days as people type them: "12 jun", "12.6.", "next friday", "tomorrow", "+3". Pure but for the names of months, which Intl knows.
import { dayOfDate, weekdayOf } from '../days.ts';
import { fold } from './match.ts';

/** `dayNames`: what a language calls days near today. */
type DayNames = { today: string; tomorrow: string; yesterday: string; next: string };
type DayQuery = { language: string; dayNames: DayNames };

/** Returns the day numbers that a text may mean, the likeliest first; none if it is no day. */
export function parseDays(text: string, today: number, { language, dayNames }: DayQuery): number[] {
  const typed = text.trim().toLowerCase();
  const folded = fold(text);
  if (folded === '') return [];
  const near = { [fold(dayNames.today)]: 0, [fold(dayNames.tomorrow)]: 1, [fold(dayNames.yesterday)]: -1 }[
    folded
  ];
  if (near !== undefined) return [today + near];
  const step = /^([+-])\s*(\d{1,3})$/.exec(typed);
  if (step) return [today + Number(`${step[1]}${step[2]}`)];
  if (/^\d{4}-\d\d?-\d\d?$/.test(typed)) return dated(typed.split('-').map(Number), today);
  return weekday(folded, today, language, fold(dayNames.next)) ?? monthDay(typed, folded, today, language);
}

/** A weekday, in this week or the next one: `next` alone says which of two is meant, so both are offered. */
function weekday(folded: string, today: number, language: string, next: string): number[] | null {
  const parts = folded.split(' ').filter((part) => part !== next);
  if (parts.length !== 1 || parts[0]!.length < 2) return null;
  const wanted = namesOf(language, 'weekday').findIndex((names) =>
    names.some((name) => name.startsWith(parts[0]!)),
  );
  if (wanted < 0) return null;
  const coming = today + ((wanted - weekdayOf(today) + 7) % 7 || 7);
  const isNext = parts.length < folded.split(' ').length;
  return isNext
    ? [coming - weekdayOf(coming) + wanted + (isSameWeek(coming, today) ? 7 : 0), coming]
    : [coming];
}

function isSameWeek(day: number, other: number): boolean {
  return day - weekdayOf(day) === other - weekdayOf(other);
}

/** `12 jun`, `jun 12 2027`, `12.6.`, `12/6/27`. */
function monthDay(typed: string, folded: string, today: number, language: string): number[] {
  const numeric = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{2}|\d{4})?)?$/.exec(typed);
  if (numeric) return dated([yearOf(numeric[3]), Number(numeric[2]), Number(numeric[1])], today);
  const parts = folded.split(' ').filter((part) => part !== 'de');
  const numbers = parts
    .filter((part) => /^\d+(?:st|nd|rd|th)?$/.test(part))
    .map((part) => Number.parseInt(part, 10));
  const names = parts.filter((part) => !/^\d/.test(part));
  if (names.length !== 1 || numbers.length < 1 || numbers.length > 2 || names[0]!.length < 3) return [];
  const month = namesOf(language, 'month').findIndex((some) =>
    some.some((name) => name.startsWith(names[0]!)),
  );
  return month < 0 ? [] : dated([yearOf(numbers[1]?.toString()), month + 1, numbers[0]!], today);
}

function yearOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  return Number(text) < 100 ? 2000 + Number(text) : Number(text);
}

/** How far back a day without a year is still meant: guests of last month are asked for, not of last year. */
const BACK_DAYS = 60;

function dated([year, month, day]: readonly number[], today: number): number[] {
  const of = (some: number) => {
    const date = `${some}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const found = dayOfDate(date);
    // Date.parse takes 31 June for 1 July.
    return Number.isNaN(found) || new Date(found * 86_400_000).getUTCDate() !== day ? Number.NaN : found;
  };
  if (year !== undefined && !Number.isNaN(year)) return [of(year)].filter((one) => !Number.isNaN(one));
  const thisYear = new Date(today * 86_400_000).getUTCFullYear();
  const days = [thisYear, thisYear + 1].map(of).filter((one) => !Number.isNaN(one));
  return days.filter((one) => one >= today - BACK_DAYS).slice(0, 1);
}

const known = new Map<string, string[][]>();

/** Returns the folded names of months or weekdays (from Monday) in a language and in English. */
function namesOf(language: string, part: 'month' | 'weekday'): string[][] {
  const key = `${language}${part}`;
  const count = part === 'month' ? 12 : 7;
  const names =
    known.get(key) ??
    Array.from({ length: count }, (_, place) => {
      // 2024-01-01 was a Monday.
      const moment = part === 'month' ? Date.UTC(2024, place, 1) : Date.UTC(2024, 0, 1 + place);
      return [language, 'en'].map((one) =>
        fold(new Intl.DateTimeFormat(one, { [part]: 'long', timeZone: 'UTC' }).format(moment)),
      );
    });
  known.set(key, names);
  return names;
}
