// A list of stays from another program as a table: its separator, the line of its heads, which column is what, and how its dates are written. Pure.
import Papa from 'papaparse';
import { dayOfDate } from '../../../days.ts';
import { type DateOrder, dateOfMoment, dateOrderOf, possibleOrders, readDate } from './dates.ts';
import { type ColumnPlaces, recogniseHeads } from './heads.ts';
import { meaningOfStatus } from './status-meaning.ts';

/** A line of a list. `line`: its number as spreadsheets count, from 1; a cell may have several lines of text. */
type TableLine = { line: number; cells: readonly string[] };

export type StaysTable = {
  /** all lines that are not empty, with titles and heads */
  all: readonly TableLine[];
  /** which of them has the heads */
  headAt: number;
  heads: readonly string[];
  /** those below the heads */
  lines: readonly (readonly string[])[];
  /** their numbers */
  numbers: readonly number[];
  columns: ColumnPlaces;
};

const SEPARATORS = [',', ';', '\t', '|'];
/** Titles, dates of printing and filters stand above the heads. */
const MAX_TITLES = 30;

/**
 * Reads a table as text: separated by commas, semicolons, tabs or bars. Null = it has no line below its heads, or a quotation mark as
 * `openQuote` returns.
 */
export function readTable(text: string): StaysTable | null {
  const { all, headAt, quote } = readLines(text);
  return quote === null ? withHeads(all, headAt) : null;
}

/**
 * Returns the number of the line, from 1, with a quotation mark that is not closed, or not doubled inside a cell in quotes; null = there is none.
 * Lines below would become part of its cell.
 */
export function openQuote(text: string): number | null {
  return readLines(text).quote;
}

/** Returns the table with other heads: those in the line `headAt` of all. Null = no line is below them. */
export function withHeads(all: readonly TableLine[], headAt: number): StaysTable | null {
  const heads = all[headAt]?.cells;
  const below = all.slice(headAt + 1);
  if (!heads || heads.every((head) => head === '') || below.length === 0) return null;
  const lines = below.map(({ cells }) => cells);
  return {
    all,
    headAt,
    heads,
    lines,
    numbers: below.map(({ line }) => line),
    columns: withContents(recogniseHeads(heads), lines),
  };
}

type ReadLines = { all: TableLine[]; headAt: number; quote: number | null };

/** Reads the lines with the separator that suits best. */
function readLines(text: string): ReadLines {
  const { declared, body } = withoutMarks(text);
  const [best] = (declared === null ? SEPARATORS : [declared])
    .map((separator) => linesOf(body, separator))
    .map((read) => ({ ...read, headAt: headsOf(read.all) }))
    .toSorted((one, other) => worth(other) - worth(one));
  return best!;
}

/** Takes away the mark of the encoding, and the line `sep=;` in which spreadsheets are given the separator. */
function withoutMarks(text: string): { declared: string | null; body: string } {
  const plain = text.replace(/^\uFEFF/, '');
  const mark = /^"?sep=(.)"?[;,\t|]*\s*?(?:\r\n|\r|\n)/i.exec(plain);
  return { declared: mark?.[1] ?? null, body: mark ? plain.slice(mark[0].length) : plain };
}

function linesOf(text: string, delimiter: string): Omit<ReadLines, 'headAt'> {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const row = errors.find(({ type }) => type === 'Quotes')?.row;
  const all = data
    .map((cells, index) => ({ line: index + 1, cells: cells.map(cellText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { all, quote: row === undefined ? null : Math.min(row + 1, data.length) };
}

/** `="00123"` is how a text that looks like a number is kept one. */
function cellText(cell: string): string {
  const plain = cell.trim();
  return (/^="(.*)"$/s.exec(plain)?.[1] ?? plain).trim();
}

/** Returns which line has the heads: that with the most known ones, at least two; else the first with several cells. */
function headsOf(all: readonly TableLine[]): number {
  const known = all.slice(0, MAX_TITLES).map(({ cells }) => countKnown(cells));
  const most = Math.max(0, ...known);
  if (most > 1) return known.indexOf(most);
  const several = all.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return Math.max(0, several);
}

function countKnown(cells: readonly string[]): number {
  return Object.keys(recogniseHeads(cells)).length;
}

/** How well a separator suits: by the known heads, then by the lines that have as many cells as the heads. */
function worth({ all, headAt }: ReadLines): number {
  const heads = all[headAt]?.cells ?? [];
  const equal = all.filter(({ cells }) => cells.length === heads.length).length;
  return countKnown(heads) + (heads.length > 1 && all.length > 0 ? equal / (all.length + 1) : 0);
}

/** Corrects by what the columns contain: rooms that are names, and a status whose head is not known. */
function withContents(columns: ColumnPlaces, lines: StaysTable['lines']): ColumnPlaces {
  const valuesOf = (place: number) => lines.map((cells) => cells[place] ?? '').filter((cell) => cell !== '');
  const found = { ...columns };
  const { rooms, room } = columns;
  if (rooms !== undefined && room === undefined && valuesOf(rooms).some((cell) => !/^\d$/.test(cell))) {
    found.room = rooms;
    delete found.rooms;
  }
  const taken = new Set(Object.values(found));
  const width = Math.max(...lines.map((cells) => cells.length));
  if (found.status === undefined) {
    const place = Array.from({ length: width }, (_, at) => at).find((at) => {
      const values = taken.has(at) ? [] : valuesOf(at);
      return values.length > 0 && values.every((value) => meaningOfStatus(value) !== 'unknown');
    });
    if (place !== undefined) found.status = place;
  }
  return found;
}

function datesOf({ lines, columns }: StaysTable): string[] {
  const places = [columns.arrival, columns.departure].filter((place) => place !== undefined);
  return lines.flatMap((line) => places.map((place) => line[place] ?? ''));
}

/**
 * Returns the order of the dates in a table. Where they can be read in several, it is the only one in which all stays have the nights that the
 * table says. `today`: as `yyyy-MM-dd`.
 */
export function orderOfTable(table: StaysTable, today?: string): ReturnType<typeof dateOrderOf> {
  const texts = datesOf(table);
  const order = dateOrderOf(texts, today);
  if (order !== 'ask') return order;
  const [only, ...others] = possibleOrders(texts, today).filter((one) => hasItsNights(table, one, today));
  return only && others.length === 0 ? only : 'ask';
}

/** Returns whether the stays of a table last as many nights as it says, if it says so of at least one. */
function hasItsNights({ lines, columns }: StaysTable, order: DateOrder, today?: string): boolean {
  const given = lines.flatMap((cells) => {
    const [from, until, nights] = (['arrival', 'departure', 'nights'] as const).map(
      (column) => cells[columns[column] ?? -1] ?? '',
    );
    const days = [from, until].map((text) => dayOfDate(readDate(text!, order, today) ?? ''));
    const isGiven = /^\d{1,3}$/.test(nights!) && days.every((day) => !Number.isNaN(day));
    return isGiven ? [Number(nights) === days[1]! - days[0]!] : [];
  });
  return given.length > 0 && given.every(Boolean);
}

/** Returns the orders between which people choose, and a date of the table that shows the difference. */
export function choicesOfOrder(table: StaysTable, today: string): { example: string; orders: DateOrder[] } {
  const texts = datesOf(table);
  const orders = possibleOrders(texts, today);
  const differs = (text: string) => new Set(orders.map((order) => readDate(text, order, today))).size > 1;
  return { example: texts.find(differs) ?? '', orders };
}

/** Returns a moment of the table that is on another day at the property than where it was written; null = there is none. */
export function unclearMoment(table: StaysTable, timeZone: string): string | null {
  return (
    datesOf(table).find((text) => {
      const there = dateOfMoment(text, timeZone);
      return there !== null && there !== readDate(text, null);
    }) ?? null
  );
}
