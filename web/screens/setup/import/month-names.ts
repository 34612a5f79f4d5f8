// Dates with the name of a month, in the languages of the desk: 31. Dezember 2026, Dec 31, 2026, 31 de diciembre de 2026. Pure.
import { fold } from '../../../palette/match.ts';

/** Folded names of the months and their short forms. */
const MONTHS = [
  'jan january januar janner jaenner januario janeiro ene enero',
  'feb february februar feber febr febrero fev fevereiro',
  'mar march mrz marz maerz marzo marco',
  'apr april abr abril',
  'may mai mayo maio',
  'jun june juni junio junho',
  'jul july juli julio julho',
  'aug august ago agosto',
  'sep sept september septiembre setiembre set setembro',
  'oct october okt oktober octubre out outubro',
  'nov november noviembre novembro',
  'dec december dez dezember dic diciembre dezembro',
].map((names) => names.split(' '));

/** What may stand beside: weekdays, and words and endings between the parts. */
const BESIDE = new Set(
  (
    'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday ' +
    'mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag ' +
    'lu lun lunes ma mar martes mi mie mier miercoles ju jue jueves vi vie viernes sab sabado dom domingo ' +
    'seg segunda ter terca qua quarta qui quinta sex sexta feira st nd rd th de del of the den der am el o'
  ).split(' '),
);

/** Returns the year, month and day of a date with the name of a month; null = it is none, or lacks one of them. */
export function readWordDate(text: string): { year: number; month: number; day: number } | null {
  const untimed = text.replace(/\s*,?\s*(?:at|um|a las|às|as)?\s*(?<!\d)\d{1,2}[:h]\d{2}.*$/isu, '');
  const parts = fold(untimed.replaceAll(/(\d)(?=\p{L})|(\p{L})(?=\d)/gu, '$1$2 ')).split(' ');
  const places = parts.flatMap((part, at) => (monthOf(part) > 0 ? [at] : []));
  // “mar” is Tuesday in Spanish where another month follows.
  const place = places.length === 2 && parts[places[0]!] === 'mar' ? places[1]! : places[0];
  if (place === undefined || places.length > 2 || (places.length === 2 && place === places[0])) return null;
  const before = parts.slice(0, place).filter((part) => !BESIDE.has(part));
  const after = parts.slice(place + 1).filter((part) => !BESIDE.has(part));
  const numbers = [...before, ...after];
  if (numbers.length !== 2 || !numbers.every((part) => /^(\d{1,2}|\d{4})$/.test(part))) return null;
  // 2026 Dec 31; otherwise the year stands last.
  const isYearFirst = numbers[0]!.length === 4;
  const [year, day] = isYearFirst ? numbers : numbers.toReversed();
  if (year!.length === 1 || day!.length === 4) return null;
  const month = monthOf(parts[place]!);
  return { year: Number(year) + (year!.length === 2 ? 2_000 : 0), month, day: Number(day) };
}

/** Returns the number of a month, from 1; 0 = it is none. */
function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}
